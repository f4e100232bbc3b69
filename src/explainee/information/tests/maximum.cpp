#include "explainee/information/tests/maximum.h"

#include <cblas.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "explainee/base/threads/thread_pool.h"
#include "explainee/base/tolerances.h"
#include "explainee/information/special_functions.h"
#include "explainee/search/algebra/pivoted_cholesky.h"

namespace explainee::information {
namespace {

constexpr int kDrawsAtOnce = 128;
constexpr Eigen::Index kTileColumns = 192;

/// An orthonormal basis of a candidate's columns, and its W.
struct Whitened {
  Eigen::MatrixXf columns;  ///< rows × rank
  double wald = 0;          ///< with the responses as they are
  ScoreColumns candidate;
};

Whitened whiten(const Eigen::Ref<const Eigen::MatrixXd>& columns, const ScoreColumns& candidate,
                const Eigen::MatrixXd& responses) {
  Eigen::MatrixXd scaled = columns;
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
  return {taken.cast<float>(), (taken.transpose() * responses).squaredNorm(), candidate};
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

  /// Marks the draws in which some member reaches the maximum; drawn: rows × (outputs of each draw).
  void mark(const Eigen::MatrixXf& drawn, Eigen::Index outputs, std::vector<char>& reached) const {
    Eigen::MatrixXf totals(columns.cols(), drawn.cols());
    const auto rows = static_cast<int>(columns.rows());
    cblas_sgemm(CblasColMajor, CblasTrans, CblasNoTrans, static_cast<int>(columns.cols()),
                static_cast<int>(drawn.cols()), rows, 1.0F, columns.data(), rows, drawn.data(), rows, 0.0F,
                totals.data(), static_cast<int>(totals.rows()));
    for (std::size_t draw = 0; draw < reached.size(); ++draw) {
      const auto from = static_cast<Eigen::Index>(draw) * outputs;
      reached[draw] = std::ranges::any_of(members, [&](const Member& member) {
        return totals.block(member.first, from, member.count, outputs).squaredNorm() >= member.threshold;
      });
    }
  }
};

/// Statistics of all candidates, then the tiles that draws are compared with.
class Maximum {
 public:
  Maximum(std::size_t blocks, const std::function<ScoreBlock(std::size_t)>& block, const Responses& responses,
          base::ThreadPool& pool, const base::Control& control)
      : outputs_(static_cast<int>(responses.observed.cols())) {
    std::vector<std::vector<Whitened>> made(blocks);
    pool.run(blocks, [&](std::size_t k) {
      if (control.should_stop()) return;
      const ScoreBlock own = block(k);
      for (const ScoreColumns& candidate : own.candidates) {
        made[k].push_back(
            whiten(own.columns.middleCols(candidate.first, candidate.count), candidate, responses.observed));
      }
    });
    for (std::vector<Whitened>& some : made) {
      for (Whitened& one : some) take(std::move(one));
    }
  }

  /// Takes the whitened columns apart into tiles; call once. `most`: no W is larger.
  [[nodiscard]] std::vector<Tile> tiles(double most) {
    std::vector<Tile> tiles;
    std::map<std::pair<int, double>, double> thresholds;
    for (std::size_t from = 0; from < whitened_.size();) {
      Eigen::Index width = 0;
      std::size_t to = from;
      for (; to < whitened_.size() && (width == 0 || width + whitened_[to].columns.cols() <= kTileColumns); ++to)
        width += whitened_[to].columns.cols();
      Tile tile{Eigen::MatrixXf(whitened_[from].columns.rows(), width), {}};
      for (Eigen::Index at = 0; from < to; ++from) {
        const Whitened& own = whitened_[from];
        const Eigen::Index count = own.columns.cols();
        if (count == 0) continue;
        const auto [entry, fresh] = thresholds.try_emplace({degrees(own), own.candidate.penalty});
        if (fresh) entry->second = wald_reaching(outcome.statistic + entry->first.second, entry->first.first, most);
        tile.columns.middleCols(at, count) = own.columns;
        tile.members.push_back({at, count, entry->second * (1 - base::kSameMaximum)});
        whitened_[from].columns.resize(tile.columns.rows(), 0);
        at += count;
      }
      if (width > 0) tiles.push_back(std::move(tile));
    }
    return tiles;
  }

  MaximumOutcome outcome;

 private:
  void take(Whitened one) {
    const auto place = static_cast<int>(whitened_.size());
    whitened_.push_back(std::move(one));
    const Whitened& own = whitened_.back();
    if (own.columns.cols() == 0) return;
    const double log_p = -log_chi_squared_tail(own.wald, degrees(own));
    if (outcome.best >= 0 && log_p - own.candidate.penalty <= outcome.statistic) return;
    outcome.best = place;
    outcome.statistic = log_p - own.candidate.penalty;
    outcome.own_log_p = log_p;
    outcome.wald = own.wald;
    outcome.degrees = degrees(own);
  }

  [[nodiscard]] int degrees(const Whitened& one) const {
    return one.candidate.degrees > 0 ? one.candidate.degrees : static_cast<int>(one.columns.cols()) * outputs_;
  }

  std::vector<Whitened> whitened_;
  int outputs_;
};

/// In how many of the draws from `first` on the maximum is reached.
int count_reached(const std::vector<Tile>& tiles, const Responses& responses, int first, int draws,
                  base::ThreadPool& pool) {
  const auto count = static_cast<std::size_t>(draws);
  const Eigen::Index outputs = responses.observed.cols();
  Eigen::MatrixXf drawn(responses.observed.rows(), draws * outputs);
  pool.run(count, [&](std::size_t draw) {
    responses.draw(first + static_cast<int>(draw), drawn.col(static_cast<Eigen::Index>(draw) * outputs).data());
  });
  std::vector<std::vector<char>> reached(tiles.size(), std::vector<char>(count, 0));
  pool.run(tiles.size(), [&](std::size_t tile) { tiles[tile].mark(drawn, outputs, reached[tile]); });
  int total = 0;
  for (std::size_t draw = 0; draw < count; ++draw)
    total += std::ranges::any_of(reached, [&](const std::vector<char>& marks) { return marks[draw] != 0; }) ? 1 : 0;
  return total;
}

}  // namespace

base::Result<MaximumOutcome> test_maximum(std::size_t blocks, const std::function<ScoreBlock(std::size_t)>& block,
                                          const Responses& responses, const MaximumOptions& options,
                                          const base::Control& control) {
  openblas_set_num_threads(1);  // its own threads would change digits with their number
  base::ThreadPool pool(control.threads);
  Maximum maximum(blocks, block, responses, pool, control);
  MaximumOutcome outcome = maximum.outcome;
  if (control.should_stop()) return base::interrupted();
  if (outcome.best < 0) return outcome;
  const std::vector<Tile> tiles = maximum.tiles(2 * responses.observed.squaredNorm());
  int reached = 0;
  while (outcome.draws < options.draws && 1 + reached <= options.level * (options.draws + 1)) {
    const int draws = std::min(kDrawsAtOnce, options.draws - outcome.draws);
    reached += count_reached(tiles, responses, outcome.draws, draws, pool);
    outcome.draws += draws;
    if (control.should_stop()) return base::interrupted();
  }
  outcome.p_value = static_cast<double>(1 + reached) / (outcome.draws + 1);
  return outcome;
}

}  // namespace explainee::information
