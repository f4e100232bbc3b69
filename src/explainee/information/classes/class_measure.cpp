#include "explainee/information/classes/class_measure.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "explainee/base/threads/thread_pool.h"
#include "explainee/base/tolerances.h"
#include "explainee/information/classes/basis.h"
#include "explainee/information/classes/cell_permutation.h"
#include "explainee/information/classes/class_sums.h"
#include "explainee/information/classes/contingency.h"
#include "explainee/information/classes/logistic.h"
#include "explainee/information/special_functions.h"

namespace explainee::information {
namespace {

using base::Result;
using Block = Eigen::Ref<const Eigen::MatrixXd>;

/// With so many rows a model is first fitted to one of every kEvery, which spares it passes over all of them.
constexpr std::int64_t kManyRows = 1 << 15;
constexpr std::int64_t kEvery = 16;
/// … provided that these hold so many of each class.
constexpr std::int64_t kOfEachClass = 20;

/// Values are counted cell by cell while there are at least so many rows for each cell.
constexpr double kRowsPerCell = 20;
constexpr std::size_t kMostCounted = 4096;

/// Values as text: rows are alike when the texts are. Twelve digits, since a sum of the same numbers may be rounded.
std::string key_of(const Eigen::Ref<const Eigen::RowVectorXd>& values) {
  std::string key;
  for (const double value : values) fmt::format_to(std::back_inserter(key), "{:.12g} ", value + 0.0);  // −0 is 0
  return key;
}

/// One set of facts and how its information is found.
struct ClassSet {
  std::vector<int> facts;  ///< moment columns of the set
  bool compared = true;
  bool tested = false;
  Basis basis;   ///< of (u, x_E)
  int rank = 0;  ///< beyond u
  std::unique_ptr<Contingency> cells;
  std::unique_ptr<Logistic> model;  ///< when there are too many cells
  DiscreteInformation found;
  std::optional<double> row_nats;         ///< log p(ŷ|u,e) − log p(ŷ|u) of the row asked for
  std::unique_ptr<CellPermutation> deal;  ///< of counted cells, where the set is tested
  std::optional<double> dealt_p;          ///< by it, where cells are thin
  BlockSums blocks;                       ///< where rows hang together
};

/// The passes over the rows.
class ClassPasses {
 public:
  ClassPasses(const Material& material, std::span<const SetToMeasure> wanted, const base::Control& control)
      : material_(material),
        classes_(*material.classes),
        control_(control),
        pool_(control.threads),
        null_basis_(used_of(summary_basis(material.situation, *material.total))) {
    for (const SetToMeasure& set : wanted) add(set);
  }

  /// Measures all sets.
  Result<void> run() {
    if (material_.blocks) {
      EXPLAINEE_ASSIGN(blocks_, material_.rows->blocks(control_));
    }
    EXPLAINEE_TRY(count());
    EXPLAINEE_TRY(fit());
    EXPLAINEE_TRY(read());
    return deal();
  }

  /// What was found of a set, by its place in the order given.
  [[nodiscard]] const ClassSet& of(std::size_t wanted) const { return sets_[places_[wanted]]; }

 private:
  /// A set that is asked about twice (the chosen one is the curve's last) is measured once.
  void add(const SetToMeasure& wanted) {
    std::vector<int> facts;
    for (const FactColumns& fact : wanted.facts) facts.insert(facts.end(), fact.columns.begin(), fact.columns.end());
    const auto same =
        std::find_if(sets_.begin(), sets_.end(), [&](const ClassSet& other) { return other.facts == facts; });
    places_.push_back(static_cast<std::size_t>(same - sets_.begin()));
    if (same != sets_.end()) {
      same->compared = same->compared || wanted.compared;
      same->tested = same->tested || wanted.tested;
      return;
    }
    ClassSet& set = sets_.emplace_back();
    set.facts = std::move(facts);
    set.compared = wanted.compared;
    set.tested = wanted.tested;
    set.basis = used_of(basis_of(set.facts));
    set.rank = static_cast<int>(set.basis.weights.cols() - null_basis_.weights.cols());
    set.cells = std::make_unique<Contingency>(classes_.size(), kMostCounted);
  }

