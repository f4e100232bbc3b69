#include "explainee/user/person_evidence.h"

#include <cmath>

#include "explainee/user/condition.h"

namespace explainee::user {
namespace {

/// Columns that others determine but for this share of their variance are left out: their weights could be anything.
constexpr double kDependent = 1e-9;

/// Cholesky of a k×k matrix by rows, in place; false when a pivot is at most `least`. The determinant comes along.
bool factorise(double* matrix, std::size_t k, double least, double& determinant) {
  determinant = 1;
  for (std::size_t j = 0; j < k; ++j) {
    double pivot = matrix[j * k + j];
    for (std::size_t i = 0; i < j; ++i) pivot -= matrix[j * k + i] * matrix[j * k + i];
    if (!(pivot > least)) return false;
    determinant *= pivot;
    const double root = std::sqrt(pivot);
    matrix[j * k + j] = root;
    for (std::size_t row = j + 1; row < k; ++row) {
      double value = matrix[row * k + j];
      for (std::size_t i = 0; i < j; ++i) value -= matrix[row * k + i] * matrix[j * k + i];
      matrix[row * k + j] = value / root;
    }
  }
  return true;
}

/// Solves L·x = b in place.
void solve_lower(const double* factor, std::size_t k, double* b) {
  for (std::size_t i = 0; i < k; ++i) {
    for (std::size_t j = 0; j < i; ++j) b[i] -= factor[i * k + j] * b[j];
    b[i] /= factor[i * k + i];
  }
}

/// Solves Lᵀ·x = b in place.
void solve_upper(const double* factor, std::size_t k, double* b) {
  for (std::size_t i = k; i-- > 0;) {
    for (std::size_t j = i + 1; j < k; ++j) b[i] -= factor[j * k + i] * b[j];
    b[i] /= factor[i * k + i];
  }
}

}  // namespace

Evidence::Evidence(const PersonSpace& space, const AnswerSums& sums, const PersonPrior& prior)
    : space_(&space), sums_(&sums), prior_(&prior), columns_(space.features.size()) {
  for (std::size_t f = 0; f < space.features.size(); ++f) {
    const std::vector<int>& all = space.features[f];
    const Eigen::MatrixXd among = sums.correlation(all, all);
    for (const int position : independent_columns(among, Eigen::VectorXd::Ones(among.rows()))) {
      if (sums.scale[all[static_cast<std::size_t>(position)]] > 0)
        columns_[f].push_back(all[static_cast<std::size_t>(position)]);
    }
    if (columns_[f].empty()) continue;
    features_.push_back(static_cast<int>(f));
    spread_.insert(spread_.end(), columns_[f].begin(), columns_[f].end());
  }
  look_at_everything();
}

std::vector<int> Evidence::columns_of(std::span<const int> features) const {
  std::vector<int> result;
  for (const int feature : features) {
    const std::vector<int>& own = columns(feature);
    result.insert(result.end(), own.begin(), own.end());
  }
  return result;
}

double Evidence::log_evidence(double log_determinant, double squares) const {
  if (sums_->answers < 2) return 0;
  return -0.5 * (log_determinant + sums_->degrees * std::log(sums_->known + std::max(0.0, squares)));
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
  if (!factorise(factor_.data(), k_, kDependent, determinant)) return;
  log_correlation_ = std::log(determinant);
  const bool both = k_ > 1 && !space_->predictions.empty();
  const double fitted = both ? prior_->as_least_squares : (k_ > 1 ? 0.0 : 1.0);
  log_share -= std::log(static_cast<double>(prior_->sharpness.size()));
  if (k_ == 1) {
    weigh_direction({PersonKind::kLeastSquares, -1}, inner_[0], cross_[0], log_share, maps);
    return;
  }
  if (fitted > 0) {
    weigh_least_squares(log_share + std::log(fitted / static_cast<double>(space_->predictions.size())), maps);
  }
  if (fitted < 1) weigh_free(log_share + std::log(1 - fitted), maps);
}

void Evidence::weigh_direction(WeighedMap map, double inner, double cross, double log_share,
                               std::vector<WeighedMap>& maps) {
  for (std::size_t g = 0; g < prior_->sharpness.size(); ++g) {
    const double grown = 1 + prior_->sharpness[g] * inner;
    const double squares = sums_->total - cross * cross * prior_->sharpness[g] / grown;
    map.sharpness = static_cast<int>(g);
    map.log_weight = log_share + log_evidence(std::log(grown), squares);
    maps.push_back(map);
  }
}

void Evidence::weigh_least_squares(double log_share, std::vector<WeighedMap>& maps) {
  for (std::size_t p = 0; p < space_->predictions.size(); ++p) {
    const int prediction = space_->predictions[p];
    for (std::size_t i = 0; i < k_; ++i) solved_[i] = sums_->correlation(set_[i], prediction);
    solve_lower(factor_.data(), k_, solved_.data());
    double explained = 0;
    for (const double value : solved_) explained += value * value;
    if (!(explained > kDependent)) continue;
    solve_upper(factor_.data(), k_, solved_.data());
    double inner = 0;
    double cross = 0;
    for (std::size_t i = 0; i < k_; ++i) {
      cross += solved_[i] * cross_[i];
      inner += solved_[i] * solved_[i] * inner_[i * k_ + i];
      for (std::size_t j = 0; j < i; ++j) inner += 2 * solved_[i] * solved_[j] * inner_[i * k_ + j];
    }
    weigh_direction({PersonKind::kLeastSquares, static_cast<int>(p)}, inner / explained, cross / std::sqrt(explained),
                    log_share, maps);
  }
}

void Evidence::weigh_free(double log_share, std::vector<WeighedMap>& maps) {
  const auto k = static_cast<double>(k_);
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
    maps.push_back({PersonKind::kFree, 0, static_cast<int>(g), log_share + log_evidence(log_determinant, squares)});
  }
}

