#include "explainee/explain/supported/fold_fits.h"

#include <algorithm>
#include <utility>

#include "explainee/explain/compose/fit.h"
#include "explainee/explain/supported/best_sets.h"
#include "explainee/search/greedy.h"

namespace explainee::explain {
namespace {

/// With more candidates facts are taken step by step.
constexpr int kManyToSearch = 200;

/// The best set of at most 0, 1, … facts.
std::vector<search::Set> sets_of(const search::Problem& problem, std::int64_t budget, int facts,
                                 const base::Control& control) {
  if (problem.size() > kManyToSearch) {
    std::vector<search::Set> sets{{}};
    for (search::Scored& step : search::forward_path(problem, {facts, budget})) sets.push_back(std::move(step.set));
    return sets;
  }
  search::SearchOptions options;
  options.budget = budget;
  options.control = control;
  return best_of_each_size(problem, facts, std::move(options));
}

/// Where each open prediction stands among all.
std::vector<Eigen::Index> open_places(const Setting& setting) {
  std::vector<Eigen::Index> places;
  for (const int column : setting.independent) {
    const auto& all = setting.predictions;
    places.push_back(std::find(all.begin(), all.end(), column) - all.begin());
  }
  return places;
}

}  // namespace

FoldFit fit_on_folds(const Setting& setting, const Folds& folds, int facts, const base::Control& control) {
  std::vector<bool> keep(setting.folds.size(), false);
  for (const std::size_t fold : folds) keep[fold] = true;
  const moments::Fold rows = moments::sum_folds(setting.folds, keep);
  const PersonProblem problem = make_problem(setting, rows);
  const std::vector<Eigen::Index> open = open_places(setting);
  FoldFit result;
  result.mean = rows.mean;
  for (const search::Set& set : sets_of(problem.problem, setting.budget, facts, control)) {
    const Fit fit = fit_set(setting, problem, rows, set);
    Eigen::MatrixXd rests = fit.column_expected * fit.beta - fit.expected;
    for (std::size_t k = 0; k < fit.columns.size(); ++k)
      rests.row(fit.columns[k]) -= fit.beta.row(static_cast<Eigen::Index>(k));
    for (std::size_t k = 0; k < setting.predictions.size(); ++k)
      rests(setting.predictions[k], static_cast<Eigen::Index>(k)) += 1;
    Eigen::MatrixXd blur = Eigen::MatrixXd::Zero(rests.cols(), rests.cols());
    for (std::size_t k = 0; k < fit.shown_with.size(); ++k) {
      const Eigen::RowVectorXd own = fit.beta.row(static_cast<Eigen::Index>(k));
      blur += fit.shown_with[k].variance() * own.transpose() * own;
    }
    blur.diagonal().array() += setting.resolution_variance;
    result.rests.emplace_back(rests(Eigen::all, open));
    result.blur.emplace_back(blur(open, open));
  }
  return result;
}

void RestSums::add(const RestSums& other) {
  if (sum.size() == 0) sum = Eigen::MatrixXd::Zero(other.sum.rows(), other.sum.cols());
  sum += other.sum;
  weight += other.weight;
}

RestSums rests_in(const Setting& setting, const FoldFit& fit, const Folds& folds, std::size_t facts) {
  const std::size_t count = std::min(facts, fit.most_facts());
  const Eigen::MatrixXd& rests = fit.rests[count];
  RestSums result;
  for (const std::size_t k : folds) {
    const moments::Fold& fold = setting.folds[k];
    const Eigen::MatrixXd along = fold.scatter.selfadjointView<Eigen::Lower>() * rests;
    const Eigen::RowVectorXd off = (fold.mean - fit.mean).transpose() * rests;
    result.add({rests.transpose() * along + fold.weight * (off.transpose() * off + fit.blur[count]), fold.weight});
  }
  return result;
}

}  // namespace explainee::explain
