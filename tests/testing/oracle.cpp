#include "testing/oracle.h"

#include <algorithm>
#include <bit>
#include <boost/math/special_functions/digamma.hpp>
#include <cmath>
#include <limits>
#include <set>

#include "explainee/base/tolerances.h"
#include "testing/least_squares.h"

namespace explainee::oracle {
namespace {

/// Shares of variance within this factor of kDetermined are not decided here.
constexpr Real kDoubtful = 100;
bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

data::MemoryTable Task::table(std::size_t batch_rows) const {
  data::MemoryTable result(batch_rows);
  for (const Column& each : columns) {
    if (each.is_text()) {
      result.add(each.name, each.texts);
    } else {
      result.add(each.name, each.numbers);
    }
  }
  return result;
}

const Column& Task::column(const std::string& name) const {
  return *std::find_if(columns.begin(), columns.end(), [&](const Column& each) { return each.name == name; });
}

std::size_t Task::rows() const {
  return columns.front().is_text() ? columns.front().texts.size() : columns.front().numbers.size();
}

/// A set on the way through all of them.
struct Oracle::Node {
  Mask set = 0;
  int next = 0;  ///< first candidate that may be added
  int facts = 0;
  Matrix columns;  ///< of the set, given u
  Matrix basis;    ///< orthonormal, spans them
  Matrix left;     ///< open predictions given u and the set
};

Oracle::Oracle(const Task& task) {
  read_rows(task);
  read_predictions(task);
  build_summary(task);
  split_candidates(task);
  find_open_predictions();
  sparsity =
      std::min(task.request.facts.sparsity.value_or(request::kDefaultSparsity), static_cast<int>(candidates.size()));
  // Too few rows make any prediction look determined.
  too_few_rows = effective_rows < summary_rank + sparsity + std::max(1, open_predictions()) + 1 - 1e-9;
  if (!too_few_rows) enumerate();
}

void Oracle::read_rows(const Task& task) {
  std::vector<Real> weights;
  Real sum = 0;
  Real squares = 0;
  for (std::size_t row = 0; row < task.rows(); ++row) {
    const Real weight = task.request.how.weight.empty() ? 1 : task.column(task.request.how.weight).numbers[row];
    if (!(weight > 0)) continue;
    rows_.push_back(row);
    weights.push_back(weight);
    sum += weight;
    squares += weight * weight;
  }
  effective_rows = static_cast<double>(sum * sum / squares);
  root_weight_ =
      Eigen::Map<Vector>(weights.data(), static_cast<Eigen::Index>(weights.size())).array().sqrt() / std::sqrt(sum);
}

Vector Oracle::values(const std::vector<double>& numbers) const {
  Vector result(static_cast<Eigen::Index>(rows_.size()));
  const Real origin = numbers[rows_.front()];
  for (std::size_t i = 0; i < rows_.size(); ++i) result[static_cast<Eigen::Index>(i)] = numbers[rows_[i]] - origin;
  return result;
}

Vector Oracle::centred(const Vector& values) const {
  const Vector weight = root_weight_.cwiseAbs2();
  Vector result = values.array() - weight.dot(values) / weight.sum();
  result.array() -= weight.dot(result) / weight.sum();
  if (values.maxCoeff() == values.minCoeff()) result.setZero();
  return result.cwiseProduct(root_weight_);
}

Matrix Oracle::columns_of(const Column& column) const {
  if (!column.is_text()) return centred(values(column.numbers));
  const std::set<std::string> levels(column.texts.begin(), column.texts.end());
  Matrix result(static_cast<Eigen::Index>(rows_.size()), 0);
  for (const std::string& level : levels) {
    if (levels.size() > 1 && level == *levels.begin()) continue;
    Vector indicator(static_cast<Eigen::Index>(rows_.size()));
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      indicator[static_cast<Eigen::Index>(i)] = column.texts[rows_[i]] == level ? 1 : 0;
    }
    append(result, centred(indicator));
  }
  return result;
}

bool Oracle::determined(Real share) {
  const Real limit = base::kDetermined;
  if (share > limit / kDoubtful && share < limit * kDoubtful) borderline = true;
  return share <= limit;
}

/// Positions of independent columns (of length 1), largest share of variance left first; they extend the basis.
std::vector<int> Oracle::take_independent(const Matrix& columns, Matrix& basis) {
  std::vector<int> taken;
  while (true) {
    Eigen::Index best = -1;
    Vector best_left;
    for (Eigen::Index k = 0; k < columns.cols(); ++k) {
      if (std::find(taken.begin(), taken.end(), k) != taken.end()) continue;
      const Vector left = left_of(basis, columns.col(k));
      if (determined(left.squaredNorm())) {
        slack_ = std::max(slack_, left.norm());
        continue;
      }
      if (best < 0 || left.squaredNorm() > best_left.squaredNorm()) {
        best = k;
        best_left = left;
      }
    }
    if (best < 0) return taken;
    taken.push_back(static_cast<int>(best));
    append(basis, unit(best_left));
  }
}

void Oracle::read_predictions(const Task& task) {
  predictions_.resize(root_weight_.size(), 0);
  own.resize(static_cast<Eigen::Index>(task.request.what.prediction.size()));
  for (const std::string& name : task.request.what.prediction) {
    const Vector column = centred(values(task.column(name).numbers));
    own[predictions_.cols()] = column.squaredNorm();
    append(predictions_, unit(column));
  }
}

void Oracle::build_summary(const Task& task) {
  add_known(task);
  for (const auto* names : {&task.request.who.summary, &task.request.who.guess}) {
    for (const std::string& name : *names) {
      const Matrix columns = columns_of(task.column(name));
      for (Eigen::Index k = 0; k < columns.cols(); ++k) known_.push_back(columns.col(k));
    }
  }
  for (const std::vector<double>& seen : task.seen) known_.push_back(centred(values(seen)));
  add_reasons(task);
  Matrix all(root_weight_.size(), 0);
  for (const Vector& column : known_) append(all, unit(column));
  basis_.resize(root_weight_.size(), 0);
  summary_.resize(root_weight_.size(), 0);
  for (const int index : take_independent(all, basis_)) append(summary_, all.col(index));
  summary_rank = static_cast<int>(summary_.cols());
}

void Oracle::add_known(const Task& task) {
  std::vector<std::string> names;
  for (const auto* list : {&task.request.who.knows, &task.request.who.told}) {
    for (const std::string& name : *list) {
      if (!contains(names, name)) names.push_back(name);
    }
  }
  std::vector<Vector> numbers;
  for (const std::string& name : names) {
    const Matrix columns = columns_of(task.column(name));
    for (Eigen::Index k = 0; k < columns.cols(); ++k) known_.push_back(columns.col(k));
    if (!task.column(name).is_text()) numbers.push_back(unit(columns.col(0)).cwiseQuotient(root_weight_));
  }
  const std::size_t count = numbers.size() + numbers.size() * (numbers.size() + 1) / 2;
  quadratic = !task.request.who.linear && !numbers.empty() && 10 * count <= rows_.size();
  if (!quadratic) return;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    for (std::size_t j = i; j < numbers.size(); ++j) known_.push_back(centred(numbers[i].cwiseProduct(numbers[j])));
  }
}

