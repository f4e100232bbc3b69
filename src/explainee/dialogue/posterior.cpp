#include "explainee/dialogue/posterior.h"

namespace explainee::dialogue {

base::Result<explain::Persons> learn(const FixedData& fixed, const person::AnsweredRows& answered,
                                     const explain::PersonsOptions& options) {
  explain::Persons persons = explain::weigh_persons(fixed.space, answered, fixed.task, options);
  if (options.control.cancelled()) return base::interrupted();
  return persons;
}

double average_given(const FixedData& fixed, const person::PersonDraws& draws, double answer) {
  const int prediction = fixed.space.predictions.front();
  const Eigen::MatrixXd with = fixed.space.covariance * draws.weights;
  const Eigen::VectorXd middle = draws.weights.transpose() * fixed.space.mean + draws.intercepts;
  double sum = 0;
  for (Eigen::Index i = 0; i < draws.size(); ++i) {
    const double variance = draws.weights.col(i).dot(with.col(i)) + draws.noise_variances[i];
    if (variance > 0) sum += with(prediction, i) / variance * (answer - middle[i]);
  }
  return fixed.space.mean[prediction] + sum / static_cast<double>(draws.size());
}

}  // namespace explainee::dialogue
