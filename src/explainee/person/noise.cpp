#include "explainee/person/noise.h"

#include <cmath>

#include "explainee/base/tolerances.h"

namespace explainee::person {
namespace {

std::optional<AnswerNoise> from_column(const std::vector<Answer>& answers) {
  double sum = 0;
  for (const Answer& answer : answers) {
    if (!answer.noise) return std::nullopt;
    sum += *answer.noise * *answer.noise;
  }
  if (answers.empty()) return std::nullopt;
  return AnswerNoise{sum / static_cast<double>(answers.size()), "noise column"};
}

/// Answers to one row stand together.
std::optional<AnswerNoise> from_repeats(const std::vector<Answer>& answers) {
  double squares = 0;
  std::size_t degrees = 0;
  for (std::size_t first = 0; first < answers.size();) {
    std::size_t end = first;
    double mean = 0;
    while (end < answers.size() && answers[end].row == answers[first].row) mean += answers[end++].value;
    mean /= static_cast<double>(end - first);
    for (std::size_t i = first; i < end; ++i) squares += (answers[i].value - mean) * (answers[i].value - mean);
    degrees += end - first - 1;
    first = end;
  }
  if (degrees == 0) return std::nullopt;
  return AnswerNoise{squares / static_cast<double>(degrees), "repeats"};
}

}  // namespace

std::optional<AnswerNoise> noise_of(const std::vector<Answer>& answers) {
  auto known = from_column(answers);
  return known ? known : from_repeats(answers);
}

Eigen::MatrixXd noise_within(const Eigen::MatrixXd& noise, const Eigen::MatrixXd& open, const Eigen::VectorXd& own) {
  const Eigen::VectorXd unit = own.unaryExpr([](double value) { return value > 0 ? 1 / std::sqrt(value) : 0.0; });
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> room(unit.asDiagonal() * open * unit.asDiagonal());
  std::vector<int> there;  // directions that are open at all
  for (Eigen::Index i = 0; i < own.size(); ++i) {
    if (room.eigenvalues()[i] > base::kDetermined) there.push_back(static_cast<int>(i));
  }
  if (there.empty()) return Eigen::MatrixXd::Zero(noise.rows(), noise.cols());
  const Eigen::VectorXd root = room.eigenvalues()(there).cwiseSqrt();
  const Eigen::MatrixXd axes = room.eigenvectors()(Eigen::all, there);
  const Eigen::MatrixXd shrink = axes * root.cwiseInverse().asDiagonal();  // R^(−½) on its range
  const Eigen::MatrixXd scaled = unit.asDiagonal() * noise * unit.asDiagonal();
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> parts(shrink.transpose() * scaled * shrink);
  const Eigen::VectorXd cut = parts.eigenvalues().cwiseMin(1.0).cwiseMax(0.0);
  const Eigen::VectorXd scale = own.cwiseMax(0.0).cwiseSqrt();
  const Eigen::MatrixXd back = scale.asDiagonal() * axes * root.asDiagonal() * parts.eigenvectors();
  const Eigen::MatrixXd fitting = back * cut.asDiagonal() * back.transpose();
  return 0.5 * (fitting + fitting.transpose());
}

}  // namespace explainee::person
