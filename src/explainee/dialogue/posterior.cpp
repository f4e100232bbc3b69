#include "explainee/dialogue/posterior.h"

namespace explainee::dialogue {
namespace {

constexpr int kDraws = 1000;

}  // namespace

base::Result<Posterior> learn(const Ground& ground, const user::AnsweredRows& answered, bool by_words,
                              std::uint64_t seed, const base::Control& control) {
  user::PersonPrior prior;
  if (by_words) prior.guessing = 0;
  user::PersonEffort effort;
  effort.seed = seed;
  Posterior result;
  result.draws = user::draw_persons(user::learn_person(ground.space, answered, prior, effort), kDraws, seed);
  if (control.cancelled()) return base::interrupted();
  result.verdict = explain::judge(ground.task, result.draws, control);
  if (control.cancelled()) return base::interrupted();
  return result;
}

double average_given(const Ground& ground, const user::PersonDraws& draws, double answer) {
  const int prediction = ground.space.predictions.front();
  const Eigen::MatrixXd with = ground.space.covariance * draws.weights;
  const Eigen::VectorXd middle = draws.weights.transpose() * ground.space.mean + draws.intercepts;
  double sum = 0;
  for (Eigen::Index i = 0; i < draws.size(); ++i) {
    const double variance = draws.weights.col(i).dot(with.col(i)) + draws.noise_variances[i];
    if (variance > 0) sum += with(prediction, i) / variance * (answer - middle[i]);
  }
  return ground.space.mean[prediction] + sum / static_cast<double>(draws.size());
}

}  // namespace explainee::dialogue