void Evidence::look_at_everything() {
  const Eigen::MatrixXd rows = sums_->rows(Eigen::all, spread_);
  if (rows.size() == 0) {
    seen_.resize(static_cast<Eigen::Index>(spread_.size()), 0);
    return;
  }
  const Eigen::MatrixXd kernel = rows * rows.transpose();
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(kernel);
  const double largest = solver.eigenvalues().maxCoeff();
  std::vector<Eigen::Index> kept;
  for (Eigen::Index i = 0; i < kernel.rows(); ++i) {
    if (solver.eigenvalues()[i] > 1e-12 * largest && largest > 0) kept.push_back(i);
  }
  stretch_ = solver.eigenvalues()(kept);
  const Eigen::MatrixXd sides = solver.eigenvectors()(Eigen::all, kept);
  along_ = sides.transpose() * sums_->replies;
  seen_ = rows.transpose() * sides * stretch_.cwiseSqrt().cwiseInverse().asDiagonal();
}

void Evidence::weigh_others(std::vector<WeighedMap>& maps) {
  maps.push_back({PersonKind::kNothing, 0, 0, std::log(prior_->nothing) + log_evidence(0, sums_->total)});
  const double each = -std::log(static_cast<double>(prior_->sharpness.size()));
  const auto predictions = static_cast<double>(space_->predictions.size());
  for (std::size_t p = 0; p < space_->predictions.size(); ++p) {
    const int column = space_->predictions[p];
    if (sums_->scale[column] == 0) continue;
    weigh_direction({PersonKind::kPrediction, static_cast<int>(p)}, sums_->inner(column, column), sums_->cross[column],
                    each + std::log(prior_->prediction / predictions), maps);
  }
  if (spread_.size() < 2) return;
  for (std::size_t g = 0; g < prior_->sharpness.size(); ++g) {
    const double breadth = prior_->sharpness[g] / static_cast<double>(spread_.size());
    const Eigen::ArrayXd grown = 1 + breadth * stretch_.array();
    const double squares = sums_->total - (along_.array().square() * (1 - 1 / grown)).sum();
    maps.push_back({PersonKind::kEverything, 0, static_cast<int>(g),
                    each + std::log(prior_->everything) + log_evidence(grown.log().sum(), squares)});
  }
}

PersonPart Evidence::describe(std::span<const int> features, const WeighedMap& map) const {
  PersonPart part;
  part.kind = map.kind;
  part.sharpness = map.kind == PersonKind::kNothing ? 0 : prior_->sharpness[static_cast<std::size_t>(map.sharpness)];
  part.features.assign(features.begin(), features.end());
  if (map.kind == PersonKind::kNothing) {
    part.squares = sums_->known + sums_->total;
    return part;
  }
  if (map.kind == PersonKind::kEverything) return describe_everything(std::move(part));
  if (map.kind == PersonKind::kPrediction) {
    part.columns = {space_->predictions[static_cast<std::size_t>(map.prediction)]};
    return describe_direction(std::move(part), Eigen::VectorXd::Ones(1));
  }
  part.columns = columns_of(features);
  if (map.kind == PersonKind::kFree) return describe_free(std::move(part));
  if (part.columns.size() == 1) return describe_direction(std::move(part), Eigen::VectorXd::Ones(1));
  const int prediction = space_->predictions[static_cast<std::size_t>(map.prediction)];
  const Eigen::MatrixXd among = sums_->correlation(part.columns, part.columns);
  const Eigen::VectorXd with = sums_->correlation(part.columns, prediction);
  const Eigen::VectorXd weights = among.llt().solve(with);
  return describe_direction(std::move(part), weights / std::sqrt(weights.dot(with)));
}

PersonPart Evidence::describe_direction(PersonPart part, const Eigen::VectorXd& direction) const {
  const Eigen::MatrixXd inner = sums_->inner(part.columns, part.columns);
  const double cross = direction.dot(sums_->cross(part.columns));
  const double precision = 1 / part.sharpness + direction.dot(inner * direction);
  part.mean = direction * (cross / precision);
  part.root = direction / std::sqrt(precision);
  part.squares = sums_->known + std::max(0.0, sums_->total - cross * cross / precision);
  return part;
}

PersonPart Evidence::describe_free(PersonPart part) const {
  const Eigen::MatrixXd among = sums_->correlation(part.columns, part.columns);
  const Eigen::MatrixXd inner = sums_->inner(part.columns, part.columns);
  const Eigen::VectorXd cross = sums_->cross(part.columns);
  const Eigen::LLT<Eigen::MatrixXd> factor(static_cast<double>(part.columns.size()) / part.sharpness * among + inner);
  part.mean = factor.solve(cross);
  part.root = factor.matrixU().solve(Eigen::MatrixXd::Identity(inner.rows(), inner.rows()));
  part.squares = sums_->known + std::max(0.0, sums_->total - cross.dot(part.mean));
  return part;
}

PersonPart Evidence::describe_everything(PersonPart part) const {
  part.columns = spread_;
  const double breadth = part.sharpness / static_cast<double>(spread_.size());
  const Eigen::ArrayXd grown = 1 + breadth * stretch_.array();
  part.mean = seen_ * (along_.array() * stretch_.array().sqrt() * breadth / grown).matrix();
  part.breadth = std::sqrt(breadth);
  part.shrink = 1 / grown.sqrt() - 1;
  part.squares = sums_->known + std::max(0.0, sums_->total - (along_.array().square() * (1 - 1 / grown)).sum());
  return part;
}

}  // namespace explainee::user
