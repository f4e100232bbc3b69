#include "explainee/explain/label.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <memory>
#include <set>

#include "explainee/information/contingency.h"
#include "explainee/information/logistic.h"
#include "explainee/information/special_functions.h"

namespace explainee::explain {
namespace {

using base::Result;
using information::Contingency;
using information::DiscreteInformation;
using information::Logistic;

/// Values are counted cell by cell while there are at least so many rows for each cell.
constexpr double kRowsPerCell = 20;
constexpr std::size_t kMostCounted = 4096;
/// Nats about the class below which nothing is open.
constexpr double kNothingOpen = 1e-6;
constexpr double kTwoSided95 = 1.959963984540054;

/// One set of facts and how its information is found.
struct Measured {
  std::vector<int> facts;  ///< moment columns of the set
  Eigen::MatrixXd basis;   ///< of (u, x_E): moment columns × rank
  bool compared = true;    ///< with the chosen set: a point of the curve, the best one to a score
  int rank = 0;            ///< beyond u
  std::unique_ptr<Contingency> cells;
  std::unique_ptr<Logistic> model;  ///< when there are too many cells
  DiscreteInformation found;
  std::optional<double> row_nats;  ///< log p(ŷ|u,e) − log p(ŷ|u) of the row asked for
};

/// Values as text: rows are alike when the texts are. Twelve digits, since a sum of the same numbers may be rounded.
std::string key_of(const Eigen::Ref<const Eigen::RowVectorXd>& values) {
  std::string key;
  for (const double value : values) fmt::format_to(std::back_inserter(key), "{:.12g} ", value + 0.0);  // −0 is 0
  return key;
}

class LabelMeasure {
 public:
  LabelMeasure(Composition& c, Classes classes) : c_(c), classes_(std::move(classes)) {}

