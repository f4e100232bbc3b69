// The parts of the posterior: what person_evidence.h weighs, spelt out.
#include <algorithm>
#include <cmath>

#include "explainee/person/model/person_evidence.h"

namespace explainee::person {
namespace {

/// The least-squares weights for a prediction, scaled to a direction of variance 1.
Eigen::VectorXd least_squares_direction(const AnswerSums& sums, const std::vector<int>& columns, int prediction) {
  const Eigen::MatrixXd among = sums.correlation(columns, columns);
  const Eigen::VectorXd with = sums.correlation(columns, prediction);
  const Eigen::VectorXd weights = among.llt().solve(with);
  return weights / std::sqrt(weights.dot(with));
}

}  // namespace

PersonPart Evidence::describe(std::span<const int> features, const WeighedMap& map) const {
  PersonPart part;
  part.kind = map.kind;
  part.guesses = map.guesses;
  part.sharpness = prior_->sharpness[static_cast<std::size_t>(map.sharpness)];
  part.off_scale = map.guesses ? prior_->off_scale[static_cast<std::size_t>(map.off_scale)] : 0;
  part.features.assign(features.begin(), features.end());
  if (map.kind == PersonKind::kEverything) return describe_everything(std::move(part));
  if (map.kind == PersonKind::kConstant) return describe_direction(std::move(part), {}, map);
  if (map.kind == PersonKind::kPrediction) {
    part.columns = {space_->predictions[static_cast<std::size_t>(map.prediction)]};
    return describe_direction(std::move(part), Eigen::VectorXd::Ones(1), map);
  }
  for (const int feature : features) {
    part.columns.insert(part.columns.end(), columns(feature).begin(), columns(feature).end());
  }
  if (map.kind == PersonKind::kFree) return describe_free(std::move(part));
  const int prediction = space_->predictions[static_cast<std::size_t>(map.prediction)];
  const Eigen::VectorXd weights = least_squares_direction(*sums_, part.columns, prediction);
  return describe_direction(std::move(part), weights, map);
}

void Evidence::finish_own_scale(PersonPart& part, double squares) const {
  part.squares = known_ + std::max(0.0, squares);
  part.degrees = degrees_;
  const Eigen::Index k = part.root.cols();
  part.root.conservativeResize(part.root.rows(), k + 1);
  part.root.col(k).setZero();
  part.intercept_root = Eigen::VectorXd::Zero(k + 1);
  part.intercept_root[k] = sums_->answers > 0 ? 1 / std::sqrt(sums_->precision) : 1;
}

PersonPart Evidence::describe_direction(PersonPart part, const Eigen::VectorXd& weights, const WeighedMap& map) const {
  const bool flat = part.kind == PersonKind::kConstant;
  const Eigen::VectorXd cross = sums_->cross(part.columns);
  const Eigen::MatrixXd inner = sums_->inner(part.columns, part.columns);
  const double with = flat ? 0 : weights.dot(cross);
  const double own = flat ? 0 : weights.dot(inner * weights);
  if (!part.guesses) {
    const double precision = 1 / part.sharpness + own;
    part.mean = weights * (with / precision);
    part.root = weights / std::sqrt(precision);
    finish_own_scale(part, sums_->total - with * with / precision);
    return part;
  }
  const int prediction = space_->predictions[static_cast<std::size_t>(map.prediction)];
  Direction direction = column_direction(prediction, prediction);
  if (!flat) {
    direction.inner = own;
    direction.cross = with;
    direction.offset = weights.dot(Eigen::VectorXd(offset_(part.columns)));
    direction.amplitude *= weights.dot(Eigen::VectorXd(sums_->correlation(part.columns, prediction)));
  }
  const GuessFit fit = fit_guess(*sums_, direction, {part.sharpness, part.off_scale, flat});
  const double slope = flat ? 0 : direction.amplitude + fit.stretch;
  const Eigen::RowVector2d shift = fit.root.row(0);
  const Eigen::RowVector2d stretch = fit.root.row(1);
  part.mean = weights * slope;
  part.root = weights * stretch;
  part.intercept = direction.location + fit.shift + (flat ? 0 : slope * direction.offset);
  part.intercept_root = (shift + (flat ? 0 : direction.offset) * stretch).transpose();
  part.squares = fit.squares;
  part.degrees = fit.degrees;
  return part;
}

PersonPart Evidence::describe_free(PersonPart part) const {
  const Eigen::MatrixXd among = sums_->correlation(part.columns, part.columns);
  const Eigen::MatrixXd inner = sums_->inner(part.columns, part.columns);
  const Eigen::VectorXd cross = sums_->cross(part.columns);
  const Eigen::LLT<Eigen::MatrixXd> factor(static_cast<double>(part.columns.size()) / part.sharpness * among + inner);
  part.mean = factor.solve(cross);
  part.root = factor.matrixU().solve(Eigen::MatrixXd::Identity(inner.rows(), inner.rows()));
  finish_own_scale(part, sums_->total - cross.dot(part.mean));
  return part;
}

PersonPart Evidence::describe_everything(PersonPart part) const {
  part.columns = spread_;
  const double breadth = part.sharpness / static_cast<double>(spread_.size());
  const Eigen::ArrayXd grown = 1 + breadth * stretch_.array();
  part.mean = seen_ * (along_.array() * stretch_.array().sqrt() * breadth / grown).matrix();
  part.breadth = std::sqrt(breadth);
  part.shrink = 1 / grown.sqrt() - 1;
  finish_own_scale(part, sums_->total - (along_.array().square() * (1 - 1 / grown)).sum());
  return part;
}

}  // namespace explainee::person
