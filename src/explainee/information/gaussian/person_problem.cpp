#include "explainee/information/gaussian/person_problem.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <set>
#include <utility>

#include "explainee/base/large_pages.h"
#include "explainee/base/threads/thread_pool.h"
#include "explainee/base/tolerances.h"
#include "explainee/information/gaussian/gaussian_bias.h"
#include "explainee/person/noise.h"

namespace explainee::information {
namespace {

constexpr Eigen::Index kBand = 64;           ///< columns between two looks at the caller
constexpr Eigen::Index kManyColumns = 1000;  ///< with fewer, threads are not worth their start

/// u on these rows; none when stopped.
std::optional<person::Conditioning> condition(const moments::Fold& rows, const Eigen::MatrixXd& weights,
                                              const Eigen::MatrixXd& noise, const base::Control& control) {
  const std::optional<Eigen::MatrixXd> cross = moments::covariance_with(rows, weights, control);
  if (!cross) return std::nullopt;
  return person::load_on(*cross, moments::covariance_of_sums(weights, *cross), weights, noise);
}

/// All covariances of these columns given u, the lower triangle first; false when stopped.
bool fill_gram(const moments::Fold& rows, const person::Conditioning& u, const std::vector<int>& columns,
               const base::Control& control, Eigen::MatrixXd& gram) {
  const auto n = static_cast<Eigen::Index>(columns.size());
  const Eigen::MatrixXd loadings = u.loadings(columns, Eigen::all);
  gram.resize(n, n);
  base::prefer_large_pages(gram.data(), static_cast<std::size_t>(gram.size()) * sizeof(double));
  const auto fill_band = [&](Eigen::Index from) {
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
  };
  std::atomic<bool> finished = true;
  base::ThreadPool threads(n < kManyColumns ? 1 : control.threads);
  threads.run(static_cast<std::size_t>((n + kBand - 1) / kBand), [&](std::size_t band) {
    if (control.cancelled()) finished = false;
    if (finished) fill_band(static_cast<Eigen::Index>(band) * kBand);
  });
  return finished;
}

/// What rounding of the moments may have left of the variance of each prediction given u: much where the columns of u
/// are nearly dependent.
Eigen::VectorXd rounding_of(const Situation& situation, const moments::Fold& rows, const person::Conditioning& u) {
  Eigen::VectorXd rounding = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(situation.predictions.size()));
  if (u.rank() == 0) return rounding;
  const Eigen::MatrixXd& weights = situation.summary_weights;
  const Eigen::MatrixXd inner = moments::covariance_of_sums(weights, *moments::covariance_with(rows, weights));
  const Eigen::VectorXd deviations = inner.diagonal().cwiseMax(0.0).cwiseSqrt();
  for (Eigen::Index k = 0; k < rounding.size(); ++k) {
    const int column = situation.predictions[static_cast<std::size_t>(k)];
    const Eigen::VectorXd alpha = u.selection * u.loadings.row(column).transpose();
    const double reach = std::sqrt(moments::covariance_at(rows, column, column)) + alpha.cwiseAbs().dot(deviations);
    rounding[k] = base::kRoundingOfSums * reach * reach;
  }
  return rounding;
}

Eigen::VectorXd own_variances(const moments::Fold& rows, const std::vector<int>& columns) {
  Eigen::VectorXd own(static_cast<Eigen::Index>(columns.size()));
  for (std::size_t i = 0; i < columns.size(); ++i)
    own[static_cast<Eigen::Index>(i)] = moments::covariance_at(rows, columns[i], columns[i]);
  return own;
}

/// Positions among `used`, which are increasing.
void move_to(const std::vector<int>& used, std::vector<int>& columns) {
  for (int& column : columns)
    column = static_cast<int>(std::lower_bound(used.begin(), used.end(), column) - used.begin());
}

}  // namespace