void Oracle::add_reasons(const Task& task) {
  const request::Request& request = task.request;
  if (request.who.reasons_from.empty()) return;
  Matrix features(root_weight_.size(), 0);
  Vector weighted = Vector::Zero(root_weight_.size());
  bool own_weights = false;
  for (const request::WeightedColumn& reason : request.who.reasons_from) {
    const Matrix columns = columns_of(task.column(reason.column));
    if (reason.weight) {
      own_weights = true;
      weighted += columns.col(0) * static_cast<Real>(*reason.weight);
    }
    for (Eigen::Index k = 0; k < columns.cols(); ++k) append(features, unit(columns.col(k)));
  }
  if (own_weights) {
    known_.push_back(weighted);
    return;
  }
  Matrix basis(root_weight_.size(), 0);
  const std::vector<int> taken = take_independent(features, basis);
  const std::vector<std::string> targets =
      request.what.label.empty() ? request.what.prediction : std::vector{request.what.label};
  for (const std::string& target : targets) {
    const Vector column = unit(centred(values(task.column(target).numbers)));
    known_.push_back(basis * (basis.transpose() * column));
    slack_ = std::max(slack_, fitted_rounding(features(Eigen::all, taken), column));
  }
}

void Oracle::split_candidates(const Task& task) {
  const request::Request& request = task.request;
  std::vector<std::string> taken = request.what.prediction;
  for (const std::string& name : {request.what.label, request.what.id, request.how.weight, request.how.block})
    taken.push_back(name);
  for (const auto* names : {&request.who.summary, &request.who.guess, &request.facts.exclude}) {
    taken.insert(taken.end(), names->begin(), names->end());
  }
  std::vector<std::string> hers = request.who.knows;
  hers.insert(hers.end(), request.who.told.begin(), request.who.told.end());
  for (const request::WeightedColumn& reason : request.who.reasons_from) {
    if (!request.who.retell) hers.push_back(reason.column);
  }
  facts_.resize(root_weight_.size(), 0);
  std::vector<Real> deviations;
  for (const Column& column : task.columns) {
    if (contains(taken, column.name)) continue;
    if (!request.facts.features.empty() && !contains(request.facts.features, column.name)) continue;
    const Matrix columns = columns_of(column);
    bool open = false;
    for (Eigen::Index k = 0; k < columns.cols(); ++k) {
      const Fit fit = least_squares(summary_, unit(columns.col(k)));
      if (!determined(fit.residual)) open = true;
      if (!std::isfinite(blur_of(fit, slack_))) borderline = true;
    }
    if (!open || contains(hers, column.name)) {
      already_known.push_back(column.name);
      continue;
    }
    candidates.push_back({column.name, static_cast<int>(facts_.cols()), static_cast<int>(columns.cols())});
    for (Eigen::Index k = 0; k < columns.cols(); ++k) {
      append(facts_, unit(columns.col(k)));
      deviations.push_back(columns.col(k).norm());
    }
  }
  fact_deviation_ = Eigen::Map<Vector>(deviations.data(), static_cast<Eigen::Index>(deviations.size()));
}

