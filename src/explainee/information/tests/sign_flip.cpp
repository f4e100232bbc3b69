#include "explainee/information/tests/sign_flip.h"

#include <cblas.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "explainee/base/random.h"
#include "explainee/base/threads/thread_pool.h"
#include "explainee/base/tolerances.h"
#include "explainee/information/special_functions.h"
#include "explainee/search/algebra/pivoted_cholesky.h"

namespace explainee::information {
namespace {

constexpr int kDrawsAtOnce = 128;
constexpr Eigen::Index kTileColumns = 192;

/// A candidate's columns such that V = 1: W of any signs is the squared length of their signed sum.
struct Whitened {
  Eigen::MatrixXf columns;  ///< groups × rank
  double wald = 0;          ///< with all signs as they are
};

Whitened whiten(const Eigen::Ref<const Eigen::MatrixXd>& sums) {
  Eigen::MatrixXd scaled = sums;
  for (Eigen::Index c = 0; c < scaled.cols(); ++c) {
    const double largest = scaled.col(c).cwiseAbs().maxCoeff();  // squares of the sums may leave the range of numbers
    if (largest > 0 && std::isfinite(largest)) scaled.col(c) /= largest;
    scaled.col(c).stableNormalize();
  }
  const Eigen::MatrixXd gram = scaled.transpose() * scaled;
  const search::PivotedCholesky factor = search::pivoted_cholesky(gram, gram.diagonal());
  Eigen::MatrixXd taken(scaled.rows(), factor.rank);
  for (int k = 0; k < factor.rank; ++k) taken.col(k) = scaled.col(factor.order[static_cast<std::size_t>(k)]);
  factor.lower.topRows(factor.rank).triangularView<Eigen::Lower>().transpose().solveInPlace<Eigen::OnTheRight>(taken);
  return {taken.cast<float>(), taken.colwise().sum().squaredNorm()};
}

/// The least W at which −log P(χ² > W) reaches `log_p`, at most `most`; infinite where even `most` does not.
double wald_reaching(double log_p, int degrees, double most) {
  if (log_p <= 0) return 0;
  if (-log_chi_squared_tail(most, degrees) < log_p) return std::numeric_limits<double>::infinity();
  double low = 0;
  double high = most;
  while (high - low > 0.01 * base::kSameMaximum * high) {
    const double middle = 0.5 * (low + high);
    (-log_chi_squared_tail(middle, degrees) < log_p ? low : high) = middle;
  }
  return high;
}

/// Whole candidates whose whitened columns are multiplied at once.
struct Tile {
  struct Member {
    Eigen::Index first = 0;  ///< of the tile's columns
    Eigen::Index count = 0;
    double threshold = 0;  ///< W that is at least the maximum
  };
  Eigen::MatrixXf columns;
  std::vector<Member> members;

  /// Marks the draws in which some member reaches the maximum; signs: groups × draws.
  void mark(const Eigen::MatrixXf& signs, std::vector<char>& reached) const {
    Eigen::MatrixXf totals(columns.cols(), signs.cols());
    const auto groups = static_cast<int>(columns.rows());
    cblas_sgemm(CblasColMajor, CblasTrans, CblasNoTrans, static_cast<int>(columns.cols()),
                static_cast<int>(signs.cols()), groups, 1.0F, columns.data(), groups, signs.data(), groups, 0.0F,
                totals.data(), static_cast<int>(totals.rows()));
    for (Eigen::Index draw = 0; draw < signs.cols(); ++draw) {
      reached[static_cast<std::size_t>(draw)] = std::ranges::any_of(members, [&](const Member& member) {
        return totals.col(draw).segment(member.first, member.count).squaredNorm() >= member.threshold;
      });
    }
  }
};

/// Statistics of all candidates, then the tiles that their flips are compared with.
class Maximum {
 public:
  Maximum(const Eigen::Ref<const Eigen::MatrixXd>& sums, std::span<const ScoreColumns> candidates,
          base::ThreadPool& pool, const base::Control& control)
      : candidates_(candidates), whitened_(candidates.size()), groups_(static_cast<double>(sums.rows())) {
    pool.run(candidates.size(), [&](std::size_t i) {
      if (!control.should_stop()) whitened_[i] = whiten(sums.middleCols(candidates[i].first, candidates[i].count));
    });
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      if (whitened_[i].columns.cols() == 0) continue;
      const double own = -log_chi_squared_tail(whitened_[i].wald, degrees(i));
      if (outcome.best >= 0 && own - candidates[i].penalty <= outcome.statistic) continue;
      outcome.best = static_cast<int>(i);
      outcome.statistic = own - candidates[i].penalty;
      outcome.own_log_p = own;
      outcome.wald = whitened_[i].wald;
      outcome.degrees = degrees(i);
    }
  }