  /// What she has of a row, and what the facts of a set are in it.
  [[nodiscard]] std::string u_key(const Block& rows, Eigen::Index row) const {
    return key_of(rows.row(row) * material_.situation.summary_weights);
  }
  [[nodiscard]] static std::string fact_key(const Block& rows, Eigen::Index row, const ClassSet& set) {
    return key_of(rows.row(row)(set.facts));
  }

  /// Uncorrelated columns of unit variance that span u and these facts.
  [[nodiscard]] Eigen::MatrixXd basis_of(const std::vector<int>& facts) const {
    const Eigen::MatrixXd& own = material_.situation.summary_weights;
    Eigen::MatrixXd weights(own.rows(), own.cols() + static_cast<Eigen::Index>(facts.size()));
    weights.leftCols(own.cols()) = own;
    for (std::size_t i = 0; i < facts.size(); ++i)
      weights.col(own.cols() + static_cast<Eigen::Index>(i)) = Eigen::VectorXd::Unit(weights.rows(), facts[i]);
    const Eigen::MatrixXd cross = *moments::covariance_with(*material_.total, weights);
    return person::load_on(cross, moments::covariance_of_sums(weights, cross), weights).basis;
  }

  /// Without the columns that take no part.
  [[nodiscard]] Basis used_of(const Eigen::MatrixXd& weights) const {
    Basis basis;
    for (Eigen::Index i = 0; i < weights.rows(); ++i) {
      if ((weights.row(i).array() != 0).any()) basis.columns.push_back(static_cast<int>(i));
    }
    basis.mean = material_.total->mean(basis.columns);
    basis.weights = weights(basis.columns, Eigen::all);
    return basis;
  }

  Result<void> count() {
    EXPLAINEE_TRY(material_.rows->visit(control_, [&](const Block& rows, const Eigen::VectorXd& weights, const auto&) {
      std::vector<std::string> hers;
      for (Eigen::Index i = 0; i < rows.rows(); ++i) hers.push_back(u_key(rows, i));
      bool any = false;
      for (ClassSet& set : sets_) {
        for (Eigen::Index i = 0; i < rows.rows() && !set.cells->too_many(); ++i)
          set.cells->add(hers[static_cast<std::size_t>(i)], fact_key(rows, i, set), classes_.of(rows, i), weights[i]);
        any = any || (set.compared && set.cells->too_many());
      }
      return !any;
    }));
    const double rows = moments::effective_rows(*material_.total);
    const auto countable = [&](const ClassSet& set) {
      return !set.cells->too_many() && static_cast<double>(set.cells->cells()) * kRowsPerCell <= rows;
    };
    // What is counted sees more than what is fitted: sets that are compared are measured in one way.
    const bool counted =
        std::all_of(sets_.begin(), sets_.end(), [&](const ClassSet& set) { return !set.compared || countable(set); });
    for (ClassSet& set : sets_) {
      if (counted && countable(set)) {
        set.found = set.cells->measure();
      } else {
        set.cells.reset();
        set.model = std::make_unique<Logistic>(static_cast<int>(set.basis.weights.cols()), classes_.size());
      }
    }
    return {};
  }

  [[nodiscard]] bool any_fitted() const {
    return std::any_of(sets_.begin(), sets_.end(), [](const ClassSet& set) { return set.model != nullptr; });
  }

