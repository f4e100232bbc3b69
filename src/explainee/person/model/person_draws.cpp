#include "explainee/person/model/person_draws.h"

#include <algorithm>
#include <cmath>

#include "explainee/base/random.h"

namespace explainee::person {
namespace {

/// χ² with these degrees of freedom, by Marsaglia and Tsang (2000); below one degree two more, less by a power.
double draw_chi_squared(double degrees, base::Random& random) {
  const double shape = degrees / 2;
  const double boosted = shape < 1 ? shape + 1 : shape;
  const double d = boosted - 1.0 / 3.0;
  const double c = 1 / std::sqrt(9 * d);
  while (true) {
    const double x = random.normal();
    const double v = std::pow(1 + c * x, 3);
    const double u = random.uniform();
    if (v <= 0 || std::log(u) >= 0.5 * x * x + d - d * v + d * std::log(v)) continue;
    return 2 * d * v * (shape < 1 ? std::pow(random.uniform(), 1 / shape) : 1.0);
  }
}

Eigen::VectorXd draw_normals(Eigen::Index size, base::Random& random) {
  Eigen::VectorXd result(size);
  for (Eigen::Index i = 0; i < size; ++i) result[i] = random.normal();
  return result;
}

/// w of one part for this σ, in standardised units; `shared` is the ε it has in common with the intercept.
Eigen::VectorXd draw_weights(const PersonPosterior& posterior, const PersonPart& part, double sigma,
                             const Eigen::VectorXd& shared, base::Random& random) {
  if (part.kind == PersonKind::kEverything) {
    const Eigen::VectorXd normals = draw_normals(part.mean.size(), random);
    const Eigen::VectorXd along = part.shrink.cwiseProduct(posterior.seen.transpose() * normals);
    return part.mean + sigma * part.breadth * (normals + posterior.seen * along);
  }
  if (part.columns.empty()) return {};
  return part.mean + sigma * (part.root * shared);
}

/// Variance of c + wᵀz for σ = 1.
double variance_at(const PersonPosterior& posterior, const PersonPart& part, const Eigen::VectorXd& z) {
  if (part.kind == PersonKind::kEverything) {
    const Eigen::VectorXd along = posterior.seen.transpose() * z;
    const Eigen::ArrayXd left = (1 + part.shrink.array()).square();
    const double dense = z.squaredNorm() - (along.array().square() * (1 - left)).sum();
    return part.intercept_root.squaredNorm() + part.breadth * part.breadth * dense;
  }
  if (part.columns.empty()) return part.intercept_root.squaredNorm();
  return (part.intercept_root + part.root.transpose() * z).squaredNorm();
}

}  // namespace

PersonDraws draw_persons(const PersonPosterior& posterior, int count, std::uint64_t seed) {
  base::Random random(seed, 3);
  const Eigen::Index n = posterior.scale.size();
  PersonDraws draws{Eigen::MatrixXd::Zero(n, count), Eigen::VectorXd(count), Eigen::VectorXd(count)};
  const double offset = random.uniform();
  std::size_t at = 0;
  double reached = posterior.parts.front().probability;
  for (int i = 0; i < count; ++i) {
    while (reached * count < i + offset && at + 1 < posterior.parts.size()) {
      reached += posterior.parts[++at].probability;
    }
    const PersonPart& part = posterior.parts[at];
    draws.nothing.push_back(part.kind == PersonKind::kConstant);
    const double variance = part.squares / draw_chi_squared(part.degrees, random);
    const double sigma = std::sqrt(variance);
    const Eigen::VectorXd shared = draw_normals(part.intercept_root.size(), random);
    const Eigen::VectorXd w = draw_weights(posterior, part, sigma, shared, random);
    for (std::size_t j = 0; j < part.columns.size(); ++j) {
      const int column = part.columns[j];
      draws.weights(column, i) = posterior.unit * posterior.scale[column] * w[static_cast<Eigen::Index>(j)];
    }
    const double shift = part.intercept + sigma * part.intercept_root.dot(shared);
    draws.intercepts[i] = posterior.answer_centre + posterior.unit * shift - draws.weights.col(i).dot(posterior.centre);
    draws.noise_variances[i] = posterior.unit * posterior.unit * variance;
  }
  return draws;
}

PersonPrediction predict_answer(const PersonPosterior& posterior, const Eigen::VectorXd& row) {
  const Eigen::VectorXd z = posterior.scale.cwiseProduct(row - posterior.centre);
  double mean = 0;
  double square = 0;
  double within = 0;
  double noise = 0;
  for (const PersonPart& part : posterior.parts) {
    const Eigen::VectorXd own = z(part.columns);
    const double value = part.intercept + (part.columns.empty() ? 0 : part.mean.dot(own));
    const double variance = part.squares / std::max(1.0, part.degrees - 2);
    mean += part.probability * value;
    square += part.probability * value * value;
    within += part.probability * variance * variance_at(posterior, part, own);
    noise += part.probability * variance;
  }
  const double unit = posterior.unit;
  return {posterior.answer_centre + unit * mean, unit * unit * (within + std::max(0.0, square - mean * mean)),
          unit * unit * noise};
}

PersonMap mean_map(const PersonPosterior& posterior) {
  PersonMap map{Eigen::VectorXd::Zero(posterior.scale.size()), 0};
  for (const PersonPart& part : posterior.parts) {
    map.intercept += part.probability * part.intercept;
    for (std::size_t j = 0; j < part.columns.size(); ++j) {
      map.weights[part.columns[j]] += part.probability * part.mean[static_cast<Eigen::Index>(j)];
    }
  }
  map.weights = posterior.unit * map.weights.cwiseProduct(posterior.scale);
  map.intercept = posterior.answer_centre + posterior.unit * map.intercept - map.weights.dot(posterior.centre);
  return map;
}

LinearReading linear_reading(const PersonDraws& draws, const PersonSpace& space) {
  LinearReading reading;
  const Eigen::MatrixXd with = space.covariance * draws.weights;
  for (Eigen::Index i = 0; i < draws.size(); ++i) {
    const double meant = std::max(0.0, draws.weights.col(i).dot(with.col(i)));
    const double share = meant > 0 ? meant / (meant + draws.noise_variances[i]) : 0;
    reading.share += share;
    reading.probability += share > 0.5 ? 1 : 0;
  }
  reading.share /= static_cast<double>(std::max<Eigen::Index>(1, draws.size()));
  reading.probability /= static_cast<double>(std::max<Eigen::Index>(1, draws.size()));
  return reading;
}

}  // namespace explainee::person
