#include "explainee/search/tree/tree.h"

#include <algorithm>
#include <atomic>
#include <iterator>
#include <limits>
#include <numeric>
#include <utility>

namespace explainee::search {
namespace {

constexpr std::size_t kTreeWidth = 16;     ///< nodes of one round
constexpr std::size_t kMostOpen = 100000;  ///< beyond this many the deepest come first, to bound the memory
constexpr double kSetsPerPart = 4e6;       ///< of a large scan: a few milliseconds
constexpr std::size_t kPartsAtOnce = 64;   ///< between two reports of progress
constexpr std::size_t kLarge = 2000;       ///< columns from which a matrix for each thread would be too much memory …
constexpr std::size_t kMostIfLarge = 2;    ///< … so that no more than this many threads expand nodes
constexpr std::size_t kAlwaysFilled = 500;  ///< up to this many columns the first bound is had whatever the work

bool by_estimate(const Node& a, const Node& b) { return a.estimate < b.estimate; }

bool deeper(const Node& a, const Node& b) {
  return a.in.size() != b.in.size() ? a.in.size() < b.in.size() : a.estimate < b.estimate;
}

/// Columns of the largest `facts` candidates.
int most_columns(const UsableColumns& columns, int facts) {
  std::vector<int> counts;
  for (const auto& own : columns.of_candidate) counts.push_back(static_cast<int>(own.size()));
  std::sort(counts.begin(), counts.end(), std::greater<>());
  counts.resize(std::min(counts.size(), static_cast<std::size_t>(facts)));
  return std::accumulate(counts.begin(), counts.end(), 0);
}

/// Sweeping in every column, many at a time.
double fill_steps(const UsableColumns& columns) {
  const auto size = static_cast<double>(columns.size);
  return size * size * (1 + size / 12);
}

}  // namespace

Tree::Tree(const Problem& problem, const SearchOptions& options, BestSets& pool, const ScanPolicy& policy)
    : pool_(&pool), work_(options.most_steps), columns_(problem), setting_{&problem,
                                                                           &options,
                                                                           &columns_,
                                                                           columns_.candidates(),
                                                                           most_columns(columns_, options.sparsity),
                                                                           policy,
                                                                           nullptr} {
  const Key unlimited{problem.predictions(), std::numeric_limits<double>::infinity()};
  open_.push_back({{}, std::make_shared<std::vector<int>>(), 0, unlimited, unlimited});
}

void Tree::explore() {
  while (!open_.empty() && !stopped_) {
    std::vector<Node> round = take_round();
    if (prepare(round)) {
      expand(round);
    } else {
      for (Node& node : round) push(std::move(node));
    }
    const bool many = setting_.options->most_nodes > 0 && nodes_ >= setting_.options->most_nodes;
    const bool enough = many || out_of_work();
    stopped_ = !open_.empty() && (enough || setting_.options->control.should_stop());
    report(0);
  }
}

std::optional<Key> Tree::open_bound() const {
  std::optional<Key> most = left_;
  for (const Node& node : open_) most = std::max(most.value_or(node.bound), node.bound);
  return most;
}

void Tree::push(Node node) {
  open_.push_back(std::move(node));
  std::push_heap(open_.begin(), open_.end(), by_estimate);
}

std::vector<Node> Tree::take_round() {
  const auto count = static_cast<std::ptrdiff_t>(std::min(kTreeWidth, open_.size()));
  const bool crowded = open_.size() > kMostOpen;
  if (crowded) {
    std::nth_element(open_.begin(), open_.end() - count, open_.end(), deeper);
  } else {
    for (std::ptrdiff_t k = 0; k < count; ++k) std::pop_heap(open_.begin(), open_.end() - k, by_estimate);
  }
  std::vector<Node> round(std::make_move_iterator(open_.end() - count), std::make_move_iterator(open_.end()));
  open_.erase(open_.end() - count, open_.end());
  if (crowded) std::make_heap(open_.begin(), open_.end(), by_estimate);
  std::reverse(round.begin(), round.end());  // best first
  return round;
}

/// Fills the tableau when the first node needs it; false when stopped meanwhile, or when it costs too much.
bool Tree::prepare(const std::vector<Node>& round) {
  const bool needed = std::any_of(round.begin(), round.end(), [&](const Node& node) {
    return !scan_at_once(setting_, node, completions(setting_, node));
  });
  if (!needed || root_ != nullptr) return true;
  const double steps = fill_steps(columns_);
  too_dear_ = columns_.size > kAlwaysFilled && !work_.affords(steps);
  if (too_dear_) return false;
  work_.spend(steps);
  auto root = std::make_unique<Tableau>(columns_);
  if (!root->fill(setting_.options->control, [&](std::size_t count, const auto& task) { run(count, task); }))
    return false;
  root_ = std::move(root);
  setting_.root = root_.get();
  return true;
}

/// Each thread takes the next node as long as there is one.
std::vector<std::optional<Outcome>> Tree::outcomes(const std::vector<Node>& round) {
  auto workers = std::min(round.size(), static_cast<std::size_t>(std::max(1, setting_.options->control.threads)));
  if (columns_.size > kLarge) workers = std::min(workers, kMostIfLarge);
  while (expanders_.size() < workers) expanders_.push_back(std::make_unique<Expander>(setting_));
  std::vector<std::optional<Outcome>> found(round.size());
  const double share = work_.left() / static_cast<double>(round.size());
  const double most_steps = work_.limited() ? share : std::numeric_limits<double>::infinity();
  std::atomic<std::size_t> next = 0;
  run(workers, [&](std::size_t worker) {
    for (std::size_t k = next++; k < round.size(); k = next++)
      found[k] = expanders_[worker]->expand(round[k], *pool_, most_steps);
  });
  return found;
}

void Tree::expand(const std::vector<Node>& round) {
  std::vector<std::optional<Outcome>> outcomes = this->outcomes(round);
  for (std::size_t k = 0; k < round.size(); ++k) {
    Outcome& outcome = *outcomes[k];
    ++nodes_;
    work_.spend(outcome.steps);
    pool_->merge(outcome.pool);
    if (outcome.left) left_ = std::max(left_.value_or(*outcome.left), *outcome.left);
    for (Node& node : outcome.nodes) push(std::move(node));
    std::move(outcome.leaves.begin(), outcome.leaves.end(), std::back_inserter(leaves_));
  }
  for (std::size_t k = 0; k < round.size(); ++k) {
    if (outcomes[k]->large_scan) scan_in_parts(std::move(*outcomes[k]->large_scan));
  }
}

void Tree::scan_in_parts(Node node) {
  const Completions rest = completions(setting_, node);
  const double steps = scan_steps(setting_, rest);
  too_dear_ = too_dear_ || !work_.affords(steps);
  if (too_dear_ || setting_.options->control.should_stop()) return push(std::move(node));
  work_.spend(steps);
  expanders_.clear();  // the scan needs the room
  const Scan scan(*setting_.problem, rest, kSetsPerPart);
  std::atomic<bool> finished = true;
  for (std::size_t from = 0; from < scan.parts() && finished; from += kPartsAtOnce) {
    const std::size_t count = std::min(kPartsAtOnce, scan.parts() - from);
    std::vector<BestSets> pools(count, *pool_);
    run(count, [&](std::size_t k) {
      if (!scan.run(from + k, pools[k], setting_.options->control)) finished = false;
    });
    for (const BestSets& pool : pools) pool_->merge(pool);
    report(static_cast<double>(from + count) / static_cast<double>(scan.parts()));
  }
  if (!finished) return push(std::move(node));
  if (setting_.options->keep_leaves) leaves_.push_back(leaf_of(node, LeafKind::kEnumerate));
}

std::shared_ptr<const Proof> Tree::proof() const {
  if (!setting_.options->keep_leaves || open_bound()) return nullptr;
  const bool bounds = std::any_of(leaves_.begin(), leaves_.end(),
                                  [](const ProofLeaf& leaf) { return leaf.kind == LeafKind::kMonotone; });
  const Problem& problem = *setting_.problem;
  const bool plain = problem.predictions() == 1 && problem.columns() == problem.size() && problem.bias_nats.empty();
  if (bounds && !plain) return nullptr;
  auto proof = std::make_shared<Proof>();
  proof->factors = Eigen::MatrixXd(problem.columns(), 0);
  proof->scores = Eigen::VectorXd(0);
  proof->leaves = leaves_;
  proof->regular = !bounds || (root_ != nullptr && root_->spare().empty());
  return proof;
}

void Tree::run(std::size_t count, const std::function<void(std::size_t)>& task) {
  if (threads_ == nullptr && count > 1 && setting_.options->control.threads > 1) {
    threads_ = std::make_unique<base::ThreadPool>(setting_.options->control.threads);
  }
  if (threads_ != nullptr) return threads_->run(count, task);
  for (std::size_t k = 0; k < count; ++k) task(k);
}

/// How much of the gap between the first bound and the best set is closed; with one large scan its parts instead.
void Tree::report(double part_done) {
  const base::Control& control = setting_.options->control;
  if (!control.progress) return;
  const std::optional<Key> open = open_bound();
  double done = std::max(part_done, work_.share());
  if (open && open->determined == 0 && pool_->best().assessment.value.determined == 0) {
    if (!first_bound_) first_bound_ = open->nats;
    const double gap = *first_bound_ - pool_->best_nats();
    if (gap > 0) done = std::max(done, (*first_bound_ - open->nats) / gap);
  }
  control.report("search", open_.empty() ? 1.0 : std::clamp(done, 0.0, 1.0));
}

}  // namespace explainee::search
