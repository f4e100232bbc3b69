#include "image/relevance_map.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "explainee/base/option_check.h"
#include "explainee/data/expression_text.h"
#include "explainee/data/name_pattern.h"
#include "explainee/files/open_table.h"
#include "explainee/files/png_image.h"

namespace explainee::cli {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

Result<RelevanceMap> read_picture(const std::string& path, const std::vector<data::Column>& columns,
                                  const std::vector<std::string>& pixels) {
  if (pixels.empty()) {
    return Error{ErrorCode::kBadOption, "say which columns the pixels of the map are, row by row: --features x1..x20",
                 path};
  }
  EXPLAINEE_ASSIGN(const std::vector<std::size_t> named, data::resolve_names(columns, pixels));
  EXPLAINEE_ASSIGN(const files::Image image, files::read_png(path));
  const auto count = static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height);
  if (count != named.size()) {
    return Error{ErrorCode::kUnfitColumn,
                 fmt::format("the map has {} × {} pixels, but --features names {} columns", image.width, image.height,
                             named.size()),
                 path};
  }
  RelevanceMap map;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint8_t* pixel = &image.rgba[4 * i];
    map.emplace_back(columns[named[i]].name, 0.299 * pixel[0] + 0.587 * pixel[1] + 0.114 * pixel[2]);
  }
  return map;
}

Result<RelevanceMap> read_weights(const std::string& path, const std::vector<data::Column>& columns) {
  EXPLAINEE_ASSIGN(const auto first_look, files::open_table(path));
  for (const char* name : {"column", "weight"}) {
    const auto& found = first_look->columns();
    if (std::none_of(found.begin(), found.end(), [&](const auto& c) { return c.name == name; }))
      return Error{ErrorCode::kUnfitColumn, "a map is a PNG, or a table with the columns column and weight", path};
  }
  files::ReadOptions options;
  options.categories = {"column"};
  options.numbers = {"weight"};
  EXPLAINEE_ASSIGN(const auto table, files::open_table(path, options));
  EXPLAINEE_ASSIGN(const std::vector<std::size_t> wanted,
                   data::resolve_names(table->columns(), std::vector<std::string>{"column", "weight"}));
  EXPLAINEE_TRY(table->start(wanted));
  RelevanceMap map;
  data::Batch batch;
  while (true) {
    EXPLAINEE_ASSIGN(const bool more, table->next(batch));
    if (!more) return map;
    for (std::size_t row = 0; row < batch.rows; ++row) {
      const std::string name(batch.columns[0].texts[row]);
      const double weight = batch.columns[1].numbers[row];
      const base::Subject where = table->where(batch.first_row + static_cast<std::int64_t>(row));
      const bool known = std::any_of(columns.begin(), columns.end(), [&](const auto& c) { return c.name == name; });
      if (!known) return Error{ErrorCode::kUnknownColumn, fmt::format("the data have no column '{}'", name), where};
      if (!std::isfinite(weight)) return Error{ErrorCode::kMissingCell, "the weight is missing or infinite", where};
      if (std::any_of(map.begin(), map.end(), [&](const auto& entry) { return entry.first == name; }))
        return Error{ErrorCode::kDuplicateColumn, fmt::format("column '{}' has a weight already", name), where};
      map.emplace_back(name, weight);
    }
  }
}

}  // namespace

Result<RelevanceMap> read_map(const std::string& path, const std::vector<data::Column>& columns,
                              const std::vector<std::string>& pixels) {
  const bool picture = path.ends_with(".png");
  EXPLAINEE_ASSIGN(RelevanceMap map, picture ? read_picture(path, columns, pixels) : read_weights(path, columns));
  for (const auto& entry : map) {
    const std::string& name = entry.first;
    const auto column = std::find_if(columns.begin(), columns.end(), [&](const auto& c) { return c.name == name; });
    if (column->type == data::ColumnType::kText)
      return Error{ErrorCode::kUnfitColumn, fmt::format("column '{}' holds text and cannot be averaged", name), path};
  }
  const bool dark = std::all_of(map.begin(), map.end(), [](const auto& entry) { return entry.second == 0; });
  if (dark) return Error{ErrorCode::kUnfitColumn, "the map is 0 everywhere: it says nothing", path};
  return map;
}

