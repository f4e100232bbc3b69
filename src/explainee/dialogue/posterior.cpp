#include "explainee/dialogue/posterior.h"

namespace explainee::dialogue {

base::Result<explain::Persons> learn(const Ground& ground, const user::AnsweredRows& answered,
                                     const explain::PersonsOptions& options) {
  explain::Persons persons = explain::weigh_persons(ground.space, answered, ground.task, options);
  if (options.control.cancelled()) return base::interrupted();
  return persons;
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
