#include "explainee/explain/gather/kept_moments.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <utility>

#include "explainee/moments/accumulate/accumulate.h"

namespace explainee::explain {
namespace {

using base::Result;

/// A text of any letters, so that it cannot be taken for what stands beside it.
std::string quoted(const std::string& text) { return fmt::format("{}:{}", text.size(), text); }

/// Numbers to the last digit.
std::string exact(std::span<const double> numbers) { return fmt::format("[{:a}]", fmt::join(numbers, " ")); }

/// All that a derived column depends on beside its sources.
struct FormulaText {
  std::string operator()(const family::Mean& /*formula*/) const { return "mean"; }
  std::string operator()(const family::CentredProduct& formula) const {
    return "product" + exact(std::vector{formula.first_centre, formula.second_centre});
  }
  std::string operator()(const family::SplineTerm& formula) const {
    return fmt::format("spline {} {}", formula.term, exact(formula.knots));
  }
  std::string operator()(const family::Rule& formula) const {
    std::string text = "rule";
    for (const family::Rule::Condition& condition : formula.conditions)
      text += fmt::format(" {}{:a}", condition.above ? '>' : '<', condition.threshold);
    return text;
  }
  std::string operator()(const family::Likeness& formula) const {
    return fmt::format("likeness {} {} {:a}", exact(formula.point), exact(formula.scale), formula.width);
  }
  std::string operator()(const family::Bend& formula) const {
    return fmt::format("bend {} {:a} {:a} {}", exact(formula.knots), formula.slope, formula.mean, exact(formula.bends));
  }
  std::string operator()(const family::PieceProduct& formula) const {
    std::string text = "pieces";
    for (const auto& piece : formula.pieces) text += quoted(std::visit(*this, piece));
    return text;
  }
  std::string operator()(const family::PieceProduct::Centred& piece) const {
    return fmt::format("centred {:a}", piece.centre);
  }
  std::string operator()(const family::PieceProduct::Step& piece) const {
    return fmt::format("step {:a} {:a}", piece.threshold, piece.mean);
  }
  std::string operator()(const family::Bands& formula) const {
    std::string text = "bands" + exact(formula.cuts);
    for (const std::string& word : formula.words) text += quoted(word);
    return text;
  }
};

std::string derived_text(const Gathered& gathered) {
  std::string text;
  for (const std::string& expression : gathered.expressions) text += "e" + quoted(expression);
  for (const data::ColumnScale& scale : gathered.scales)
    text += fmt::format("z{}{:a} {:a}", quoted(scale.column), scale.mean, scale.sd);
  for (const family::MadeColumn& made : gathered.made)
    text += fmt::format("m{}{} {}\n", quoted(made.name), made.sources, std::visit(FormulaText(), made.formula));
  return text;
}

std::string plan_text(const moments::Plan& plan) {
  std::string text = fmt::format("n{}p{}", plan.numbers, plan.products);
  for (const moments::TextColumn& column : plan.texts) {
    text += fmt::format("t{}", column.column);
    for (const std::string& level : column.levels) text += quoted(level);
  }
  const auto place = [](const std::optional<std::size_t>& column) { return column ? fmt::to_string(*column) : "none"; };
  text += fmt::format("\nw{} b{} m{} f{} s{} r{}\n", place(plan.weight), place(plan.block),
                      static_cast<int>(plan.missing), plan.folds, plan.seed, plan.first_row);
  return text;
}

std::size_t bytes_of(const moments::Moments& moments) {
  std::size_t bytes = 0;
  for (const moments::MomentColumn& column : moments.columns)
    bytes += sizeof(column) + column.name.size() + column.source.size() + column.level.size();
  for (const moments::Fold& fold : moments.folds)
    bytes += sizeof(fold) + static_cast<std::size_t>(fold.mean.size() + fold.scatter.size()) * sizeof(double);
  return bytes;
}

}  // namespace

Result<std::shared_ptr<const moments::Moments>> moments_of(const data::Dataset& dataset, Gathered& gathered, int plain,
                                                           const base::Control& control) {
  const bool whole = gathered.answered == nullptr;  // else the rows are those that one person answered
  const std::string key = whole ? "moments " + plan_text(gathered.plan) + derived_text(gathered) : "";
  if (whole) {
    if (auto kept = dataset.find_result<moments::Moments>(key)) return kept;
  }
  EXPLAINEE_ASSIGN(moments::Moments moments, moments::accumulate(*gathered.table, gathered.plan, control));
  for (moments::MomentColumn& column : moments.columns) {
    if (column.index >= plain) column.index = -1;  // an expression has no place in the file
  }
  auto made = std::make_shared<const moments::Moments>(std::move(moments));
  if (whole) dataset.keep_result<moments::Moments>(key, made, bytes_of(*made));
  return made;
}

Result<moments::LevelScan> levels_of(const data::Dataset& dataset, Gathered& gathered,
                                     std::span<const std::size_t> texts, int plain, const base::Control& control) {
  const bool of_file = std::all_of(texts.begin(), texts.end(),
                                   [&](std::size_t column) { return column < static_cast<std::size_t>(plain); });
  if (gathered.answered != nullptr || !of_file) return moments::scan_levels(*gathered.table, texts, control);
  const std::string key = fmt::format("levels {}", fmt::join(texts, " "));
  if (const auto kept = dataset.find_result<moments::LevelScan>(key)) return *kept;
  EXPLAINEE_ASSIGN(moments::LevelScan scan, moments::scan_levels(*gathered.table, texts, control));
  std::size_t bytes = 0;
  for (const moments::Levels& column : scan.columns) {
    for (const std::string& level : column.levels) bytes += sizeof(level) + level.size();
  }
  dataset.keep_result<moments::LevelScan>(key, std::make_shared<const moments::LevelScan>(scan), bytes);
  return scan;
}

}  // namespace explainee::explain
