#include "explainee/cohort/sheet.h"

#include <cmath>
#include <limits>

#include "explainee/base/bits.h"

namespace explainee::cohort {
namespace {

constexpr double kNull = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t kNumbers = 10;
constexpr std::size_t kNumbersBeforeStatus = 7;

std::vector<std::string_view> views(const std::vector<std::string>& texts) { return {texts.begin(), texts.end()}; }

}  // namespace

std::vector<data::Column> output_columns() {
  using data::ColumnType;
  std::vector<data::Column> columns = {{"user", ColumnType::kText},
                                       {"features", ColumnType::kText},
                                       {"coefficients", ColumnType::kNumber},
                                       {"bits", ColumnType::kNumber},
                                       {"infinite", ColumnType::kNumber},
                                       {"removed", ColumnType::kNumber},
                                       {"bound_bits", ColumnType::kNumber},
                                       {"optimal", ColumnType::kNumber},
                                       {"impersonal_bits", ColumnType::kNumber},
                                       {"catalogue", ColumnType::kNumber},
                                       {"status", ColumnType::kText},
                                       {"found", ColumnType::kNumber},
                                       {"predictive_bits", ColumnType::kNumber},
                                       {"predictive_se", ColumnType::kNumber},
                                       {"shapes", ColumnType::kText}};
  for (const auto list : {OutputColumn::kFeatures, OutputColumn::kCoefficients, OutputColumn::kShapes})
    columns[static_cast<std::size_t>(list)].list = true;
  return columns;
}

void Sheet::add(const std::string& user, const Served& served, const std::vector<std::string>& facts, double place) {
  const auto bits = [](double nats) { return std::isinf(nats) ? kNull : base::to_bits(nats); };
  const bool none = served.status == Status::kTooFewRows;
  users_.push_back(user);
  facts_.insert(facts_.end(), facts.begin(), facts.end());
  coefficients_.insert(coefficients_.end(), served.coefficients.begin(), served.coefficients.end());
  ends_.push_back(facts_.size());
  numbers_.resize(kNumbers);
  const double row[kNumbers] = {served.infinite || none ? kNull : base::to_bits(served.nats),
                                served.infinite ? 1.0 : 0.0,
                                none ? kNull : served.removed,
                                served.bound_nats ? base::to_bits(*served.bound_nats) : kNull,
                                served.optimal ? 1.0 : 0.0,
                                none ? kNull : bits(served.impersonal_nats),
                                place,
                                served.found ? static_cast<double>(*served.found) : kNull,
                                served.predictive_nats ? base::to_bits(*served.predictive_nats) : kNull,
                                served.predictive_nats ? base::to_bits(served.predictive_error) : kNull};
  for (std::size_t k = 0; k < kNumbers; ++k) numbers_[k].push_back(row[k]);
  statuses_.emplace_back(status_name(served.status));
  for (const family::Shape::Kind shape : served.shapes) shapes_.emplace_back(family::shape_name(shape));
  shape_ends_.push_back(shapes_.size());
}

base::Result<void> Sheet::write(data::TableSink& sink) const {
  if (users_.empty()) return {};
  const auto users = views(users_);
  const auto facts = views(facts_);
  const auto statuses = views(statuses_);
  const auto shapes = views(shapes_);
  std::vector<data::ColumnView> columns;
  columns.push_back({{}, users});
  columns.push_back({{}, facts, ends_});
  columns.push_back({coefficients_, {}, ends_});
  for (std::size_t k = 0; k < kNumbersBeforeStatus; ++k) columns.push_back({numbers_[k], {}});
  columns.push_back({{}, statuses});
  for (std::size_t k = kNumbersBeforeStatus; k < kNumbers; ++k) columns.push_back({numbers_[k], {}});
  columns.push_back({{}, shapes, shape_ends_});
  return sink.write(columns);
}

}  // namespace explainee::cohort
