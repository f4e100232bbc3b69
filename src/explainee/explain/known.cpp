#include "explainee/explain/known.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "explainee/base/tolerances.h"
#include "explainee/user/condition.h"

namespace explainee::explain {
namespace {

/// A column of u takes part in giving a fact away when its share of the fact's deviation exceeds this.
constexpr double kNoticeableShare = 1e-6;

/// The regression of single columns on u.
class Regressions {
 public:
  Regressions(const moments::Fold& total, const user::Summary& summary, const Eigen::MatrixXd& noise)
      : total_(total), summary_(summary) {
    const Eigen::MatrixXd weights = summary.weights(total.mean.size());
    const Eigen::MatrixXd cross = *moments::covariance_with(total, weights);
    const Eigen::MatrixXd inner = moments::covariance_of_sums(weights, cross);
    conditioning_ = user::load_on(cross, inner, weights, noise);
    deviations_ = inner.diagonal().cwiseMax(0.0).cwiseSqrt();
  }

  [[nodiscard]] bool constant(int column) const { return !(own(column) > 0); }

  /// The variance given u is at most kDetermined of the column's own, or what rounding may have left of a column that
  /// follows exactly when u's columns are much larger than it.
  [[nodiscard]] bool determined(int column) const {
    constexpr double kRounding = 16 * std::numeric_limits<double>::epsilon();
    const double reach = std::sqrt(own(column)) + shares(column).sum();
    const double limit = std::max(base::kDetermined * own(column), kRounding * reach * reach);
    return own(column) - conditioning_.loadings.row(column).squaredNorm() <= limit;
  }

  /// The sources of the columns of u that the regression of `column` uses.
  [[nodiscard]] std::vector<std::string> given_away_by(int column) const {
    const Eigen::VectorXd part = shares(column);
    std::vector<std::string> by;
    for (std::size_t i = 0; i < summary_.columns.size(); ++i) {
      if (part[static_cast<Eigen::Index>(i)] <= kNoticeableShare * std::sqrt(own(column))) continue;
      for (const std::string& source : summary_.columns[i].sources) {
        if (std::find(by.begin(), by.end(), source) == by.end()) by.push_back(source);
      }
    }
    return by;
  }

 private:
  [[nodiscard]] double own(int column) const { return moments::covariance_at(total_, column, column); }

  /// |α_i|·sd(u_i) for every column of u.
  [[nodiscard]] Eigen::VectorXd shares(int column) const {
    const Eigen::VectorXd alpha = conditioning_.selection * conditioning_.loadings.row(column).transpose();
    return alpha.cwiseAbs().cwiseProduct(deviations_);
  }

  const moments::Fold& total_;
  const user::Summary& summary_;
  user::Conditioning conditioning_;
  Eigen::VectorXd deviations_;
};

/// True when she has the column itself.
bool has_directly(const user::Summary& summary, const std::string& name) {
  return std::any_of(summary.columns.begin(), summary.columns.end(), [&](const user::SummaryColumn& part) {
    return part.sources.size() == 1 && part.sources.front() == name;
  });
}

}  // namespace

KnownSplit split_known(const std::vector<Facts>& candidates, const moments::Fold& total, const user::Summary& summary,
                       const Eigen::MatrixXd& noise) {
  const Regressions regressions(total, summary, noise);
  KnownSplit split;
  for (const Facts& facts : candidates) {
    const bool known = std::all_of(facts.columns.begin(), facts.columns.end(),
                                   [&](int column) { return regressions.determined(column); });
    if (!known) {
      split.open.push_back(facts);
      continue;
    }
    AlreadyKnown entry{facts.candidate.name, {}};
    for (const int column : facts.columns) {
      if (regressions.constant(column)) continue;
      if (has_directly(summary, entry.name)) {
        entry.by = {entry.name};
        break;
      }
      for (const std::string& source : regressions.given_away_by(column)) {
        if (std::find(entry.by.begin(), entry.by.end(), source) == entry.by.end()) entry.by.push_back(source);
      }
    }
    split.known.push_back(std::move(entry));
  }
  return split;
}

}  // namespace explainee::explain
