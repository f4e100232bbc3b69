// explainee/search/crowd/crowd_climb.h: forward selection and swaps for one member of a crowd (search §1, §7).
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "explainee/search/crowd/crowd_kernels.h"
#include "explainee/search/crowd/crowd_tables.h"

namespace explainee::search {

/// A member in the units of the tables; rows of `stride` numbers.
struct IncumbentMember {
  std::span<const int> known;       ///< increasing
  std::span<const int> barred;      ///< increasing, none of them known
  const double* cross = nullptr;    ///< k rows: covariances of u with the columns
  const double* product = nullptr;  ///< k rows: P times those
  std::span<const double> inner;    ///< k×k
  std::span<const double> target;   ///< k: covariances of u with the prediction
  const double* weights = nullptr;  ///< with k = 1: u = wᵀx, without noise; else null
};

/// Variances below the first count as nothing left, up to the second they are left to the search of one.
inline constexpr double kNoVariance = 1e-13;
inline constexpr double kFirmVariance = 1e-5;
/// Sets that differ by less than this share of the variance given u are left to the search of one, who knows of ties.
inline constexpr double kCrowdMargin = 1e-9;
/// Most facts of a set; more are left to the search of one.
inline constexpr std::size_t kMostCrowdFacts = 16;

/// Where an attempt ends.
enum class ClimbEnd { kReady, kNothingToExplain, kDelicate };

/// Scratch for one thread: reused from member to member, nothing is allocated once it has grown.
class CrowdClimb {
 public:
  explicit CrowdClimb(const CrowdTables& tables);

  /// Conditions on what the member knows.
  [[nodiscard]] ClimbEnd begin(const IncumbentMember& member, std::size_t facts);
  /// Forward selection of up to `facts` columns, then swaps until none helps; kReady when no swap is within the margin.
  [[nodiscard]] ClimbEnd climb();
  /// Goes on from another set of as many columns.
  [[nodiscard]] ClimbEnd climb_from(std::span<const int> set);
  /// Conditions on these columns alone, for looking at what may join them; false when that is delicate.
  [[nodiscard]] bool take(std::span<const int> set);

  [[nodiscard]] const CrowdTables& tables() const { return *tables_; }
  [[nodiscard]] std::span<const int> set() const { return {set_, size_}; }
  /// f(S without the a-th column) − f(S).
  [[nodiscard]] double loss(std::size_t a) const { return loss_[a]; }
  /// Variance of the prediction given u.
  [[nodiscard]] double before() const { return before_; }
  /// f(S).
  [[nodiscard]] double residual() const { return columns_.residual; }
  /// Two values of f closer than this are not told apart here.
  [[nodiscard]] double margin() const { return margin_; }
  /// How many columns may be chosen.
  [[nodiscard]] std::size_t offered() const { return offered_; }
  /// Covariances of the columns with the prediction given u; 0 for those that are not offered.
  [[nodiscard]] const double* seen() const { return seen_.data(); }
  /// The state, S or what take() took included.
  [[nodiscard]] const ClimbColumns& columns() const { return columns_; }
  /// Which columns of u are not determined by the others.
  [[nodiscard]] std::span<const int> kept() const { return kept_; }
  /// What a set is worth, as a variance that it leaves; negative when that is delicate. Columns not offered add
  /// nothing.
  [[nodiscard]] double residual_of(std::span<const int> set);

 private:
  struct Swapped {
    bool tie = false;
    std::size_t out = 0;
    int in = -1;
    double gain = 0;  ///< in f
  };

  [[nodiscard]] bool know(const IncumbentMember& member);
  [[nodiscard]] bool summarise(const IncumbentMember& member);
  void restart();
  [[nodiscard]] bool choose(int column);
  [[nodiscard]] bool weigh_losses();
  [[nodiscard]] ClimbEnd improve();
  void look_at_swap(std::size_t a, const SwapRow& row, Swapped& best) const;
  [[nodiscard]] bool find_swap(Swapped& best) const;

  const CrowdTables* tables_;
  std::size_t stride_;
  std::size_t facts_ = 0;
  ClimbColumns columns_;
  AlignedDoubles there_;  ///< 1 where a column is no constant
  AlignedDoubles levels_, cross_, variance_, open_;
  AlignedDoubles seen_, left_, offer_;  ///< cross, variance and open given u alone
  std::size_t before_levels_ = 0;
  double before_ = 1;
  std::size_t offered_ = 0;
  std::vector<double> score_;   ///< of each level of u
  std::vector<double> shared_;  ///< levels × k: covariance of each level with the columns of u
  std::vector<int> kept_;
  int set_[kMostCrowdFacts] = {};
  std::size_t size_ = 0;
  double chosen_score_[kMostCrowdFacts] = {};
  double weight_[kMostCrowdFacts * kMostCrowdFacts] = {};  ///< row a: L⁻ᵀ
  double beta_[kMostCrowdFacts] = {};
  double spread_[kMostCrowdFacts] = {};  ///< 1/C_aa
  double loss_[kMostCrowdFacts] = {};
  double weakest_ = 1;
  double margin_ = 0;
};

}  // namespace explainee::search
