#include "explainee/explain/known.h"

#include <algorithm>
#include <cmath>

#include "explainee/base/tolerances.h"
#include "explainee/user/condition.h"

namespace explainee::explain {
namespace {

/// A column of u takes part in giving a fact away when its share of the fact's deviation exceeds this.
constexpr double kNoticeable = 1e-6;

/// The sources of the columns of u that the regression of `column` on u uses.
std::vector<std::string> given_away_by(int column, const user::Conditioning& conditioning, const user::Summary& summary,
                                       const Eigen::MatrixXd& covariance) {
  const Eigen::VectorXd alpha = conditioning.selection * conditioning.loadings.row(column).transpose();
  const double own = std::sqrt(covariance(column, column));
  std::vector<std::string> by;
  for (std::size_t i = 0; i < summary.columns.size(); ++i) {
    const user::SummaryColumn& part = summary.columns[i];
    const double deviation = std::sqrt(std::max(0.0, part.weights.dot(covariance * part.weights)));
    if (std::abs(alpha[static_cast<Eigen::Index>(i)]) * deviation <= kNoticeable * own) continue;
    for (const std::string& source : part.sources) {
      if (std::find(by.begin(), by.end(), source) == by.end()) by.push_back(source);
    }
  }
  return by;
}

}  // namespace

KnownSplit split_known(const std::vector<Facts>& candidates, const moments::Fold& total, const user::Summary& summary) {
  const Eigen::MatrixXd covariance = moments::covariance(total);
  const user::Conditioning conditioning = user::condition_on(covariance, summary.weights(covariance.rows()));
  KnownSplit split;
  for (const Facts& facts : candidates) {
    std::vector<std::string> by;
    bool open = false;
    for (const int column : facts.columns) {
      if (conditioning.given(column, column) > base::kDetermined * covariance(column, column)) {
        open = true;
        break;
      }
      if (!(covariance(column, column) > 0)) continue;
      const auto& name = facts.candidate.name;
      const bool direct = std::any_of(
          summary.columns.begin(), summary.columns.end(),
          [&](const user::SummaryColumn& part) { return part.sources.size() == 1 && part.sources.front() == name; });
      const std::vector<std::string> more =
          direct ? std::vector<std::string>{name} : given_away_by(column, conditioning, summary, covariance);
      for (const std::string& source : more) {
        if (std::find(by.begin(), by.end(), source) == by.end()) by.push_back(source);
      }
    }
    if (open) {
      split.open.push_back(facts);
    } else {
      split.known.push_back({facts.candidate.name, std::move(by)});
    }
  }
  return split;
}

}  // namespace explainee::explain
