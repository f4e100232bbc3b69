// explainee/cohort/sheet.h: answers as rows of the output.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "explainee/base/errors/result.h"
#include "explainee/cohort/serve/served.h"
#include "explainee/data/table_sink.h"

namespace explainee::cohort {

/// Where each column of the output stands.
enum class OutputColumn : std::size_t {
  kUser,
  kFeatures,
  kCoefficients,
  kBits,
  kInfinite,
  kRemoved,
  kBoundBits,
  kOptimal,
  kImpersonalBits,
  kCatalogue,
  kStatus,
  kFound,
  kPredictiveBits,
  kPredictiveError,
  kShapes
};

/// The columns of the output, in that order.
[[nodiscard]] std::vector<data::Column> output_columns();

/// Some rows, column by column.
class Sheet {
 public:
  /// `place`: which explanation of the catalogue is hers; NaN for none.
  void add(const std::string& user, const Served& served, const std::vector<std::string>& facts, double place);
  [[nodiscard]] base::Result<void> write(data::TableSink& sink) const;

 private:
  std::vector<std::string> users_;
  std::vector<std::string> facts_;
  std::vector<double> coefficients_;
  std::vector<std::size_t> ends_;
  std::vector<std::vector<double>> numbers_;  // bits … catalogue, then found and the predictive ones
  std::vector<std::string> statuses_;
  std::vector<std::string> shapes_;
  std::vector<std::size_t> shape_ends_;
};

}  // namespace explainee::cohort
