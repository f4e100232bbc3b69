#include "explainee/explain/proposals/known.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "explainee/base/tolerances.h"
#include "explainee/person/condition.h"

namespace explainee::explain {
namespace {

/// The regression of single columns on u.
class Regressions {
 public:
  Regressions(const moments::Fold& total, const person::Summary& summary, const Eigen::MatrixXd& noise,
              const person::Conditioning* given)
      : total_(total), summary_(summary), steady_(given != nullptr) {
    const Eigen::MatrixXd weights = summary.weights(total.mean.size());
    const Eigen::MatrixXd cross = *moments::covariance_with(total, weights);
    const Eigen::MatrixXd inner = moments::covariance_of_sums(weights, cross);
    conditioning_ = given != nullptr ? *given : person::load_on(cross, inner, weights, noise);
    deviations_ = inner.diagonal().cwiseMax(0.0).cwiseSqrt();
  }

  [[nodiscard]] bool constant(int column) const { return !(own(column) > 0); }

  /// The variance given u is at most kDetermined of the column's own, or what rounding may have left of a column that
  /// follows exactly when u's columns are much larger than it.
  [[nodiscard]] bool determined(int column) const {
    const double reach = std::sqrt(own(column)) + shares(column).sum();
    const double rounding = steady_ ? 0 : base::kRoundingOfSums * reach * reach;
    const double limit = std::max(base::kDetermined * own(column), rounding);
    return own(column) - conditioning_.loadings.row(column).squaredNorm() <= limit;
  }

  /// The sources of the columns of u that the regression of `column` uses.
  [[nodiscard]] std::vector<std::string> given_away_by(int column) const {
    const Eigen::VectorXd part = shares(column);
    std::vector<std::string> by;
    for (std::size_t i = 0; i < summary_.columns.size(); ++i) {
      if (part[static_cast<Eigen::Index>(i)] <= base::kNoticeableShare * std::sqrt(own(column))) continue;
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
  const person::Summary& summary_;
  bool steady_;  ///< u was taken out in many digits: rounding leaves nothing
  person::Conditioning conditioning_;
  Eigen::VectorXd deviations_;
};

/// True when she has the column itself.
bool has_directly(const person::Summary& summary, const std::string& name) {
  return std::any_of(summary.columns.begin(), summary.columns.end(), [&](const person::SummaryColumn& part) {
    return part.sources.size() == 1 && part.sources.front() == name;
  });
}

}  // namespace

KnownSplit split_known(const std::vector<Candidate>& candidates, const moments::Fold& total,
                       const person::Summary& summary, const Eigen::MatrixXd& noise,
                       const person::Conditioning* given) {
  const Regressions regressions(total, summary, noise, given);
  KnownSplit split;
  for (const Candidate& facts : candidates) {
    const bool known = std::all_of(facts.columns.begin(), facts.columns.end(),
                                   [&](int column) { return regressions.determined(column); });
    if (!known) {
      split.open.push_back(facts);
      continue;
    }
    AlreadyKnown entry{facts.description.name, {}};
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
