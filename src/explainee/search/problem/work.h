// explainee/search/problem/work.h: how much a search has done, counted the same on any machine and any number of
// threads.
#pragma once

namespace explainee::search {

/// Steps done so far and how many there may be. A step stands for about a nanosecond of one core; what is done is
/// counted by the sizes it was done with, never by a clock, between parts of the work that do not depend on threads.
class Work {
 public:
  /// At most about so many steps; 0: no limit.
  explicit Work(double most = 0) : most_(most) {}

  void spend(double steps) { spent_ += steps; }
  /// True once as many steps are done as may be.
  [[nodiscard]] bool over() const { return most_ > 0 && spent_ >= most_; }
  /// True when so many more steps are within the limit: what is not is left undone rather than begun.
  [[nodiscard]] bool affords(double steps) const { return most_ <= 0 || spent_ + steps <= most_; }
  [[nodiscard]] bool limited() const { return most_ > 0; }
  [[nodiscard]] double left() const { return most_ > spent_ ? most_ - spent_ : 0; }
  [[nodiscard]] double spent() const { return spent_; }
  /// How much of what may be done is done, for progress; 0 without a limit.
  [[nodiscard]] double share() const { return over() ? 1 : most_ > 0 ? spent_ / most_ : 0; }

 private:
  double most_;
  double spent_ = 0;
};

}  // namespace explainee::search
