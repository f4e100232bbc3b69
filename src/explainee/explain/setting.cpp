#include "explainee/explain/setting.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "explainee/information/gaussian_bias.h"
#include "explainee/user/understanding.h"

namespace explainee::explain {
namespace {

/// Stands for the infinite bias of a rank that the rows cannot carry: such a set is never worth choosing.
constexpr double kUnaffordable = 1e6;

constexpr Eigen::Index kBand = 64;  ///< columns between two looks at the caller

/// u on these rows; none when stopped.
std::optional<user::Conditioning> condition(const moments::Fold& rows, const Eigen::MatrixXd& weights,
                                            const Eigen::MatrixXd& noise, const base::Control& control) {
  const std::optional<Eigen::MatrixXd> cross = moments::covariance_with(rows, weights, control);
  if (!cross) return std::nullopt;
  return user::load_on(*cross, moments::covariance_of_sums(weights, *cross), weights, noise);
}

/// All covariances of these columns given u, the lower triangle first; false when stopped.
bool fill_gram(const moments::Fold& rows, const user::Conditioning& u, const std::vector<int>& columns,
               const base::Control& control, Eigen::MatrixXd& gram) {
  const auto n = static_cast<Eigen::Index>(columns.size());
  const Eigen::MatrixXd loadings = u.loadings(columns, Eigen::all);
  gram.resize(n, n);
  for (Eigen::Index from = 0; from < n; from += kBand) {
    if (control.cancelled()) return false;
    const Eigen::Index width = std::min(kBand, n - from);
    for (Eigen::Index j = from; j < from + width; ++j) {
      const int own = columns[static_cast<std::size_t>(j)];
      for (Eigen::Index i = from; i < n; ++i)
        gram(i, j) = moments::covariance_at(rows, columns[static_cast<std::size_t>(i)], own);
    }
    auto band = gram.block(from, from, n - from, width);
    if (u.rank() > 0) band.noalias() -= loadings.bottomRows(n - from) * loadings.middleRows(from, width).transpose();
    for (Eigen::Index j = from; j < from + width; ++j)
      gram.col(j).segment(from, j - from) = gram.row(j).segment(from, j - from);
    const Eigen::Index below = n - from - width;
    gram.block(from, from + width, width, below) = gram.block(from + width, from, below, width).transpose();
  }
  return true;
}

Eigen::VectorXd own_variances(const moments::Fold& rows, const std::vector<int>& columns) {
  Eigen::VectorXd own(static_cast<Eigen::Index>(columns.size()));
  for (std::size_t i = 0; i < columns.size(); ++i)
    own[static_cast<Eigen::Index>(i)] = moments::covariance_at(rows, columns[i], columns[i]);
  return own;
}

std::vector<double> finite_biases(double degrees, int max_rank, int predictions) {
  std::vector<double> biases = information::gaussian_biases_nats(degrees, max_rank, predictions);
  for (std::size_t rank = 0; rank < biases.size(); ++rank) {
    if (!std::isfinite(biases[rank])) biases[rank] = kUnaffordable * static_cast<double>(rank);
  }
  return biases;
}

}  // namespace

Eigen::MatrixXd covariance_given(const moments::Fold& rows, const user::Conditioning& u, const std::vector<int>& some,
                                 const std::vector<int>& others) {
  Eigen::MatrixXd result(static_cast<Eigen::Index>(some.size()), static_cast<Eigen::Index>(others.size()));
  for (std::size_t i = 0; i < some.size(); ++i) {
    for (std::size_t j = 0; j < others.size(); ++j) {
      result(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) =
          moments::covariance_at(rows, some[i], others[j]) - u.loadings.row(some[i]).dot(u.loadings.row(others[j]));
    }
  }
  return result;
}

int open_directions(const Setting& setting) { return std::max(1, static_cast<int>(setting.independent.size())); }

double rows_needed(const Setting& setting, const PersonProblem& problem, int columns, double spare) {
  return problem.conditioning.rank() + columns + open_directions(setting) + spare;
}

PersonProblem make_problem(const Setting& setting, const moments::Fold& rows) {
  return std::move(*make_problem(setting, rows, {}));
}

std::optional<PersonProblem> make_problem(const Setting& setting, const moments::Fold& rows,
                                          const base::Control& control) {
  PersonProblem result;
  // What is taken out has to fit into these rows; what u has by itself is hers whatever the rows.
  const bool taken_out = setting.summary_noise.size() > 0 && setting.summary_noise.diagonal().maxCoeff() > 0;
  const Eigen::MatrixXd noise = taken_out ? fitting_noise(setting, moments::covariance(rows)) : setting.summary_noise;
  std::optional<user::Conditioning> u = condition(rows, setting.summary_weights, noise, control);
  if (!u) return std::nullopt;
  result.conditioning = std::move(*u);
  result.effective_rows = moments::effective_rows(rows);
  result.degrees = result.effective_rows - 1.0 - result.conditioning.rank();

  search::Problem& problem = result.problem;
  bool blocks = false;
  for (const Facts& facts : setting.candidates) {
    problem.candidates.push_back(
        {static_cast<int>(result.columns.size()), static_cast<int>(facts.columns.size()), facts.cost});
    result.columns.insert(result.columns.end(), facts.columns.begin(), facts.columns.end());
    blocks = blocks || facts.columns.size() > 1;
  }
  if (!fill_gram(rows, result.conditioning, result.columns, control, problem.gram)) return std::nullopt;
  problem.cross = covariance_given(rows, result.conditioning, result.columns, setting.independent);
  problem.target = covariance_given(rows, result.conditioning, setting.independent, setting.independent);
  result.draws_excess = setting.draws.excess(rows);
  result.extra_variance = setting.resolution_variance + result.draws_excess;
  problem.target.diagonal().array() += result.extra_variance;
  problem.column_scale = own_variances(rows, result.columns);
  result.noise = Eigen::VectorXd::Zero(problem.columns());
  for (std::size_t k = 0; k < setting.candidates.size(); ++k) {
    if (setting.candidates[k].columns.size() == 1)
      result.noise[problem.candidates[k].first] = setting.candidates[k].shown_with.variance();
  }
  problem.gram.diagonal() += result.noise;  // shown with noise: τ² on top of G_jj
  problem.column_scale += result.noise;
  problem.target_scale = own_variances(rows, setting.independent).array() + result.extra_variance;
  if (blocks) {
    problem.bias_nats = finite_biases(result.degrees, problem.columns(), std::max(1, problem.predictions()));
  }
  return result;
}

Eigen::MatrixXd fitting_noise(const Setting& setting, const Eigen::MatrixXd& covariance) {
  if (setting.summary_noise.size() == 0) return {};
  std::set<int> exact(setting.predictions.begin(), setting.predictions.end());
  for (const Facts& facts : setting.candidates) exact.insert(facts.columns.begin(), facts.columns.end());
  std::vector<int> noisy;
  std::vector<int> sure;
  for (Eigen::Index i = 0; i < setting.summary_noise.rows(); ++i)
    (setting.summary_noise(i, i) > 0 ? noisy : sure).push_back(static_cast<int>(i));
  if (noisy.empty()) return setting.summary_noise;
  // Exact columns first, then the noisy ones, as weights of the moment columns.
  const auto n = static_cast<Eigen::Index>(exact.size() + sure.size());
  Eigen::MatrixXd all = Eigen::MatrixXd::Zero(covariance.rows(), n + static_cast<Eigen::Index>(noisy.size()));
  Eigen::Index at = 0;
  for (const int column : exact) all(column, at++) = 1;
  for (const int column : sure) all.col(at++) = setting.summary_weights.col(column);
  for (const int column : noisy) all.col(at++) = setting.summary_weights.col(column);
  const Eigen::MatrixXd joint = all.transpose() * covariance * all;
  const Eigen::MatrixXd given = user::condition_on(joint, Eigen::MatrixXd::Identity(joint.rows(), n)).given;
  const auto k = static_cast<Eigen::Index>(noisy.size());
  Eigen::MatrixXd fitting = setting.summary_noise.diagonal().cwiseMin(0.0).asDiagonal();
  fitting(noisy, noisy) =
      user::noise_within(setting.summary_noise(noisy, noisy), given.bottomRightCorner(k, k), joint.diagonal().tail(k));
  return fitting;
}

Setting without_summary(const Setting& setting) {
  Setting nobody = setting;
  nobody.summary_weights.resize(setting.summary_weights.rows(), 0);
  nobody.summary_noise.resize(0, 0);
  return nobody;
}

Setting with_candidates(const Setting& setting, std::vector<Facts> candidates) {
  Setting other = setting;
  other.candidates = std::move(candidates);
  return other;
}

std::vector<int> columns_in_use(const Setting& setting, const std::vector<Facts>& candidates) {
  std::set<int> used(setting.predictions.begin(), setting.predictions.end());
  used.insert(setting.draws.columns.begin(), setting.draws.columns.end());
  for (const Facts& facts : candidates) used.insert(facts.columns.begin(), facts.columns.end());
  for (Eigen::Index i = 0; i < setting.summary_weights.rows(); ++i) {
    if (setting.summary_weights.row(i).cwiseAbs().sum() > 0) used.insert(static_cast<int>(i));
  }
  return {used.begin(), used.end()};
}

Setting on_columns(const Setting& setting, const std::vector<Facts>& candidates, const std::vector<int>& used) {
  const auto position = [&](int column) {
    return static_cast<int>(std::lower_bound(used.begin(), used.end(), column) - used.begin());
  };
  Setting small;
  small.resolution_variance = setting.resolution_variance;
  small.candidates = candidates;
  for (Facts& facts : small.candidates) {
    for (int& column : facts.columns) column = position(column);
  }
  for (const int column : setting.predictions) small.predictions.push_back(position(column));
  for (const int column : setting.independent) small.independent.push_back(position(column));
  small.summary_noise = setting.summary_noise;
  small.draws = setting.draws;
  for (int& column : small.draws.columns) column = position(column);
  small.summary_weights = setting.summary_weights(used, Eigen::all);
  return small;
}

std::vector<int> open_predictions(const Setting& setting, const moments::Fold& total) {
  const user::Conditioning u = *condition(total, setting.summary_weights, setting.summary_noise, {});
  const Eigen::MatrixXd target = covariance_given(total, u, setting.predictions, setting.predictions);
  std::vector<int> open = user::independent_columns(target, own_variances(total, setting.predictions));
  std::sort(open.begin(), open.end());
  for (int& index : open) index = setting.predictions[static_cast<std::size_t>(index)];
  return open;
}

}  // namespace explainee::explain
