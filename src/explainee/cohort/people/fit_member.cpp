#include "explainee/cohort/people/fit_member.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace explainee::cohort {

void fit_member(const SharedProblem& shared, const search::Member& member, const search::Set& own, Served& served) {
  const search::Problem& nobody = shared.crowd->problem();
  const search::MemberLevels u = search::levels_of(nobody, member);
  const auto size = static_cast<Eigen::Index>(own.size());
  const Eigen::MatrixXd loadings = u.loadings(own, Eigen::all);
  const Eigen::MatrixXd gram = nobody.gram(own, own) - loadings * loadings.transpose();
  const Eigen::VectorXd cross = nobody.cross(own, 0) - loadings * u.target_loadings;
  const double before = nobody.target(0, 0) - u.target_loadings.squaredNorm();
  const Eigen::VectorXd beta = size == 0 ? Eigen::VectorXd() : Eigen::VectorXd(gram.llt().solve(cross));
  const double after = served.infinite ? 0 : std::max(0.0, before - (size == 0 ? 0.0 : cross.dot(beta)));
  served.removed = before > 0 ? 1 - std::sqrt(after / before) : 0;
  std::vector<int> order(own.size());
  std::iota(order.begin(), order.end(), 0);
  const auto weight = [&](int i) { return std::abs(beta[i]) * std::sqrt(gram(i, i)); };
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return weight(a) > weight(b); });
  for (const int i : order) {
    served.facts.push_back(own[static_cast<std::size_t>(i)]);
    const bool category = shared.facts()[static_cast<std::size_t>(served.facts.back())].description.block;
    served.coefficients.push_back(category ? std::numeric_limits<double>::quiet_NaN() : beta[i]);
  }
}

}  // namespace explainee::cohort
