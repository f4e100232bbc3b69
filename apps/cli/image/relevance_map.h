// apps/cli/image/relevance_map.h: somebody else's picture of what matters (a saliency map), as weights of columns.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "explainee/base/errors/result.h"
#include "explainee/base/option.h"
#include "explainee/data/table_source.h"
#include "explainee/explain/explain.h"

namespace explainee::cli {

/// What `score` is told about a map.
struct MapOptions {
  std::string map;
  std::optional<int> sparsity;  ///< 3
};
[[nodiscard]] const std::vector<base::Option<MapOptions>>& map_options();

/// How much each column matters, in the order of the map.
using RelevanceMap = std::vector<std::pair<std::string, double>>;

/// Reads a map: a table with the columns `column` and `weight`, or a PNG whose pixels, row by row, stand for the
/// columns that `pixels` names and matter by their brightness.
[[nodiscard]] base::Result<RelevanceMap> read_map(const std::string& path, const std::vector<data::Column>& columns,
                                                  const std::vector<std::string>& pixels);

/// kBadOption when an option about the map is given without one.
[[nodiscard]] base::Result<void> check_no_map(const MapOptions& map);

/// Judges a map as its brightest columns and as one weighted average.
[[nodiscard]] base::Result<explain::Explanation> score_map(const MapOptions& map, const explain::Input& input,
                                                           const request::Request& request,
                                                           const base::Control& control);

/// The `count` columns that matter most, by the size of their weights; of equals the first.
[[nodiscard]] std::vector<std::string> brightest(const RelevanceMap& map, std::size_t count);

/// The weighted sum of all columns, as an expression.
[[nodiscard]] std::string average_of(const RelevanceMap& map);

}  // namespace explainee::cli