  /// Tests that χ² is not for: facts of counted cells are dealt anew among the rows of each cell of u.
  Result<void> deal() {
    const auto wanted = [](const ClassSet& set) { return set.tested && set.cells != nullptr && !set.facts.empty(); };
    if (!blocks_.empty() || std::ranges::none_of(sets_, wanted)) return {};
    for (ClassSet& set : sets_) {
      if (wanted(set)) set.deal = std::make_unique<CellPermutation>(classes_.size());
    }
    EXPLAINEE_TRY(material_.rows->visit(control_, [&](const Block& rows, const Eigen::VectorXd& weights, const auto&) {
      for (ClassSet& set : sets_) {
        for (Eigen::Index i = 0; i < rows.rows() && set.deal != nullptr; ++i)
          set.deal->add(u_key(rows, i), fact_key(rows, i, set), classes_.of(rows, i), weights[i]);
      }
      return true;
    }));
    for (ClassSet& set : sets_) {
      if (set.deal == nullptr || !set.deal->thin()) continue;
      EXPLAINEE_ASSIGN(set.dealt_p, set.deal->p_value(material_.seed, control_));
    }
    return {};
  }

  struct Fit {
    Logistic* model;
    const Basis* basis;
  };

  /// All models and what they are of.
  [[nodiscard]] std::vector<Fit> fits() {
    std::vector<Fit> all;
    if (any_fitted()) all.push_back({null_.get(), &null_basis_});
    for (ClassSet& set : sets_) {
      if (set.model != nullptr) all.push_back({set.model.get(), &set.basis});
    }
    return all;
  }

  Result<void> fit() {
    null_ = std::make_unique<Logistic>(static_cast<int>(null_basis_.weights.cols()), classes_.size());
    std::vector<Fit> open = fits();
    if (open.empty()) return {};
    if (material_.total->rows >= kManyRows) EXPLAINEE_TRY(fit_some_rows(open));
    while (!open.empty()) {
      for (const Fit& each : open) each.model->begin();
      EXPLAINEE_TRY(
          material_.rows->visit(control_, [&](const Block& rows, const Eigen::VectorXd& weights, const auto&) {
            const std::vector<int> own = classes_.of(rows);
            pool_.run(open.size(), [&](std::size_t k) { open[k].model->add(open[k].basis->of(rows), own, weights); });
            return true;
          }));
      for (const Fit& each : open) each.model->step();
      std::erase_if(open, [](const Fit& each) { return each.model->converged(); });
    }
    return {};
  }

  /// Lets each model start where one of some rows ended.
  Result<void> fit_some_rows(const std::vector<Fit>& all) {
    std::vector<Eigen::VectorXd> kept;
    std::vector<double> kept_weights;
    std::vector<int> own;
    EXPLAINEE_TRY(material_.rows->visit(
        control_, [&](const Block& rows, const Eigen::VectorXd& weights, const std::vector<std::int64_t>& numbers) {
          for (Eigen::Index i = 0; i < rows.rows(); ++i) {
            if (numbers[static_cast<std::size_t>(i)] % kEvery != 0) continue;
            kept.emplace_back(rows.row(i));
            kept_weights.push_back(weights[i]);
            own.push_back(classes_.of(rows, i));
          }
          return true;
        }));
    for (int k = 0; k < classes_.size(); ++k) {
      if (std::count(own.begin(), own.end(), k) < kOfEachClass) return {};
    }
    Eigen::MatrixXd some(static_cast<Eigen::Index>(kept.size()), material_.total->mean.size());
    for (std::size_t i = 0; i < kept.size(); ++i) some.row(static_cast<Eigen::Index>(i)) = kept[i];
    const Eigen::VectorXd weights =
        Eigen::Map<const Eigen::VectorXd>(kept_weights.data(), static_cast<Eigen::Index>(kept_weights.size()));
    pool_.run(all.size(), [&](std::size_t k) {
      const Eigen::MatrixXd columns = all[k].basis->of(some);
      Logistic guess(static_cast<int>(columns.cols()), classes_.size());
      while (!guess.converged() && !control_.cancelled()) {
        guess.begin();
        guess.add(columns, own, weights);
        guess.step();
      }
      all[k].model->start_from(guess);
    });
    return {};
  }