void Oracle::find_open_predictions() {
  Matrix basis = basis_;
  open_ = take_independent(predictions_, basis);
  std::sort(open_.begin(), open_.end());
  before.resize(own.size());
  for (Eigen::Index k = 0; k < own.size(); ++k) {
    before[k] = left_of(basis_, predictions_.col(k)).squaredNorm() * own[k];
  }
  Matrix all(root_weight_.size(), 0);
  for (Eigen::Index k = 0; k < facts_.cols(); ++k) append(all, left_of(basis_, facts_.col(k)));
  for (const int k : open_) append(all, left_of(basis_, predictions_.col(k)));
  if (all.cols() == 0) return;
  const Eigen::HouseholderQR<Matrix> factor(all);
  const Eigen::Index size = std::min(all.rows(), all.cols());
  const Matrix upper = factor.matrixQR().topRows(size).triangularView<Eigen::Upper>();
  facts_left_ = upper.leftCols(facts_.cols());
  open_left_ = upper.rightCols(open_predictions());
}

void Oracle::enumerate() {
  worths_.resize(std::size_t{1} << candidates.size());
  if (open_.empty()) {
    sets = {0};
    return;
  }
  Node root;
  root.basis.resize(facts_left_.rows(), 0);
  root.columns = root.basis;
  root.left = open_left_;
  const Real slack = slack_;
  visit(root);
  slack_ = slack;  // what a set leaves out has no part in others
  mark_redundant();
}

void Oracle::visit(const Node& node) {
  sets.push_back(node.set);
  worths_[node.set] = value(node);
  if (node.facts == sparsity) return;
  for (int index = node.next; index < static_cast<int>(candidates.size()); ++index) {
    const Candidate& candidate = candidates[static_cast<std::size_t>(index)];
    Node child = node;
    child.set |= Mask{1} << static_cast<unsigned>(index);
    child.next = index + 1;
    child.facts += 1;
    for (int k = 0; k < candidate.count; ++k) append(child.columns, facts_left_.col(candidate.first + k));
    child.basis.resize(facts_left_.rows(), 0);
    take_independent(child.columns, child.basis);
    for (Eigen::Index k = 0; k < child.left.cols(); ++k) child.left.col(k) = left_of(child.basis, open_left_.col(k));
    visit(child);
  }
}

