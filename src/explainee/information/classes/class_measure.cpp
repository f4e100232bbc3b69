#include "explainee/information/classes/class_measure.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "explainee/base/tolerances.h"
#include "explainee/information/classes/contingency.h"
#include "explainee/information/classes/logistic.h"
#include "explainee/information/special_functions.h"

namespace explainee::information {
namespace {

using base::Result;
using Block = Eigen::Ref<const Eigen::MatrixXd>;

constexpr double kTwoSided95 = 1.959963984540054;

/// Values are counted cell by cell while there are at least so many rows for each cell.
constexpr double kRowsPerCell = 20;
constexpr std::size_t kMostCounted = 4096;

/// Values as text: rows are alike when the texts are. Twelve digits, since a sum of the same numbers may be rounded.
std::string key_of(const Eigen::Ref<const Eigen::RowVectorXd>& values) {
  std::string key;
  for (const double value : values) fmt::format_to(std::back_inserter(key), "{:.12g} ", value + 0.0);  // −0 is 0
  return key;
}

/// Sums over rows of what two models say.
struct ModelSums {
  double weight = 0, squares = 0, gain = 0, open = 0, square_gain = 0, square_gain2 = 0, before = 0, after = 0;

  void add(const Eigen::RowVectorXd& log_before, const Eigen::RowVectorXd& log_after, int y, double w) {
    const double d = log_after[y] - log_before[y];
    weight += w;
    squares += w * w;
    gain += w * d;
    open -= w * log_before[y];
    square_gain += w * w * d;
    square_gain2 += w * w * d * d;
    Eigen::Index likeliest = 0;  // of equals the first
    log_before.maxCoeff(&likeliest);
    before += likeliest == y ? w : 0;
    log_after.maxCoeff(&likeliest);
    after += likeliest == y ? w : 0;
  }

  [[nodiscard]] DiscreteInformation information(int degrees) const {
    DiscreteInformation found;
    found.nats = gain / weight;
    found.open_nats = open / weight;
    found.degrees = degrees;
    found.corrected_nats = found.nats - degrees * squares / (2 * weight * weight);
    const double spread = square_gain2 - 2 * found.nats * square_gain + found.nats * found.nats * squares;
    found.error_nats = std::sqrt(std::max(0.0, spread)) / weight;
    found.right_before = before / weight;
    found.right_after = after / weight;
    return found;
  }
};

/// One set of facts and how its information is found.
struct ClassSet {
  std::vector<int> facts;  ///< moment columns of the set
  bool compared = true;
  Eigen::MatrixXd basis;  ///< of (u, x_E): moment columns × rank
  int rank = 0;           ///< beyond u
  std::unique_ptr<Contingency> cells;
  std::unique_ptr<Logistic> model;  ///< when there are too many cells
  DiscreteInformation found;
  std::optional<double> row_nats;  ///< log p(ŷ|u,e) − log p(ŷ|u) of the row asked for
};

/// The passes over the rows.
class ClassPasses {
 public:
  ClassPasses(const Material& material, std::span<const SetToMeasure> wanted, const base::Control& control)
      : material_(material),
        classes_(*material.classes),
        control_(control),
        null_basis_(summary_basis(material.situation, *material.total)) {
    for (const SetToMeasure& set : wanted) add(set);
  }

  /// Measures the sets, in the order given.
  Result<std::vector<ClassSet>> run() {
    EXPLAINEE_TRY(count());
    EXPLAINEE_TRY(fit());
    EXPLAINEE_TRY(read());
    return std::move(sets_);
  }

 private:
  void add(const SetToMeasure& wanted) {
    ClassSet& set = sets_.emplace_back();
    for (const FactColumns& fact : wanted.facts)
      set.facts.insert(set.facts.end(), fact.columns.begin(), fact.columns.end());
    set.compared = wanted.compared;
    set.basis = basis_of(set.facts);
    set.rank = static_cast<int>(set.basis.cols() - null_basis_.cols());
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

  [[nodiscard]] Eigen::MatrixXd design(const Block& rows, const Eigen::MatrixXd& basis) const {
    return (rows.rowwise() - material_.total->mean.transpose()) * basis;
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
        set.model = std::make_unique<Logistic>(static_cast<int>(set.basis.cols()), classes_.size());
      }
    }
    return {};
  }

  [[nodiscard]] bool any_fitted() const {
    return std::any_of(sets_.begin(), sets_.end(), [](const ClassSet& set) { return set.model != nullptr; });
  }

