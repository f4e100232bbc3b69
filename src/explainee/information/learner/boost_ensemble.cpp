#include "explainee/information/learner/boost_ensemble.h"

#include <algorithm>
#include <utility>

namespace explainee::information {
namespace {

constexpr int kRoundsAtOnce = 5;           // between two looks at the losses
constexpr double kNoticeableGain = 1e-4;   // of the loss of a constant, in `patience` rounds
constexpr int kRoundsBeforeGivingUp = 20;  // of a start that is far behind the other one
constexpr double kHopeless = 1.3;          // times the loss of the other one

}  // namespace

BoostEnsemble::BoostEnsemble(std::shared_ptr<const Design> design, const LearnerTarget& target,
                             std::vector<MemberPlan> plans, int goals, const BoostOptions& options)
    : design_(std::move(design)),
      target_(target),
      options_(options),
      plans_(std::move(plans)),
      races_(static_cast<std::size_t>(goals)) {}

void BoostEnsemble::begin(base::ThreadPool& pool) {
  const bool lines = options_.linear && design_->numbers().cols() > 0;
  const std::size_t starts = lines ? 2 : 1;
  members_.resize(plans_.size() * starts);
  pool.run(members_.size(), [&](std::size_t i) {
    const BoostStart start = i % starts == 0 ? BoostStart::kConstant : BoostStart::kLine;
    members_[i] = std::make_unique<BoostMember>(*design_, target_, plans_[i / starts], options_, start);
  });
}

/// Of the rows watched for a goal by members of one start, after 0, 1, … rounds; empty without such members.
std::vector<double> BoostEnsemble::mean_losses(int goal, BoostStart start) const {
  std::vector<double> losses;
  double weight = 0;
  for (const auto& member : members_) {
    if (member->start() != start) continue;
    for (std::size_t u = 0; u < member->plan().uses.size(); ++u) {
      const MemberPlan::Use& use = member->plan().uses[u];
      if (use.goal != goal) continue;
      // Members that watch for several goals may have grown on for another one.
      const std::vector<double>& own = member->losses(u);
      if (weight == 0) losses.assign(own.size(), 0.0);
      losses.resize(std::min(losses.size(), own.size()));
      for (std::size_t r = 0; r < losses.size(); ++r) losses[r] += own[r];
      for (const int row : use.watched) weight += target_.weight(row);
    }
  }
  for (double& loss : losses) loss = weight > 0 ? loss / weight : 0;
  return losses;
}

/// Finds the goal's best rounds so far, and whether further ones may be better.
void BoostEnsemble::judge(int goal) {
  Races& races = races_[static_cast<std::size_t>(goal)];
  if (!races[0].open && !races[1].open) return;
  const double worst = mean_losses(goal, BoostStart::kConstant).front();
  for (int start = 0; start < kBoostStarts; ++start) {
    Race& race = races[static_cast<std::size_t>(start)];
    const std::vector<double> losses = mean_losses(goal, static_cast<BoostStart>(start));
    if (losses.empty()) race.open = false;
    if (!race.open) continue;
    const auto best = std::min_element(losses.begin(), losses.end());
    race.best = static_cast<int>(best - losses.begin());
    race.loss = *best;
    const int past = grown_ - options_.patience;
    race.open = grown_ < options_.rounds && race.loss > 0;
    if (past >= 0)
      race.open = race.open &&
                  *std::min_element(losses.begin(), losses.begin() + past + 1) - race.loss > kNoticeableGain * worst;
  }
  const double least = std::min(races[0].loss, races[1].loss);
  if (grown_ < kRoundsBeforeGivingUp) return;
  for (Race& race : races) race.open = race.open && race.loss <= kHopeless * least;
}

bool BoostEnsemble::wanted(const BoostMember& member) const {
  const auto& uses = member.plan().uses;
  return std::any_of(uses.begin(), uses.end(), [&](const MemberPlan::Use& use) {
    return races_[static_cast<std::size_t>(use.goal)][static_cast<std::size_t>(member.start())].open;
  });
}

base::Result<void> BoostEnsemble::grow(base::ThreadPool& pool, const base::Control& control) {
  if (control.should_stop()) return base::interrupted();
  begin(pool);
  while (true) {
    for (int goal = 0; goal < static_cast<int>(races_.size()); ++goal) judge(goal);
    std::vector<BoostMember*> open;
    for (const auto& member : members_)
      if (wanted(*member)) open.push_back(member.get());
    if (open.empty()) return {};
    if (control.should_stop()) return base::interrupted();
    grown_ = std::min(grown_ + kRoundsAtOnce, options_.rounds);
    pool.run(open.size(), [&](std::size_t i) { open[i]->grow(grown_); });
  }
}

BoostStart BoostEnsemble::chosen_start(int goal) const {
  const Races& races = races_[static_cast<std::size_t>(goal)];
  return races[1].loss < races[0].loss ? BoostStart::kLine : BoostStart::kConstant;
}

const BoostEnsemble::Race& BoostEnsemble::chosen(int goal) const {
  return races_[static_cast<std::size_t>(goal)][static_cast<std::size_t>(chosen_start(goal))];
}

void BoostEnsemble::predict(int goal, int row, double* predictions) const {
  const int count = predictions_of(target_);
  std::vector<double> scores(static_cast<std::size_t>(target_.scores()));
  std::vector<double> own(static_cast<std::size_t>(std::max(count, 2)));
  std::fill(predictions, predictions + count, 0.0);
  int members = 0;
  for (const auto& member : members_) {
    const auto& uses = member->plan().uses;
    const bool part = member->start() == chosen_start(goal) &&
                      std::any_of(uses.begin(), uses.end(), [&](const auto& use) { return use.goal == goal; });
    if (!part) continue;
    member->write_scores(row, rounds(goal), scores.data());
    write_predictions(target_, scores.data(), own.data());
    for (int k = 0; k < count; ++k) predictions[k] += own[static_cast<std::size_t>(k)];
    ++members;
  }
  for (int k = 0; k < count; ++k) predictions[k] /= members;
}

}  // namespace explainee::information
