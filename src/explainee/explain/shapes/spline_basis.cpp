#include "explainee/explain/shapes/spline_basis.h"

#include <algorithm>
#include <cmath>

#include "explainee/base/tolerances.h"

namespace explainee::explain {
namespace {

double quantile_of(std::span<const double> sorted, double share) {
  const auto last = static_cast<double>(sorted.size() - 1);
  return sorted[static_cast<std::size_t>(std::lround(share * last))];
}

Eigen::MatrixXd terms_of(const std::vector<double>& knots, const Eigen::Ref<const Eigen::VectorXd>& values) {
  const auto count = static_cast<Eigen::Index>(knots.size()) - 1;
  Eigen::MatrixXd terms(values.size(), count);
  const std::vector<double> cells(values.begin(), values.end());
  const std::span<const double> source(cells);
  for (Eigen::Index t = 0; t < count; ++t)
    family::evaluate(family::SplineTerm{knots, static_cast<int>(t)}, {&source, 1},
                     {terms.col(t).data(), static_cast<std::size_t>(values.size())});
  return terms;
}

}  // namespace

Eigen::MatrixXd SplineBasis::columns(const Eigen::Ref<const Eigen::VectorXd>& values) const {
  return (terms_of(knots, values).rowwise() - means) * combine;
}

family::Bend SplineBasis::bend(const Eigen::VectorXd& weights) const {
  const Eigen::VectorXd of_terms = combine * weights;
  return {knots,
          of_terms[0],
          {of_terms.data() + 1, of_terms.data() + of_terms.size()},
          means.dot(of_terms) - of_terms[0] * knots.front()};
}

std::optional<SplineBasis> make_spline(const Eigen::Ref<const Eigen::VectorXd>& values, const Eigen::VectorXd& weights,
                                       std::span<const double> sorted, int degrees) {
  SplineBasis basis;
  const double outer = degrees <= 2 ? 0.1 : 0.05;  // Harrell, Regression Modeling Strategies, §2.4.6
  for (int k = 0; k <= degrees; ++k) basis.knots.push_back(quantile_of(sorted, outer + (1 - 2 * outer) * k / degrees));
  if (std::adjacent_find(basis.knots.begin(), basis.knots.end(), std::greater_equal<>()) != basis.knots.end())
    return std::nullopt;
  Eigen::MatrixXd terms = terms_of(basis.knots, values);
  const double total = weights.sum();
  basis.means = (terms.transpose() * weights / total).transpose();
  terms.rowwise() -= basis.means;
  const Eigen::MatrixXd gram = terms.transpose() * weights.asDiagonal() * terms / total;
  const Eigen::LLT<Eigen::MatrixXd> factor(gram);
  if (factor.info() != Eigen::Success) return std::nullopt;
  const Eigen::MatrixXd lower = factor.matrixL();
  if ((lower.diagonal().array().square() <= base::kNoWeightOfItsOwn * gram.diagonal().array()).any())
    return std::nullopt;
  basis.combine =
      lower.transpose().triangularView<Eigen::Upper>().solve(Eigen::MatrixXd::Identity(gram.rows(), gram.cols()));
  return basis;
}

std::vector<double> cuts_of(std::span<const double> sorted, int count) {
  std::vector<double> cuts;
  for (int k = 1; k <= count; ++k) cuts.push_back(quantile_of(sorted, static_cast<double>(k) / (count + 1)));
  cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
  std::erase_if(cuts, [&](double cut) { return cut >= sorted.back(); });
  return cuts;
}

}  // namespace explainee::explain
