#include "explainee/explain/supported/further_fact.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "explainee/base/threads/thread_pool.h"
#include "explainee/information/tests/permutation.h"
#include "explainee/information/tests/sign_flip.h"

namespace explainee::explain {
namespace {

using base::Result;
using information::MaximumOptions;
using information::MaximumOutcome;
using information::Responses;
using information::ScoreBlock;

/// More groups are joined: signs of a few rows together are as good where there are many.
constexpr int kMostGroups = 1200;
/// Of more rows, sums are as good as symmetric, and dealing them all takes long.
constexpr Eigen::Index kMostDealt = 20'000;

/// What other shapes than the line have to make up for: they are many, and told with more words.
constexpr double kBendPenalty = 1.8;     // ln 6
constexpr double kCutPenalty = 3.4;      // ln 30
constexpr double kProductPenalty = 3.0;  // ln 20

/// The rows of the fit with what a step of the choice leaves of the predictions.
class Step {
 public:
  Step(const SeenRows& seen, const DealtRows& dealt, const search::Set& told) {
    rows_ = rows_of(dealt, seen.fit);
    const Eigen::MatrixXd all = seen.design(told, 0, seen.known.rows());
    design_ = all(rows_, Eigen::all);
    weights_ = dealt.folds.weights(rows_);
    weighted_ = design_.array().colwise() * weights_.array();
    solver_.compute(weighted_.transpose() * design_);
    find_residuals(seen.targets(rows_, Eigen::all));
    join_groups(dealt);
    for (Eigen::Index t = 0; t < residuals_.cols(); ++t)
      of_design_.push_back(grouped(design_.array().colwise() * residuals_.col(t).array()));
  }

  /// Sums of x̃·r of every group, all targets of a column side by side: groups × (columns · targets).
  [[nodiscard]] Eigen::MatrixXd sums(const Eigen::Ref<const Eigen::MatrixXd>& columns) const {
    const Eigen::MatrixXd slopes = solver_.solve(weighted_.transpose() * columns);
    Eigen::MatrixXd result(groups_, columns.cols() * residuals_.cols());
    for (Eigen::Index t = 0; t < residuals_.cols(); ++t) {
      const Eigen::MatrixXd own = grouped(columns.array().colwise() * residuals_.col(t).array());
      result(Eigen::all, Eigen::seqN(t, columns.cols(), residuals_.cols())) =
          own - of_design_[static_cast<std::size_t>(t)] * slopes;
    }
    return result;
  }

  /// What u and the set leave of columns, rows × columns, each row by the root of its weight.
  [[nodiscard]] Eigen::MatrixXd left_of(const Eigen::Ref<const Eigen::MatrixXd>& columns) const {
    const Eigen::MatrixXd left = columns - design_ * solver_.solve(weighted_.transpose() * columns);
    return left.array().colwise() * weights_.array().sqrt();
  }
  /// The residuals of rows or blocks, dealt anew by chance.
  [[nodiscard]] std::optional<Responses> dealt(std::uint64_t seed) const {
    if (residuals_.rows() > kMostDealt) return std::nullopt;
    const Eigen::MatrixXd left = residuals_.array().colwise() / weights_.array().sqrt();
    return information::dealt_residuals(left, block_of_, seed);
  }

  [[nodiscard]] const std::vector<Eigen::Index>& rows() const { return rows_; }
  [[nodiscard]] Eigen::Index targets() const { return residuals_.cols(); }
  [[nodiscard]] Eigen::Index groups() const { return groups_; }
  /// Rows left to their residuals, so that a Wald form with many columns means something.
  [[nodiscard]] Eigen::Index free_groups() const { return groups_ - design_.cols(); }

 private:
  /// What is left, divided by √(1 − leverage), times the row's weight.
  void find_residuals(const Eigen::MatrixXd& targets) {
    residuals_ = targets - design_ * solver_.solve(weighted_.transpose() * targets);
    const Eigen::MatrixXd back = solver_.solve(weighted_.transpose());
    for (Eigen::Index i = 0; i < residuals_.rows(); ++i) {
      const double leverage = design_.row(i).dot(back.col(i));
      residuals_.row(i) *= weights_[i] / std::sqrt(std::max(1 - leverage, 0.01));
    }
  }

