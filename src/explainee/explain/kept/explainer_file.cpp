#include "explainee/explain/kept/explainer_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "explainee/base/json/json_text.h"
#include "explainee/base/json/strict_json.h"
#include "explainee/base/sha256/sha256.h"

namespace explainee::explain {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kSchema = "explainee.explainer.v1";

Json to_json(const Eigen::MatrixXd& matrix) {
  Json rows = Json::array();
  for (Eigen::Index i = 0; i < matrix.rows(); ++i) {
    Json row = Json::array();
    for (Eigen::Index j = 0; j < matrix.cols(); ++j) row.push_back(matrix(i, j));
    rows.push_back(std::move(row));
  }
  return {{"rows", matrix.rows()}, {"columns", matrix.cols()}, {"values", std::move(rows)}};
}

/// A whole number from `least` to `most`; throws on anything else, which get() would cut to size.
std::int64_t whole_number(const Json& json, std::int64_t least, std::int64_t most) {
  const bool huge = json.is_number_unsigned() && json.get<std::uint64_t>() > static_cast<std::uint64_t>(most);
  if (!json.is_number_integer() || huge || json.get<std::int64_t>() < least) throw std::runtime_error("a number");
  return json.get<std::int64_t>();
}

int position(const Json& json) { return static_cast<int>(whole_number(json, -1, std::numeric_limits<int>::max())); }

std::vector<int> positions(const Json& json) {
  if (!json.is_array()) throw std::runtime_error("a list");
  std::vector<int> list;
  for (const Json& element : json) list.push_back(position(element));
  return list;
}

Eigen::MatrixXd read_matrix(const Json& json) {
  const Eigen::Index rows = position(json.at("rows"));
  const Eigen::Index columns = position(json.at("columns"));
  const Json& values = json.at("values");
  // Before memory is asked for: the numbers have to be there.
  const bool whole = values.is_array() && static_cast<std::size_t>(rows) == values.size() &&
                     std::all_of(values.begin(), values.end(), [&](const Json& row) {
                       return row.is_array() && row.size() == static_cast<std::size_t>(columns);
                     });
  if (!whole) throw std::runtime_error("a matrix");
  Eigen::MatrixXd matrix(rows, columns);
  for (Eigen::Index i = 0; i < rows; ++i) {
    const Json& row = values[static_cast<std::size_t>(i)];
    for (Eigen::Index j = 0; j < columns; ++j) matrix(i, j) = row[static_cast<std::size_t>(j)].get<double>();
  }
  return matrix;
}

Json or_null(const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); }

std::optional<double> number_or_none(const Json& json) {
  return json.is_null() ? std::nullopt : std::optional(json.get<double>());
}

// ---- formulas: one object each, named by its kind -------------------------------------------------------------------

struct FormulaToJson {
  Json operator()(const family::Mean& /*formula*/) const { return {{"kind", "mean"}}; }
  Json operator()(const family::CentredProduct& f) const {
    return {{"kind", "product"}, {"first_centre", f.first_centre}, {"second_centre", f.second_centre}};
  }
  Json operator()(const family::SplineTerm& f) const {
    return {{"kind", "spline"}, {"knots", f.knots}, {"term", f.term}};
  }
  Json operator()(const family::Rule& f) const {
    Json conditions = Json::array();
    for (const auto& c : f.conditions) conditions.push_back({{"above", c.above}, {"threshold", c.threshold}});
    return {{"kind", "rule"}, {"conditions", std::move(conditions)}};
  }
  Json operator()(const family::Likeness& f) const {
    return {{"kind", "likeness"}, {"point", f.point}, {"scale", f.scale}, {"width", f.width}};
  }
  Json operator()(const family::Bend& f) const {
    return {{"kind", "bend"}, {"knots", f.knots}, {"slope", f.slope}, {"bends", f.bends}, {"mean", f.mean}};
  }
  Json operator()(const family::PieceProduct& f) const {
    Json pieces = Json::array();
    for (const auto& piece : f.pieces) pieces.push_back(std::visit(*this, piece));
    return {{"kind", "pieces"}, {"pieces", std::move(pieces)}};
  }
  Json operator()(const family::PieceProduct::Centred& f) const { return {{"kind", "centred"}, {"centre", f.centre}}; }
  Json operator()(const family::PieceProduct::Step& f) const {
    return {{"kind", "step"}, {"threshold", f.threshold}, {"mean", f.mean}};
  }
  Json operator()(const family::Bands& f) const { return {{"kind", "bands"}, {"cuts", f.cuts}, {"words", f.words}}; }
};

