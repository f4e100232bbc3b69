#include "explainee/verify/names.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>

#include "explainee/base/printable/printable.h"
#include "explainee/base/sha256/sha256.h"

namespace explainee::verify {
namespace {

using moments::ColumnKind;
using moments::MomentColumn;

const moments::MomentColumn& column_of(const moments::Moments& moments, int column) {
  return moments.columns[static_cast<std::size_t>(column)];
}

/// The category all of whose levels but one these are, in any order, and that level; none when there is no such
/// category.
std::optional<std::pair<std::string, std::string>> category_of(const std::vector<int>& columns,
                                                               const moments::Moments& moments) {
  const moments::MomentColumn& first = column_of(moments, columns.front());
  if (first.kind != ColumnKind::kLevel) return std::nullopt;
  std::vector<int> others;
  std::size_t found = 0;
  for (int i = 0; i < static_cast<int>(moments.columns.size()); ++i) {
    const moments::MomentColumn& own = column_of(moments, i);
    if (own.kind != ColumnKind::kLevel || own.source != first.source) continue;
    const bool held = std::find(columns.begin(), columns.end(), i) != columns.end();
    held ? static_cast<void>(++found) : others.push_back(i);
  }
  if (found != columns.size() || others.size() != 1) return std::nullopt;
  return std::pair(first.source, column_of(moments, others.front()).level);
}

/// A name of the moments: in quotes where it could be taken for another part of the sentence.
std::string said(const std::string& name) {
  const auto plain = [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return std::isalnum(byte) != 0 || byte >= 0x80 || std::string_view("_.-%/").find(c) != std::string_view::npos;
  };
  const bool word = !name.empty() && name != "nothing" && std::all_of(name.begin(), name.end(), plain);
  return word ? base::printable(name) : quoted(name);
}

/// What a column is called by its kind, which fixes what it holds.
std::string said(const MomentColumn& column) {
  if (column.kind == ColumnKind::kLevel) return said(column.source) + "=" + said(column.level);
  if (column.kind == ColumnKind::kProduct) return said(column.source) + "*" + said(column.second);
  return said(column.name);
}

}  // namespace

std::string quoted(const std::string& text) {
  std::string inside;
  for (const char c : text) inside += c == '"' ? "\\u{22}" : c == '\\' ? "\\u{5c}" : std::string(1, c);
  return '"' + base::printable(inside) + '"';
}

Names::Names(const moments::Moments& moments) : moments_(moments) {
  std::set<std::string> seen;
  for (const moments::MomentColumn& column : moments.columns) {
    const std::string name = said(column);
    if (!seen.insert(name).second) repeated_.insert(name);
  }
}

std::string Names::column(int column) const {
  const std::string name = said(column_of(moments_, column));
  return repeated_.contains(name) ? fmt::format("{} (column {})", name, column) : name;
}

std::string Names::candidate(const CandidateFact& candidate) const {
  const auto called = [&](const std::string& own, const std::string& name) {
    return name == candidate.label ? own : fmt::format("{} (labelled {})", own, quoted(candidate.label));
  };
  if (const auto category = category_of(candidate.columns, moments_)) {
    const auto& [source, missing] = *category;
    return called(fmt::format("{} (all levels but {})", said(source), said(missing)), source);
  }
  if (candidate.columns.size() == 1)
    return called(column(candidate.columns.front()), column_of(moments_, candidate.columns.front()).name);
  std::string columns;
  for (const int each : candidate.columns) columns += (columns.empty() ? "" : " and ") + column(each);
  return fmt::format("{} = {}", quoted(candidate.label), columns);
}

std::string Names::candidate_in_full(const Certificate& certificate, std::size_t candidate) const {
  std::vector<std::string> more;
  if (!certificate.noise.empty() && certificate.noise[candidate] > 0)
    more.push_back(fmt::format("shown with noise of {:.6g}", std::sqrt(certificate.noise[candidate])));
  if (!certificate.extra_degrees.empty() && certificate.extra_degrees[candidate] > 0)
    more.push_back(fmt::format("charged for {} more degrees of freedom", certificate.extra_degrees[candidate]));
  if (!certificate.groups.empty() && certificate.groups[candidate] >= 0)
    more.push_back(fmt::format("of group {}", certificate.groups[candidate]));
  if (certificate.budget)
    more.push_back(fmt::format("cost {}", static_cast<double>(certificate.costs[candidate]) / 1e6));
  const std::string name = this->candidate(certificate.candidates[candidate]);
  return more.empty() ? name : fmt::format("{} ({})", name, fmt::join(more, ", "));
}

std::string Names::sum(const WeightedSum& sum) const {
  if (sum.size() == 1 && sum[0].second == 1) return column(sum[0].first);
  std::string text;
  for (const auto& [own, weight] : sum) {
    const char* sign = weight < 0 ? (text.empty() ? "-" : " - ") : (text.empty() ? "" : " + ");
    text += fmt::format("{}{}*{}", sign, std::abs(weight), column(own));
  }
  return text;
}

std::string Names::given_in_full(const Certificate& certificate, std::size_t i) const {
  std::string text = sum(certificate.given[i]);
  if (certificate.given_noise.empty()) return text;
  const std::vector<double>& noise = certificate.given_noise[i];
  if (noise[i] != 0) text += fmt::format(" (noise of variance {} is taken out)", noise[i]);
  for (std::size_t j = 0; j < i; ++j) {
    if (noise[j] != 0)
      text += fmt::format(" (covariance of noise with {} that is taken out: {})", sum(certificate.given[j]), noise[j]);
  }
  return text;
}

std::string Names::hash_of_given(const Certificate& certificate) const {
  std::string lines;
  for (std::size_t i = 0; i < certificate.given.size(); ++i) lines += given_in_full(certificate, i) + "\n";
  return base::sha256_hex(lines);
}

std::string Names::hash_of_candidates(const Certificate& certificate) const {
  std::string lines;
  for (std::size_t j = 0; j < certificate.candidates.size(); ++j) lines += candidate_in_full(certificate, j) + "\n";
  return base::sha256_hex(lines);
}

std::string labels_of(const Certificate& certificate, const std::vector<std::size_t>& set) {
  std::string text;
  for (const std::size_t j : set) text += (text.empty() ? "" : ", ") + base::printable(certificate.candidates[j].label);
  return "{" + text + "}";
}

}  // namespace explainee::verify