  void join_groups(const DealtRows& dealt) {
    std::vector<int> place(static_cast<std::size_t>(dealt.held->group_count), -1);
    int count = 0;
    for (const Eigen::Index row : rows_) {
      int& own = place[static_cast<std::size_t>(
          dealt.held->groups[static_cast<std::size_t>(dealt.order[static_cast<std::size_t>(row)])])];
      if (own < 0) own = count++;
      group_of_.push_back(own % kMostGroups);
      if (dealt.held->blocks) block_of_.push_back(own);
    }
    groups_ = std::min(count, kMostGroups);
  }

  [[nodiscard]] Eigen::MatrixXd grouped(const Eigen::MatrixXd& rows) const {
    Eigen::MatrixXd sums = Eigen::MatrixXd::Zero(groups_, rows.cols());
    for (Eigen::Index j = 0; j < rows.cols(); ++j) {
      for (Eigen::Index i = 0; i < rows.rows(); ++i) sums(group_of_[static_cast<std::size_t>(i)], j) += rows(i, j);
    }
    return sums;
  }

  std::vector<Eigen::Index> rows_;
  Eigen::MatrixXd design_;
  Eigen::VectorXd weights_;
  Eigen::MatrixXd weighted_;
  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> solver_;
  Eigen::MatrixXd residuals_;
  std::vector<int> group_of_;
  std::vector<int> block_of_;  // where rows hang together
  Eigen::Index groups_ = 0;
  std::vector<Eigen::MatrixXd> of_design_;
};

/// One way to tell a candidate, by neighbouring columns.
struct Form {
  Eigen::Index first = 0;
  Eigen::Index count = 1;
  double penalty = 0;
};

/// The columns of a library that are tested, and the forms they make: the line, the whole basis of the freest bend,
/// every cut, every product.
struct Forms {
  std::vector<int> columns;
  std::vector<Form> forms;

  Forms(const ShapeLibrary& shapes, bool itself, bool product) {
    if (itself) {
      add({0}, 0);
      if (!shapes.splines.empty()) add_bend(shapes);
      for (std::size_t k = 0; k < shapes.cuts.size(); ++k) add({shapes.cut_begin + static_cast<int>(k)}, kCutPenalty);
    }
    for (const int begin : product ? shapes.product_begin : std::vector<int>()) {
      forms.push_back({static_cast<Eigen::Index>(columns.size()), 1, kProductPenalty});
      std::vector<int> block(static_cast<std::size_t>(shapes.product_size()));
      for (std::size_t j = 0; j < block.size(); ++j) block[j] = begin + static_cast<int>(j);
      add(block, kProductPenalty);
    }
  }

 private:
  void add(const std::vector<int>& block, double penalty) {
    forms.push_back({static_cast<Eigen::Index>(columns.size()), static_cast<Eigen::Index>(block.size()), penalty});
    columns.insert(columns.end(), block.begin(), block.end());
  }
  /// Behind the line, so that both together are its basis.
  void add_bend(const ShapeLibrary& shapes) {
    const int degrees = shapes.splines.back().degrees();
    for (int j = 0; j + 1 < degrees; ++j) columns.push_back(shapes.spline_begin.back() + j);
    forms.push_back({0, degrees, kBendPenalty});
  }
};

/// The candidates that are not told yet, in the forms that may be told.
class Further {
 public:
  Further(const SeenRows& seen, const DealtRows& dealt, const ShapeLibraries& libraries, const search::Set& told,
          const Step& step, const FurtherRules& rules)
      : seen_(seen),
        dealt_(dealt),
        libraries_(libraries),
        step_(step),
        rules_(rules),
        itself_(dealt.held->candidates.size(), true),
        product_(dealt.held->candidates.size(), false) {
    for (const SeenFact& of : seen.of) {
      if (of.product) product_[static_cast<std::size_t>(of.candidate)] = true;
    }
    for (const int fact : told) {
      const SeenFact& of = seen.of[static_cast<std::size_t>(fact)];
      (of.product ? product_ : itself_)[static_cast<std::size_t>(of.candidate)] = false;
    }
  }

