#include <fmt/format.h>

#include <algorithm>

#include "explainee/family/families.h"

namespace explainee::family {
namespace {

Proposal average(const std::vector<const Source*>& window, std::string name, Saying saying) {
  Proposal proposal{{std::move(name), {}, -1, false, "averages", std::move(saying)}, {}, {}};
  MadeColumn column{proposal.description.name, {}, Mean{}};
  for (const Source* source : window) {
    proposal.description.sources.push_back(source->name);
    column.sources.push_back(source->column);
  }
  proposal.made.push_back(std::move(column));
  return proposal;
}

std::vector<int> lengths(const FamilyOptions& options, int longest) {
  std::vector<int> all = options.windows;
  if (all.empty()) {
    for (int length = 2; length <= longest; length *= 2) all.push_back(length);
  }
  std::erase_if(all, [&](int length) { return length < 2 || length > longest; });
  return all;
}

/// Windows of a line of columns. Long ones move by a quarter of their length: finer steps tell the same.
std::vector<Proposal> stretches(const std::vector<const Source*>& line, const FamilyOptions& options) {
  std::vector<Proposal> proposals;
  const auto count = static_cast<int>(line.size());
  for (const int length : lengths(options, count)) {
    for (int first = 0; first + length <= count; first += std::max(1, length / 4)) {
      const std::vector<const Source*> window(line.begin() + first, line.begin() + first + length);
      const std::size_t span = window.back()->column - window.front()->column + 1;
      if (span != window.size()) continue;  // a column in between is no fact here: these are no neighbours
      const std::string& from = window.front()->name;
      const std::string& to = window.back()->name;
      proposals.push_back(average(window, fmt::format("mean({}..{})", from, to),
                                  {text("the mean of "), column(from), text(" to "), column(to)}));
    }
  }
  return proposals;
}

/// Squares of a plane of columns of which every place is there.
std::vector<Proposal> squares(const std::vector<const Source*>& all, const FamilyOptions& options) {
  std::map<std::pair<int, int>, const Source*> at;
  for (const Source* source : all) at.emplace(source->at, source);
  std::vector<Proposal> proposals;
  for (const int side : lengths(options, static_cast<int>(all.size()))) {
    for (const auto& [corner, first] : at) {
      std::vector<const Source*> window;
      for (int place = 0; place < side * side; ++place) {
        const auto found = at.find({corner.first + place / side, corner.second + place % side});
        if (found == at.end()) break;
        window.push_back(found->second);
      }
      if (window.size() != static_cast<std::size_t>(side) * static_cast<std::size_t>(side)) continue;
      proposals.push_back(
          average(window, fmt::format("mean({0}x{0} from {1})", side, first->name),
                  {text(fmt::format("the mean of the {0}×{0} square from ", side)), column(first->name)}));
    }
  }
  return proposals;
}

}  // namespace

Proposals make_averages(const Sample& sample, const FamilyOptions& options) {
  std::vector<const Source*> line;
  for (const Source& source : sample.sources) {
    if (source.type == data::ColumnType::kNumber) line.push_back(&source);
  }
  return options.plane ? squares(line, options) : stretches(line, options);
}

}  // namespace explainee::family
