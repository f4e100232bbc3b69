#include "explainee/explain/learnt/promising.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace explainee::explain {
namespace {

/// Bins of numbers are joined to about so many.
constexpr int kJoinedBins = 16;
/// Values count for at most so many deviations in products.
constexpr double kMostDeviations = 4;
/// Products of more columns are not looked at.
constexpr std::size_t kMostProductColumns = 600;
/// Nor those of more predictions.
constexpr Eigen::Index kMostTargets = 10;

/// How far a χ² of so many degrees lies above what chance gives, in its standard deviations.
double above_chance(double square, double degrees) { return (square - degrees) / std::sqrt(2 * degrees); }

class ColumnRanker {
 public:
  explicit ColumnRanker(const RankedBy& by) : by_(by), score_(by.columns.size(), 0.0) {}

  std::vector<int> run(std::size_t most) {
    for (Eigen::Index t = 0; t < by_.left.cols(); ++t) {
      const Eigen::VectorXd left = by_.left.col(t);
      look_alone(left);
      if (t < kMostTargets) look_at_products(left);
      if (!by_.spreads) continue;
      const Eigen::VectorXd square = left.array().square();
      look_alone(square.array() - square.mean());
    }
    std::vector<std::size_t> order(score_.size());
    std::iota(order.begin(), order.end(), 0U);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return score_[a] > score_[b]; });
    std::vector<int> best;
    for (std::size_t k = 0; k < std::min(most, order.size()); ++k) best.push_back(by_.columns[order[k]]);
    return best;
  }

 private:
  void raise(std::size_t column, double score) { score_[column] = std::max(score_[column], score); }

  void look_alone(const Eigen::VectorXd& left) {
    const double total = left.squaredNorm();
    if (!(total > 0)) return;
    const auto rows = static_cast<double>(left.size());
    for (std::size_t k = 0; k < by_.columns.size(); ++k) {
      const int column = by_.columns[k];
      raise(k, above_bins(column, left, total));
      const auto values = by_.table.values(column);
      if (values.empty()) continue;
      const Eigen::Map<const Eigen::VectorXd> x(values.data(), static_cast<Eigen::Index>(values.size()));
      const Eigen::VectorXd apart = x.array() - x.mean();
      const double own = apart.squaredNorm();
      if (own > 0) raise(k, above_chance(rows * std::pow(apart.dot(left), 2) / (own * total), 1));
    }
  }

  /// Means by bin against a common one.
  [[nodiscard]] double above_bins(int column, const Eigen::VectorXd& left, double total) const {
    const auto codes = by_.table.codes(column);
    const int bins = by_.table.bins(column);
    const int joined = by_.table.unordered(column) ? 1 : std::max(1, (bins + kJoinedBins - 1) / kJoinedBins);
    std::vector<double> sum(static_cast<std::size_t>((bins - 1) / joined + 1), 0.0);
    std::vector<double> count(sum.size(), 0.0);
    for (std::size_t i = 0; i < codes.size(); ++i) {
      const auto bin = static_cast<std::size_t>(codes[i] / joined);
      sum[bin] += left[static_cast<Eigen::Index>(i)];
      ++count[bin];
    }
    double between = 0;
    double filled = 0;
    for (std::size_t bin = 0; bin < sum.size(); ++bin) {
      if (count[bin] == 0) continue;
      between += sum[bin] * sum[bin] / count[bin];
      ++filled;
    }
    return filled < 2 ? 0 : above_chance(static_cast<double>(codes.size()) * between / total, filled - 1);
  }

  /// Every product of two columns of numbers at once.
  void look_at_products(const Eigen::VectorXd& left) {
    std::vector<int> numbers;
    std::vector<std::size_t> place;
    for (std::size_t k = 0; k < by_.columns.size(); ++k) {
      if (by_.table.values(by_.columns[k]).empty()) continue;
      numbers.push_back(by_.columns[k]);
      place.push_back(k);
    }
    for (const int partner : by_.partners)
      if (!by_.table.values(partner).empty()) numbers.push_back(partner);
    if (numbers.size() < 2 || numbers.size() > kMostProductColumns) return;
    Eigen::MatrixXd x(left.size(), static_cast<Eigen::Index>(numbers.size()));
    for (std::size_t k = 0; k < numbers.size(); ++k) x.col(static_cast<Eigen::Index>(k)) = measured(numbers[k]);
    const Eigen::MatrixXd weighted = x.array().colwise() * left.array();
    const Eigen::MatrixXd sums = weighted.transpose() * x;
    const Eigen::MatrixXd squares = weighted.cwiseAbs2().transpose() * x.cwiseAbs2();
    for (std::size_t k = 0; k < place.size(); ++k) {
      for (std::size_t other = 0; other < numbers.size(); ++other) {
        const auto i = static_cast<Eigen::Index>(k);
        const auto j = static_cast<Eigen::Index>(other);
        if (i == j || !(squares(i, j) > 0)) continue;
        raise(place[k], above_chance(sums(i, j) * sums(i, j) / squares(i, j), 1));
      }
    }
  }

  /// In its deviations from its mean, which are not to be large.
  [[nodiscard]] Eigen::VectorXd measured(int column) const {
    const auto values = by_.table.values(column);
    Eigen::VectorXd x = Eigen::Map<const Eigen::VectorXd>(values.data(), static_cast<Eigen::Index>(values.size()));
    x.array() -= x.mean();
    const double sd = std::sqrt(x.squaredNorm() / static_cast<double>(x.size()));
    if (sd > 0) x = (x / sd).cwiseMin(kMostDeviations).cwiseMax(-kMostDeviations);
    return x;
  }

  const RankedBy& by_;
  std::vector<double> score_;
};

}  // namespace

std::vector<int> promising(const RankedBy& by, std::size_t most) { return ColumnRanker(by).run(most); }

}  // namespace explainee::explain
