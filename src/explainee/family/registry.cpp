#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "explainee/family/families.h"

namespace explainee::family {
namespace {

constexpr auto kFamilies = std::to_array<Family>({
    {"auto", "every column as it tells most: as it is, bent, cut, or times something known", Needs::kNames, true,
     make_features},
    {"features", "every column by itself, text columns as categories", Needs::kNames, true, make_features},
    {"categories", "text columns only", Needs::kNames, true, make_categories},
    {"groups", "the sets of columns that were named as groups, told together", Needs::kNames, false, make_groups},
    {"averages", "means of neighbouring columns at several scales", Needs::kRows, true, make_averages},
    {"bins", "a word for each number: low, middle or high", Needs::kValues, true, make_bins},
    {"rules", "whether a number is above a threshold, and two such conditions together", Needs::kValues, true,
     make_rules},
    {"curves", "numbers whose effect may bend", Needs::kValues, true, make_curves},
    {"pairs", "what two numbers do together beyond what each does alone", Needs::kValues, true, make_pairs},
    {"examples", "likeness to a typical row", Needs::kValues, false, make_examples},
});

}  // namespace

data::AddedColumn added_column(const MadeColumn& made) {
  const bool text = gives_text(made.formula);
  data::AddedColumn added{{made.name, text ? data::ColumnType::kText : data::ColumnType::kNumber, "", true},
                          made.sources};
  if (text) {
    // Words are views of the formula, which therefore lives as long as the function.
    added.texts = [formula = made.formula](data::AddedColumn::Cells cells, std::span<std::string_view> out) {
      evaluate(formula, cells, out);
      return base::Result<void>();
    };
  } else {
    added.numbers = [formula = made.formula](data::AddedColumn::Cells cells, std::span<double> out) {
      evaluate(formula, cells, out);
      return base::Result<void>();
    };
  }
  return added;
}

std::span<const Family> all_families() { return kFamilies; }

base::Result<const Family*> find_family(std::string_view name) {
  const auto* const found =
      std::find_if(kFamilies.begin(), kFamilies.end(), [&](const Family& f) { return f.name == name; });
  if (found != kFamilies.end()) return &*found;
  std::string names;
  for (const Family& family : kFamilies) names += fmt::format("{}{}", names.empty() ? "" : ", ", family.name);
  return base::Error{base::ErrorCode::kBadOption, fmt::format("there is no family '{}'; there are {}", name, names),
                     base::option("family")};
}

}  // namespace explainee::family
