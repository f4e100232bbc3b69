// tests/testing/hostile_files.h: what tests of changed files have in common: a small table, questions about it, and
// what is expected of whatever a reader makes of a changed file.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "explainee/base/errors/speech.h"
#include "explainee/base/sha256/sha256.h"
#include "testing/mutations.h"
#include "testing/people.h"
#include "testing/test_scale.h"

namespace explainee::hostile {

/// How many changed files every reader is given.
constexpr int kFiles = 10000;

/// Numbers a to f, a category, weights, blocks, and predictions p and q.
inline data::MemoryTable small_table(int rows = 80) {
  const auto size = static_cast<std::size_t>(rows);
  std::vector<std::pair<std::string, Numbers>> columns;
  for (std::size_t j = 0; j < 6; ++j)
    columns.emplace_back(std::string(1, static_cast<char>('a' + j)), normals(rows, j));
  const auto of = [&](std::size_t j, std::size_t i) { return columns[j].second[i]; };
  const Numbers noise = normals(rows, 9);
  columns.emplace_back("w", each(size, [](std::size_t i) { return 1 + static_cast<double>(i % 3); }));
  columns.emplace_back("day", each(size, [](std::size_t i) { return static_cast<double>(i / 4); }));
  columns.emplace_back(
      "p", each(size, [&](std::size_t i) { return of(0, i) + of(1, i) * of(1, i) - 0.5 * of(2, i) + 0.3 * noise[i]; }));
  columns.emplace_back("q", each(size, [&](std::size_t i) { return of(3, i) - of(0, i) + 0.5 * noise[i]; }));
  data::MemoryTable table = make_table(columns);
  std::vector<std::string> town;
  for (std::size_t i = 0; i < size; ++i) town.emplace_back(of(4, i) > 0.5 ? "Oslo" : of(5, i) > 0 ? "Rome" : "Turku");
  table.add("town", town);
  return table;
}

using Change = std::function<void(request::Request&)>;

/// Questions about p whose answers, kept and proven, hold different things.
inline std::vector<Change> questions() {
  return {
      [](auto& /*r*/) {},
      [](auto& r) {
        r.who.knows = {"b", "town"};
      },
      [](auto& r) {
        r.who.reasons_from = {{"a", 2.0}, {"c", -1.0}};
        r.how.weight = "w";
      },
      [](auto& r) {
        r.who.summary = {"a"};
        r.who.summary_noise = {{"a", 0.2}};
      },
      [](auto& r) {
        r.what.prediction = {"p", "q"};
        r.who.sees = {{"z(a) + 2*b"}};
      },
      [](auto& r) {
        r.what.prediction = {"p", "q"};
        r.what.draws = true;
      },
      [](auto& r) {
        r.facts.noise = {{{"a"}, 0.5}};
        r.facts.shown_as = {{{"c"}, 0.5}};
        r.facts.budget = 3;
        r.facts.cost = {{{"a"}, 1.5}};
      },
      [](auto& r) {
        r.facts.family = {"pairs", "bins", "curves", "rules"};
        r.how.missing = request::Missing::kDrop;
        r.how.resolution = 0.1;
      },
      [](auto& r) {
        r.facts.family = {"averages", "examples"};
      },
  };
}

/// The explanation that answers a question.
inline explain::Explanation answer(const Change& question) {
  data::MemoryTable table = small_table();
  request::Request request = about_p(2);
  request.facts.exclude = {"w", "day", "q"};
  request.how.keep = request.how.certificate = true;
  question(request);
  return explained(table, request);
}

/// An error says what is wrong in words.
inline void expect_sentence(const base::Error& error) {
  EXPECT_NE(error.code, base::ErrorCode::kInternal);
  EXPECT_GT(base::text(error, base::command_line()).size(), 10U);
}

/// The document with its checksum over all that comes before it, as certificates have it.
inline std::string sealed(Json document) {
  if (!document.is_object()) return text_of(document);
  document.erase("sha256");
  std::string text = text_of(document);
  text.pop_back();
  return text + ",\"sha256\":\"" + base::sha256_hex(text) + "\"}\n";
}

/// The document with the checksum of the rest, as explainers have it.
inline std::string signed_again(Json document) {
  if (!document.is_object()) return text_of(document);
  document.erase("sha256");
  document["sha256"] = base::sha256_hex(text_of(document));
  return text_of(document);
}

}  // namespace explainee::hostile
