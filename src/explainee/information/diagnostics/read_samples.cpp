#include "explainee/information/diagnostics/read_samples.h"

#include <algorithm>
#include <cmath>

#include "explainee/base/random.h"
#include "explainee/base/tolerances.h"

namespace explainee::information {
namespace {

using base::Result;

/// Columns that grow row by row.
struct Growing {
  std::vector<std::vector<double>> columns;

  [[nodiscard]] Eigen::MatrixXd matrix(std::size_t rows) const {
    Eigen::MatrixXd values(static_cast<Eigen::Index>(rows), static_cast<Eigen::Index>(columns.size()));
    for (std::size_t i = 0; i < columns.size(); ++i)
      values.col(static_cast<Eigen::Index>(i)) =
          Eigen::Map<const Eigen::VectorXd>(columns[i].data(), static_cast<Eigen::Index>(rows));
    return values;
  }
};

/// What all samples are made of.
struct Taken {
  std::vector<int> used;  ///< moment columns
  Growing moments, known, prediction;
  std::size_t rows = 0;
};

std::vector<int> columns_of(const std::vector<FactColumns>& facts) {
  std::vector<int> columns;
  for (const FactColumns& fact : facts) columns.insert(columns.end(), fact.columns.begin(), fact.columns.end());
  return columns;
}

Result<Taken> take(const Material& material, const SampleRequest& request, const base::Control& control) {
  Taken taken;
  for (const auto& set : request.sets) {
    const std::vector<int> columns = columns_of(set);
    taken.used.insert(taken.used.end(), columns.begin(), columns.end());
  }
  std::sort(taken.used.begin(), taken.used.end());
  taken.used.erase(std::unique(taken.used.begin(), taken.used.end()), taken.used.end());
  const Eigen::MatrixXd u = material.situation.summary_weights(Eigen::all, request.summary);
  const std::vector<int>& numbers = material.situation.independent;
  taken.moments.columns.resize(taken.used.size());
  taken.known.columns.resize(request.summary.size());
  taken.prediction.columns.resize(material.classes ? 1 : numbers.size());
  // Each row for itself by its number: the same rows whatever the blocks are.
  const double share = static_cast<double>(request.most_rows) / static_cast<double>(material.total->rows);
  EXPLAINEE_TRY(material.rows->visit(control, [&](const auto& rows, const auto& weights, const auto& row_numbers) {
    const Eigen::MatrixXd own = rows * u;
    for (Eigen::Index i = 0; i < rows.rows(); ++i) {
      const auto number = static_cast<std::uint64_t>(row_numbers[static_cast<std::size_t>(i)]);
      if (!(weights[i] > 0) || (share < 1 && base::Random(request.seed, number).uniform() >= share)) continue;
      ++taken.rows;
      for (std::size_t j = 0; j < taken.used.size(); ++j) taken.moments.columns[j].push_back(rows(i, taken.used[j]));
      for (std::size_t j = 0; j < request.summary.size(); ++j)
        taken.known.columns[j].push_back(own(i, static_cast<Eigen::Index>(j)));
      if (material.classes) taken.prediction.columns[0].push_back(material.classes->of(rows, i));
      for (std::size_t j = 0; !material.classes && j < numbers.size(); ++j)
        taken.prediction.columns[j].push_back(rows(i, numbers[j]));
    }
    return true;
  }));
  return taken;
}

}  // namespace

base::Message why_no_samples(const Material& material) {
  if (!material.situation.draws.columns.empty()) return "it is not for several draws of one prediction";
  if (material.situation.resolution_variance > 0) return "it knows of no steps in which the prediction is shown";
  if (material.situation.noise_free || material.situation.summary_noise.size() > 0)
    return "what the reader has is known with noise, which it cannot take out";
  const moments::Fold& total = *material.total;
  const double even = static_cast<double>(total.rows) * total.weight_squares;
  if (even > total.weight * total.weight * (1 + base::kSameFigure)) return "rows have weights, and it counts each once";
  return {};
}

Result<std::vector<Sample>> read_samples(const Material& material, const SampleRequest& request,
                                         const base::Control& control) {
  EXPLAINEE_ASSIGN(const Taken taken, take(material, request, control));
  Sample common;
  common.prediction.values = taken.prediction.matrix(taken.rows);
  for (const int column : material.situation.independent)
    common.prediction.names.push_back(request.column_names[static_cast<std::size_t>(column)]);
  common.known.values = taken.known.matrix(taken.rows);
  for (const int column : request.summary)
    common.known.names.push_back(request.summary_names[static_cast<std::size_t>(column)]);
  if (material.classes) common.classes = material.classes->names;
  const Eigen::MatrixXd all = taken.moments.matrix(taken.rows);
  std::vector<Sample> samples;
  for (const auto& set : request.sets) {
    Sample& sample = samples.emplace_back(common);
    std::vector<Eigen::Index> places;
    for (const int column : columns_of(set)) {
      places.push_back(std::lower_bound(taken.used.begin(), taken.used.end(), column) - taken.used.begin());
      sample.facts.names.push_back(request.column_names[static_cast<std::size_t>(column)]);
    }
    sample.facts.values = all(Eigen::all, places);
  }
  return samples;
}

}  // namespace explainee::information