const std::vector<base::Option<MapOptions>>& map_options() {
  static const std::vector<base::Option<MapOptions>> kRecords = {
      {.name = "map",
       .group = "what",
       .argument = "FILE",
       .help = "the explanation to judge: a relevance map, as its brightest columns and as one weighted average; a "
               "table with the columns column and weight, or a PNG whose pixels are the columns of --features",
       .field = &MapOptions::map,
       .in_provenance = false},
      {.name = "sparsity",
       .group = "what",
       .argument = "N",
       .help = "how many of the map's brightest columns to judge (3)",
       .field = &MapOptions::sparsity,
       .low = 1,
       .high = 1e6,
       .in_provenance = false,
       .short_name = 's'}};
  return kRecords;
}

Result<void> check_no_map(const MapOptions& map) {
  if (!map.sparsity) return {};
  return Error{ErrorCode::kBadOption, "-s belongs to --map; the facts to judge are as many as are named", ""};
}

Result<explain::Explanation> score_map(const MapOptions& map, const explain::Input& input,
                                       const request::Request& request, const base::Control& control) {
  for (const auto& record : map_options()) EXPLAINEE_TRY(base::check_option(record, map));
  if (input.table == nullptr)
    return Error{ErrorCode::kNeedsRows, "--map needs the rows, and a moments file has none; give the table", ""};
  if (!request.facts.rule.empty() || !request.facts.group.empty() || !request.facts.like.empty())
    return Error{ErrorCode::kBadOption, "--map is an explanation by itself; leave out --rule, --group and --like", ""};
  const bool picture = map.map.ends_with(".png");
  if (!picture && !request.facts.features.empty())
    return Error{ErrorCode::kBadOption, "a map that is a table names its columns itself; leave out --features", ""};
  EXPLAINEE_ASSIGN(const RelevanceMap weights, read_map(map.map, input.table->columns(), request.facts.features));
  request::Request judged = request;
  judged.written.erase("features");
  judged.facts.features =
      brightest(weights, static_cast<std::size_t>(map.sparsity.value_or(request::kDefaultSparsity)));
  EXPLAINEE_ASSIGN(explain::Explanation answer, explain::score(input, judged, control));
  judged.facts.features.clear();
  judged.facts.rule = {average_of(weights)};
  judged.rows.row.reset();
  judged.how.keep = false;
  EXPLAINEE_ASSIGN(const explain::Explanation average, explain::score(input, judged, control));
  explain::FactSet whole;
  for (const auto& [name, weight] : weights) {
    if (weight != 0) whole.features.push_back(name);
  }
  whole.nats = average.information.nats;
  whole.infinite = average.information.infinite;
  answer.score->average = std::move(whole);
  answer.given_options.push_back({"map", true});
  return answer;
}

std::vector<std::string> brightest(const RelevanceMap& map, std::size_t count) {
  RelevanceMap sorted = map;
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const auto& a, const auto& b) { return std::abs(a.second) > std::abs(b.second); });
  std::vector<std::string> names;
  for (std::size_t i = 0; i < std::min(count, sorted.size()) && sorted[i].second != 0; ++i)
    names.push_back(sorted[i].first);
  return names;
}

std::string average_of(const RelevanceMap& map) {
  std::string sum;
  for (const auto& [name, weight] : map) {
    if (weight == 0) continue;
    sum += fmt::format("{}({})*{}", sum.empty() ? "" : "+", weight, data::quoted_in_expression(name));
  }
  return sum;
}

}  // namespace explainee::cli
