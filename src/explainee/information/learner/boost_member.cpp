#include "explainee/information/learner/boost_member.h"

#include <algorithm>
#include <utility>

namespace explainee::information {

BoostMember::BoostMember(const Design& design, const LearnerTarget& target, MemberPlan plan,
                         const BoostOptions& options, BoostStart start)
    : design_(&design),
      target_(target),
      plan_(std::move(plan)),
      options_(options),
      start_(start),
      line_(design, target, plan_.trained, start == BoostStart::kLine ? options.ridge : -1),
      grower_(design, options.tree),
      scores_(static_cast<std::size_t>(design.rows() * target.scores())),
      pulls_(static_cast<std::size_t>(design.rows())),
      losses_(plan_.uses.size()) {
  for (const MemberPlan::Use& use : plan_.uses) held_.insert(held_.end(), use.watched.begin(), use.watched.end());
  const int stride = target.scores();
  for (const auto* rows : {&plan_.trained, &held_})
    for (const int row : *rows) line_.write(design, row, scores_.data() + static_cast<std::size_t>(row) * stride);
  watch();
}

void BoostMember::watch() {
  const int stride = target_.scores();
  for (std::size_t u = 0; u < plan_.uses.size(); ++u) {
    double sum = 0;
    for (const int row : plan_.uses[u].watched)
      sum += target_.weight(row) * row_loss(target_, row, scores_.data() + static_cast<std::size_t>(row) * stride);
    losses_[u].push_back(sum);
  }
}

void BoostMember::grow(int rounds) {
  const int stride = target_.scores();
  for (; rounds_ < rounds; ++rounds_) {
    for (int k = 0; k < stride; ++k) {
      const double curvature = pull_rows(target_, plan_.trained, scores_, k, pulls_);
      const std::span<double> own = std::span(scores_).subspan(static_cast<std::size_t>(k));
      const int root = grower_.grow(plan_.trained, pulls_, curvature, options_.shrinkage, nodes_, own, stride);
      roots_.push_back(root);
      for (const int row : held_)
        scores_[static_cast<std::size_t>(row) * stride + k] += tree_value(nodes_, root, design_->row(row));
    }
    watch();
  }
}

void BoostMember::write_scores(int row, int rounds, double* scores) const {
  line_.write(*design_, row, scores);
  const int stride = target_.scores();
  const std::uint8_t* bins = design_->row(row);
  const auto last = std::min(roots_.size(), static_cast<std::size_t>(rounds * stride));
  for (std::size_t t = 0; t < last; ++t)
    scores[t % static_cast<std::size_t>(stride)] += tree_value(nodes_, roots_[t], bins);
}

}  // namespace explainee::information
