#include "explainee/view/row/row_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace explainee::view {

const char* kind_name(StepKind kind) {
  switch (kind) {
    case StepKind::kStart:
      return "start";
    case StepKind::kFact:
      return "fact";
    case StepKind::kRest:
      return "rest";
    case StepKind::kEnd:
      break;
  }
  return "end";
}

RowView row_view(const RowFigures& figures, const RowWords& words) {
  RowView row;
  row.known = figures.prediction && figures.rest;
  const auto stand = [&](StepKind kind, const std::string& label, double at) {
    row.steps.push_back({.kind = kind, .label = label, .from = at, .to = at, .precise = fmt::format("{:.5g}", at)});
  };
  const auto move = [&](StepKind kind, const RowPart& part, double from, double to) {
    row.steps.push_back({.kind = kind,
                         .label = part.label,
                         .value = part.value,
                         .amount = part.amount,
                         .from = from,
                         .to = to,
                         .precise = fmt::format("{:+.5g}", part.amount)});
  };
  stand(StepKind::kStart, words.start, figures.expected);
  double at = figures.expected;
  for (const RowPart& part : figures.parts) {
    move(StepKind::kFact, part, at, at + part.amount);
    at += part.amount;
  }
  // The rest goes to the prediction itself, not to a sum that is rounded.
  if (row.known) move(StepKind::kRest, {words.rest, "", *figures.rest}, at, *figures.prediction);
  stand(StepKind::kEnd, words.end, row.known ? *figures.prediction : at);
  double most = 0;
  for (const Step& step : row.steps) most = std::max(most, std::abs(step.amount));
  for (Step& step : row.steps) step.share = most > 0 ? std::abs(step.amount) / most : 0;
  return row;
}

std::vector<std::size_t> largest_first(std::span<const double> amounts) {
  std::vector<std::size_t> order(amounts.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return std::abs(amounts[a]) > std::abs(amounts[b]); });
  return order;
}

}  // namespace explainee::view