  /// Blocks of columns: one a candidate, and maybe one of all.
  [[nodiscard]] std::size_t count() const { return itself_.size() + (rules_.together ? 1 : 0); }

  /// Columns that `make` makes of a candidate's, `outputs` of each, and its forms in them.
  template <class Make>
  [[nodiscard]] ScoreBlock block(std::size_t candidate, Eigen::Index outputs, Make make) const {
    ScoreBlock block;
    if (candidate == itself_.size()) {
      const Eigen::MatrixXd& cells = dealt_.held->values;
      std::vector<int> columns;
      for (const HeldCandidate& one : dealt_.held->candidates)
        columns.insert(columns.end(), one.columns.begin(), one.columns.end());
      const Eigen::MatrixXd ordered = cells(dealt_.order, columns);
      block.columns = make(ordered(step_.rows(), Eigen::all));
      add({0, static_cast<Eigen::Index>(columns.size()), 0}, outputs, block);
    } else if (rules_.shapes && dealt_.held->candidates[candidate].may_bend) {
      libraries_.with(candidate, [&](const ShapeLibrary& shapes) {
        const Forms forms(shapes, itself_[candidate], product_[candidate]);
        if (forms.forms.empty()) return;
        const Eigen::MatrixXd ordered = shapes.columns(dealt_.order, forms.columns);
        block.columns = make(ordered(step_.rows(), Eigen::all));
        for (const Form& form : forms.forms) add(form, outputs, block);
      });
    } else if (itself_[candidate]) {
      const search::Candidate& place = seen_.places[candidate];
      block.columns = make(seen_.facts(step_.rows(), Eigen::seqN(place.first, place.count)));
      add({0, place.count, 0}, outputs, block);
    }
    return block;
  }

 private:
  void add(const Form& form, Eigen::Index outputs, ScoreBlock& block) const {
    if (2 * form.count * step_.targets() > step_.free_groups()) return;
    block.candidates.push_back({form.first * outputs, form.count * outputs, 0, form.penalty});
  }

  const SeenRows& seen_;
  const DealtRows& dealt_;
  const ShapeLibraries& libraries_;
  const Step& step_;
  const FurtherRules& rules_;
  std::vector<bool> itself_;   // is not told yet
  std::vector<bool> product_;  // is offered and not told yet
};

}  // namespace

Result<double> test_further_fact(const SeenRows& seen, const DealtRows& dealt, const ShapeLibraries& libraries,
                                 const search::Set& told, const FurtherRules& rules, const base::Control& control) {
  const Step step(seen, dealt, told);
  const Further further(seen, dealt, libraries, told, step, rules);
  const auto flipped = [&](std::size_t candidate) {
    return further.block(candidate, step.targets(), [&](const Eigen::MatrixXd& columns) { return step.sums(columns); });
  };
  const MaximumOptions options{rules.draws, rules.level, rules.seed};
  EXPLAINEE_ASSIGN(const MaximumOutcome flips,
                   information::test_maximum(further.count(), flipped,
                                             information::flipped_signs(step.groups(), rules.seed), options, control));
  if (flips.p_value > rules.level) return flips.p_value;
  const std::optional<Responses> deals = step.dealt(rules.seed);
  if (!deals) return flips.p_value;
  const auto left = [&](std::size_t candidate) {
    return further.block(candidate, 1, [&](const Eigen::MatrixXd& columns) { return step.left_of(columns); });
  };
  const MaximumOptions fewer{rules.deals, rules.level, rules.seed};
  EXPLAINEE_ASSIGN(const MaximumOutcome dealt_out,
                   information::test_maximum(further.count(), left, *deals, fewer, control));
  return std::max(flips.p_value, dealt_out.p_value);
}

}  // namespace explainee::explain