family::Bend read_bend(const Json& json) {
  return {json.at("knots").get<std::vector<double>>(), json.at("slope").get<double>(),
          json.at("bends").get<std::vector<double>>(), json.at("mean").get<double>()};
}

family::PieceProduct::Piece read_piece(const Json& json) {
  const auto kind = json.at("kind").get<std::string>();
  if (kind == "centred") return family::PieceProduct::Centred{json.at("centre").get<double>()};
  if (kind == "step")
    return family::PieceProduct::Step{json.at("threshold").get<double>(), json.at("mean").get<double>()};
  if (kind == "spline")
    return family::SplineTerm{json.at("knots").get<std::vector<double>>(), position(json.at("term"))};
  if (kind == "bend") return read_bend(json);
  throw std::runtime_error("a piece");
}

family::Formula read_formula(const Json& json) {
  const auto kind = json.at("kind").get<std::string>();
  if (kind == "mean") return family::Mean{};
  if (kind == "product")
    return family::CentredProduct{json.at("first_centre").get<double>(), json.at("second_centre").get<double>()};
  if (kind == "spline")
    return family::SplineTerm{json.at("knots").get<std::vector<double>>(), position(json.at("term"))};
  if (kind == "likeness") {
    return family::Likeness{json.at("point").get<std::vector<double>>(), json.at("scale").get<std::vector<double>>(),
                            json.at("width").get<double>()};
  }
  if (kind == "bend") return read_bend(json);
  if (kind == "pieces") {
    family::PieceProduct product;
    for (const Json& piece : json.at("pieces")) product.pieces.push_back(read_piece(piece));
    return product;
  }
  if (kind == "bands")
    return family::Bands{json.at("cuts").get<std::vector<double>>(), json.at("words").get<std::vector<std::string>>()};
  if (kind != "rule") throw std::runtime_error("a formula");
  family::Rule rule;
  for (const Json& condition : json.at("conditions"))
    rule.conditions.push_back({condition.at("above").get<bool>(), condition.at("threshold").get<double>()});
  return rule;
}

/// Whether the parts of a formula go together.
struct FitsItself {
  bool operator()(const family::SplineTerm& f) const {
    return f.knots.size() > 2 && f.term >= 0 && f.term + 1 < static_cast<int>(f.knots.size());
  }
  bool operator()(const family::Bend& f) const { return f.knots.size() > 2 && f.bends.size() + 2 == f.knots.size(); }
  bool operator()(const family::Bands& f) const { return f.words.size() == f.cuts.size() + 1; }
  bool operator()(const family::Likeness& f) const { return f.scale.size() == f.point.size(); }
  bool operator()(const family::PieceProduct& f) const {
    return std::all_of(f.pieces.begin(), f.pieces.end(), [&](const auto& piece) { return std::visit(*this, piece); });
  }
  template <class Other>
  bool operator()(const Other& /*formula*/) const {
    return true;
  }
};

/// How many sources a formula reads; 0 for any number.
std::size_t sources_of(const family::Formula& formula) {
  if (const auto* rule = std::get_if<family::Rule>(&formula)) return rule->conditions.size();
  if (const auto* like = std::get_if<family::Likeness>(&formula)) return like->point.size();
  if (std::holds_alternative<family::CentredProduct>(formula)) return 2;
  if (const auto* product = std::get_if<family::PieceProduct>(&formula)) return product->pieces.size();
  return std::holds_alternative<family::Mean>(formula) ? 0 : 1;
}

// ---- the parts ------------------------------------------------------------------------------------------------------

// Enumerators by name; files of version 0.1 hold their positions in these lists.
constexpr std::array<std::string_view, 6> kShownNames = {"number", "level", "yes_no", "share", "values", "sources"};
constexpr std::array<std::string_view, 3> kWordNames = {"text", "column", "value"};

