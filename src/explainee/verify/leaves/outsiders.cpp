#include "explainee/verify/leaves/outsiders.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include "explainee/verify/leaves/leaf_sets.h"

namespace explainee::verify {
namespace {

constexpr Eigen::Index kRowsAtOnce = 64;

/// Upper bounds of |M_jl| in double precision. M_jl = B_jl − Σ_k y_kj y_kl with B before factors, shadows of u and of
/// the block are taken away, which are the lines y. All is rounded once, so that each term errs by at most 3·2⁻⁵³ of
/// itself and a sum of r + 1 of them, in any order, by (r + 1)·2⁻⁵³ of the sum of sizes; Σ|y_kj y_kl| ≤ ‖y_j‖‖y_l‖.
class OutsiderMatrix {
 public:
  OutsiderMatrix(const Correlations& c, const CheckedProblem& problem, const Shadows& shadows,
                 const std::vector<std::size_t>& outsiders)
      : c_(c), problem_(problem), outsiders_(outsiders) {
    const auto size = static_cast<Eigen::Index>(outsiders.size());
    const std::size_t lines = problem.shadows() + c.factors() + shadows.size();
    y_.resize(static_cast<Eigen::Index>(lines), size);
    for (Eigen::Index l = 0; l < size; ++l) {
      const std::size_t j = outsiders[static_cast<std::size_t>(l)];
      Eigen::Index k = 0;
      for (std::size_t u = 0; u < problem.shadows(); ++u) set(k++, l, problem.shadow(u, j) * c.unit(j));
      for (std::size_t f = 0; f < c.factors(); ++f) set(k++, l, Ball(c.loading(f, j)));
      for (const std::vector<Ball>& line : shadows) set(k++, l, line[j]);
    }
    norm_ = y_.colwise().norm().transpose() * (1 + static_cast<double>(lines + 4) * 0x1p-52);
    radius_sum_ *= 1 + 0x1p-40;
    largest_ = y_.size() > 0 ? y_.cwiseAbs().maxCoeff() : 0;
    share_ = (static_cast<double>(lines) + 8) * 0x1p-52;
  }

  /// Of rows [from, from + count) with all outsiders.
  [[nodiscard]] Eigen::MatrixXd rows(Eigen::Index from, Eigen::Index count) const {
    Eigen::MatrixXd bound = y_.middleCols(from, count).transpose() * y_;
    for (Eigen::Index l = 0; l < bound.cols(); ++l) {
      const std::size_t column = outsiders_[static_cast<std::size_t>(l)];
      for (Eigen::Index i = 0; i < count; ++i) {
        const std::size_t row = outsiders_[static_cast<std::size_t>(from + i)];
        const Ball before = problem_.before(row, column) * c_.unit(row) * c_.unit(column);
        const double value = before.middle.high;
        const double sizes = std::abs(value) + norm_[from + i] * norm_[l];
        // rounding, then the radii: each line errs by at most its radius, beside a factor of at most the largest
        bound(i, l) = round_up(std::abs(value - bound(i, l)) + share_ * sizes + before.radius +
                               radius_sum_ * (2 * largest_ + radius_sum_));
      }
    }
    return bound;
  }

 private:
  void set(Eigen::Index k, Eigen::Index l, const Ball& value) {
    y_(k, l) = value.middle.high;
    // the low part counts as rounding of the value, the radius as an error
    if (l == 0) line_radius_.push_back(0);
    double& most = line_radius_[static_cast<std::size_t>(k)];
    const double grown = larger(most, value.radius);
    radius_sum_ = round_up(radius_sum_ + (grown - most));
    most = grown;
  }

  const Correlations& c_;
  const CheckedProblem& problem_;
  const std::vector<std::size_t>& outsiders_;
  Eigen::MatrixXd y_;
  Eigen::VectorXd norm_;
  std::vector<double> line_radius_;  ///< largest of each line
  double radius_sum_ = 0;
  double largest_ = 0;
  double share_ = 0;
};

/// True when no orderly set holds both.
bool twins(const CheckedProblem& problem, std::size_t a, std::size_t b) {
  const auto [first, second] = std::minmax(a, b);
  const Ball cross = problem.given(first, second);
  const Ball variance = problem.given(first, first);
  if (!certainly_positive(variance)) return false;
  const Ball left = problem.given(second, second) - cross * cross / variance;
  return left.upper() <= (determined_share() * problem.own(second)).lower();
}

}  // namespace

bool find_shadows(const Correlations& c, std::size_t size, const std::vector<int>& block, const std::vector<double>& d,
                  Shadows& shadows) {
  const std::size_t m = block.size();
  std::vector<std::vector<Ball>> lower(m);
  shadows.assign(m, std::vector<Ball>(size));
  for (std::size_t a = 0; a < m; ++a) {
    const auto column = static_cast<std::size_t>(block[a]);
    Ball left = c.entry(column, column) - Ball(d[a]);
    for (std::size_t b = 0; b < a; ++b) {
      Ball sum = c.entry(column, static_cast<std::size_t>(block[b]));
      for (std::size_t k = 0; k < b; ++k) sum -= lower[a][k] * lower[b][k];
      lower[a].push_back(sum / lower[b][b]);
      left -= lower[a][b] * lower[a][b];
    }
    if (!certainly_positive(left)) return false;
    lower[a].push_back(square_root(left));
    const std::vector<Ball>& own = c.column(column);
    for (std::size_t j = 0; j < size; ++j) {
      Ball sum = own[j];
      for (std::size_t b = 0; b < a; ++b) sum -= lower[a][b] * shadows[b][j];
      shadows[a][j] = sum / lower[a][a];
    }
  }
  return true;
}

std::vector<double> outsider_room(const Correlations& c, const CheckedProblem& problem, const Shadows& shadows,
                                  const std::vector<std::size_t>& outsiders, std::size_t p,
                                  const std::vector<double>& weights) {
  std::vector<Ball> own;  // M_jj
  for (const std::size_t j : outsiders) {
    Ball left = c.entry(j, j);
    for (const std::vector<Ball>& line : shadows) left -= line[j] * line[j];
    own.push_back(left);
  }
  std::vector<double> room;
  if (p < 2) {
    for (const Ball& left : own) room.push_back(left.lower());
    return room;
  }
  const auto weight = [&](std::size_t j) { return weights.empty() ? 1.0 : weights[j]; };
  const OutsiderMatrix matrix(c, problem, shadows, outsiders);
  const auto size = static_cast<Eigen::Index>(outsiders.size());
  std::vector<double> row;
  for (Eigen::Index from = 0; from < size; from += kRowsAtOnce) {
    problem.throw_if_stopped();
    const Eigen::Index count = std::min(kRowsAtOnce, size - from);
    const Eigen::MatrixXd bounds = matrix.rows(from, count);
    for (Eigen::Index i = 0; i < count; ++i) {
      const auto at = static_cast<std::size_t>(from + i);
      row.clear();
      for (Eigen::Index l = 0; l < size; ++l) {
        const auto other = static_cast<std::size_t>(l);
        if (other == at) continue;
        const double most = bounds(i, l);
        const bool close = most * most >= 0.25 * own[at].middle.high * own[other].middle.high;
        if (close && twins(problem, outsiders[at], outsiders[other])) continue;
        row.push_back(round_up(most * weight(outsiders[other]) / weight(outsiders[at])));
      }
      room.push_back((own[at] - Ball(top_sum(row, p - 1))).lower());
    }
  }
  return room;
}

}  // namespace explainee::verify
