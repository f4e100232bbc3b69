#include "explainee/information/diagnostics/knn.h"

#include <algorithm>

#include "explainee/information/diagnostics/cross_fit.h"
#include "explainee/information/diagnostics/local_permutation.h"
#include "explainee/information/neighbours/conditional_neighbours.h"

namespace explainee::information {
namespace {

using base::Message;
using base::Result;

/// Neighbours are fewer where rows are.
constexpr std::size_t kNeighbours = 5;
constexpr std::size_t kFewNeighbours = 3;
constexpr Eigen::Index kFewRows = 1000;

/// Above so many number columns of facts their neighbours are too far to see much.
constexpr Eigen::Index kManyColumns = 3;

std::size_t neighbours_for(Eigen::Index rows) { return rows < kFewRows ? kFewNeighbours : kNeighbours; }

/// e, ŷ and u as neighbours are sought in.
struct Mixed {
  MixedColumns facts, prediction, known;

  [[nodiscard]] bool tied() const { return facts.tied || prediction.tied || known.tied || numbers() == 0; }
  [[nodiscard]] Eigen::Index numbers() const {
    return facts.coordinates.numbers.cols() + prediction.coordinates.numbers.cols() + known.coordinates.numbers.cols();
  }
  [[nodiscard]] bool levels() const {
    return !facts.coordinates.levels.empty() || !prediction.coordinates.levels.empty() ||
           !known.coordinates.levels.empty();
  }
};

class Knn final : public Diagnostic {
 public:
  Knn(Mixed mixed, bool reduced)
      : mixed_(std::move(mixed)), k_(neighbours_for(mixed_.prediction.coordinates.numbers.rows())), reduced_(reduced) {}

  [[nodiscard]] std::string_view formula() const override {
    if (reduced_) return mixed_.tied() ? "reduced, Mesner-Shalizi" : "reduced, Frenzel-Pompe";
    if (mixed_.tied()) return "Mesner-Shalizi";
    if (mixed_.levels()) return "Frenzel-Pompe, 0-∞ metric";
    return mixed_.known.coordinates.numbers.cols() > 0 ? "Frenzel-Pompe" : "Kraskov";
  }
  [[nodiscard]] bool lower_bound() const override { return reduced_; }

  [[nodiscard]] Result<double> nats(const RowNumbers& rows, const Work& work) const override {
    const ConditionalNeighbours prepared(rows_of(mixed_.prediction.coordinates, rows),
                                         rows_of(mixed_.known.coordinates, rows));
    return prepared.nats(rows_of(mixed_.facts.coordinates, rows), k_, counting(), work);
  }

  [[nodiscard]] Result<std::optional<double>> p_value(std::uint64_t seed, const Work& work) const override {
    return local_permutation_p_value(
        {mixed_.facts.coordinates, mixed_.prediction.coordinates, mixed_.known.coordinates, k_, counting()}, seed,
        work);
  }

 private:
  [[nodiscard]] Counting counting() const { return mixed_.tied() ? Counting::kAsNear : Counting::kNearer; }

  Mixed mixed_;
  std::size_t k_;
  bool reduced_;
};

/// The two values that a column has, and how often; none where it has more, or one.
std::vector<std::size_t> counts_of_two(const Eigen::Ref<const Eigen::VectorXd>& values) {
  const double first = values[0];
  const auto other = std::find_if(values.begin(), values.end(), [&](double value) { return value != first; });
  if (other == values.end()) return {};
  const auto as_first = static_cast<std::size_t>(std::count(values.begin(), values.end(), first));
  const auto as_other = static_cast<std::size_t>(std::count(values.begin(), values.end(), *other));
  if (as_first + as_other < static_cast<std::size_t>(values.size())) return {};
  return {as_first, as_other};
}

/// A column of two values one of which has too few rows for neighbours; empty when there is none.
Message rare_value(const SampleColumns& columns, std::size_t k) {
  for (Eigen::Index d = 0; d < columns.values.cols(); ++d) {
    for (const std::size_t rows : counts_of_two(columns.values.col(d))) {
      if (rows > k) continue;
      return base::say("only {} rows have one of the two values of '{}', and {} neighbours are looked for", rows,
                       columns.names[static_cast<std::size_t>(d)], k);
    }
  }
  return {};
}

/// The same of a class.
Message rare_class(const Sample& sample, std::size_t k) {
  const auto numbers = sample.prediction.values.col(0);
  for (std::size_t i = 0; i < sample.classes.size(); ++i) {
    const auto rows = std::count(numbers.begin(), numbers.end(), static_cast<double>(i));
    if (rows == 0 || rows > static_cast<std::ptrdiff_t>(k)) continue;
    return base::say("only {} rows have the class '{}', and {} neighbours are looked for", rows, sample.classes[i], k);
  }
  return {};
}

Message why_not(const Sample& sample) {
  const std::size_t k = neighbours_for(sample.rows());
  if (sample.rows() <= static_cast<Eigen::Index>(k) + 1)
    return base::say("{} rows are too few for {} neighbours", sample.rows(), k);
  for (const SampleColumns* columns : {&sample.facts, &sample.known}) {
    if (Message rare = rare_value(*columns, k); !rare.empty()) return rare;
  }
  return sample.classes.empty() ? rare_value(sample.prediction, k) : rare_class(sample, k);
}

Mixed mixed_of(const Sample& sample) {
  return {mixed_columns(sample.facts), mixed_columns(sample.prediction, !sample.classes.empty()),
          mixed_columns(sample.known)};
}

}  // namespace

MadeDiagnostic make_knn(const Sample& sample) {
  if (Message refusal = why_not(sample); !refusal.empty()) return {nullptr, std::move(refusal)};
  return {std::make_unique<const Knn>(mixed_of(sample), false)};
}

MadeDiagnostic make_reduced_knn(const Sample& sample) {
  if (!sample.classes.empty() || !why_not(sample).empty()) return {};
  Mixed mixed = mixed_of(sample);
  if (mixed.facts.coordinates.numbers.cols() < kManyColumns) return {};
  const SampleColumns fitted = cross_fitted_predictions(sample);
  mixed.facts = mixed_columns(fitted);
  return {std::make_unique<const Knn>(std::move(mixed), true)};
}

}  // namespace explainee::information
