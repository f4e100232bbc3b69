#include "explainee/request/records/record.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "explainee/request/records/records.h"

namespace explainee::request::record_test {
namespace {

TEST(Record, AnAccessIsToItsOwnMemberAndNoOther) {
  constexpr auto kSparsity = at<&FactRules::sparsity>();
  constexpr auto kSeed = at<&How::seed>();
  Request request;
  kSparsity.change(request) = 5;
  kSeed.change(request) = 9;
  EXPECT_EQ(request.facts.sparsity, 5);
  EXPECT_EQ(request.how.seed, 9);
  EXPECT_EQ(&kSeed.see(request), &request.how.seed);
  at<&Rows::local>().change(request) = true;
  at<&What::label>().change(request) = "y";
  at<&Who::linear>().change(request) = true;
  EXPECT_TRUE(request.rows.local);
  EXPECT_EQ(request.what.label, "y");
  EXPECT_TRUE(request.who.linear);
}

std::vector<std::string_view> parts_of(std::string_view words) {
  std::vector<std::string_view> parts;
  while (!words.empty()) {
    parts.push_back(words.substr(0, words.find('|')));
    words.remove_prefix(std::min(words.size(), parts.back().size() + 1));
  }
  return parts;
}

TEST(Record, AChoiceIsThePositionOfItsWord) {
  constexpr Choice kMethod = choice<&How::method>();
  Request request;
  const std::vector<std::string_view> words = parts_of(kMethod.words);
  ASSERT_EQ(words.size(), 3U);
  for (std::size_t i = 0; i < words.size(); ++i) {
    kMethod.set(request, i);
    EXPECT_EQ(kMethod.see(request), i);
    EXPECT_EQ(word_of(request.how.method), words[i]);
  }
  EXPECT_EQ(request.how.method, Method::kLasso);
}

TEST(Record, TheFormFollowsFromTheField) {
  const std::vector<std::pair<std::string_view, Form>> forms = {
      {"linear", Form::kSwitch}, {"sparsity", Form::kWhole},    {"row", Form::kRow},      {"seed", Form::kWhole},
      {"gap", Form::kNumber},    {"budget", Form::kNumber},     {"label", Form::kText},   {"method", Form::kText},
      {"answers", Form::kText},  {"knows", Form::kList},        {"family", Form::kList},  {"sees", Form::kList},
      {"noise", Form::kList},    {"reasons-from", Form::kList}, {"windows", Form::kList}, {"cuts", Form::kList}};
  for (const auto& [name, form] : forms) {
    const Record* found = find_record(explain_records(), name);
    ASSERT_NE(found, nullptr) << name;
    EXPECT_EQ(form_of(*found), form) << name;
  }
  EXPECT_EQ(form_of(*find_record(score_records(), "rule")), Form::kText);
}

/// The words of a choice are those that its record lists, but for what one command leaves out.
TEST(Records, EveryListedWordIsOneOfItsChoice) {
  for (const auto* records : {&explain_records(), &score_records()}) {
    for (const Record& record : *records) {
      const auto* choice = std::get_if<Choice>(&record.field);
      ASSERT_EQ(choice == nullptr, record.choices.empty()) << record.name;
      if (choice == nullptr) continue;
      const std::vector<std::string_view> words = parts_of(choice->words);
      for (const std::string_view word : parts_of(record.choices))
        EXPECT_NE(std::find(words.begin(), words.end(), word), words.end()) << record.name << " " << word;
    }
  }
}

TEST(Records, NamesAreTheirOwnAndSectionsKnown) {
  const std::set<std::string_view> sections = {"what", "who", "facts", "how", "rows"};
  for (const auto* records : {&explain_records(), &score_records()}) {
    std::set<std::string_view> names;
    std::set<char> letters;
    for (const Record& record : *records) {
      EXPECT_TRUE(names.insert(record.name).second) << record.name;
      EXPECT_TRUE(record.short_name == '\0' || letters.insert(record.short_name).second) << record.name;
      EXPECT_TRUE(sections.contains(record.section)) << record.name;
      EXPECT_LE(record.low, record.high) << record.name;
      EXPECT_EQ(record.argument.empty(), form_of(record) == Form::kSwitch) << record.name;
    }
  }
}

TEST(Records, AreSelectedByNameInTheirOwnOrder) {
  const std::array<std::string_view, 3> names = {"seed", "knows", "no such thing"};
  const std::vector<Record> selected = select_records(names);
  ASSERT_EQ(selected.size(), 2U);
  EXPECT_EQ(selected[0].name, "knows");
  EXPECT_EQ(selected[1].name, "seed");
  EXPECT_EQ(find_record(selected, "no such thing"), nullptr);
  EXPECT_EQ(find_record(selected, "seed"), &selected[1]);
}

}  // namespace
}  // namespace explainee::request::record_test
