#include "explainee/explain/label_measure.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace explainee::explain {
namespace {

using base::Result;
using information::Contingency;
using information::DiscreteInformation;
using information::Logistic;

/// Values are counted cell by cell while there are at least so many rows for each cell.
constexpr double kRowsPerCell = 20;
constexpr std::size_t kMostCounted = 4096;

/// Values as text: rows are alike when the texts are. Twelve digits, since a sum of the same numbers may be rounded.
std::string key_of(const Eigen::Ref<const Eigen::RowVectorXd>& values) {
  std::string key;
  for (const double value : values) fmt::format_to(std::back_inserter(key), "{:.12g} ", value + 0.0);  // −0 is 0
  return key;
}

/// ModelSums over rows of what two models say.
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

class LabelMeasure {
 public:
  LabelMeasure(Composition& c, const Classes& classes) : c_(c), classes_(classes) {}

  /// Measures the sets in place.
  Result<void> run(std::vector<MeasuredSet>& sets) {
    for (MeasuredSet& set : sets) {
      set.basis = basis_of(set.facts);
      set.rank = static_cast<int>(set.basis.cols() - null_basis().cols());
      set.cells = std::make_unique<Contingency>(classes(), kMostCounted);
    }
    EXPLAINEE_TRY(count(sets));
    EXPLAINEE_TRY(fit(sets));
    return read_models(sets);
  }

 private:
  using Block = Eigen::Ref<const Eigen::MatrixXd>;

  [[nodiscard]] int classes() const { return static_cast<int>(classes_.names.size()); }
  [[nodiscard]] const Eigen::MatrixXd& null_basis() const { return c_.problem.conditioning.basis; }

  /// What she has of a row, and what the facts of a set are in it.
  [[nodiscard]] std::string u_key(const Block& rows, Eigen::Index row) const {
    return key_of(rows.row(row) * c_.setting.summary_weights);
  }
  [[nodiscard]] static std::string fact_key(const Block& rows, Eigen::Index row, const MeasuredSet& set) {
    return key_of(rows.row(row)(set.facts));
  }

  /// Uncorrelated columns of unit variance that span u and these facts.
  [[nodiscard]] Eigen::MatrixXd basis_of(const std::vector<int>& facts) const {
    const Eigen::Index u = c_.setting.summary_weights.cols();
    Eigen::MatrixXd weights(c_.setting.summary_weights.rows(), u + static_cast<Eigen::Index>(facts.size()));
    weights.leftCols(u) = c_.setting.summary_weights;
    for (std::size_t i = 0; i < facts.size(); ++i) {
      weights.col(u + static_cast<Eigen::Index>(i)) = Eigen::VectorXd::Unit(weights.rows(), facts[i]);
    }
    const Eigen::MatrixXd cross = *moments::covariance_with(c_.total(), weights);
    return user::load_on(cross, moments::covariance_of_sums(weights, cross), weights).basis;
  }

  [[nodiscard]] std::vector<int> classes_of(const Block& rows) const {
    std::vector<int> found;
    for (Eigen::Index i = 0; i < rows.rows(); ++i) found.push_back(classes_.of(rows, i));
    return found;
  }

  [[nodiscard]] Eigen::MatrixXd design(const Block& rows, const Eigen::MatrixXd& basis) const {
    return (rows.rowwise() - c_.total().mean.transpose()) * basis;
  }

  Result<void> count(std::vector<MeasuredSet>& sets) {
    EXPLAINEE_TRY(
        visit_rows(c_.gathered, c_.control, [&](const Block& rows, const Eigen::VectorXd& weights, const auto&) {
          bool any = false;
          for (MeasuredSet& set : sets) {
            for (Eigen::Index i = 0; i < rows.rows() && !set.cells->too_many(); ++i)
              set.cells->add(u_key(rows, i), fact_key(rows, i, set), classes_.of(rows, i), weights[i]);
            any = any || (set.compared && set.cells->too_many());
          }
          return !any;
        }));
    const double rows = moments::effective_rows(c_.total());
    const auto countable = [&](const MeasuredSet& set) {
      return !set.cells->too_many() && static_cast<double>(set.cells->cells()) * kRowsPerCell <= rows;
    };
    // What is counted sees more than what is fitted: sets that are compared are measured in one way.
    const bool counted =
        std::all_of(sets.begin(), sets.end(), [&](const MeasuredSet& set) { return !set.compared || countable(set); });
    for (MeasuredSet& set : sets) {
      if (counted && countable(set)) {
        set.found = set.cells->measure();
      } else {
        set.cells.reset();
        set.model = std::make_unique<Logistic>(static_cast<int>(set.basis.cols()), classes());
      }
    }
    return {};
  }

