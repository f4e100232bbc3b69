#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <limits>

#include "explainee/base/json/strict_json.h"
#include "explainee/base/sha256/sha256.h"
#include "explainee/verify/certificate.h"
#include "explainee/verify/reading/fields.h"
#include "explainee/verify/reading/layout.h"

namespace explainee::verify {
namespace {

constexpr double kLargest = std::numeric_limits<double>::max();
constexpr int kMostColumns = 1 << 20;
constexpr int kMostExtraDegrees = 1000;

/// Moment columns are counted when the moments are at hand.
constexpr std::size_t kAnyColumn = kMostColumns;

Prediction read_prediction(const Field& field) {
  Fields fields(field);
  Prediction prediction;
  prediction.columns = fields.take("columns").positions(kAnyColumn, false);
  prediction.draws = fields.take("draws").flag();
  prediction.resolution_variance = fields.take("resolution_variance").real(0, kLargest);
  fields.end();
  if (prediction.columns.size() < (prediction.draws ? 2U : 1U)) throw BadField{"'prediction' has too few columns"};
  return prediction;
}

/// [position, number] pairs, positions increasing.
std::vector<std::pair<int, double>> read_pairs(const Field& field, std::size_t size) {
  std::vector<std::pair<int, double>> pairs;
  field.each([&](const Field& pair) {
    if (pair.length() != 2) throw BadField{field.where + " holds something else than pairs"};
    const auto position = static_cast<int>(pair.at(0).whole(0, static_cast<std::int64_t>(size) - 1));
    if (!pairs.empty() && pairs.back().first >= position) throw BadField{field.where + " is not increasing"};
    pairs.emplace_back(position, pair.at(1).real());
  });
  return pairs;
}

void read_given(Fields& fields, Certificate& c) {
  fields.take("given").each([&](const Field& sum) {
    c.given.push_back(read_pairs(sum, kAnyColumn));
    const auto zero = [](const auto& part) { return part.second == 0; };
    if (c.given.back().empty() || std::any_of(c.given.back().begin(), c.given.back().end(), zero))
      throw BadField{"'given' holds an empty sum or a weight of 0"};
  });
  fields.take("given_noise").each([&](const Field& line) { c.given_noise.push_back(line.reals()); });
  const std::size_t size = c.given_noise.size();
  bool good = size == 0 || size == c.given.size();
  for (std::size_t i = 0; good && i < size; ++i) {
    good = c.given_noise[i].size() == size;
    for (std::size_t j = 0; good && j < i; ++j) good = c.given_noise[i][j] == c.given_noise[j][i];
  }
  if (!good) throw BadField{"'given_noise' is not a symmetric matrix over 'given'"};
}

void read_candidates(Fields& fields, Certificate& c) {
  fields.take("candidates").each([&](const Field& field) {
    Fields candidate(field);
    CandidateFact& own = c.candidates.emplace_back();
    own.label = candidate.take("label").text();
    own.columns = candidate.take("columns").positions(kAnyColumn, false);
    candidate.end();
    if (own.columns.empty()) throw BadField{"a candidate has no columns"};
  });
  const std::size_t size = c.candidates.size();
  if (size == 0 || size > kMostColumns) throw BadField{"'candidates' are none or too many"};
  const auto fits = [&](const std::string& key, std::size_t length) {
    if (length != 0 && length != size) throw BadField{fmt::format("'{}' does not fit the candidates", key)};
  };
  c.noise = fields.take("noise").reals(0, kLargest);
  fits("noise", c.noise.size());
  const auto wholes = [&](const std::string& key, std::int64_t least, std::int64_t most) {
    std::vector<std::int64_t> list;
    fields.take(key).each([&](const Field& element) { list.push_back(element.whole(least, most)); });
    fits(key, list.size());
    return list;
  };
  const std::vector<std::int64_t> extra = wholes("extra_degrees", 0, kMostExtraDegrees);
  c.extra_degrees.assign(extra.begin(), extra.end());
  const std::vector<std::int64_t> groups = wholes("groups", -1, static_cast<std::int64_t>(size) - 1);
  c.groups.assign(groups.begin(), groups.end());
  c.costs = wholes("costs", 1, 1'000'000'000'000);
  const Field budget = fields.take("budget");
  if (!budget.empty_value()) c.budget = budget.whole(1, 1'000'000'000'000'000);
  if (c.budget.has_value() != !c.costs.empty()) throw BadField{"'budget' and 'costs' come together"};
  for (std::size_t j = 0; j < c.noise.size(); ++j) {
    if (c.noise[j] > 0 && c.candidates[j].columns.size() != 1)
      throw BadField{"only a candidate of one column is shown with noise"};
  }
}

std::optional<double> read_bits(const Field& field) {
  return field.empty_value() ? std::nullopt : std::optional(field.real());
}

void read_claim(Fields& fields, Certificate& c) {
  const std::size_t size = c.candidates.size();
  c.s = static_cast<int>(fields.take("s").whole(1, static_cast<std::int64_t>(size)));
  c.support = fields.take("support").positions(size);
  const std::size_t predictions = c.prediction.draws ? 1 : c.prediction.columns.size();
  c.settled = static_cast<int>(fields.take("settled").whole(0, static_cast<std::int64_t>(predictions)));
  c.bits = read_bits(fields.take("bits"));
  c.bound_bits = read_bits(fields.take("bound_bits"));
  const bool finite = c.settled == 0;
  if (c.bits.has_value() != finite || c.bound_bits.has_value() != finite)
    throw BadField{"'bits' and 'bound_bits' are numbers exactly where nothing is settled"};
}

void read_units(Fields& fields, Certificate& c) {
  const std::size_t size = c.candidates.size();
  c.units = fields.take("units").reals(std::numeric_limits<double>::min(), kLargest);
  if (!c.units.empty() && c.units.size() != size) throw BadField{"'units' do not fit the candidates"};
  fields.take("factors").each([&](const Field& field) {
    Fields factor(field);
    Factor& own = c.factors.emplace_back();
    own.score = factor.take("score").real();
    own.loadings = factor.take("loadings").reals();
    factor.end();
    if (own.loadings.size() != size) throw BadField{"a factor does not fit the candidates"};
  });
  const Field least = fields.take("least_eigenvalue");
  if (!least.empty_value()) c.least_eigenvalue = least.real(std::numeric_limits<double>::min(), kLargest);
}

void read_split(Fields& fields, std::size_t size, Leaf& leaf) {
  constexpr double kLightest = 1e-100;
  constexpr double kHeaviest = 1e100;
  leaf.chosen = fields.take("chosen").positions(size);
  leaf.block = fields.take("block").positions(size, false);
  fields.take("classes").each([&](const Field& field) {
    Fields own(field);
    SplitClass& part = leaf.classes.emplace_back();
    part.p = static_cast<int>(own.take("p").whole(0, static_cast<std::int64_t>(size)));
    part.d = own.take("d").reals(std::numeric_limits<double>::min(), kLargest);
    part.gamma = own.take("gamma").reals();
    part.weights = own.take("weights").reals(kLightest, kHeaviest);
    own.end();
  });
}

Leaf read_leaf(const Field& field, std::size_t size) {
  Fields fields(field);
  Leaf leaf;
  const std::string kind = fields.take("kind").text();
  const auto known = std::find(kLeafKinds.begin(), kLeafKinds.end(), kind);
  if (known == kLeafKinds.end()) throw BadField{fmt::format("'{}' is no kind of leaf", kind)};
  leaf.kind = static_cast<Leaf::Kind>(known - kLeafKinds.begin());
  leaf.in = fields.take("in").positions(size);
  leaf.out = fields.take("out").positions(size);
  if (leaf.kind == Leaf::Kind::kMaster) {
    leaf.gamma = read_pairs(fields.take("gamma"), size);
    leaf.one_of = fields.take("one_of").positions(size);
    leaf.not_all_of = fields.take("not_all_of").positions(size);
  }
  if (leaf.kind == Leaf::Kind::kSplit) read_split(fields, size, leaf);
  fields.end();
  return leaf;
}

Labels read_labels(const Field& field) {
  Fields fields(field);
  Labels labels;
  labels.reader = fields.take("reader").text();
  fields.take("person").each([&](const Field& element) { labels.person.push_back(element.text()); });
  labels.program = fields.take("program").text();
  fields.end();
  return labels;
}

Certificate read_fields(const Json& json) {
  Fields fields({json, "the certificate"});
  Certificate c;
  (void)fields.take("schema");
  c.moments_sha256 = fields.take("moments_sha256").text();
  c.prediction = read_prediction(fields.take("prediction"));
  read_given(fields, c);
  read_candidates(fields, c);
  read_claim(fields, c);
  read_units(fields, c);
  fields.take("leaves").each([&](const Field& leaf) { c.leaves.push_back(read_leaf(leaf, c.candidates.size())); });
  c.labels = read_labels(fields.take("labels"));
  (void)fields.take("sha256");
  fields.end();
  return c;
}

base::Error refused(base::Message why, const std::string& where) {
  return {base::ErrorCode::kDamagedCertificate, std::move(why), where};
}

/// What the schema says; none when it is this one.
std::optional<base::Error> wrong_schema(const Json& json, const std::string& where) {
  const bool named = json.is_object() && json.contains("schema") && json["schema"].is_string();
  const std::string schema = named ? json["schema"].get<std::string>() : "";
  if (schema == kSchema) return std::nullopt;
  const auto remedy = base::command("explain", {base::option("certificate")});
  if (schema == kOldSchema) {
    return refused(
        base::say("this certificate was made by version 0.1, whose proofs are no longer accepted; make a new "
                  "one from the same data with {}",
                  remedy),
        where);
  }
  return refused(base::say("this is not a certificate; give a file that {} wrote", remedy), where);
}

}  // namespace

base::Result<Certificate> read_certificate(std::string_view text, const std::string& where) {
  const base::JsonLimits limits{.depth = 8, .values = 200'000'000};
  const auto parsed = base::parse_json(text, where, base::ErrorCode::kDamagedCertificate, limits);
  if (!parsed.ok()) return refused(base::say("this is not a certificate: {}", parsed.error().message), where);
  const Json& json = parsed.value();
  if (const auto wrong = wrong_schema(json, where)) return *wrong;
  const std::size_t seal = text.rfind(kSeal);
  const bool last = seal != std::string_view::npos && std::prev(json.end()).key() == "sha256";
  const bool sealed = last && json["sha256"].is_string() && json["sha256"] == base::sha256_hex(text.substr(0, seal));
  if (!sealed)
    return base::Error{base::ErrorCode::kCheckFailed, "rejected: its checksum is wrong, so it was changed", where};
  try {
    Certificate certificate = read_fields(json);
    if (const std::string why = wrong_layout(certificate); !why.empty()) return refused(why, where);
    return certificate;
  } catch (const BadField& bad) {
    return refused(fmt::format("this certificate cannot be read: {}", bad.why), where);
  }
}

}  // namespace explainee::verify
