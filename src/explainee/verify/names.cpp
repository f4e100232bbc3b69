#include "explainee/verify/names.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "explainee/base/sha256/sha256.h"

namespace explainee::verify {
namespace {

using moments::ColumnKind;

const moments::MomentColumn& column_of(const moments::Moments& moments, int column) {
  return moments.columns[static_cast<std::size_t>(column)];
}

/// The category all of whose levels but the first these are, in any order; empty when there is none.
std::string category_of(const std::vector<int>& columns, const moments::Moments& moments) {
  const moments::MomentColumn& first = column_of(moments, columns.front());
  if (first.kind != ColumnKind::kLevel) return "";
  std::vector<int> levels;
  for (int i = 0; i < static_cast<int>(moments.columns.size()); ++i) {
    const moments::MomentColumn& own = column_of(moments, i);
    if (own.kind == ColumnKind::kLevel && own.source == first.source) levels.push_back(i);
  }
  if (levels.size() < 2) return "";
  levels.erase(levels.begin());
  std::vector<int> sorted = columns;
  std::sort(sorted.begin(), sorted.end());
  return sorted == levels ? first.source : "";
}

/// The curve all of whose terms, "name#1" and so on, these are; empty when there is none.
std::string curve_of(const std::vector<int>& columns, const moments::Moments& moments) {
  const std::string& first = column_of(moments, columns.front()).name;
  const std::size_t mark = first.rfind('#');
  if (mark == std::string::npos) return "";
  const std::string name = first.substr(0, mark);
  std::vector<int> terms;
  for (int i = 0; i < static_cast<int>(moments.columns.size()); ++i) {
    const moments::MomentColumn& own = column_of(moments, i);
    if (own.kind == ColumnKind::kNumber && own.index < 0 && own.name.starts_with(name + "#")) terms.push_back(i);
  }
  std::vector<int> sorted = columns;
  std::sort(sorted.begin(), sorted.end());
  return sorted == terms ? name : "";
}

}  // namespace

std::string candidate_name(const CandidateFact& candidate, const moments::Moments& moments) {
  std::string own;
  if (candidate.columns.size() == 1) own = column_of(moments, candidate.columns.front()).name;
  const std::string category = category_of(candidate.columns, moments);
  if (!category.empty()) own = category;
  if (own.empty()) own = curve_of(candidate.columns, moments);
  if (!own.empty()) return own == candidate.label ? own : fmt::format("{} (labelled '{}')", own, candidate.label);
  std::string columns;
  for (const int column : candidate.columns)
    columns += (columns.empty() ? "" : " and ") + column_of(moments, column).name;
  return fmt::format("{} = {}", candidate.label, columns);
}

std::string sum_name(const WeightedSum& sum, const moments::Moments& moments) {
  if (sum.size() == 1 && sum[0].second == 1) return column_of(moments, sum[0].first).name;
  std::string text;
  for (const auto& [column, weight] : sum) {
    const char* sign = weight < 0 ? (text.empty() ? "-" : " - ") : (text.empty() ? "" : " + ");
    text += fmt::format("{}{:.6g}*{}", sign, std::abs(weight), column_of(moments, column).name);
  }
  return text;
}

std::string labels_of(const Certificate& certificate, const std::vector<std::size_t>& set) {
  std::string text;
  for (const std::size_t j : set) text += (text.empty() ? "" : ", ") + certificate.candidates[j].label;
  return "{" + text + "}";
}

std::string hash_of_candidates(const Certificate& certificate, const moments::Moments& moments) {
  std::string lines;
  for (const CandidateFact& candidate : certificate.candidates) lines += candidate_name(candidate, moments) + "\n";
  return base::sha256_hex(lines);
}

}  // namespace explainee::verify
