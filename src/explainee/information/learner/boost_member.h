// explainee/information/learner/boost_member.h: one chain of boosted trees after a constant or a linear start.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "explainee/information/learner/linear_start.h"
#include "explainee/information/learner/tree_grower.h"

namespace explainee::information {

/// How the learner learns; the defaults suit 50 to 5000 rows.
struct BoostOptions {
  int rounds = 300;         ///< at most so many trees a score
  int patience = 15;        ///< rounds that must lower the loss noticeably, or no more are grown
  int parts = 4;            ///< of the rows; each member of a model leaves one out, which says when to stop
  double shrinkage = 0.15;  ///< share of a tree that is taken
  double ridge = 2;         ///< rows' worth of slope 0 in the linear start
  bool linear = true;       ///< also try to begin with a line, and take the better of the two
  TreeShape tree = {};
  std::uint64_t seed = 0;
};

/// Where the trees of a member begin.
enum class BoostStart : std::uint8_t { kConstant, kLine };
inline constexpr int kBoostStarts = 2;

/// Rows of which one member learns, and what the rows that it leaves out are for.
struct MemberPlan {
  /// A goal is one model; members that watch for it are its parts.
  struct Use {
    int goal = 0;
    std::vector<int> watched;  ///< rows that say how many rounds the goal's members take
  };
  std::vector<int> trained;
  std::vector<Use> uses;
};

/// A start and trees that correct it, as far as rows that it watches but does not learn from.
class BoostMember {
 public:
  BoostMember(const Design& design, const LearnerTarget& target, MemberPlan plan, const BoostOptions& options,
              BoostStart start);

  [[nodiscard]] const MemberPlan& plan() const { return plan_; }
  [[nodiscard]] BoostStart start() const { return start_; }
  /// Grows until so many rounds.
  void grow(int rounds);
  /// Σ weight·loss of the rows watched by use `u` after 0, 1, … rounds.
  [[nodiscard]] const std::vector<double>& losses(std::size_t u) const { return losses_[u]; }
  /// The scores of a row after so many rounds.
  void write_scores(int row, int rounds, double* scores) const;

 private:
  void watch();

  const Design* design_;
  LearnerTarget target_;
  MemberPlan plan_;
  BoostOptions options_;
  BoostStart start_;
  LinearStart line_;
  TreeGrower grower_;
  TreeNodes nodes_;
  std::vector<int> roots_;  // of each round, one a score
  int rounds_ = 0;
  std::vector<int> held_;
  std::vector<double> scores_;  // of every row that is trained or watched
  std::vector<Pull> pulls_;
  std::vector<std::vector<double>> losses_;
};

}  // namespace explainee::information
