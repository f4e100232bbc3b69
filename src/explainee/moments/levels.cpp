#include "explainee/moments/levels.h"

#include <algorithm>
#include <unordered_set>

namespace explainee::moments {
namespace {

/// Lets a set of strings be asked with a string_view.
struct TextHash {
  using is_transparent = void;
  std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
};

struct Seen {
  std::unordered_set<std::string, TextHash, std::equal_to<>> levels;
  bool too_many = false;
  bool repeated = false;

  void add(std::string_view text) {
    if (text.empty() || too_many) return;
    if (levels.find(text) != levels.end()) {
      repeated = true;
      return;
    }
    levels.emplace(text);
    if (levels.size() > kMostLevels) {
      too_many = true;
      levels.clear();
    }
  }
};

}  // namespace

base::Result<LevelScan> scan_levels(data::TableSource& table, std::span<const std::size_t> texts,
                                    const base::Control& control) {
  std::vector<Seen> seen(texts.size());
  LevelScan scan;
  EXPLAINEE_TRY(table.start(texts));
  data::Batch batch;
  while (true) {
    if (control.cancelled()) return base::interrupted();
    EXPLAINEE_ASSIGN(const bool more, table.next(batch));
    if (!more) break;
    for (std::size_t i = 0; i < seen.size(); ++i) {
      for (const std::string_view text : batch.columns[i].texts) seen[i].add(text);
    }
    scan.rows += static_cast<std::int64_t>(batch.rows);
    control.report("reading categories", -1.0);
  }
  for (Seen& column : seen) {
    Levels levels;
    levels.levels.assign(column.levels.begin(), column.levels.end());
    std::sort(levels.levels.begin(), levels.levels.end());
    levels.too_many = column.too_many;
    levels.all_distinct = !column.repeated;
    scan.columns.push_back(std::move(levels));
  }
  return scan;
}

}  // namespace explainee::moments
