#include "explainee/view/names/part_value.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

#include "explainee/base/printable/printable.h"
#include "explainee/view/numbers/number_text.h"

namespace explainee::view {

std::string part_label(const explain::Contribution& part, const PlainNames& names) {
  // A number told as a word: "triglycerides is high".
  const bool word = part.shown == family::Shown::kLevel && part.sources.size() == 1;
  return names.name(word ? part.sources.front().first : part.name);
}

std::string source_values(const std::vector<std::pair<std::string, double>>& sources, bool named,
                          const PlainNames& names) {
  std::vector<std::string> values;
  for (const auto& [source, value] : sources) {
    const std::string title = named ? names.column_name(source) + " " : "";
    values.push_back(title + names.value(source, value));
  }
  return fmt::format("{}", fmt::join(values, ", "));
}

std::string part_value(const explain::Contribution& part, const PlainNames& names) {
  switch (part.shown) {
    case family::Shown::kNumber:
      return names.value(part.name, part.value.value_or(0));
    case family::Shown::kLevel:
      return base::printable(part.level);
    case family::Shown::kYesNo:
      if (const auto threshold = names.threshold(part.name)) {
        const double value = part.value.value_or(0);
        return fmt::format("{}, {}", value > *threshold ? "yes" : "no", names.value(part.name, value));
      }
      return part.value.value_or(0) > 0.5 ? "yes" : "no";
    case family::Shown::kShare:
      return percent_text(part.value.value_or(0));
    case family::Shown::kValues:
    case family::Shown::kSources:
      break;
  }
  return source_values(part.sources, part.shown == family::Shown::kSources, names);
}

}  // namespace explainee::view