  Result<void> fit(std::vector<MeasuredSet>& sets) {
    null_ = std::make_unique<Logistic>(static_cast<int>(null_basis().cols()), classes());
    const auto step_all = [&](auto&& with) {
      bool any = false;
      const auto visit = [&](Logistic& model, const Eigen::MatrixXd& basis) {
        if (model.converged()) return;
        any = true;
        with(model, basis);
      };
      const bool needed =
          std::any_of(sets.begin(), sets.end(), [](const MeasuredSet& set) { return set.model != nullptr; });
      if (needed) visit(*null_, null_basis());
      for (MeasuredSet& set : sets) {
        if (set.model != nullptr) visit(*set.model, set.basis);
      }
      return any;
    };
    while (step_all([](Logistic& model, const auto&) { model.begin(); })) {
      EXPLAINEE_TRY(
          visit_rows(c_.gathered, c_.control, [&](const Block& rows, const Eigen::VectorXd& weights, const auto&) {
            const std::vector<int> own = classes_of(rows);
            step_all(
                [&](Logistic& model, const Eigen::MatrixXd& basis) { model.add(design(rows, basis), own, weights); });
            return true;
          }));
      step_all([](Logistic& model, const auto&) { model.step(); });
    }
    return {};
  }

  /// What the models and cells say of the rows, summed, and of the row asked for.
  Result<void> read_models(std::vector<MeasuredSet>& sets) {
    const bool fitted =
        std::any_of(sets.begin(), sets.end(), [](const MeasuredSet& set) { return set.model != nullptr; });
    if (!fitted && !c_.options.row) return {};  // counting said all
    std::vector<ModelSums> sums(sets.size());
    std::int64_t wanted = -1;
    if (c_.options.row) {
      EXPLAINEE_ASSIGN(wanted, position_of(c_.gathered, *c_.options.row));
    }
    EXPLAINEE_TRY(visit_rows(
        c_.gathered, c_.control,
        [&](const Block& rows, const Eigen::VectorXd& weights, const std::vector<std::int64_t>& numbers) {
          const std::vector<int> own = classes_of(rows);
          const auto at = std::find(numbers.begin(), numbers.end(), wanted);
          const Eigen::Index here = at == numbers.end() ? -1 : static_cast<Eigen::Index>(at - numbers.begin());
          const Eigen::MatrixXd before = null_->log_chances(design(rows, null_basis()));
          for (std::size_t s = 0; s < sets.size(); ++s) {
            if (sets[s].model != nullptr) {
              add_modelled(sets[s], rows, weights, {own, before, here}, sums[s]);
            } else if (here >= 0) {
              sets[s].row_nats = sets[s].cells->log_ratio(u_key(rows, here), fact_key(rows, here, sets[s]),
                                                          own[static_cast<std::size_t>(here)]);
            }
          }
          return true;
        }));
    for (std::size_t s = 0; s < sets.size(); ++s) {
      if (sets[s].model) sets[s].found = sums[s].information(sets[s].rank * (classes() - 1));
    }
    return {};
  }

  /// Of a block of rows: classes, log chances before the facts, and where the row asked for is (−1: not here).
  struct Before {
    const std::vector<int>& classes;
    const Eigen::MatrixXd& log_chances;
    Eigen::Index here;
  };

  void add_modelled(MeasuredSet& set, const Block& rows, const Eigen::VectorXd& weights, const Before& before,
                    ModelSums& sums) const {
    const Eigen::MatrixXd after = set.model->log_chances(design(rows, set.basis));
    for (Eigen::Index i = 0; i < rows.rows(); ++i) {
      const int y = before.classes[static_cast<std::size_t>(i)];
      sums.add(before.log_chances.row(i), after.row(i), y, weights[i]);
      if (i == before.here) set.row_nats = after(i, y) - before.log_chances(i, y);
    }
  }

  Composition& c_;
  const Classes& classes_;
  std::unique_ptr<Logistic> null_;
};

}  // namespace

Result<void> measure_sets(Composition& composition, const Classes& classes, std::vector<MeasuredSet>& sets) {
  return LabelMeasure(composition, classes).run(sets);
}

}  // namespace explainee::explain
