#include "explainee/explain/rows/decomposition.h"

#include <algorithm>
#include <numeric>

namespace explainee::explain {
namespace {

/// Adds Σ_c weights[c]·z_c of every row, column by column.
void add_weighted(const Eigen::Ref<const Eigen::MatrixXd>& z, const Eigen::Ref<const Eigen::VectorXd>& weights,
                  Eigen::Ref<Eigen::VectorXd> out) {
  for (Eigen::Index c = 0; c < weights.size(); ++c) {
    if (weights[c] != 0) out += weights[c] * z.col(c);
  }
}

/// By how much the shown value of each rounded fact column differs from the cell; empty where it is shown as it is.
std::vector<Eigen::VectorXd> roundings(const FittedFacts& facts, const Eigen::Ref<const Eigen::MatrixXd>& rows) {
  std::vector<Eigen::VectorXd> all(facts.columns->size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    const ShownWith& shown = (*facts.shown_with)[i];
    if (!(shown.step > 0)) continue;
    all[i].resize(rows.rows());
    for (Eigen::Index row = 0; row < rows.rows(); ++row)
      all[i][row] = shown.change(rows(row, (*facts.columns)[i]) + facts.shifts[i]);
  }
  return all;
}

}  // namespace

FittedFacts fitted_facts(const Fit& fit, const RowModel& model, const std::vector<moments::MomentColumn>& columns) {
  FittedFacts facts{&model, &fit.columns, &fit.fact_of, &fit.shown_with, &fit.beta, &fit.column_expected, {}, {}};
  facts.order.resize(static_cast<std::size_t>(fit.weight.size()));
  std::iota(facts.order.begin(), facts.order.end(), std::size_t{0});
  std::stable_sort(facts.order.begin(), facts.order.end(), [&](std::size_t a, std::size_t b) {
    return fit.weight[static_cast<Eigen::Index>(a)] > fit.weight[static_cast<Eigen::Index>(b)];
  });
  for (const int column : fit.columns) facts.shifts.push_back(columns[static_cast<std::size_t>(column)].shift);
  return facts;
}

Decomposition take_apart(const FittedFacts& facts, Eigen::Ref<Eigen::MatrixXd> rows) {
  const RowModel& model = *facts.model;
  const auto d = static_cast<Eigen::Index>(model.predictions.size());
  const std::vector<Eigen::VectorXd> rounding = roundings(facts, rows);
  rows.rowwise() -= model.mean.transpose();
  Decomposition parts;
  parts.expected = Eigen::MatrixXd::Zero(rows.rows(), d);
  parts.gaps.before.resize(rows.rows(), d);
  for (Eigen::Index k = 0; k < d; ++k) {
    add_weighted(rows, model.expected.col(k), parts.expected.col(k));
    parts.gaps.before.col(k) = rows.col(model.predictions[static_cast<std::size_t>(k)]) - parts.expected.col(k);
  }
  parts.contributions.assign(facts.order.size(), Eigen::MatrixXd::Zero(rows.rows(), d));
  for (std::size_t i = 0; i < facts.columns->size(); ++i) {
    const auto at = static_cast<Eigen::Index>(i);
    Eigen::VectorXd news = rows.col((*facts.columns)[i]);
    add_weighted(rows, -facts.column_expected->col(at), news);
    if (rounding[i].size() > 0) news += rounding[i];
    Eigen::MatrixXd& part = parts.contributions[static_cast<std::size_t>((*facts.fact_of)[i])];
    for (Eigen::Index k = 0; k < d; ++k) part.col(k) += (*facts.beta)(at, k) * news;
  }
  parts.gaps.after = parts.gaps.before;
  for (const std::size_t fact : facts.order) parts.gaps.after -= parts.contributions[fact];
  if (!model.infinite && !model.independent.empty())
    parts.surprise_removed_nats = surprise_removed_nats(model, parts.gaps);
  return parts;
}

Eigen::MatrixXd expected_columns(const FittedFacts& facts, const Eigen::Ref<const Eigen::MatrixXd>& centred) {
  Eigen::MatrixXd expected = Eigen::MatrixXd::Zero(centred.rows(), static_cast<Eigen::Index>(facts.columns->size()));
  for (Eigen::Index i = 0; i < expected.cols(); ++i)
    add_weighted(centred, facts.column_expected->col(i), expected.col(i));
  return expected;
}

}  // namespace explainee::explain
