// explainee/explain/kept/explainer.h: an explanation that was found once, kept so that it can be used on other rows.
#pragma once

#include <Eigen/Dense>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "explainee/data/derived_table.h"
#include "explainee/explain/compose/fit.h"
#include "explainee/explain/rows/row_model.h"
#include "explainee/family/description.h"
#include "explainee/family/formula.h"

namespace explainee::explain {

/// A number column that takes part.
struct KeptNumber {
  std::string column;
  double shift = 0;
  double low = 0;  ///< where it lay when the facts were chosen
  double high = 0;
};

/// A text column that takes part.
struct KeptText {
  std::string column;
  std::vector<std::string> levels;
};

/// A column that a family made, by the names of its sources.
struct KeptMade {
  std::string name;
  std::vector<std::string> sources;
  family::Formula formula;
};

/// What the facts told when they were chosen.
struct KeptInformation {
  std::int64_t rows = 0;
  bool infinite = false;
  double nats = 0;
  double corrected_nats = 0;
  std::optional<double> honest_nats;
  std::optional<double> error;      ///< jackknife standard error of I
  std::optional<double> log_error;  ///< and of log I, where every delete-one value is positive
};

/// Fills in the jackknife errors from the delete-one values.
void measure_errors(const std::vector<double>& delete_one, KeptInformation& information);

/// Columns are numbers, then levels, then products, as moments have them; only those that take part.
struct Explainer {
  std::vector<std::string> predictions;
  std::vector<std::string> person;       ///< what she has, for messages
  std::vector<std::string> expressions;  ///< columns computed by formulas, named by their text
  std::vector<data::ColumnScale> scales;
  std::vector<KeptMade> made;
  std::vector<KeptNumber> numbers;
  std::vector<KeptText> texts;
  std::vector<std::pair<int, int>> products;  ///< of shifted numbers
  std::string weight;                         ///< the column of weights, maybe empty
  std::string id;                             ///< the column that names rows, maybe empty; new tables need not have it
  bool drop_missing = false;
  Eigen::MatrixXd user;  ///< columns × columns of u
  double resolution_variance = 0;
  std::vector<int> draws;                  ///< columns that are draws of the prediction, maybe none
  std::vector<family::Description> facts;  ///< weightiest first
  std::vector<int> columns;                ///< of the facts, fact by fact
  std::vector<int> fact_of;                ///< which fact each of them belongs to
  std::vector<ShownWith> shown_with;       ///< how each of them is shown
  Eigen::MatrixXd beta;                    ///< fact columns × predictions
  Eigen::MatrixXd column_expected;         ///< columns × fact columns
  RowModel model;
  KeptInformation then;

  /// How many columns there are.
  [[nodiscard]] Eigen::Index size() const { return model.mean.size(); }
};

}  // namespace explainee::explain
