#include "explainee/moments/merge.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "explainee/moments/join_folds.h"

namespace explainee::moments {
namespace {

base::Error differs(const std::string& part, const base::Message& what) {
  return {base::ErrorCode::kIncompatibleMoments, base::say("{}; make all parts with the same options", what), part};
}

/// What the columns are, in order, levels of a text column taken together.
std::vector<std::string> skeleton(const Moments& moments) {
  std::vector<std::string> names;
  for (const MomentColumn& column : moments.columns) {
    const bool text = column.kind == ColumnKind::kLevel;
    const std::string name = fmt::format("{}column '{}'", text ? "text " : "", text ? column.source : column.name);
    if (names.empty() || names.back() != name) names.push_back(name);
  }
  return names;
}

base::Result<void> check_alike(const Moments& sum, const Moments& part, const std::string& name) {
  if (sum.seed != part.seed)
    return differs(name, base::say("its rows were dealt to folds with another {}", base::option("seed")));
  if (sum.weighted != part.weighted || sum.weight_column != part.weight_column) {
    return differs(name,
                   fmt::format("its weight column is '{}', of the others '{}'", part.weight_column, sum.weight_column));
  }
  if (sum.block_column != part.block_column) {
    return differs(name,
                   fmt::format("its block column is '{}', of the others '{}'", part.block_column, sum.block_column));
  }
  const std::vector<std::string> a = skeleton(sum);
  const std::vector<std::string> b = skeleton(part);
  if (a == b) return {};
  for (const std::string& column : a) {
    if (std::find(b.begin(), b.end(), column) != b.end()) continue;
    const std::string other = column.starts_with("text ") ? column.substr(5) : "text " + column;
    const bool there = std::find(b.begin(), b.end(), other) != b.end();
    return differs(
        name, there ? fmt::format("the others have the {}, it has the {}", column, other) : "it lacks the " + column);
  }
  for (const std::string& column : b) {
    if (std::find(a.begin(), a.end(), column) == a.end()) {
      return differs(name, fmt::format("it has the {}, which the others lack", column));
    }
  }
  return differs(name, "its columns are in another order");
}

/// The columns of both: the skeleton of `sum` with the union of the levels in byte order.
std::vector<MomentColumn> joined_columns(const Moments& sum, const Moments& part) {
  std::map<std::string, std::map<std::string, MomentColumn>> levels;
  for (const Moments* moments : {&sum, &part}) {
    for (const MomentColumn& column : moments->columns) {
      if (column.kind == ColumnKind::kLevel) levels[column.source].emplace(column.level, column);
    }
  }
  std::vector<MomentColumn> columns;
  std::string last_text;
  for (const MomentColumn& column : sum.columns) {
    if (column.kind != ColumnKind::kLevel) {
      columns.push_back(column);
      last_text.clear();
    } else if (column.source != last_text) {
      last_text = column.source;
      for (const auto& [level, entry] : levels[column.source]) columns.push_back(entry);
    }
  }
  return columns;
}

/// x_new = linear·x_old + constant, where x are the columns measured from their shifts.
struct AffineMap {
  Eigen::MatrixXd linear;
  Eigen::VectorXd constant;
  bool identity = false;  ///< linear is the identity: only means move
};

/// Levels that the old list lacks are 0 in every row; products move to the new shift exactly (mathematics §6):
/// (x−c)(y−e) = (x−c')(y−e') + (c'−c)(y−e') + (e'−e)(x−c') + (c'−c)(e'−e), c' the old shift.
AffineMap to_columns(const Moments& from, const std::vector<MomentColumn>& columns) {
  const auto rows = static_cast<Eigen::Index>(columns.size());
  const auto cols = static_cast<Eigen::Index>(from.columns.size());
  AffineMap map{Eigen::MatrixXd::Zero(rows, cols), Eigen::VectorXd::Zero(rows), false};
  std::map<std::string, double> moved;  // old shift − new shift
  for (Eigen::Index i = 0; i < rows; ++i) {
    const MomentColumn& column = columns[static_cast<std::size_t>(i)];
    const int old = from.find(column.name, column.kind);
    if (old < 0) continue;
    map.linear(i, old) = 1.0;
    if (column.kind == ColumnKind::kNumber) {
      map.constant[i] = from.columns[static_cast<std::size_t>(old)].shift - column.shift;
      moved[column.name] = map.constant[i];
    } else if (column.kind == ColumnKind::kProduct) {
      const double first = moved[column.source];
      const double second = moved[column.second];
      map.linear(i, from.find(column.second, ColumnKind::kNumber)) += first;
      map.linear(i, from.find(column.source, ColumnKind::kNumber)) += second;
      map.constant[i] = first * second;
    }
  }
  map.identity = rows == cols && map.linear.isIdentity(0);
  return map;
}

/// A product of which only rounding is left at the new shift does not vary.
void drop_cancelled(const AffineMap& map, const Fold& from, Fold& to) {
  constexpr double kRounding = 16 * std::numeric_limits<double>::epsilon();
  const Eigen::VectorXd spread = map.linear.cwiseAbs() * from.scatter.diagonal().cwiseSqrt();
  for (Eigen::Index i = 0; i < spread.size(); ++i) {
    if (to.scatter(i, i) > kRounding * spread[i] * spread[i]) continue;
    to.scatter.row(i).head(i).setZero();
    to.scatter.col(i).tail(spread.size() - i).setZero();
  }
}

Fold apply(const AffineMap& map, const Fold& fold) {
  Fold result = fold;
  if (map.identity) {
    result.mean = fold.mean + map.constant;
    return result;
  }
  result.mean = map.linear * fold.mean + map.constant;
  const Eigen::MatrixXd full = fold.scatter.selfadjointView<Eigen::Lower>();
  const Eigen::MatrixXd product = map.linear * full * map.linear.transpose();
  result.scatter = product.triangularView<Eigen::Lower>();
  drop_cancelled(map, fold, result);
  return result;
}

bool same_columns(const std::vector<MomentColumn>& a, const std::vector<MomentColumn>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end());
}

}  // namespace

base::Result<void> merge(Moments& sum, const Moments& given, const std::string& part_name) {
  EXPLAINEE_TRY(check_alike(sum, given, part_name));
  // The largest number that divides both: the same whichever of three parts come first.
  const std::size_t folds = std::gcd(sum.folds.size(), given.folds.size());
  if (sum.folds.size() != folds) sum = join_folds(std::move(sum), folds);
  std::optional<Moments> fewer;
  if (given.folds.size() != folds) fewer = join_folds(given, folds);
  const Moments& part = fewer ? *fewer : given;
  const std::vector<MomentColumn> columns = joined_columns(sum, part);
  if (!same_columns(columns, sum.columns)) {
    const AffineMap map = to_columns(sum, columns);
    for (Fold& fold : sum.folds) fold = apply(map, fold);
    sum.columns = columns;
  }
  const bool mapped = !same_columns(columns, part.columns);
  const AffineMap map = mapped ? to_columns(part, columns) : AffineMap{};
  for (std::size_t i = 0; i < sum.folds.size(); ++i) {
    if (mapped) {
      add_fold(sum.folds[i], apply(map, part.folds[i]));
    } else {
      add_fold(sum.folds[i], part.folds[i]);
    }
  }
  sum.rows_dropped += part.rows_dropped;
  return check_finite(sum, part_name);
}

}  // namespace explainee::moments
