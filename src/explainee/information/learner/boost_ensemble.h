// explainee/information/learner/boost_ensemble.h: chains of trees grown side by side, for as many rounds as rows that
// took no part bear out.
#pragma once

#include <array>
#include <limits>
#include <memory>
#include <vector>

#include "explainee/base/control.h"
#include "explainee/base/errors/result.h"
#include "explainee/base/threads/thread_pool.h"
#include "explainee/information/learner/boost_member.h"

namespace explainee::information {

/// Members grown side by side for several goals.
class BoostEnsemble {
 public:
  BoostEnsemble(std::shared_ptr<const Design> design, const LearnerTarget& target, std::vector<MemberPlan> plans,
                int goals, const BoostOptions& options);

  /// Grows them until no goal gains from further rounds; kInterrupted when stopped.
  [[nodiscard]] base::Result<void> grow(base::ThreadPool& pool, const base::Control& control);

  /// Rounds that the goal's members take.
  [[nodiscard]] int rounds(int goal) const { return chosen(goal).best; }
  /// How many predictions a row has.
  [[nodiscard]] int width() const { return predictions_of(target_); }
  /// Mean loss of the rows that said so.
  [[nodiscard]] double watched_loss(int goal) const { return chosen(goal).loss; }
  /// Writes the predictions of a row by the goal's model: the mean of its members.
  void predict(int goal, int row, double* predictions) const;

 private:
  /// How far a goal is with members of one start.
  struct Race {
    int best = 0;
    double loss = std::numeric_limits<double>::infinity();
    bool open = true;
  };
  using Races = std::array<Race, kBoostStarts>;

  [[nodiscard]] BoostStart chosen_start(int goal) const;
  [[nodiscard]] const Race& chosen(int goal) const;
  [[nodiscard]] std::vector<double> mean_losses(int goal, BoostStart start) const;
  void begin(base::ThreadPool& pool);
  void judge(int goal);
  [[nodiscard]] bool wanted(const BoostMember& member) const;

  std::shared_ptr<const Design> design_;
  LearnerTarget target_;
  BoostOptions options_;
  std::vector<MemberPlan> plans_;
  std::vector<std::unique_ptr<BoostMember>> members_;  // of each plan, one a start that is tried
  std::vector<Races> races_;                           // by goal
  int grown_ = 0;
};

}  // namespace explainee::information
