#include "explainee/verify/problem/plain_scan.h"

#include <cmath>
#include <utility>

#include "explainee/base/double_limits.h"
#include "explainee/verify/problem/regression.h"

namespace explainee::verify {
namespace {

constexpr double kSlack = 64 * base::kEpsilon;             ///< ε of the last two
constexpr double kSlackOfThree = 0x1p15 * base::kEpsilon;  ///< ε of the last three
constexpr double kTame = 0x1p-10;                          ///< least y_j there
constexpr double kSharp = 0x1p-54;                         ///< radius of a correlation

}  // namespace

PlainScan::PlainScan(const CheckedProblem& problem, double least, Suspect suspect, const Allowed& allowed)
    : problem_(problem), least_(least), suspect_(std::move(suspect)), allowed_(allowed) {}

bool PlainScan::run(const std::vector<int>& in, const Given& given, std::size_t places) {
  set_.assign(in.begin(), in.end());
  return visit(given, places, allowed_.left_by(in));
}

bool PlainScan::look_at(std::initializer_list<std::size_t> more) {
  std::vector<std::size_t> set = set_;
  set.insert(set.end(), more.begin(), more.end());
  const std::vector<int> positions(set.begin(), set.end());
  return !allowed_.together(positions) || suspect_(set);
}

/// Every set with some of these, the empty one left out.
bool PlainScan::look_at_all(const std::vector<std::size_t>& names, std::size_t from, std::size_t places) {
  for (std::size_t k = from; places > 0 && k < names.size(); ++k) {
    problem_.throw_if_stopped();
    set_.push_back(names[k]);
    const bool goes_on = look_at({}) && look_at_all(names, k + 1, places - 1);
    set_.pop_back();
    if (!goes_on) return false;
  }
  return true;
}

/// True unless no orderly set holds the column beside what is in.
bool PlainScan::may_stand(const Given& given, std::size_t column) const {
  const std::size_t name = given.names[column];
  if (certainly_greater(given.at(column, column), determined_share() * problem_.own(name))) return true;
  std::vector<std::size_t> set = set_;
  set.push_back(name);
  return regression_on(problem_, set).rank() == set.size();
}

bool PlainScan::visit(const Given& given, std::size_t places, std::int64_t money) {
  problem_.throw_if_stopped();
  const std::size_t size = given.names.size();
  if (!(given.at(size, size).lower() >= least_) && !look_at({})) return false;
  places = allowed_.most_places(places, money);
  if (places == 0 || size == 0) return true;
  if (places <= 2) return last_two(given, places, money);
  if (places == 3) return last_three(given, money);
  for (std::size_t i = 0; i < size; ++i) {
    const std::int64_t cost = allowed_.cost(given.names[i]);
    if (cost > money || !may_stand(given, i)) continue;
    set_.push_back(given.names[i]);
    const bool goes_on = visit(condition(given, i, i + 1), places - 1, money - cost);
    set_.pop_back();
    if (!goes_on) return false;
  }
  return true;
}

/// The columns that may stand here and can be paid for.
PlainScan::Rounded PlainScan::round(const Given& given, std::int64_t money) const {
  Rounded all;
  for (std::size_t j = 0; j < given.names.size(); ++j) {
    if (allowed_.cost(given.names[j]) > money || !may_stand(given, j)) continue;
    all.at.push_back(j);
    all.names.push_back(given.names[j]);
  }
  const auto size = static_cast<Eigen::Index>(all.at.size());
  const Ball& left = given.at(given.names.size(), given.names.size());
  const double root = 1 / std::sqrt(left.middle.value());
  const auto check = [&](double radius) { all.sharp = all.sharp && radius <= kSharp; };  // not for NaN
  check(left.radius * root * root);
  Eigen::ArrayXd unit(size);
  all.rho.resize(size);
  all.c.resize(size, size);
  for (Eigen::Index j = 0; j < size; ++j) {
    const std::size_t column = all.at[static_cast<std::size_t>(j)];
    const Ball& variance = given.at(column, column);
    const Ball& cross = given.at(column, given.names.size());
    unit[j] = 1 / std::sqrt(variance.middle.high);
    all.rho[j] = cross.middle.high * unit[j] * root;
    check(variance.radius * unit[j] * unit[j]);
    check(cross.radius * unit[j] * root);
    all.sharp = all.sharp && std::isfinite(unit[j]) && std::isfinite(all.rho[j]);
  }
  for (Eigen::Index i = 0; i < size; ++i) {
    for (Eigen::Index j = i + 1; j < size; ++j) {
      const Ball& own = given.at(all.at[static_cast<std::size_t>(i)], all.at[static_cast<std::size_t>(j)]);
      all.c(j, i) = own.middle.high * (unit[j] * unit[i]);
      check(own.radius * unit[j] * unit[i]);
    }
  }
  all.share = least_ / left.middle.value();
  all.sharp = all.sharp && std::isfinite(all.share);
  return all;
}

/// One or two columns more.
bool PlainScan::last_two(const Given& given, std::size_t places, std::int64_t money) {
  const Rounded all = round(given, money);
  if (!all.sharp) return look_at_all(all.names, 0, places);
  const auto size = static_cast<Eigen::Index>(all.names.size());
  for (Eigen::Index i = 0; i < size; ++i) {
    const double room = 1 - all.rho[i] * all.rho[i] - all.share - kSlack;
    const std::size_t first = all.names[static_cast<std::size_t>(i)];
    if (!(room > 0) && !look_at({first})) return false;
    const Eigen::Index rest = size - i - 1;
    if (places < 2 || rest == 0) continue;
    const auto c = all.c.col(i).tail(rest);
    const auto spare =
        room * ((1 - kSlack) - c.square()) - ((all.rho.tail(rest) - all.rho[i] * c).abs() + kSlack).square();
    if (room > 0 && spare.minCoeff() >= 0) continue;
    for (Eigen::Index j = 0; j < rest; ++j) {
      if (room > 0 && spare.coeff(j) >= 0) continue;
      if (!look_at({first, all.names[static_cast<std::size_t>(i + 1 + j)]})) return false;
    }
  }
  return true;
}

/// One, two or three columns more.
bool PlainScan::last_three(const Given& given, std::int64_t money) {
  const Rounded all = round(given, money);
  if (!all.sharp) return look_at_all(all.names, 0, 3);
  const auto size = static_cast<Eigen::Index>(all.names.size());
  for (Eigen::Index i = 0; i < size; ++i) {
    const std::size_t at = all.at[static_cast<std::size_t>(i)];
    const Eigen::ArrayXd y = 1 - all.c.col(i).tail(size - i - 1).square();
    const bool tame = 1 - all.rho[i] * all.rho[i] - all.share - kSlack > 0 && (y.size() == 0 || y.minCoeff() >= kTame);
    set_.push_back(all.names[static_cast<std::size_t>(i)]);
    const bool goes_on =
        tame ? pairs_beside(all, i, y)
             : visit(condition(given, at, at + 1), 2, money - allowed_.cost(all.names[static_cast<std::size_t>(i)]));
    set_.pop_back();
    if (!goes_on) return false;
  }
  return true;
}

/// One or two of the columns after the pivot, which is in; `y` is theirs.
bool PlainScan::pairs_beside(const Rounded& all, Eigen::Index pivot, const Eigen::ArrayXd& y) {
  const Eigen::Index left = y.size();
  const auto line = all.c.col(pivot).tail(left);
  const Eigen::ArrayXd x = all.rho.tail(left) - all.rho[pivot] * line;
  const double z = 1 - all.rho[pivot] * all.rho[pivot];
  const auto name = [&](Eigen::Index j) { return all.names[static_cast<std::size_t>(pivot + 1 + j)]; };
  for (Eigen::Index j = 0; j < left; ++j) {
    const double slope = x[j] / y[j];
    const double room = z - x[j] * slope - all.share - kSlackOfThree;
    if (!(room > 0) && !look_at({name(j)})) return false;
    const Eigen::Index rest = left - j - 1;
    if (rest == 0) continue;
    const auto m = all.c.col(pivot + 1 + j).tail(rest) - line[j] * line.tail(rest);
    const auto spare = room * (y.tail(rest) - kSlackOfThree - m.square() * (1 / y[j])) -
                       ((x.tail(rest) - slope * m).abs() + kSlackOfThree).square();
    if (room > 0 && spare.minCoeff() >= 0) continue;
    for (Eigen::Index k = 0; k < rest; ++k) {
      if (room > 0 && spare.coeff(k) >= 0) continue;
      if (!look_at({name(j), name(j + 1 + k)})) return false;
    }
  }
  return true;
}

}  // namespace explainee::verify