template <class Enum, std::size_t Size>
std::string name_of(Enum value, const std::array<std::string_view, Size>& names) {
  return std::string(names[static_cast<std::size_t>(value)]);
}

template <class Enum, std::size_t Size>
Enum read_enum(const Json& json, const std::array<std::string_view, Size>& names) {
  const auto at = json.is_string() ? std::find(names.begin(), names.end(), json.get<std::string>()) - names.begin()
                                   : position(json);
  if (at < 0 || at >= static_cast<std::ptrdiff_t>(Size)) throw std::runtime_error("a fact");
  return static_cast<Enum>(at);
}

constexpr std::array<std::string_view, 3> kShapeNames = {"as it is", "bent", "cut"};

Json to_json(const family::Shape& shape) {
  return {{"kind", name_of(shape.kind, kShapeNames)},
          {"degrees", shape.degrees},
          {"threshold", shape.threshold},
          {"points", shape.points}};
}

family::Shape read_shape(const Json& json) {
  return {read_enum<family::Shape::Kind>(json.at("kind"), kShapeNames), json.at("degrees").get<int>(),
          json.at("threshold").get<double>(), json.at("points").get<std::vector<std::pair<double, double>>>()};
}

Json to_json(const family::Description& c) {
  Json saying = Json::array();
  for (const family::Word& word : c.saying)
    saying.push_back({{"kind", name_of(word.kind, kWordNames)}, {"text", word.text}, {"value", word.value}});
  Json json = {{"name", c.name},
               {"sources", c.sources},
               {"index", c.index},
               {"block", c.block},
               {"family", c.family},
               {"shown", name_of(c.shown, kShownNames)},
               {"saying", std::move(saying)}};
  if (c.shape.kind != family::Shape::Kind::kAsIs || c.shape.degrees > 1) json["shape"] = to_json(c.shape);
  return json;
}

family::Description read_candidate(const Json& json) {
  family::Description c;
  json.at("name").get_to(c.name);
  json.at("sources").get_to(c.sources);
  c.index = position(json.at("index"));
  json.at("block").get_to(c.block);
  json.at("family").get_to(c.family);
  c.shown = read_enum<family::Shown>(json.at("shown"), kShownNames);
  if (json.contains("shape")) c.shape = read_shape(json.at("shape"));
  for (const Json& word : json.at("saying")) {
    c.saying.push_back({read_enum<family::Word::Kind>(word.at("kind"), kWordNames), word.at("text").get<std::string>(),
                        word.at("value").get<double>()});
  }
  return c;
}

Json columns_json(const Explainer& e) {
  Json scales = Json::array();
  for (const auto& scale : e.scales)
    scales.push_back({{"column", scale.column}, {"mean", scale.mean}, {"sd", scale.sd}});
  Json made = Json::array();
  for (const KeptMade& column : e.made)
    made.push_back(
        {{"name", column.name}, {"sources", column.sources}, {"formula", std::visit(FormulaToJson{}, column.formula)}});
  Json numbers = Json::array();
  for (const KeptNumber& number : e.numbers)
    numbers.push_back({{"column", number.column}, {"shift", number.shift}, {"low", number.low}, {"high", number.high}});
  Json texts = Json::array();
  for (const KeptText& text : e.texts) texts.push_back({{"column", text.column}, {"levels", text.levels}});
  return {{"expressions", e.expressions},  {"scales", std::move(scales)}, {"made", std::move(made)},
          {"numbers", std::move(numbers)}, {"texts", std::move(texts)},   {"products", e.products}};
}

void read_columns(const Json& json, Explainer& e) {
  json.at("expressions").get_to(e.expressions);
  for (const Json& scale : json.at("scales"))
    e.scales.push_back(
        {scale.at("column").get<std::string>(), scale.at("mean").get<double>(), scale.at("sd").get<double>()});
  for (const Json& made : json.at("made"))
    e.made.push_back({made.at("name").get<std::string>(), made.at("sources").get<std::vector<std::string>>(),
                      read_formula(made.at("formula"))});
  for (const Json& number : json.at("numbers"))
    e.numbers.push_back({number.at("column").get<std::string>(), number.at("shift").get<double>(),
                         number.at("low").get<double>(), number.at("high").get<double>()});
  for (const Json& text : json.at("texts"))
    e.texts.push_back({text.at("column").get<std::string>(), text.at("levels").get<std::vector<std::string>>()});
  for (const Json& product : json.at("products")) {
    const std::vector<int> pair = positions(product);
    if (pair.size() != 2) throw std::runtime_error("a product");
    e.products.emplace_back(pair[0], pair[1]);
  }
}