Worth Oracle::value(const Node& node) {
  Worth worth;
  worth.rank = static_cast<int>(node.basis.cols());
  if (worth.rank > node.facts) worth.charge = bias(worth.rank) - bias(node.facts);
  Matrix basis(node.left.rows(), 0);
  const std::vector<int> taken = take_independent(node.left, basis);
  worth.settled = open_predictions() - static_cast<int>(taken.size());
  if (taken.empty()) return worth;
  // I(x_E; ŷ|u) = I(x_E; v|u) + I(x_E; ŷ|u, v), v the settled directions: what counts is the second part.
  const Matrix after = node.left(Eigen::all, taken);
  Matrix settled(node.left.rows(), 0);
  for (int k = 0; k < open_predictions(); ++k) {
    if (std::find(taken.begin(), taken.end(), k) != taken.end()) continue;
    const Vector weights = after.householderQr().solve(node.left.col(k));
    append(settled, open_left_.col(k) - open_left_(Eigen::all, taken) * weights);
  }
  worth.nats = (log_det_gram(open_left_) - log_det_gram(settled) - log_det_gram(after)) / 2;
  return worth;
}

void Oracle::mark_redundant() {
  for (const Mask set : sets) {
    for (std::size_t index = 0; index < candidates.size(); ++index) {
      const Mask bit = Mask{1} << index;
      if ((set & bit) != 0 && worths_[set & ~bit].rank == worths_[set].rank) worths_[set].redundant = true;
    }
  }
}

Matrix Oracle::set_columns(Mask set) const {
  Matrix columns(root_weight_.size(), 0);
  for (std::size_t index = 0; index < candidates.size(); ++index) {
    if ((set >> index & 1U) == 0) continue;
    for (int k = 0; k < candidates[index].count; ++k) append(columns, facts_.col(candidates[index].first + k));
  }
  return columns;
}

Real Oracle::blur(Mask set) const {
  const Matrix targets = predictions_(Eigen::all, open_);
  return log_det_blur(summary_, targets, slack_) + log_det_blur(beside(summary_, set_columns(set)), targets, slack_);
}

Regression Oracle::regression(Mask set) const {
  const Matrix facts = set_columns(set);
  const Matrix columns = beside(summary_, facts);
  Regression result;
  result.coefficients.resize(facts.cols(), own.size());
  result.rounding.resize(facts.cols(), own.size());
  result.after.resize(own.size());
  result.after_rounding.resize(own.size());
  const Matrix inverse = (columns.transpose() * columns).inverse().cwiseAbs();
  for (Eigen::Index k = 0; k < own.size(); ++k) {
    const Fit fit = least_squares(columns, predictions_.col(k));
    result.after[k] = fit.residual * own[k];
    result.after_rounding[k] = radius_of(fit, slack_) * own[k];
    Eigen::Index row = 0;
    for (std::size_t index = 0; index < candidates.size(); ++index) {
      if ((set >> index & 1U) == 0) continue;
      for (int j = 0; j < candidates[index].count; ++j, ++row) {
        const Real unit_size = std::sqrt(own[k]) / fact_deviation_[candidates[index].first + j];
        const Eigen::Index position = summary_.cols() + row;
        result.coefficients(row, k) = fit.coefficients[position] * unit_size;
        result.rounding(row, k) = (kRounding + slack_) * fit.reach * inverse.row(position).sum() * unit_size;
      }
    }
  }
  return result;
}

Real Oracle::bias(int rank) const {
  Real sum = 0;
  for (int k = 0; k < open_predictions(); ++k) {
    const double free = effective_rows - 1 - summary_rank - k;
    if (free - rank <= 0) return kInfinity;
    sum += boost::math::digamma(free / 2) - boost::math::digamma((free - rank) / 2);
  }
  return sum / 2;
}

std::optional<Mask> Oracle::mask_of(const std::vector<std::string>& names) const {
  Mask set = 0;
  for (const std::string& name : names) {
    const auto found =
        std::find_if(candidates.begin(), candidates.end(), [&](const auto& c) { return c.name == name; });
    if (found == candidates.end()) return std::nullopt;
    set |= Mask{1} << static_cast<unsigned>(found - candidates.begin());
  }
  return set;
}

std::string Oracle::names_of(Mask set) const {
  std::string text = "{";
  for (std::size_t index = 0; index < candidates.size(); ++index) {
    if ((set >> index & 1U) != 0) text += (text.size() > 1 ? " " : "") + candidates[index].name;
  }
  return text + "}";
}

}  // namespace explainee::oracle
