#include "explainee/verify/leaves/leaf_check.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iostream>
#include <map>

#include "explainee/base/random.h"
#include "explainee/verify/leaves/master_leaf.h"
#include "explainee/verify/leaves/monotone_leaf.h"
#include "explainee/verify/leaves/split_leaf.h"
#include "explainee/verify/testing/exact_sets.h"
#include "explainee/verify/testing/true_claims.h"

namespace explainee::verify {
namespace {

constexpr std::array<double, 20> kExtremes = {1e300, 1e200, 1e160, 1e154,  1e100,  1e60,   1e30,   5e17,   1e9,    1,
                                              1e-9,  1e-16, 1e-30, 1e-100, 1e-154, 1e-161, 1e-200, 1e-300, 5e-324, 0};

/// Looks for numbers of one leaf that make the checker say more than is true: changes them one by one and keeps what
/// raises the bound.
class Opponent {
 public:
  Opponent(base::Random& random, const Rows& rows, Leaf::Kind kind)
      : random_(random),
        n_(static_cast<int>(rows.values.cols()) - 1),
        made_(rows, make_claim(rows, 0, 1 + static_cast<int>(random.below(4)))),
        exact_(made_.moments) {
    set_units(rows, made_.claim);
    leaf_.kind = kind;
    std::vector<int> order(static_cast<std::size_t>(n_));
    for (int j = 0; j < n_; ++j) order[static_cast<std::size_t>(j)] = j;
    random_.shuffle(std::span(order));
    for (const int j : order) place(j);
    for (auto* list : {&leaf_.in, &leaf_.out, &leaf_.chosen, &leaf_.one_of, &leaf_.not_all_of})
      std::sort(list->begin(), list->end());
    part_.p = static_cast<int>(random_.below(static_cast<std::uint64_t>(places()) + 1));
    if (random_.below(2) == 0) part_.weights.assign(static_cast<std::size_t>(n_), 1.0);
    if (kind == Leaf::Kind::kMaster) made_.claim.least_eigenvalue = 0.1;
    if (kind == Leaf::Kind::kSplit && random_.below(2) == 0) {
      made_.claim.factors.push_back({0.0, std::vector<double>(static_cast<std::size_t>(n_), 0.0)});
    }
    if (random_.below(2) == 0) aim();
    find_truth();
  }

  /// How often a bound was shown; each was compared with the truth.
  int attack(int steps) {
    int shown = 0;
    double best = compared(shown);
    for (int step = 0; step < steps; ++step) {
      std::vector<double*> numbers = all_numbers();
      if (numbers.empty()) break;
      double& number = *numbers[random_.below(numbers.size())];
      const double before = number;
      number = changed(before, &number);
      const double bound = compared(shown);
      if (bound > best || (!std::isfinite(best) && random_.below(2) == 0)) {
        best = bound;
      } else {
        number = before;
      }
    }
    close_ = least_ && std::isfinite(best) && Digits34(best) * unit() > *least_ * Digits34(0.99);
    return shown;
  }

  /// True when the attack came within a hundredth of the truth.
  [[nodiscard]] bool close() const { return close_; }

 private:
  /// What the checker counts the prediction's variance in.
  [[nodiscard]] Digits34 unit() const {
    return boost::multiprecision::ldexp(Digits34(1), 2 * made_.problem.exponent(made_.problem.target(0)));
  }

  [[nodiscard]] int places() const { return made_.claim.s - static_cast<int>(leaf_.in.size()); }

  void place(int j) {
    const std::uint64_t roll = random_.below(8);
    const bool split = leaf_.kind == Leaf::Kind::kSplit;
    const bool in = roll == 0 && places() > 0;
    if (in) leaf_.in.push_back(j);
    if (roll == 1) leaf_.out.push_back(j);
    const bool chosen = split && roll == 2 && static_cast<int>(leaf_.chosen.size()) < places();
    if (chosen) leaf_.chosen.push_back(j);
    if (leaf_.kind == Leaf::Kind::kMaster) {
      leaf_.gamma.emplace_back(j, 0.3 * random_.normal());
      if (roll == 2) leaf_.one_of.push_back(j);
      if (roll == 3) leaf_.not_all_of.push_back(j);
    }
    if (split && (in || chosen || random_.below(2) == 0)) {
      leaf_.block.push_back(j);
      part_.d.push_back(0.05);
      part_.gamma.push_back(0.3 * random_.normal());
    }
  }

