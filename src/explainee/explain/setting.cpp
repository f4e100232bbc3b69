#include "explainee/explain/setting.h"

#include <algorithm>
#include <cmath>

#include "explainee/information/gaussian_bias.h"

namespace explainee::explain {
namespace {

/// Stands for the infinite bias of a rank that the rows cannot carry: such a set is never worth choosing.
constexpr double kUnaffordable = 1e6;

Eigen::MatrixXd pick(const Eigen::MatrixXd& matrix, const std::vector<int>& rows, const std::vector<int>& columns) {
  Eigen::MatrixXd result(static_cast<Eigen::Index>(rows.size()), static_cast<Eigen::Index>(columns.size()));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t j = 0; j < columns.size(); ++j) {
      result(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) = matrix(rows[i], columns[j]);
    }
  }
  return result;
}

std::vector<double> finite_biases(double degrees, int max_rank, int predictions) {
  std::vector<double> biases = information::gaussian_biases_nats(degrees, max_rank, predictions);
  for (std::size_t rank = 0; rank < biases.size(); ++rank) {
    if (!std::isfinite(biases[rank])) biases[rank] = kUnaffordable * static_cast<double>(rank);
  }
  return biases;
}

}  // namespace

PersonProblem make_problem(const Setting& setting, const moments::Fold& rows) {
  PersonProblem result;
  const Eigen::MatrixXd covariance = moments::covariance(rows);
  result.conditioning = user::condition_on(covariance, setting.summary_weights);
  result.effective_rows = moments::effective_rows(rows);
  result.degrees = result.effective_rows - 1.0 - result.conditioning.rank();

  search::Problem& problem = result.problem;
  bool blocks = false;
  for (const Facts& facts : setting.candidates) {
    problem.candidates.push_back({static_cast<int>(result.columns.size()), static_cast<int>(facts.columns.size())});
    result.columns.insert(result.columns.end(), facts.columns.begin(), facts.columns.end());
    blocks = blocks || facts.columns.size() > 1;
  }
  problem.gram = pick(result.conditioning.given, result.columns, result.columns);
  problem.cross = pick(result.conditioning.given, result.columns, setting.independent);
  problem.target = pick(result.conditioning.given, setting.independent, setting.independent);
  problem.target.diagonal().array() += setting.resolution_variance;
  const Eigen::VectorXd own = covariance.diagonal();
  problem.column_scale = own(result.columns);
  problem.target_scale = own(setting.independent).array() + setting.resolution_variance;
  if (blocks) {
    problem.bias_nats = finite_biases(result.degrees, problem.columns(), std::max(1, problem.predictions()));
  }
  return result;
}

Setting without_summary(const Setting& setting) {
  Setting nobody = setting;
  nobody.summary_weights.resize(setting.summary_weights.rows(), 0);
  return nobody;
}

Setting with_candidates(const Setting& setting, std::vector<Facts> candidates) {
  Setting other = setting;
  other.candidates = std::move(candidates);
  return other;
}

std::vector<int> open_predictions(const Setting& setting, const moments::Fold& total) {
  const Eigen::MatrixXd covariance = moments::covariance(total);
  const user::Conditioning conditioning = user::condition_on(covariance, setting.summary_weights);
  Eigen::MatrixXd target = pick(conditioning.given, setting.predictions, setting.predictions);
  Eigen::VectorXd own = covariance.diagonal()(setting.predictions);
  std::vector<int> open = user::independent_columns(target, own);
  std::sort(open.begin(), open.end());
  for (int& index : open) index = setting.predictions[static_cast<std::size_t>(index)];
  return open;
}

}  // namespace explainee::explain
