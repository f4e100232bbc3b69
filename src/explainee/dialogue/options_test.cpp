#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "explainee/base/option_check.h"
#include "explainee/dialogue/dialogue.h"
#include "explainee/request/records/records.h"

namespace explainee::dialogue::options_test {
namespace {

/// The option that these settings break; empty when none.
std::string broken(const DialogueSettings& settings) {
  for (const auto& record : dialogue_options()) {
    const auto checked = base::check_option(record, settings);
    if (!checked.ok()) return checked.error().subject.option.name;
  }
  return "";
}

TEST(DialogueOptions, SettingsHaveTheirRanges) {
  DialogueSettings settings;
  EXPECT_EQ(broken(settings), "");
  settings.settled = 1.01;
  EXPECT_EQ(broken(settings), "settled");
  settings.settled = -0.01;
  EXPECT_EQ(broken(settings), "settled");
  settings.settled = 0;
  settings.most = -1;
  EXPECT_EQ(broken(settings), "most");
  settings.most = 0;
  EXPECT_EQ(broken(settings), "");
}

TEST(DialogueOptions, WhatAPersonUnderstandsIsAskedAndNotGiven) {
  for (const char* name : {"told", "summary", "guess", "reasons-from", "sees", "answers", "row", "lambda", "draws"})
    EXPECT_EQ(request::find_record(shared_records(), name), nullptr) << name;
  for (const char* name : {"prediction", "knows", "sparsity", "seed", "weight", "id"})
    EXPECT_NE(request::find_record(shared_records(), name), nullptr) << name;
}

TEST(DialogueOptions, WhatMeansSomethingElseHereSaysSo) {
  for (const request::Record& record : shared_records()) {
    const request::Record* alone = request::find_record(request::explain_records(), record.name);
    ASSERT_NE(alone, nullptr) << record.name;
    EXPECT_EQ(record.help != alone->help, record.name == "knows" || record.name == "seed") << record.name;
  }
}

}  // namespace
}  // namespace explainee::dialogue::options_test