  /// Calls with(model, basis) for all that have not converged; whether there was one.
  template <class With>
  bool each_unfinished(With with) {
    bool any = false;
    const auto visit = [&](Logistic& model, const Eigen::MatrixXd& basis) {
      if (model.converged()) return;
      any = true;
      with(model, basis);
    };
    if (any_fitted()) visit(*null_, null_basis_);
    for (ClassSet& set : sets_) {
      if (set.model != nullptr) visit(*set.model, set.basis);
    }
    return any;
  }

  Result<void> fit() {
    null_ = std::make_unique<Logistic>(static_cast<int>(null_basis_.cols()), classes_.size());
    while (each_unfinished([](Logistic& model, const auto&) { model.begin(); })) {
      EXPLAINEE_TRY(
          material_.rows->visit(control_, [&](const Block& rows, const Eigen::VectorXd& weights, const auto&) {
            const std::vector<int> own = classes_.of(rows);
            each_unfinished(
                [&](Logistic& model, const Eigen::MatrixXd& basis) { model.add(design(rows, basis), own, weights); });
            return true;
          }));
      each_unfinished([](Logistic& model, const auto&) { model.step(); });
    }
    return {};
  }

  /// What the models and cells say of the rows, summed, and of the row asked for.
  Result<void> read() {
    if (!any_fitted() && !material_.row) return {};  // counting said all
    std::vector<ModelSums> sums(sets_.size());
    EXPLAINEE_TRY(material_.rows->visit(
        control_, [&](const Block& rows, const Eigen::VectorXd& weights, const std::vector<std::int64_t>& numbers) {
          const std::vector<int> own = classes_.of(rows);
          const auto at = std::find(numbers.begin(), numbers.end(), material_.row.value_or(-1));
          const Eigen::Index here = at == numbers.end() ? -1 : static_cast<Eigen::Index>(at - numbers.begin());
          const Eigen::MatrixXd before = null_->log_chances(design(rows, null_basis_));
          for (std::size_t s = 0; s < sets_.size(); ++s) {
            if (sets_[s].model != nullptr) {
              add_modelled(sets_[s], rows, weights, {own, before, here}, sums[s]);
            } else if (here >= 0) {
              sets_[s].row_nats = sets_[s].cells->log_ratio(u_key(rows, here), fact_key(rows, here, sets_[s]),
                                                            own[static_cast<std::size_t>(here)]);
            }
          }
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
  };

  void add_modelled(ClassSet& set, const Block& rows, const Eigen::VectorXd& weights, const Before& before,
                    ModelSums& sums) const {
    const Eigen::MatrixXd after = set.model->log_chances(design(rows, set.basis));
    for (Eigen::Index i = 0; i < rows.rows(); ++i) {
      const int y = before.classes[static_cast<std::size_t>(i)];
      sums.add(before.log_chances.row(i), after.row(i), y, weights[i]);
      if (i == before.here) set.row_nats = after(i, y) - before.log_chances(i, y);
    }
  }

  const Material& material_;
  const Classes& classes_;
  const base::Control& control_;
  Eigen::MatrixXd null_basis_;  // of u alone
  std::unique_ptr<Logistic> null_;
  std::vector<ClassSet> sets_;
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

void write(const ClassSet& set, const SetToMeasure& wanted, const Material& material, MeasuredSet& measured) {
  const DiscreteInformation& found = set.found;
  measured.nats = measured.compared_nats = found.nats;
  measured.infinite = false;
  measured.open_nats = found.open_nats;
  measured.corrected_nats = found.corrected_nats;
  measured.interval.reset();
  measured.gaussian_interval.reset();
  if (wanted.in_full && !material.blocks && !set.facts.empty())
    measured.interval =
        Interval{found.nats - kTwoSided95 * found.error_nats, found.nats + kTwoSided95 * found.error_nats};
  if (wanted.tested) {
    const double rows = moments::effective_rows(*material.total);
    measured.p_value = found.degrees > 0 ? chi_squared_tail(2 * rows * found.nats, found.degrees) : 1.0;
  }
  measured.chances = Chances{found.right_before, found.right_after, set.model == nullptr};
  measured.row_nats = set.row_nats;
  measured.claim = class_claim(measured.claim, found.open_nats);
}

}  // namespace

Result<std::vector<MeasuredSet>> ClassMeasure::measure(std::span<const SetToMeasure> sets,
                                                       const base::Control& control) {
  EXPLAINEE_ASSIGN(std::vector<MeasuredSet> measured, indicators_.measure(sets, control));
  EXPLAINEE_ASSIGN(const std::vector<ClassSet> found, ClassPasses(material_, sets, control).run());
  for (std::size_t i = 0; i < sets.size(); ++i) write(found[i], sets[i], material_, measured[i]);
  return measured;
}

}  // namespace explainee::information
