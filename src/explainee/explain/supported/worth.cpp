#include "explainee/explain/supported/worth.h"

#include <algorithm>
#include <cmath>

#include "explainee/base/tolerances.h"
#include "explainee/information/crossfit/fold_gains.h"
#include "explainee/information/special_functions.h"

namespace explainee::explain {

double log_determinant(const Eigen::LLT<Eigen::MatrixXd>& factor) {
  return 2 * factor.matrixLLT().diagonal().array().log().sum();
}

Gains::Mean Gains::mean() const {
  const information::FoldMean of_parts = information::mean_of(of_part);
  if (group_weight.size() == 0) return {of_parts.mean, of_parts.error};
  const double weight = group_weight.sum();
  const double nats = of_group.sum() / weight;
  const auto groups = static_cast<double>(of_group.size());
  const double squares = (of_group - nats * group_weight).squaredNorm();
  const double of_rows = std::sqrt(squares * groups / std::max(1.0, groups - 1)) / weight;
  return {nats, std::max(of_rows, of_parts.error)};
}

Gains Gains::beyond(const Gains& other) const {
  Gains more = *this;
  more.of_group -= other.of_group;
  for (std::size_t part = 0; part < of_part.size(); ++part) more.of_part[part] -= other.of_part[part];
  return more;
}

void Spread::add(const Eigen::MatrixXd& rests) {
  if (sum.size() == 0) sum = Eigen::MatrixXd::Zero(rests.cols(), rests.cols());
  sum.noalias() += rests.transpose() * rests;
  rows += static_cast<double>(rests.rows());
}

double log_gain(const Scores& few, const Scores& more) {
  if (few.log_chance.size() > 0) return (more.log_chance - few.log_chance).mean();
  const auto spread = [](const Scores& scores) {
    const Eigen::LLT<Eigen::MatrixXd> factor(scores.rests.transpose() * scores.rests);
    return factor.info() == Eigen::Success ? 0.5 * log_determinant(factor) : -1e3;
  };
  return spread(few) - spread(more);
}

Worth::Worth(const HeldRows& held, const DealtRows& dealt) : held_(held), dealt_(dealt) {
  gains_.of_group = gains_.group_weight = Eigen::VectorXd::Zero(held.group_count);
  for (std::size_t i = 0; i < held.groups.size(); ++i)
    gains_.group_weight[held.groups[i]] += held.weights[static_cast<Eigen::Index>(i)];
}

Eigen::VectorXd Worth::gains(const Side& before, const Side& after, bool& settled) const {
  if (before.scores.log_chance.size() > 0) return after.scores.log_chance - before.scores.log_chance;
  const Eigen::MatrixXd wide = before.spread.variance();
  const Eigen::MatrixXd narrow = after.spread.variance();
  const Eigen::LLT<Eigen::MatrixXd> wide_factor(wide);
  const Eigen::LLT<Eigen::MatrixXd> narrow_factor(narrow);
  settled = narrow_factor.info() != Eigen::Success || wide_factor.info() != Eigen::Success ||
            (narrow.diagonal().array() <= base::kDetermined * wide.diagonal().array()).any();
  if (settled) return Eigen::VectorXd::Zero(before.scores.rests.rows());
  const Eigen::MatrixXd far = wide_factor.matrixL().solve(before.scores.rests.transpose());
  const Eigen::MatrixXd near = narrow_factor.matrixL().solve(after.scores.rests.transpose());
  const double narrower = log_determinant(wide_factor) - log_determinant(narrow_factor);
  return 0.5 *
         (narrower + far.colwise().squaredNorm().array() - near.colwise().squaredNorm().array()).matrix().transpose();
}

void Worth::add(const Folds& part, const Side& before, const Side& after, bool told) {
  bool settled = false;
  const Eigen::VectorXd gain =
      told ? gains(before, after, settled) : Eigen::VectorXd(Eigen::VectorXd::Zero(before.scores.rests.rows()));
  settled_ = settled_ || settled;
  if (before_.size() == 0) before_ = after_ = Eigen::VectorXd::Zero(before.scores.rests.cols());
  double sum = 0;
  double weight = 0;
  Eigen::Index at = 0;
  for (const std::size_t fold : part) {
    for (Eigen::Index i = dealt_.folds.begin(fold); i < dealt_.folds.ends[fold]; ++i, ++at) {
      const double w = dealt_.folds.weights[i];
      sum += w * gain[at];
      weight += w;
      gains_.of_group[held_.groups[static_cast<std::size_t>(dealt_.order[static_cast<std::size_t>(i)])]] +=
          w * gain[at];
      before_ += w * before.scores.rests.row(at).cwiseAbs2().transpose();
      after_ += w * after.scores.rests.row(at).cwiseAbs2().transpose();
      const bool closer = after.scores.rests.row(at).norm() < before.scores.rests.row(at).norm();
      closer_ += told && closer ? w : 0;
      if (before.scores.right.size() == 0) continue;
      right_before_ += w * before.scores.right[at];
      right_after_ += w * after.scores.right[at];
    }
  }
  gains_.of_part.push_back(sum / weight);
  weight_ += weight;
}

HeldOut Worth::result() const {
  HeldOut result;
  const Gains::Mean mean = gains_.mean();
  result.nats = mean.nats;
  result.error = mean.error;
  result.settled = settled_;
  result.quantile = information::student_quantile(0.975, static_cast<double>(gains_.of_part.size()) - 1);
  result.gains = gains_;
  const bool numbers = before_.size() == held_.target_sd.size() && held_.class_count == 0;
  const Eigen::VectorXd unit = numbers ? held_.target_sd : Eigen::VectorXd(Eigen::VectorXd::Ones(before_.size()));
  result.before = (before_ / weight_).cwiseSqrt().cwiseProduct(unit);
  result.after = (after_ / weight_).cwiseSqrt().cwiseProduct(unit);
  result.closer = closer_ / weight_;
  result.right_before = right_before_ / weight_;
  result.right_after = right_after_ / weight_;
  return result;
}

void allow_for(double fitted_nats, HeldOut& out) {
  constexpr double kPart = 0.7;  // of .4 to .7 the one with which two errors cover 95 % of tables of 50 to 500 rows
  if (!out.settled && std::isfinite(fitted_nats))
    out.error = std::hypot(out.error, kPart * (std::max(0.0, fitted_nats) - out.nats));
}

HeldOut averaged(const std::vector<HeldOut>& deals) {
  HeldOut mean = deals.front();
  if (deals.size() == 1) return mean;
  const double share = 1 / static_cast<double>(deals.size());
  mean.gains.of_group.setZero();
  Eigen::VectorXd before = Eigen::VectorXd::Zero(mean.before.size());
  Eigen::VectorXd after = before;
  double closer = 0;
  mean.right_before = mean.right_after = 0;
  for (const HeldOut& one : deals) {
    mean.gains.of_group += share * one.gains.of_group;
    before += share * one.before.cwiseAbs2();
    after += share * one.after.cwiseAbs2();
    closer += share * one.closer.value_or(0);
    mean.right_before += share * one.right_before;
    mean.right_after += share * one.right_after;
    mean.settled = mean.settled || one.settled;
  }
  mean.before = before.cwiseSqrt();
  mean.after = after.cwiseSqrt();
  if (mean.closer) mean.closer = closer;
  const Gains::Mean gain = mean.gains.mean();  // parts are those of the first deal: those of others are no new ones
  mean.nats = gain.nats;
  mean.error = gain.error;
  return mean;
}

}  // namespace explainee::explain
