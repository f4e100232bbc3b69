#include "explainee/verify/problem/plain_scan.h"

#include <cmath>
#include <utility>

#include "explainee/base/double_limits.h"

namespace explainee::verify {
namespace {

constexpr double kSlack = 64 * base::kEpsilon;             ///< ε of the last two
constexpr double kSlackOfThree = 0x1p15 * base::kEpsilon;  ///< ε of the last three
constexpr double kTame = 0x1p-10;                          ///< least y_j there

}  // namespace

PlainScan::PlainScan(const CheckedProblem& problem, double least, Suspect suspect, Prices prices)
    : problem_(problem), least_(least), suspect_(std::move(suspect)), prices_(std::move(prices)) {}

bool PlainScan::run(const std::vector<int>& in, const Given& given, std::size_t places) {
  set_.assign(in.begin(), in.end());
  return visit(given, places, prices_.left_by(in));
}

bool PlainScan::look_at(std::initializer_list<std::size_t> more) {
  std::vector<std::size_t> set = set_;
  set.insert(set.end(), more.begin(), more.end());
  std::int64_t left = prices_.budget;
  for (const std::size_t j : set) left -= prices_.cost(j);
  return left < 0 || suspect_(set);
}

bool PlainScan::visit(const Given& given, std::size_t places, std::int64_t money) {
  problem_.throw_if_stopped();
  const std::size_t size = given.names.size();
  if (!(given.at(size, size).value() * (1 - kSlack) >= least_) && !look_at({})) return false;
  places = prices_.most_places(places, money);
  if (places == 0 || size == 0) return true;
  if (places <= 2) return last_two(given, places, money);
  if (places == 3) return last_three(given, money);
  for (std::size_t i = 0; i < size; ++i) {
    const std::int64_t cost = prices_.cost(given.names[i]);
    if (cost > money || !counts(problem_, given, i)) continue;  // it adds nothing here, nor beside more columns
    set_.push_back(given.names[i]);
    const bool goes_on = visit(condition(given, i, i + 1), places - 1, money - cost);
    set_.pop_back();
    if (!goes_on) return false;
  }
  return true;
}

/// The columns that count and can be paid for.
PlainScan::Rounded PlainScan::round(const Given& given, std::int64_t money) const {
  Rounded all;
  for (std::size_t j = 0; j < given.names.size(); ++j) {
    if (prices_.cost(given.names[j]) > money || !counts(problem_, given, j)) continue;
    all.at.push_back(j);
    all.names.push_back(given.names[j]);
  }
  const auto size = static_cast<Eigen::Index>(all.at.size());
  const double left = given.at(given.names.size(), given.names.size()).value();
  Eigen::ArrayXd unit(size);
  all.rho.resize(size);
  all.c.resize(size, size);
  for (Eigen::Index j = 0; j < size; ++j) {
    const std::size_t column = all.at[static_cast<std::size_t>(j)];
    unit[j] = 1 / std::sqrt(given.at(column, column).high);
    all.rho[j] = given.at(column, given.names.size()).high * unit[j] * (1 / std::sqrt(left));
  }
  for (Eigen::Index i = 0; i < size; ++i) {
    for (Eigen::Index j = i + 1; j < size; ++j) {
      all.c(j, i) =
          given.at(all.at[static_cast<std::size_t>(i)], all.at[static_cast<std::size_t>(j)]).high * (unit[j] * unit[i]);
    }
  }
  all.share = least_ / left;
  return all;
}

/// One or two columns more.
bool PlainScan::last_two(const Given& given, std::size_t places, std::int64_t money) {
  const Rounded all = round(given, money);
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
  const auto size = static_cast<Eigen::Index>(all.names.size());
  for (Eigen::Index i = 0; i < size; ++i) {
    const std::size_t at = all.at[static_cast<std::size_t>(i)];
    const Eigen::ArrayXd y = 1 - all.c.col(i).tail(size - i - 1).square();
    const bool tame = 1 - all.rho[i] * all.rho[i] - all.share - kSlack > 0 && (y.size() == 0 || y.minCoeff() >= kTame);
    set_.push_back(all.names[static_cast<std::size_t>(i)]);
    const bool goes_on =
        tame ? pairs_beside(all, i, y)
             : visit(condition(given, at, at + 1), 2, money - prices_.cost(all.names[static_cast<std::size_t>(i)]));
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