  std::vector<double*> all_numbers() {
    std::vector<double*> all;
    if (leaf_.kind == Leaf::Kind::kMonotone) return all;
    for (auto* list : {&part_.d, &part_.gamma, &part_.weights, &made_.claim.units}) {
      for (double& number : *list) all.push_back(&number);
    }
    for (auto& [column, value] : leaf_.gamma) all.push_back(&value);
    for (Factor& factor : made_.claim.factors) {
      all.push_back(&factor.score);
      for (double& loading : factor.loadings) all.push_back(&loading);
    }
    if (made_.claim.least_eigenvalue) all.push_back(&*made_.claim.least_eigenvalue);
    return all;
  }

  /// Another number there; those that the file has above 0 stay so.
  double changed(double value, const double* where) {
    const auto within = [&](const std::vector<double>& list) {
      return !list.empty() && where >= list.data() && where < list.data() + list.size();
    };
    const bool positive = within(part_.d) || within(part_.weights) || within(made_.claim.units) ||
                          (made_.claim.least_eigenvalue && where == &*made_.claim.least_eigenvalue);
    const std::uint64_t roll = random_.below(10);
    double other = value * std::exp(random_.normal());
    if (roll == 0) other = kExtremes[random_.below(kExtremes.size())];
    if (roll == 1) other = value * (1 + random_.normal() * std::pow(10, -16 * random_.uniform()));
    if (roll >= 6 && !positive) other = value + random_.normal() * std::pow(10, -6 * random_.uniform());
    if (!positive) return random_.below(8) == 0 ? -other : other;
    other = std::abs(other);
    if (within(part_.weights)) other = std::clamp(other, 1e-100, 1e100);
    return std::max(other, std::numeric_limits<double>::min());
  }

  /// Starts at the regression on all columns and far out along the direction in which their correlations are nearly
  /// singular, where rounding counts most, with as much held back as they have there, or a little more.
  void aim() {
    std::vector<int> columns = leaf_.block;
    for (const auto& [column, value] : leaf_.gamma) columns.push_back(column);
    if (columns.empty()) return;
    const moments::Fold& fold = made_.moments.folds.front();
    const Eigen::MatrixXd covariance = Eigen::MatrixXd(fold.scatter.selfadjointView<Eigen::Lower>()) / fold.weight;
    const auto size = static_cast<Eigen::Index>(columns.size());
    Eigen::MatrixXd c(size, size);
    Eigen::VectorXd cross(size);
    for (Eigen::Index i = 0; i < size; ++i) {
      const int row = columns[static_cast<std::size_t>(i)];
      const double unit = made_.claim.units[static_cast<std::size_t>(row)];
      cross[i] = covariance(row, n_) * unit;
      for (Eigen::Index j = 0; j < size; ++j) {
        const int column = columns[static_cast<std::size_t>(j)];
        c(i, j) = covariance(row, column) * unit * made_.claim.units[static_cast<std::size_t>(column)];
      }
    }
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(c);
    const double rounding = 1e-16 * random_.normal() * static_cast<double>(random_.below(2));
    const double least = std::max(std::abs(solver.eigenvalues()[0] + rounding), 1e-18);
    Eigen::VectorXd point = solver.eigenvectors().col(0) * std::pow(10, 12 * random_.uniform());
    for (Eigen::Index k = 1; k < size; ++k) {
      const auto direction = solver.eigenvectors().col(k);
      point += direction * (direction.dot(cross) / std::max(solver.eigenvalues()[k], 1e-12));
    }
    for (double& held : part_.d) held = least;
    if (made_.claim.least_eigenvalue) made_.claim.least_eigenvalue = least;
    for (std::size_t k = 0; k < columns.size(); ++k) {
      (leaf_.block.empty() ? leaf_.gamma[k].second : part_.gamma[k]) = point[static_cast<Eigen::Index>(k)];
    }
  }