  /// Measures the sets in place.
  Result<void> run(std::vector<Measured>& sets) {
    for (Measured& set : sets) {
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
  [[nodiscard]] static std::string fact_key(const Block& rows, Eigen::Index row, const Measured& set) {
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
    return user::load_on(cross, weights.transpose() * cross, weights).basis;
  }

  [[nodiscard]] std::vector<int> classes_of(const Block& rows) const {
    std::vector<int> found;
    for (Eigen::Index i = 0; i < rows.rows(); ++i) found.push_back(classes_.of(rows, i));
    return found;
  }

  [[nodiscard]] Eigen::MatrixXd design(const Block& rows, const Eigen::MatrixXd& basis) const {
    return (rows.rowwise() - c_.total().mean.transpose()) * basis;
  }

  Result<void> count(std::vector<Measured>& sets) {
    EXPLAINEE_TRY(
        visit_rows(c_.gathered, c_.control, [&](const Block& rows, const Eigen::VectorXd& weights, const auto&) {
          bool any = false;
          for (Measured& set : sets) {
            for (Eigen::Index i = 0; i < rows.rows() && !set.cells->too_many(); ++i)
              set.cells->add(u_key(rows, i), fact_key(rows, i, set), classes_.of(rows, i), weights[i]);
            any = any || (set.compared && set.cells->too_many());
          }
          return !any;
        }));
    const double rows = moments::effective_rows(c_.total());
    const auto countable = [&](const Measured& set) {
      return !set.cells->too_many() && static_cast<double>(set.cells->cells()) * kRowsPerCell <= rows;
    };
    // What is counted sees more than what is fitted: sets that are compared are measured in one way.
    const bool counted =
        std::all_of(sets.begin(), sets.end(), [&](const Measured& set) { return !set.compared || countable(set); });
    for (Measured& set : sets) {
      if (counted && countable(set)) {
        set.found = set.cells->measure();
      } else {
        set.cells.reset();
        set.model = std::make_unique<Logistic>(static_cast<int>(set.basis.cols()), classes());
      }
    }
    return {};
  }

  Result<void> fit(std::vector<Measured>& sets) {
    null_ = std::make_unique<Logistic>(static_cast<int>(null_basis().cols()), classes());
    const auto step_all = [&](auto&& with) {
      bool any = false;
      const auto visit = [&](Logistic& model, const Eigen::MatrixXd& basis) {
        if (model.converged()) return;
        any = true;
        with(model, basis);
      };
      const bool needed =
          std::any_of(sets.begin(), sets.end(), [](const Measured& set) { return set.model != nullptr; });
      if (needed) visit(*null_, null_basis());
      for (Measured& set : sets) {
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

  /// What the fitted models say, summed over the rows.
  Result<void> read_models(std::vector<Measured>& sets) {
    const bool fitted = std::any_of(sets.begin(), sets.end(), [](const Measured& set) { return set.model != nullptr; });
    if (!fitted && !c_.options.row) return {};  // counting said all
    std::vector<Sums> sums(sets.size());
    std::int64_t wanted = -1;
    if (c_.options.row) {
      EXPLAINEE_ASSIGN(wanted, position_of(c_.gathered, *c_.options.row));
    }
    EXPLAINEE_TRY(
        visit_rows(c_.gathered, c_.control,
                   [&](const Block& rows, const Eigen::VectorXd& weights, const std::vector<std::int64_t>& numbers) {
                     const std::vector<int> own = classes_of(rows);
                     const Eigen::MatrixXd before = null_->log_chances(design(rows, null_basis()));
                     for (std::size_t s = 0; s < sets.size(); ++s) {
                       Eigen::MatrixXd after;
                       if (sets[s].model) after = sets[s].model->log_chances(design(rows, sets[s].basis));
                       for (Eigen::Index i = 0; i < rows.rows(); ++i) {
                         const int y = own[static_cast<std::size_t>(i)];
                         const bool here = numbers[static_cast<std::size_t>(i)] == wanted;
                         if (!sets[s].model) {
                           if (here)
                             sets[s].row_nats = sets[s].cells->log_ratio(u_key(rows, i), fact_key(rows, i, sets[s]), y);
                           continue;
                         }
                         sums[s].add(before.row(i), after.row(i), y, weights[i]);
                         if (here) sets[s].row_nats = after(i, y) - before(i, y);
                       }
                     }
                     return true;
                   }));
    for (std::size_t s = 0; s < sets.size(); ++s) {
      if (sets[s].model) sets[s].found = sums[s].information(sets[s].rank * (classes() - 1));
    }
    return {};
  }

  /// Sums over rows of what two models say.
  struct Sums {
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

  Composition& c_;
  Classes classes_;
  std::unique_ptr<Logistic> null_;
};

/// A number that takes the values 0 and 1, and no other, is a label.
Result<std::optional<Classes>> zeros_and_ones(Composition& c) {
  const int column = c.setting.predictions.front();
  const double shift = c.gathered.moments->columns[static_cast<std::size_t>(column)].shift;
  // The variance of zeros and ones follows from their mean: most tables need no look at the rows.
  const double mean = shift + c.total().mean[column];
  constexpr double kApart = 1e-9;
  if (!(std::abs(moments::covariance_at(c.total(), column, column) - mean * (1 - mean)) < kApart))
    return std::optional<Classes>();
  std::set<double> values;
  EXPLAINEE_TRY(visit_rows(c.gathered, c.control, [&](const auto& rows, const auto&, const auto&) {
    for (Eigen::Index i = 0; i < rows.rows() && values.size() < 3; ++i) values.insert(rows(i, column));
    return values.size() < 3;
  }));
  if (values != std::set<double>{0 - shift, 1 - shift}) return std::optional<Classes>();
  return std::optional(Classes{{column}, {0 - shift, 1 - shift}, {"0", "1"}});
}

Result<std::optional<Classes>> look_for_classes(Composition& c) {
  const auto& columns = c.gathered.moments->columns;
  const int first = c.setting.predictions.front();
  if (columns[static_cast<std::size_t>(first)].kind != moments::ColumnKind::kLevel) {
    const bool plain = c.setting.predictions.size() == 1 && c.options.resolution == 0 &&
                       c.options.estimator != "gaussian" && c.setting.draws.columns.empty() &&
                       !c.gathered.asked;  // what she understands is known with noise: no cells to count
    return plain ? zeros_and_ones(c) : Result<std::optional<Classes>>(std::optional<Classes>());
  }
  constexpr std::size_t kMostClasses = 50;
  if (c.setting.predictions.size() > kMostClasses) {
    return base::Error{
        base::ErrorCode::kUnfitColumn,
        fmt::format("the prediction '{}' has {} classes, and at most {} can be explained at once; join "
                    "rare ones",
                    columns[static_cast<std::size_t>(first)].source, c.setting.predictions.size(), kMostClasses),
        c.gathered.table->name()};
  }
  Classes classes;
  for (const int column : c.setting.predictions) {
    if (!(c.total().mean[column] > 0)) continue;  // near a row some classes may not occur
    classes.columns.push_back(column);
    classes.names.push_back(columns[static_cast<std::size_t>(column)].level);
  }
  return std::optional(std::move(classes));
}

std::vector<int> columns_of_names(const Composition& c, const std::vector<std::string>& names) {
  std::vector<int> columns;
  for (const std::string& name : names) {
    for (const auto* list : {&c.setting.candidates, &c.everyone}) {
      const auto found =
          std::find_if(list->begin(), list->end(), [&](const Facts& facts) { return facts.candidate.name == name; });
      if (found == list->end()) continue;
      columns.insert(columns.end(), found->columns.begin(), found->columns.end());
      break;
    }
  }
  return columns;
}

/// All sets that the answer lists.
std::vector<NamedSet*> listed_sets(Explanation& answer) {
  std::vector<NamedSet*> all;
  for (NamedSet& set : answer.alternatives) all.push_back(&set);
  for (CurvePoint& point : answer.curve) all.push_back(&point.set);
  for (auto* set : {&answer.impersonal_all, &answer.impersonal_unknown}) {
    if (*set) all.push_back(&**set);
  }
  if (answer.score) all.push_back(&answer.score->best);
  return all;
}

void report_chosen(Composition& c, const Measured& chosen) {
  Explanation& answer = c.answer;
  const DiscreteInformation& found = chosen.found;
  Information& info = answer.information;
  info.estimator = "discrete";
  info.infinite = false;
  info.nats = found.nats;
  info.of_nats = found.open_nats;
  info.corrected_nats = found.corrected_nats;
  info.interval_nats.reset();
  if (!c.gathered.roles.block && !chosen.facts.empty()) {
    info.interval_nats =
        Interval{found.nats - kTwoSided95 * found.error_nats, found.nats + kTwoSided95 * found.error_nats};
  }
  info.gaussian_interval_nats.reset();
  info.honest_nats.reset();  // its folds know variances only
  info.honest_method.clear();
  if (answer.score) {
    const double rows = moments::effective_rows(c.total());
    info.p_value = found.degrees > 0 ? information::chi_squared_tail(2 * rows * found.nats, found.degrees) : 1.0;
  }
  LabelReport& label = *answer.label;
  label.right_before = found.right_before;
  label.right_after = found.right_after;
  label.counted = chosen.model == nullptr;
  if (!answer.row) return;
  answer.row->surprise_removed_nats = chosen.row_nats;
  answer.row->one_in_before.clear();
  answer.row->one_in_after.clear();
}

/// What she knows decides the class: the indicators still vary, but there is nothing to explain.
void close_answer(Composition& c) {
  Explanation& answer = c.answer;
  answer.nothing_to_explain = true;
  answer.facts.clear();
  answer.alternatives.clear();
  answer.curve.clear();
  answer.information = {};
  answer.information.estimator = "discrete";
  answer.information.of_nats = 0.0;
  answer.certificate = {true, 0.0, 0.0, answer.certificate.nodes,
                        "there is nothing to explain, so no fact has any bits"};
  if (!answer.row) return;
  answer.row->contributions.clear();
  answer.row->expected = answer.row->prediction;
  std::fill(answer.row->remainder.begin(), answer.row->remainder.end(), 0.0);
  answer.row->surprise_removed_nats = 0.0;
  answer.row->one_in_before.clear();
  answer.row->one_in_after.clear();
}

/// Chances are counted from the cells as they are: noise has no part in them.
Result<void> check_exact(const Composition& c) {
  const auto noisy = [](const Facts& facts) { return facts.shown_with.variance() > 0; };
  const bool shown =
      std::any_of(c.everyone.begin(), c.everyone.end(), noisy) || std::any_of(c.judged.begin(), c.judged.end(), noisy);
  if (c.options.resolution > 0) {
    return base::Error{base::ErrorCode::kBadOption, "--resolution is for predictions that are numbers, not classes",
                       ""};
  }
  if (c.options.estimator == "gaussian") {
    return base::Error{base::ErrorCode::kBadOption,
                       "--estimator gaussian is for predictions that are numbers, not classes", ""};
  }
  if (!shown && !c.answer.noise_free) return {};
  return base::Error{
      base::ErrorCode::kBadOption,
      fmt::format("{} for predictions that are numbers, and '{}' is a class; explain its probability "
                  "instead",
                  shown ? "--noise and --shown-as are" : "--noise-free is", c.answer.predictions.front()),
      ""};
}

}  // namespace

std::vector<int> prediction_columns(const Gathered& gathered) {
  std::vector<int> columns;
  for (const std::size_t index : gathered.roles.predictions) {
    const data::Column& column = gathered.columns[index];
    if (column.type == data::ColumnType::kNumber) {
      columns.push_back(gathered.moments->find(column.name));
      continue;
    }
    for (std::size_t i = 0; i < gathered.moments->columns.size(); ++i) {
      const moments::MomentColumn& level = gathered.moments->columns[i];
      if (level.kind == moments::ColumnKind::kLevel && level.source == column.name)
        columns.push_back(static_cast<int>(i));
    }
  }
  return columns;
}

int Classes::of(const Eigen::Ref<const Eigen::MatrixXd>& rows, Eigen::Index row) const {
  if (!values.empty()) return rows(row, columns.front()) == values.front() ? 0 : 1;
  for (std::size_t k = 0; k < columns.size(); ++k) {
    if (rows(row, columns[k]) == 1.0) return static_cast<int>(k);
  }
  return 0;
}

Result<std::optional<Classes>> find_classes(Composition& c) {
  const auto& columns = c.gathered.moments->columns;
  const bool text =
      columns[static_cast<std::size_t>(c.setting.predictions.front())].kind == moments::ColumnKind::kLevel;
  const auto report = [&](const std::vector<std::string>& names) {
    LabelReport& label = c.answer.label.emplace();
    label.column = c.gathered.columns[c.gathered.roles.predictions.front()].name;
    label.classes = names;
  };
  if (text) {
    std::vector<std::string> names;
    for (const int column : c.setting.predictions) names.push_back(columns[static_cast<std::size_t>(column)].level);
    report(names);
  }
  const bool stopped = c.answer.interrupted || c.control.cancelled();
  if (c.gathered.table == nullptr || c.answer.nothing_to_explain || stopped) return std::optional<Classes>();
  EXPLAINEE_ASSIGN(std::optional<Classes> classes, look_for_classes(c));
  if (!classes) return classes;
  EXPLAINEE_TRY(check_exact(c));
  if (!text) report(classes->names);
  return classes;
}

Result<void> measure_label(Composition& c, const Classes& classes) {
  std::vector<Measured> sets(1);
  for (const int index : c.solution.best.set) {
    const Facts& facts = c.setting.candidates[static_cast<std::size_t>(index)];
    sets.front().facts.insert(sets.front().facts.end(), facts.columns.begin(), facts.columns.end());
  }
  const std::vector<NamedSet*> listed = listed_sets(c.answer);
  for (const NamedSet* set : listed) {
    sets.emplace_back().facts = columns_of_names(c, set->features);
    const auto& others = c.answer.alternatives;
    const bool other = std::any_of(others.begin(), others.end(), [&](const NamedSet& o) { return &o == set; });
    const auto is = [set](const std::optional<NamedSet>& named) { return named && &*named == set; };
    sets.back().compared = !other && !is(c.answer.impersonal_all) && !is(c.answer.impersonal_unknown);
  }
  EXPLAINEE_TRY(LabelMeasure(c, classes).run(sets));
  if (sets.front().found.open_nats < kNothingOpen) {
    close_answer(c);
    return {};
  }
  report_chosen(c, sets.front());
  std::string& statement = c.answer.certificate.statement;  // the proof is about the search
  constexpr std::string_view kUnder = "under this estimator";
  if (const std::size_t at = statement.find(kUnder); at != std::string::npos)
    statement.replace(
        at, kUnder.size(),
        "with each class as a number, 1 or 0; in bits of the class itself another set may tell a little more");
  for (std::size_t i = 0; i < listed.size(); ++i) {
    listed[i]->nats = sets[i + 1].found.nats;
    listed[i]->infinite = false;
  }
  if (c.answer.score) {
    c.answer.score->lost_nats = c.answer.score->best.nats - c.answer.information.nats;
    c.answer.score->lost_infinite = false;
  }
  return {};
}

}  // namespace explainee::explain
