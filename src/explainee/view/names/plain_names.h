// explainee/view/names/plain_names.h: plain names, units and display transforms of columns (--names FILE).
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "explainee/base/errors/result.h"
#include "explainee/data/expression.h"
#include "explainee/data/table_source.h"
#include "explainee/family/description.h"

namespace explainee::view {

/// How people call columns. Columns that are not listed keep their own name and have no unit.
class PlainNames {
 public:
  /// Reads a table with the columns column, name, unit, show (all text; all but column optional). `show` is an
  /// expression in x that turns the stored value into the one people know, such as exp(x). Columns called alike are
  /// told apart by their own names.
  [[nodiscard]] static base::Result<PlainNames> read(data::TableSource& table);

  /// The columns that are listed but not among these.
  [[nodiscard]] std::vector<std::string> strangers(const std::set<std::string>& columns) const;

  /// The same with how derived facts are said, column names and values put in. Twice is as good as once.
  [[nodiscard]] PlainNames with_facts(const std::map<std::string, family::Description>& facts) const;

  /// "triglycerides"
  [[nodiscard]] std::string name(const std::string& column) const;
  /// Of the column itself, also where a fact called like it is said otherwise.
  [[nodiscard]] std::string column_name(const std::string& column) const;
  /// "200 mg/dl": the value as people know it, with its unit; "-3 as stored" where `show` has no value.
  [[nodiscard]] std::string value(const std::string& column, double value) const;
  /// The number that people know it as; none where `show` has no value.
  [[nodiscard]] std::optional<double> shown(const std::string& column, double stored) const;
  /// A size or difference in the column's unit: "38 points", scaled like its values are shown.
  [[nodiscard]] std::string amount(const std::string& column, double value) const;
  /// Of a fact that says whether its column is above a value: that value.
  [[nodiscard]] std::optional<double> threshold(const std::string& fact) const;
  /// By what differences of the column are multiplied when its values are shown; none when that depends on the value.
  [[nodiscard]] std::optional<double> slope(const std::string& column) const;
  /// What the column holds where people know it as `shown`; none when that is not shown like a + b*x.
  [[nodiscard]] std::optional<double> stored(const std::string& column, double shown) const;
  /// The unit, maybe empty.
  [[nodiscard]] std::string unit(const std::string& column) const;
  /// The same, but for %: between two percentages lie percentage points.
  [[nodiscard]] std::string unit_of_differences(const std::string& column) const;

 private:
  struct Entry {
    std::string name;
    std::string unit;
    std::shared_ptr<data::Expression> show;
    std::optional<double> threshold = {};    ///< of a fact that is cut
    std::optional<std::string> column = {};  ///< of a fact that is called like its column: that one's own name
  };

  /// Columns that share a plain name keep their own name behind it: "rate (x1)".
  void tell_apart();

  std::map<std::string, Entry> entries_;
};

}  // namespace explainee::view