Json model_json(const Explainer& e) {
  Json facts = Json::array();
  for (const family::Description& fact : e.facts) facts.push_back(to_json(fact));
  Json shown = Json::array();
  for (const ShownWith& with : e.shown_with) shown.push_back({{"noise", with.noise}, {"step", with.step}});
  return {{"facts", std::move(facts)},
          {"shown_with", std::move(shown)},
          {"columns", e.columns},
          {"fact_of", e.fact_of},
          {"beta", to_json(e.beta)},
          {"column_expected", to_json(e.column_expected)},
          {"mean", to_json(Eigen::MatrixXd(e.model.mean))},
          {"predictions", e.model.predictions},
          {"draws", e.draws},
          {"expected", to_json(e.model.expected)},
          {"all_facts", to_json(e.model.facts)},
          {"before_inverse", to_json(e.model.before_inverse)},
          {"after_inverse", to_json(e.model.after_inverse)},
          {"half_log_ratio", e.model.half_log_ratio},
          {"independent", e.model.independent},
          {"infinite", e.model.infinite}};
}

void read_model(const Json& json, Explainer& e) {
  for (const Json& fact : json.at("facts")) e.facts.push_back(read_candidate(fact));
  e.columns = positions(json.at("columns"));
  e.fact_of = positions(json.at("fact_of"));
  for (const Json& with : json.at("shown_with"))
    e.shown_with.push_back({with.at("noise").get<double>(), with.at("step").get<double>()});
  e.beta = read_matrix(json.at("beta"));
  e.column_expected = read_matrix(json.at("column_expected"));
  const Eigen::MatrixXd mean = read_matrix(json.at("mean"));
  if (mean.cols() != 1) throw std::runtime_error("the means");
  e.model.mean = mean.col(0);
  e.model.predictions = positions(json.at("predictions"));
  e.draws = positions(json.at("draws"));
  e.model.expected = read_matrix(json.at("expected"));
  e.model.facts = read_matrix(json.at("all_facts"));
  e.model.before_inverse = read_matrix(json.at("before_inverse"));
  e.model.after_inverse = read_matrix(json.at("after_inverse"));
  json.at("half_log_ratio").get_to(e.model.half_log_ratio);
  e.model.independent = positions(json.at("independent"));
  json.at("infinite").get_to(e.model.infinite);
}

Json then_json(const KeptInformation& then) {
  return {{"rows", then.rows},
          {"infinite", then.infinite},
          {"nats", then.nats},
          {"corrected_nats", then.corrected_nats},
          {"honest_nats", or_null(then.honest_nats)},
          {"error", or_null(then.error)},
          {"log_error", or_null(then.log_error)}};
}

KeptInformation read_then(const Json& json) {
  return {whole_number(json.at("rows"), 0, std::numeric_limits<std::int64_t>::max()),
          json.at("infinite").get<bool>(),
          json.at("nats").get<double>(),
          json.at("corrected_nats").get<double>(),
          number_or_none(json.at("honest_nats")),
          number_or_none(json.at("error")),
          number_or_none(json.at("log_error"))};
}