Eigen::MatrixXd covariance_given(const moments::Fold& rows, const person::Conditioning& u, const std::vector<int>& some,
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

PersonProblem make_problem(const Situation& situation, std::span<const FactColumns> facts, const moments::Fold& rows) {
  return std::move(*make_problem(situation, facts, rows, {}));
}

std::optional<PersonProblem> make_problem(const Situation& situation, std::span<const FactColumns> facts,
                                          const moments::Fold& rows, const base::Control& control,
                                          const person::Conditioning* given) {
  PersonProblem result;
  // What is taken out has to fit into these rows; what u has by itself is hers whatever the rows.
  const bool taken_out = situation.summary_noise.size() > 0 && situation.summary_noise.diagonal().maxCoeff() > 0;
  const Eigen::MatrixXd noise =
      taken_out ? fitting_noise(situation, facts, moments::covariance(rows)) : situation.summary_noise;
  std::optional<person::Conditioning> u =
      given != nullptr ? *given : condition(rows, situation.summary_weights, noise, control);
  if (!u) return std::nullopt;
  result.conditioning = std::move(*u);
  result.effective_rows = moments::effective_rows(rows);
  result.degrees = result.effective_rows - 1.0 - result.conditioning.rank();

  search::Problem& problem = result.problem;
  bool blocks = false;
  for (const FactColumns& fact : facts) {
    problem.candidates.push_back(
        {static_cast<int>(result.columns.size()), static_cast<int>(fact.columns.size()), fact.cost});
    result.columns.insert(result.columns.end(), fact.columns.begin(), fact.columns.end());
    blocks = blocks || fact.columns.size() > 1;
  }
  if (!fill_gram(rows, result.conditioning, result.columns, control, problem.gram)) return std::nullopt;
  problem.cross = covariance_given(rows, result.conditioning, result.columns, situation.independent);
  problem.target = covariance_given(rows, result.conditioning, situation.independent, situation.independent);
  result.draws_excess = situation.draws.excess(rows);
  result.extra_variance = situation.resolution_variance + result.draws_excess;
  problem.target.diagonal().array() += result.extra_variance;
  problem.column_scale = own_variances(rows, result.columns);
  result.noise = Eigen::VectorXd::Zero(problem.columns());
  for (std::size_t k = 0; k < facts.size(); ++k) {
    if (facts[k].columns.size() == 1) result.noise[problem.candidates[k].first] = facts[k].noise_variance;
  }
  problem.gram.diagonal() += result.noise;  // shown with noise: τ² on top of G_jj
  problem.column_scale += result.noise;
  problem.target_scale = own_variances(rows, situation.independent).array() + result.extra_variance;
  if (blocks) {
    problem.bias_nats = finite_biases_nats(result.degrees, problem.columns(), std::max(1, problem.predictions()));
  }
  return result;
}

Eigen::MatrixXd fitting_noise(const Situation& situation, std::span<const FactColumns> facts,
                              const Eigen::MatrixXd& covariance) {
  if (situation.summary_noise.size() == 0) return {};
  std::set<int> exact(situation.predictions.begin(), situation.predictions.end());
  for (const FactColumns& fact : facts) exact.insert(fact.columns.begin(), fact.columns.end());
  std::vector<int> noisy;
  std::vector<int> sure;
  for (Eigen::Index i = 0; i < situation.summary_noise.rows(); ++i)
    (situation.summary_noise(i, i) > 0 ? noisy : sure).push_back(static_cast<int>(i));
  if (noisy.empty()) return situation.summary_noise;
  // Exact columns first, then the noisy ones, as weights of the moment columns.
  const auto n = static_cast<Eigen::Index>(exact.size() + sure.size());
  Eigen::MatrixXd all = Eigen::MatrixXd::Zero(covariance.rows(), n + static_cast<Eigen::Index>(noisy.size()));
  Eigen::Index at = 0;
  for (const int column : exact) all(column, at++) = 1;
  for (const int column : sure) all.col(at++) = situation.summary_weights.col(column);
  for (const int column : noisy) all.col(at++) = situation.summary_weights.col(column);
  const Eigen::MatrixXd joint = all.transpose() * covariance * all;
  const Eigen::MatrixXd given = person::condition_on(joint, Eigen::MatrixXd::Identity(joint.rows(), n)).given;
  const auto k = static_cast<Eigen::Index>(noisy.size());
  Eigen::MatrixXd fitting = situation.summary_noise.diagonal().cwiseMin(0.0).asDiagonal();
  fitting(noisy, noisy) = person::noise_within(situation.summary_noise(noisy, noisy), given.bottomRightCorner(k, k),
                                               joint.diagonal().tail(k));
  return fitting;
}

std::vector<int> columns_in_use(const Situation& situation, std::span<const FactColumns> facts) {
  std::set<int> used(situation.predictions.begin(), situation.predictions.end());
  used.insert(situation.draws.columns.begin(), situation.draws.columns.end());
  for (const FactColumns& fact : facts) used.insert(fact.columns.begin(), fact.columns.end());
  for (Eigen::Index i = 0; i < situation.summary_weights.rows(); ++i) {
    if (situation.summary_weights.row(i).cwiseAbs().sum() > 0) used.insert(static_cast<int>(i));
  }
  return {used.begin(), used.end()};
}

Situation on_columns(const Situation& situation, const std::vector<int>& used) {
  Situation small = situation;
  for (std::vector<int>* columns : {&small.predictions, &small.independent, &small.draws.columns})
    move_to(used, *columns);
  small.summary_weights = situation.summary_weights(used, Eigen::all);
  return small;
}

std::vector<FactColumns> on_columns(std::span<const FactColumns> facts, const std::vector<int>& used) {
  std::vector<FactColumns> moved(facts.begin(), facts.end());
  for (FactColumns& fact : moved) move_to(used, fact.columns);
  return moved;
}

Eigen::MatrixXd summary_basis(const Situation& situation, const moments::Fold& rows) {
  return condition(rows, situation.summary_weights, situation.summary_noise, {})->basis;
}

PersonProblem narrowed(const PersonProblem& problem, const search::Set& candidates) {
  PersonProblem few;
  std::vector<int> own;
  for (const int index : candidates) {
    search::Candidate candidate = problem.problem.candidates[static_cast<std::size_t>(index)];
    for (int i = 0; i < candidate.count; ++i) own.push_back(candidate.first + i);
    candidate.first = static_cast<int>(own.size()) - candidate.count;
    few.problem.candidates.push_back(candidate);
  }
  few.problem.gram = problem.problem.gram(own, own);
  few.problem.cross = problem.problem.cross(own, Eigen::all);
  few.problem.target = problem.problem.target;
  few.problem.column_scale = problem.problem.column_scale(own);
  few.problem.target_scale = problem.problem.target_scale;
  few.problem.bias_nats = problem.problem.bias_nats;
  for (const int column : own) few.columns.push_back(problem.columns[static_cast<std::size_t>(column)]);
  few.noise = problem.noise(own);
  few.draws_excess = problem.draws_excess;
  few.extra_variance = problem.extra_variance;
  few.effective_rows = problem.effective_rows;
  few.degrees = problem.degrees;
  return few;
}

std::vector<int> open_predictions(const Situation& situation, const moments::Fold& total,
                                  const person::Conditioning* given) {
  const person::Conditioning u =
      given != nullptr ? *given : *condition(total, situation.summary_weights, situation.summary_noise, {});
  const Eigen::MatrixXd target = covariance_given(total, u, situation.predictions, situation.predictions);
  Eigen::VectorXd own = own_variances(total, situation.predictions);
  if (given == nullptr) own = own.cwiseMax(rounding_of(situation, total, u) / base::kDetermined);
  std::vector<int> open = person::independent_columns(target, own);
  std::sort(open.begin(), open.end());
  for (int& index : open) index = situation.predictions[static_cast<std::size_t>(index)];
  return open;
}

}  // namespace explainee::information
