#include "explainee/verify/plain_scan.h"

#include <Eigen/Dense>
#include <cmath>
#include <limits>
#include <utility>

#include "explainee/base/tolerances.h"

namespace explainee::verify {
namespace {

constexpr double kSlack = 64 * std::numeric_limits<double>::epsilon();

}  // namespace

PlainScan::PlainScan(const PersonProblem& problem, double least, Suspect suspect, Prices prices)
    : problem_(problem), least_(least), suspect_(std::move(suspect)), prices_(std::move(prices)) {}

bool PlainScan::run(const std::vector<int>& in, const std::vector<std::size_t>& free, std::size_t places) {
  Given given;
  for (const int j : in) given.names.push_back(static_cast<std::size_t>(j));
  set_ = given.names;
  given.names.insert(given.names.end(), free.begin(), free.end());
  std::vector<std::size_t> all = given.names;
  all.push_back(problem_.target(0));
  for (const std::size_t i : all) {
    for (const std::size_t j : all) given.cells.push_back(problem_.given(i, j));
  }
  // What the earlier ones determine adds nothing.
  for (std::size_t k = 0; k < in.size(); ++k) {
    given = counts(given, 0) ? condition(given, 0, 1) : [&] {
      Given rest;
      rest.names.assign(given.names.begin() + 1, given.names.end());
      for (std::size_t i = 1; i < given.width(); ++i) {
        for (std::size_t j = 1; j < given.width(); ++j) rest.cells.push_back(given.at(i, j));
      }
      return rest;
    }();
  }
  return visit(given, places, prices_.left_by(in));
}

bool PlainScan::counts(const Given& given, std::size_t column) const {
  return given.at(column, column).value() > base::kDetermined * problem_.own[given.names[column]];
}

/// The columns from `from` on, given the pivot.
PlainScan::Given PlainScan::condition(const Given& given, std::size_t pivot, std::size_t from) const {
  Given next;
  next.names.assign(given.names.begin() + static_cast<std::ptrdiff_t>(from), given.names.end());
  const std::size_t width = next.width();
  next.cells.resize(width * width);
  const DoubleDouble variance = given.at(pivot, pivot);
  const DoubleDouble* line = &given.cells[pivot * given.width()];
  for (std::size_t i = 0; i < width; ++i) {
    const DoubleDouble slope = line[from + i] / variance;
    const DoubleDouble* row = &given.cells[(from + i) * given.width() + from];
    DoubleDouble* out = &next.cells[i * width];
    for (std::size_t j = i; j < width; ++j) out[j] = row[j] - slope * line[from + j];
  }
  return next;
}

bool PlainScan::look_at(std::initializer_list<std::size_t> more) {
  std::vector<std::size_t> set = set_;
  set.insert(set.end(), more.begin(), more.end());
  return suspect_(set);
}

bool PlainScan::visit(const Given& given, std::size_t places, std::int64_t left) {
  const std::size_t size = given.names.size();
  if (!(given.at(size, size).value() * (1 - kSlack) >= least_) && !look_at({})) return false;
  places = prices_.most_places(places, left);
  if (places == 0 || size == 0) return true;
  if (places <= 2) return last_places(given, places, left);
  for (std::size_t i = 0; i < size; ++i) {
    const std::int64_t cost = prices_.cost(given.names[i]);
    if (cost > left || !counts(given, i)) continue;  // it adds nothing here, nor beside more columns
    set_.push_back(given.names[i]);
    const bool goes_on = visit(condition(given, i, i + 1), places - 1, left - cost);
    set_.pop_back();
    if (!goes_on) return false;
  }
  return true;
}

/// One or two columns more.
bool PlainScan::last_places(const Given& given, std::size_t places, std::int64_t money) {
  std::vector<std::size_t> columns;
  for (std::size_t j = 0; j < given.names.size(); ++j) {
    if (prices_.cost(given.names[j]) <= money && counts(given, j)) columns.push_back(j);
  }
  const std::size_t target = given.names.size();
  const auto size = static_cast<Eigen::Index>(columns.size());
  const double left = given.at(target, target).value();
  const double share = least_ / left;
  Eigen::ArrayXd unit(size);
  Eigen::ArrayXd rho(size);
  for (Eigen::Index j = 0; j < size; ++j) {
    const std::size_t column = columns[static_cast<std::size_t>(j)];
    unit[j] = 1 / std::sqrt(given.at(column, column).high);
    rho[j] = given.at(column, target).high * unit[j] * (1 / std::sqrt(left));
  }
  Eigen::ArrayXd c(size);
  Eigen::ArrayXd spare(size);
  for (Eigen::Index i = 0; i < size; ++i) {
    const std::size_t first = columns[static_cast<std::size_t>(i)];
    const double room = 1 - rho[i] * rho[i] - share - kSlack;
    if (!(room > 0) && !look_at({given.names[first]})) return false;
    const Eigen::Index rest = size - i - 1;
    if (places < 2 || rest == 0) continue;
    const DoubleDouble* row = &given.cells[first * given.width()];
    for (Eigen::Index j = 0; j < rest; ++j) c[j] = row[columns[static_cast<std::size_t>(i + 1 + j)]].high;
    c.head(rest) *= unit.tail(rest) * unit[i];
    spare.head(rest) = room * ((1 - kSlack) - c.head(rest).square()) -
                       ((rho.tail(rest) - rho[i] * c.head(rest)).abs() + kSlack).square();
    if (room > 0 && (spare.head(rest) >= 0).all()) continue;
    for (Eigen::Index j = 0; j < rest; ++j) {
      if (room > 0 && spare[j] >= 0) continue;
      const std::size_t second = given.names[columns[static_cast<std::size_t>(i + 1 + j)]];
      if (prices_.cost(given.names[first]) + prices_.cost(second) > money) continue;
      if (!look_at({given.names[first], second})) return false;
    }
  }
  return true;
}

}  // namespace explainee::verify