/// Lengths and positions that the rows rely on.
bool sound(const Explainer& e) {
  Eigen::Index size = static_cast<Eigen::Index>(e.numbers.size() + e.products.size());
  for (const KeptText& text : e.texts) size += static_cast<Eigen::Index>(text.levels.size());
  const auto inside = [](const std::vector<int>& list, Eigen::Index end) {
    return std::all_of(list.begin(), list.end(), [&](int i) { return i >= 0 && i < end; });
  };
  const auto d = static_cast<Eigen::Index>(e.predictions.size());
  const auto columns = static_cast<Eigen::Index>(e.columns.size());
  const auto has = [](const Eigen::MatrixXd& m, Eigen::Index rows, Eigen::Index cols) {
    return m.rows() == rows && m.cols() == cols;
  };
  bool good = d > 0 && e.size() == size && has(e.model.expected, size, d) && has(e.model.facts, size, d) &&
              has(e.beta, columns, d) && has(e.column_expected, size, columns) && e.user.rows() == size &&
              e.fact_of.size() == e.columns.size() && inside(e.columns, size) &&
              inside(e.fact_of, static_cast<Eigen::Index>(e.facts.size())) && inside(e.model.predictions, e.size()) &&
              e.model.predictions.size() == e.predictions.size() && inside(e.model.independent, d);
  good = good && e.shown_with.size() == e.columns.size();
  good = good && inside(e.draws, static_cast<Eigen::Index>(e.numbers.size())) && e.draws.size() != 1 &&
         (e.draws.empty() || d == 1);
  for (std::size_t i = 0; good && i < e.shown_with.size(); ++i) {
    const ShownWith& with = e.shown_with[i];
    good = std::isfinite(with.variance()) && with.noise >= 0 && with.step >= 0 &&
           (with.step == 0 || inside({e.columns[i]}, static_cast<Eigen::Index>(e.numbers.size())));
  }
  const auto independent = static_cast<Eigen::Index>(e.model.independent.size());
  if (!e.model.infinite && independent > 0)
    good = good && has(e.model.before_inverse, independent, independent) &&
           has(e.model.after_inverse, independent, independent);
  for (const auto& [a, b] : e.products) good = good && inside({a, b}, static_cast<Eigen::Index>(e.numbers.size()));
  for (const KeptMade& made : e.made) {
    const std::size_t wanted = sources_of(made.formula);
    good = good && !made.sources.empty() && (wanted == 0 || wanted == made.sources.size());
    good = good && std::visit(FitsItself{}, made.formula);
  }
  return good;
}

}  // namespace

std::string write_explainer(const Explainer& e) {
  Json json = {{"schema", kSchema},       {"predictions", e.predictions},
               {"person", e.person},      {"columns", columns_json(e)},
               {"weight", e.weight},      {"drop_missing", e.drop_missing},
               {"user", to_json(e.user)}, {"resolution_variance", e.resolution_variance},
               {"model", model_json(e)},  {"then", then_json(e.then)}};
  if (!e.id.empty()) json["id"] = e.id;
  json["sha256"] = base::sha256_hex(json.dump(-1, ' ', false, Json::error_handler_t::replace));
  return base::json_text(json) + "\n";
}

base::Result<Explainer> read_explainer(std::string_view text, const std::string& where) {
  const base::Error damaged{base::ErrorCode::kDamagedExplainer,
                            base::say("this is no explainer, or was changed; give a file that {} wrote",
                                      base::command("explain", {base::option("output")})),
                            where};
  auto parsed = base::parse_json(text, where, base::ErrorCode::kDamagedExplainer);
  if (!parsed.ok()) {
    base::Error no_json = damaged;
    no_json.message = base::say("{}: {}", damaged.message, parsed.error().message);
    return no_json;
  }
  try {
    Json& json = parsed.value();
    const auto claimed = json.at("sha256").get<std::string>();
    json.erase("sha256");
    if (json.at("schema") != kSchema ||
        base::sha256_hex(json.dump(-1, ' ', false, Json::error_handler_t::replace)) != claimed)
      return damaged;
    Explainer e;
    json.at("predictions").get_to(e.predictions);
    json.at("person").get_to(e.person);
    read_columns(json.at("columns"), e);
    json.at("weight").get_to(e.weight);
    if (json.contains("id")) json.at("id").get_to(e.id);
    json.at("drop_missing").get_to(e.drop_missing);
    e.user = read_matrix(json.at("user"));
    json.at("resolution_variance").get_to(e.resolution_variance);
    read_model(json.at("model"), e);
    e.then = read_then(json.at("then"));
    if (!sound(e)) return damaged;
    e.model.noise_variance = noise_variance(e.beta, e.shown_with);
    return e;
  } catch (const std::exception&) {
    return damaged;
  }
}

}  // namespace explainee::explain