  /// What the models and cells say of the rows, summed, and of the row asked for.
  Result<void> read() {
    if (!any_fitted() && !material_.row && blocks_.empty()) return {};  // counting said all
    std::vector<ModelSums> sums(sets_.size());
    std::size_t first = 0;  // of the block of rows, among all
    EXPLAINEE_TRY(material_.rows->visit(
        control_, [&](const Block& rows, const Eigen::VectorXd& weights, const std::vector<std::int64_t>& numbers) {
          const std::vector<int> own = classes_.of(rows);
          const auto at = std::find(numbers.begin(), numbers.end(), material_.row.value_or(-1));
          const Eigen::Index here = at == numbers.end() ? -1 : static_cast<Eigen::Index>(at - numbers.begin());
          const Eigen::MatrixXd before = null_->log_chances(null_basis_.of(rows));
          pool_.run(sets_.size(), [&](std::size_t s) {
            if (sets_[s].model != nullptr) {
              add_modelled(sets_[s], rows, weights, {own, before, here, first}, sums[s]);
            } else {
              read_cells(sets_[s], rows, weights, {own, before, here, first});
            }
          });
          first += own.size();
          return true;
        }));
    for (std::size_t s = 0; s < sets_.size(); ++s) {
      if (sets_[s].model) sets_[s].found = sums[s].information(sets_[s].rank * (classes_.size() - 1));
    }
    return {};
  }

  /// Of a block of rows: classes, log chances before the facts, and where the row asked for is (−1: not here).
  struct Before {
    const std::vector<int>& classes;
    const Eigen::MatrixXd& log_chances;
    Eigen::Index here;
    std::size_t first;  ///< number of the first of these rows among all
  };

  /// Of a counted set: the row asked for, and sums over blocks where rows hang together.
  void read_cells(ClassSet& set, const Block& rows, const Eigen::VectorXd& weights, const Before& before) const {
    const auto ratio = [&](Eigen::Index i) {
      return set.cells->log_ratio(u_key(rows, i), fact_key(rows, i, set), before.classes[static_cast<std::size_t>(i)]);
    };
    if (before.here >= 0) set.row_nats = ratio(before.here);
    for (Eigen::Index i = 0; i < rows.rows() && !blocks_.empty(); ++i)
      set.blocks.add(blocks_[before.first + static_cast<std::size_t>(i)], weights[i], ratio(i).value_or(0.0));
  }

  void add_modelled(ClassSet& set, const Block& rows, const Eigen::VectorXd& weights, const Before& before,
                    ModelSums& sums) const {
    const Eigen::MatrixXd after = set.model->log_chances(set.basis.of(rows));
    for (Eigen::Index i = 0; i < rows.rows(); ++i) {
      const int y = before.classes[static_cast<std::size_t>(i)];
      sums.add(before.log_chances.row(i), after.row(i), y, weights[i]);
      if (i == before.here) set.row_nats = after(i, y) - before.log_chances(i, y);
      if (!blocks_.empty())
        set.blocks.add(blocks_[before.first + static_cast<std::size_t>(i)], weights[i],
                       after(i, y) - before.log_chances(i, y));
    }
  }