  [[nodiscard]] bool about(const std::vector<int>& set) const {
    const auto in_set = [&](int j) { return holds(set, static_cast<std::size_t>(j)); };
    if (leaf_.kind == Leaf::Kind::kMaster && !(leaf_.one_of.empty() && leaf_.not_all_of.empty())) {
      return std::any_of(leaf_.one_of.begin(), leaf_.one_of.end(), in_set) ||
             !std::all_of(leaf_.not_all_of.begin(), leaf_.not_all_of.end(), in_set);
    }
    if (leaf_.kind != Leaf::Kind::kSplit) return true;
    const auto outside =
        std::count_if(set.begin(), set.end(), [&](int j) { return !holds(leaf_.block, static_cast<std::size_t>(j)); });
    std::vector<int> own = leaf_.in;
    own.insert(own.end(), leaf_.chosen.begin(), leaf_.chosen.end());
    std::sort(own.begin(), own.end());
    return outside == part_.p && (part_.p > 0 || set != own);
  }

  void find_truth() {
    every_set(n_, made_.claim.s, leaf_.in, leaf_.out, [&](const std::vector<int>& set) {
      const auto left = about(set) ? exact_.left_by(set) : std::nullopt;
      if (left && (!least_ || *left < *least_)) least_ = left;
    });
  }

  [[nodiscard]] double bound() {
    const Workbench bench(made_.claim, made_.problem);
    if (!bench.may_hold(leaf_.in)) return kNoBound;
    if (leaf_.kind == Leaf::Kind::kMonotone) return monotone_bound(bench, leaf_);
    if (leaf_.kind == Leaf::Kind::kSplit) return split_bound(bench, leaf_, part_);
    return check_least_eigenvalue(bench).empty() ? master_bound(bench, leaf_) : kNoBound;
  }

  double compared(int& shown) {
    double most = kNoBound;
    try {
      most = bound();
    } catch (const NotProven&) {
      return kNoBound;
    }
    if (std::isnan(most) || most == kNoBound) return kNoBound;
    ++shown;
    if (!least_) return most;  // there is no such set
    EXPECT_TRUE(std::isfinite(most));
    EXPECT_LE(Digits34(most) * unit(), *least_ + 1e-28 * abs(*least_))
        << "kind " << static_cast<int>(leaf_.kind) << ", p " << part_.p;
    return most;
  }

  base::Random& random_;
  int n_;
  Prepared made_;
  ExactSets exact_;
  Leaf leaf_;
  SplitClass part_;
  std::optional<Digits34> least_;
  bool close_ = false;
};

/// Rows with near copies, sums of columns and noise.
Rows hazardous(base::Random& random) {
  const int n = 3 + static_cast<int>(random.below(5));
  const double apart = random.below(2) == 0 ? 1 : std::pow(10, -16 * random.uniform());
  return make_rows(random, n + 2 + static_cast<int>(random.below(40)), n, apart);
}

TEST(LeafCheck, NoOpponentProvesMoreThanTheTruth) {
  base::Random random(17);
  std::map<Leaf::Kind, int> shown;
  int close = 0;
  for (int k = 0; k < scaled(150); ++k) {
    for (const Leaf::Kind kind : {Leaf::Kind::kMonotone, Leaf::Kind::kMaster, Leaf::Kind::kSplit}) {
      Opponent opponent(random, hazardous(random), kind);
      shown[kind] += opponent.attack(200);
      close += opponent.close() ? 1 : 0;
      if (testing::Test::HasFailure()) return;
    }
  }
  for (const auto& [kind, count] : shown) EXPECT_GT(count, scaled(150) / 4) << static_cast<int>(kind);
  std::cout << "             bounds shown and compared: " << shown[Leaf::Kind::kMaster] << " of master, "
            << shown[Leaf::Kind::kSplit] << " of split leaves; attacks that came within 1 %: " << close << '\n';
  EXPECT_GT(close, scaled(150) / 10) << "an opponent who stays far off shows nothing";
}

}  // namespace
}  // namespace explainee::verify