  /// Takes the whitened columns apart into tiles; call once.
  [[nodiscard]] std::vector<Tile> tiles() {
    std::vector<Tile> tiles;
    std::map<std::pair<int, double>, double> thresholds;
    for (std::size_t from = 0; from < whitened_.size();) {
      Eigen::Index width = 0;
      std::size_t to = from;
      for (; to < whitened_.size() && (width == 0 || width + whitened_[to].columns.cols() <= kTileColumns); ++to)
        width += whitened_[to].columns.cols();
      Tile tile{Eigen::MatrixXf(static_cast<Eigen::Index>(groups_), width), {}};
      for (Eigen::Index at = 0; from < to; ++from) {
        const Eigen::Index count = whitened_[from].columns.cols();
        if (count == 0) continue;
        const auto [entry, fresh] = thresholds.try_emplace({degrees(from), candidates_[from].penalty});
        if (fresh)
          entry->second = wald_reaching(outcome.statistic + entry->first.second, entry->first.first, 2 * groups_);
        tile.columns.middleCols(at, count) = whitened_[from].columns;
        tile.members.push_back({at, count, entry->second * (1 - base::kSameMaximum)});
        whitened_[from].columns.resize(0, 0);
        at += count;
      }
      if (width > 0) tiles.push_back(std::move(tile));
    }
    return tiles;
  }

  SignFlipOutcome outcome;

 private:
  [[nodiscard]] int degrees(std::size_t i) const {
    return candidates_[i].degrees > 0 ? candidates_[i].degrees : static_cast<int>(whitened_[i].columns.cols());
  }

  std::span<const ScoreColumns> candidates_;
  std::vector<Whitened> whitened_;
  double groups_;
};

/// In how many of the draws from `first` on the maximum is reached.
int count_reached(const std::vector<Tile>& tiles, std::uint64_t seed, int first, int draws, base::ThreadPool& pool) {
  const auto count = static_cast<std::size_t>(draws);
  Eigen::MatrixXf signs(tiles.front().columns.rows(), draws);
  pool.run(count, [&](std::size_t draw) {
    auto column = signs.col(static_cast<Eigen::Index>(draw));
    draw_signs(seed, first + static_cast<int>(draw), {column.data(), static_cast<std::size_t>(column.size())});
  });
  std::vector<std::vector<char>> reached(tiles.size(), std::vector<char>(count, 0));
  pool.run(tiles.size(), [&](std::size_t tile) { tiles[tile].mark(signs, reached[tile]); });
  int total = 0;
  for (std::size_t draw = 0; draw < count; ++draw)
    total += std::ranges::any_of(reached, [&](const std::vector<char>& marks) { return marks[draw] != 0; }) ? 1 : 0;
  return total;
}

}  // namespace

void draw_signs(std::uint64_t seed, int draw, std::span<float> signs) {
  base::Random random(seed, static_cast<std::uint64_t>(draw));
  std::uint64_t bits = 0;
  for (std::size_t group = 0; group < signs.size(); ++group) {
    if (group % 64 == 0) bits = random.bits();
    signs[group] = 1.0F - 2.0F * static_cast<float>((bits >> (group % 64)) & 1U);
  }
}

base::Result<SignFlipOutcome> test_by_sign_flips(const Eigen::Ref<const Eigen::MatrixXd>& sums,
                                                 std::span<const ScoreColumns> candidates,
                                                 const SignFlipOptions& options, const base::Control& control) {
  openblas_set_num_threads(1);  // its own threads would change digits with their number
  base::ThreadPool pool(control.threads);
  Maximum maximum(sums, candidates, pool, control);
  SignFlipOutcome outcome = maximum.outcome;
  if (control.should_stop()) return base::interrupted();
  if (outcome.best < 0) return outcome;
  const std::vector<Tile> tiles = maximum.tiles();
  int reached = 0;
  while (outcome.draws < options.draws && 1 + reached <= options.level * (options.draws + 1)) {
    const int draws = std::min(kDrawsAtOnce, options.draws - outcome.draws);
    reached += count_reached(tiles, options.seed, outcome.draws, draws, pool);
    outcome.draws += draws;
    if (control.should_stop()) return base::interrupted();
  }
  outcome.p_value = static_cast<double>(1 + reached) / (outcome.draws + 1);
  return outcome;
}

}  // namespace explainee::information