  const Material& material_;
  const Classes& classes_;
  const base::Control& control_;
  base::ThreadPool pool_;
  Basis null_basis_;  // of u alone
  std::unique_ptr<Logistic> null_;
  std::vector<ClassSet> sets_;
  std::vector<int> blocks_;          // of each row; empty: rows are independent
  std::vector<std::size_t> places_;  // of each set that was asked about
};

/// The claim of the search, in terms of the class.
Claim class_claim(Claim claim, double open_nats) {
  if (open_nats >= base::kNothingOpen) {
    claim.objective = Claim::Objective::kClassIndicators;
    return claim;
  }
  Claim closed;  // what she has decides the class, though the numbers 1 and 0 still vary
  closed.kind = Claim::Kind::kNothingToExplain;
  closed.bound_nats = 0.0;
  closed.nodes = claim.nodes;
  return closed;
}

/// Less what shapes that were fitted to the classes add to the bias.
double corrected_nats(const DiscreteInformation& found, const SetToMeasure& wanted, const Material& material) {
  int fitted = 0;
  for (const FactColumns& fact : wanted.facts) fitted += fact.fitted;
  const double rows = moments::effective_rows(*material.total);
  return found.corrected_nats - fitted * (material.classes->size() - 1) / (2 * rows);
}

/// From how what is told varies from row to row, or from block to block.
std::optional<Interval> interval_of(const ClassSet& set, const Material& material, const SetToMeasure& wanted,
                                    double searched_nats) {
  const DiscreteInformation& found = set.found;
  InformationSpread spread;
  spread.law = InformationSpread::Law::kChances;
  spread.nats = found.nats;
  spread.corrected_nats = corrected_nats(found, wanted, material);
  spread.rows = moments::effective_rows(*material.total);
  spread.parts = material.blocks ? set.blocks.count() : spread.rows;
  spread.variance = std::pow(material.blocks ? set.blocks.error(found.nats) : found.error_nats, 2);
  spread.degrees = found.degrees;
  // The choice varied in terms of the indicators, whose information has no limit: the share of what is open that is
  // told goes as their R².
  const double share = std::min(1.0, 2 * std::exp(-2 * searched_nats) * found.open_nats);
  spread.choice_variance = wanted.choice_variance * share * share;
  if (wanted.person_nats) {
    const auto told = [&](double nats) { return found.nats + share * (nats - searched_nats); };
    spread.person_nats = Interval{told(wanted.person_nats->low), told(wanted.person_nats->high)};
  }
  spread.open_nats = found.open_nats;
  return information_interval(spread);
}

/// p of the likelihood ratio, unless cells are too thin for it; of blocks the indicators' is kept.
void write_test(const ClassSet& set, double rows, MeasuredSet& measured) {
  if (measured.test == TestBasis::kSignFlips) return;
  const DiscreteInformation& found = set.found;
  measured.test = set.dealt_p ? TestBasis::kPermutation : TestBasis::kLikelihood;
  measured.p_value = set.dealt_p         ? set.dealt_p
                     : found.degrees > 0 ? chi_squared_tail(2 * rows * found.nats, found.degrees)
                                         : 1.0;
}

void write(const ClassSet& set, const SetToMeasure& wanted, const Material& material, MeasuredSet& measured) {
  const DiscreteInformation& found = set.found;
  measured.nats = measured.compared_nats = found.nats;
  measured.infinite = false;
  measured.open_nats = found.open_nats;
  measured.corrected_nats = corrected_nats(found, wanted, material);
  measured.interval.reset();
  measured.gaussian_interval.reset();
  if (wanted.tested && !wanted.p_value) write_test(set, moments::effective_rows(*material.total), measured);
  if (wanted.tested && wanted.p_value) {
    measured.p_value = wanted.p_value;
    measured.test = TestBasis::kSignFlips;
  }
  if (wanted.in_full && !set.facts.empty()) {
    measured.interval = interval_of(set, material, wanted, measured.searched.nats);
    if (measured.interval && measured.p_value && *measured.p_value > 1 - kLevel) measured.interval->low = 0;
  }
  measured.chances = Chances{found.right_before, found.right_after, set.model == nullptr};
  measured.row_nats = set.row_nats;
  measured.claim = class_claim(measured.claim, found.open_nats);
}

}  // namespace

Result<std::vector<MeasuredSet>> ClassMeasure::measure(std::span<const SetToMeasure> sets,
                                                       const base::Control& control) {
  EXPLAINEE_ASSIGN(std::vector<MeasuredSet> measured, indicators_.measure(sets, control));
  ClassPasses passes(material_, sets, control);
  EXPLAINEE_TRY(passes.run());
  for (std::size_t i = 0; i < sets.size(); ++i) write(passes.of(i), sets[i], material_, measured[i]);
  return measured;
}

}  // namespace explainee::information
