#include "explainee/person/model/person_evidence.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "explainee/base/tolerances.h"
#include "explainee/person/condition.h"
#include "explainee/person/model/log_gamma.h"
#include "explainee/person/model/small_cholesky.h"

namespace explainee::person {
namespace {

/// A scale of her own lies anywhere in these ranges: the mean answer, in standard deviations of the prediction, and the
/// logarithm of her noise's variance.
constexpr double kLocations = 100;
constexpr double kLogVariances = 20;

double log_of_count(std::size_t count) { return std::log(static_cast<double>(count)); }

}  // namespace

Evidence::Evidence(const PersonSpace& space, const AnswerSums& sums, const PersonPrior& prior)
    : space_(&space), sums_(&sums), prior_(&prior), columns_(space.features.size()) {
  for (std::size_t f = 0; f < space.features.size(); ++f) {
    const std::vector<int>& all = space.features[f];
    const Eigen::MatrixXd among = sums.correlation(all, all);
    for (const int position : independent_columns(among, Eigen::VectorXd::Ones(among.rows()))) {
      columns_[f].push_back(all[static_cast<std::size_t>(position)]);
    }
    if (columns_[f].empty()) continue;
    features_.push_back(static_cast<int>(f));
    spread_.insert(spread_.end(), columns_[f].begin(), columns_[f].end());
  }
  offset_ = sums.scale.cwiseProduct(sums.centre - space.mean);
  prepare_scale();
  look_at_everything();
}

void Evidence::prepare_scale() {
  double spread = 0;
  for (const int column : space_->predictions) spread = std::max(spread, space_->covariance(column, column));
  guessing_ = spread > 0 ? prior_->guessing : 0;
  const int answers = sums_->answers;
  degrees_ = std::max(1, answers - 1) + sums_->stated;
  known_ = (answers > 1 ? sums_->least : 1.0) + sums_->stated * sums_->noise;
  if (answers == 0 || guessing_ == 0) return;
  log_guess_ = log_of_all_guesses(*sums_);
  log_scale_ = -std::log(kLocations * std::sqrt(spread) / sums_->unit);
  if (answers < 2) return;
  log_scale_ += log_gamma(degrees_ / 2) + degrees_ / 2 * std::numbers::ln2 - 0.5 * std::log(sums_->precision) -
                0.5 * (answers - 1) * std::log(2 * std::numbers::pi);
  const double begin = sums_->stated / 2;
  log_scale_ += begin > 0 ? begin * std::log(begin * sums_->noise) - log_gamma(begin) : -std::log(kLogVariances);
}

double Evidence::log_evidence(double log_determinant, double squares) const {
  if (sums_->answers < 2) return log_scale_;
  return log_scale_ - 0.5 * (log_determinant + degrees_ * std::log(known_ + std::max(0.0, squares)));
}

void Evidence::gather(std::span<const int> features) {
  set_.clear();
  for (const int feature : features) set_.insert(set_.end(), columns(feature).begin(), columns(feature).end());
  k_ = set_.size();
  correlation_.resize(k_ * k_);
  inner_.resize(k_ * k_);
  cross_.resize(k_);
  solved_.resize(k_);
  for (std::size_t i = 0; i < k_; ++i) {
    cross_[i] = sums_->cross[set_[i]];
    for (std::size_t j = 0; j <= i; ++j) {
      correlation_[i * k_ + j] = sums_->correlation(set_[i], set_[j]);
      inner_[i * k_ + j] = sums_->inner(set_[i], set_[j]);
    }
  }
}

void Evidence::weigh(std::span<const int> features, double log_share, std::vector<WeighedMap>& maps) {
  gather(features);
  factor_ = correlation_;
  double determinant = 1;
  if (!factorise(factor_.data(), k_, base::kNoWeightOfItsOwn, determinant)) return;
  log_correlation_ = std::log(determinant);
  const double fitted = space_->predictions.empty() ? 0 : k_ > 1 ? prior_->as_least_squares : 1;
  if (fitted > 0) weigh_least_squares(log_share + std::log(fitted), maps);
  if (fitted < 1) weigh_free(log_share + std::log(1 - fitted), maps);
}

void Evidence::weigh_guesses(WeighedMap map, const Direction& direction, double log_share,
                             std::vector<WeighedMap>& maps) const {
  if (guessing_ == 0) return;
  map.guesses = true;
  log_share += std::log(guessing_) - log_of_count(prior_->sharpness.size() * prior_->off_scale.size()) + log_guess_;
  for (std::size_t g = 0; g < prior_->sharpness.size(); ++g) {
    for (std::size_t off = 0; off < prior_->off_scale.size(); ++off) {
      map.sharpness = static_cast<int>(g);
      map.off_scale = static_cast<int>(off);
      const GuessBelief belief{prior_->sharpness[g], prior_->off_scale[off], map.kind == PersonKind::kConstant};
      map.log_weight = log_share + fit_guess(*sums_, direction, belief).log_evidence;
      maps.push_back(map);
    }
  }
}

void Evidence::weigh_direction(WeighedMap map, const Direction& direction, double log_share,
                               std::vector<WeighedMap>& maps) const {
  weigh_guesses(map, direction, log_share, maps);
  log_share += std::log1p(-guessing_) - log_of_count(prior_->sharpness.size());
  for (std::size_t g = 0; g < prior_->sharpness.size(); ++g) {
    map.sharpness = static_cast<int>(g);
    const double grown = 1 + prior_->sharpness[g] * direction.inner;
    const double squares = sums_->total - direction.cross * direction.cross * prior_->sharpness[g] / grown;
    map.log_weight = log_share + log_evidence(std::log(grown), squares);
    maps.push_back(map);
  }
}

void Evidence::weigh_least_squares(double log_share, std::vector<WeighedMap>& maps) {
  log_share -= log_of_count(space_->predictions.size());
  for (std::size_t p = 0; p < space_->predictions.size(); ++p) {
    const int prediction = space_->predictions[p];
    for (std::size_t i = 0; i < k_; ++i) solved_[i] = sums_->correlation(set_[i], prediction);
    solve_lower(factor_.data(), k_, solved_.data());
    double explained = 0;
    for (const double value : solved_) explained += value * value;
    if (!(explained > base::kNoWeightOfItsOwn)) continue;
    solve_upper(factor_.data(), k_, solved_.data());
    Direction direction;
    for (std::size_t i = 0; i < k_; ++i) {
      direction.cross += solved_[i] * cross_[i];
      direction.offset += solved_[i] * offset_[set_[i]];
      direction.inner += solved_[i] * solved_[i] * inner_[i * k_ + i];
      for (std::size_t j = 0; j < i; ++j) direction.inner += 2 * solved_[i] * solved_[j] * inner_[i * k_ + j];
    }
    const double length = std::sqrt(explained);
    direction.cross /= length;
    direction.offset /= length;
    direction.inner /= explained;
    direction.amplitude = length / (sums_->scale[prediction] * sums_->unit);
    direction.location = (space_->mean[prediction] - sums_->answer_centre) / sums_->unit;
    weigh_direction({PersonKind::kLeastSquares, false, static_cast<int>(p)}, direction, log_share, maps);
  }
}

void Evidence::weigh_free(double log_share, std::vector<WeighedMap>& maps) {
  const auto k = static_cast<double>(k_);
  log_share -= log_of_count(prior_->sharpness.size());
  for (std::size_t g = 0; g < prior_->sharpness.size(); ++g) {
    const double share = k / prior_->sharpness[g];
    for (std::size_t i = 0; i < k_ * k_; ++i) factor_[i] = share * correlation_[i] + inner_[i];
    double determinant = 1;
    if (!factorise(factor_.data(), k_, 0, determinant)) continue;
    solved_ = cross_;
    solve_lower(factor_.data(), k_, solved_.data());
    double squares = sums_->total;
    for (const double value : solved_) squares -= value * value;
    const double log_determinant = std::log(determinant) - log_correlation_ - k * std::log(share);
    maps.push_back(
        {PersonKind::kFree, false, 0, static_cast<int>(g), 0, log_share + log_evidence(log_determinant, squares)});
  }
}

void Evidence::look_at_everything() {
  const Eigen::MatrixXd rows = sums_->rows(Eigen::all, spread_);
  if (rows.size() == 0) {
    seen_.resize(static_cast<Eigen::Index>(spread_.size()), 0);
    return;
  }
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(rows * rows.transpose());
  const double largest = solver.eigenvalues().maxCoeff();
  std::vector<Eigen::Index> kept;
  for (Eigen::Index i = 0; i < rows.rows(); ++i) {
    if (solver.eigenvalues()[i] > base::kUnseenDirection * largest && largest > 0) kept.push_back(i);
  }
  stretch_ = solver.eigenvalues()(kept);
  const Eigen::MatrixXd sides = solver.eigenvectors()(Eigen::all, kept);
  along_ = sides.transpose() * sums_->replies;
  seen_ = rows.transpose() * sides * stretch_.cwiseSqrt().cwiseInverse().asDiagonal();
}

Direction Evidence::column_direction(int column, int prediction) const {
  Direction direction{sums_->inner(column, column), sums_->cross[column], offset_[column]};
  direction.amplitude = 1 / (sums_->scale[prediction] * sums_->unit);
  direction.location = (space_->mean[prediction] - sums_->answer_centre) / sums_->unit;
  return direction;
}

void Evidence::weigh_others(std::vector<WeighedMap>& maps) const {
  maps.push_back({PersonKind::kConstant, false, 0, 0, 0,
                  std::log(prior_->nothing) + std::log1p(-guessing_) + log_evidence(0, sums_->total)});
  const double predictions = log_of_count(space_->predictions.size());
  for (std::size_t p = 0; p < space_->predictions.size(); ++p) {
    const int column = space_->predictions[p];
    if (sums_->scale[column] == 0) continue;
    const Direction direction = column_direction(column, column);
    weigh_direction({PersonKind::kPrediction, false, static_cast<int>(p)}, direction,
                    std::log(prior_->prediction) - predictions, maps);
    weigh_guesses({PersonKind::kConstant, true, static_cast<int>(p)}, direction,
                  std::log(prior_->nothing) - predictions, maps);
  }
  if (spread_.size() < 2) return;
  for (std::size_t g = 0; g < prior_->sharpness.size(); ++g) {
    const double breadth = prior_->sharpness[g] / static_cast<double>(spread_.size());
    const Eigen::ArrayXd grown = 1 + breadth * stretch_.array();
    const double squares = sums_->total - (along_.array().square() * (1 - 1 / grown)).sum();
    maps.push_back({PersonKind::kEverything, false, 0, static_cast<int>(g), 0,
                    std::log(prior_->everything) - log_of_count(prior_->sharpness.size()) +
                        log_evidence(grown.log().sum(), squares)});
  }
}

}  // namespace explainee::person
