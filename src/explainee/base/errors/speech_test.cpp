#include "explainee/base/errors/speech.h"

#include <gtest/gtest.h>

namespace explainee::base {
namespace {

const HttpSpeech& http() {
  static const HttpSpeech speech([](std::string_view option) -> std::string {
    if (option == "knows") return "/who/knows";
    if (option == "missing") return "/how/missing";
    if (option == "local") return "/rows/local";
    return "";
  });
  return speech;
}

TEST(Speech, EachDoorWritesOptionsItsOwnWay) {
  const Message message = say("say so with {}, or use {}", option("knows"), option("missing", "drop"));
  EXPECT_EQ(text(message, command_line()), "say so with --knows, or use --missing drop");
  EXPECT_EQ(text(message, python()), "say so with knows=, or use missing='drop'");
  EXPECT_EQ(text(message, http()), "say so with /who/knows, or use /how/missing = drop");
}

TEST(Speech, KeywordsSwitchesAndNumbersInPython) {
  EXPECT_EQ(text(say("{}", option("lambda")), python()), "lambda_=");
  EXPECT_EQ(text(say("{}", option("within-bits", 0.5)), python()), "within_bits=0.5");
  EXPECT_EQ(text(say("{}", option("seed", 7)), command_line()), "--seed 7");
  EXPECT_EQ(text(say("{}", switched_on("noise-free")), python()), "noise_free=True");
  EXPECT_EQ(text(say("{}", switched_on("noise-free")), command_line()), "--noise-free");
  EXPECT_EQ(text(say("{}", switched_on("local")), http()), "/rows/local = true");
  EXPECT_EQ(text(say("{}", option("output")), python()), "save()");
}

TEST(Speech, AnIdIsOneWordOfTheShell) {
  const auto shown = [](const char* id) { return text(say("{}", option("row", id)), command_line()); };
  EXPECT_EQ(shown("id:00000003"), "--row id:00000003");
  EXPECT_EQ(shown("id:a b"), "--row 'id:a b'");
  EXPECT_EQ(shown("id:it's $1"), "--row 'id:it'\\''s $1'");
  EXPECT_EQ(text(say("{}", option("row", "id:a b")), python()), "row='id:a b'");
}

TEST(Speech, Commands) {
  const Message message = say("use {}", command("cohort", {option("users")}));
  EXPECT_EQ(text(message, command_line()), "use 'explainee cohort --users'");
  EXPECT_EQ(text(message, python()), "use cohort(users=)");
  EXPECT_EQ(text(say("{}", command("moments")), python()), "Moments");
  EXPECT_EQ(text(say("{}", command("explain", {option("output")})), python()), "Explainer.save()");
  EXPECT_EQ(text(message, http()), "use 'cohort' with users");
}

TEST(Speech, HintsAreLeftOutWhereTheirOptionsDoNotExist) {
  const Message message = say("make it text{}", hint(", with {}", option("categories", "a")));
  EXPECT_EQ(text(message, command_line()), "make it text, with --categories a");
  EXPECT_EQ(text(message, python()), "make it text");
  EXPECT_EQ(text(message, http()), "make it text");
}

TEST(Speech, DataAreNeverReadAsPatternsOrOptions) {
  for (const std::string& name : {std::string("{}"), std::string("{0} {1:d}"), std::string("}{"), std::string("100 %s"),
                                  std::string("--missing"), std::string()}) {
    for (const Speech* speech : {&command_line(), &python(), static_cast<const Speech*>(&http())}) {
      EXPECT_EQ(text(Message(name), *speech), name);
      EXPECT_EQ(text(say("column '{}'", name), *speech), "column '" + name + "'");
      EXPECT_EQ(text(say("{}: {}", say("'{}'", name), Message(name)), *speech), "'" + name + "': " + name);
    }
  }
  EXPECT_EQ(text(say("{{}} {0} {0}", "{}"), command_line()), "{} {} {}");
}

TEST(Speech, WhateverIsInItASentenceIsOnePrintableLine) {
  const std::string name = "a\nb\x01\u202e";
  const std::string shown = "a\\u{a}b\\u{1}\\u{202e}";
  for (const Speech* speech : {&command_line(), &python(), static_cast<const Speech*>(&http())}) {
    EXPECT_EQ(text(Message(name), *speech), shown);
    EXPECT_EQ(text(say("{}: {}", say("'{}'", name), Message(name)), *speech), "'" + shown + "': " + shown);
    Subject subject = at_line(name, 3);
    subject.option = option("missing", name);
    const Error error{ErrorCode::kMissingCell, say("use {}", option("missing", name)), subject};
    const std::string whole = text(error, *speech);
    EXPECT_EQ(whole.find_first_of("\n\x01\xe2"), std::string::npos) << whole;
    EXPECT_TRUE(whole.starts_with(shown + ", line 3: ")) << whole;
    EXPECT_TRUE(whole.ends_with(": " + complaint(error, *speech))) << whole;
  }
}

TEST(Speech, NumbersAreFormattedAsThePatternSays) {
  EXPECT_EQ(text(say("{} {} {:.3g} {:.1f} {}", 3, std::size_t{4}, 0.123456, 2.0, 0.1), command_line()),
            "3 4 0.123 2.0 0.1");
}

TEST(Speech, AnErrorNamesThePlaceThenTheOption) {
  Error error{ErrorCode::kMissingCell, "a cell is missing", at_line("a.csv", 3)};
  EXPECT_EQ(text(error, command_line()), "a.csv, line 3: a cell is missing");
  error.subject.row = 1;
  EXPECT_EQ(text(error, command_line()), "a.csv, line 3 (row 1, counting from 0): a cell is missing");
  EXPECT_EQ(text(error, python()), "a.csv, row 1: a cell is missing");
  EXPECT_EQ(text(Error{ErrorCode::kMissingCell, "no", at_row("t", 5)}, command_line()),
            "t, row 5 (counting from 0): no");

  Error option_error{ErrorCode::kUnknownColumn, "there is no column 'x'", option("reasons-from")};
  EXPECT_EQ(text(option_error, command_line()), "--reasons-from: there is no column 'x'");
  EXPECT_EQ(text(option_error, python()), "reasons_from: there is no column 'x'");
  option_error.subject.file = "a.csv";
  option_error.subject.option.value = "b";
  EXPECT_EQ(text(option_error, command_line()), "a.csv: --reasons-from b: there is no column 'x'");
  EXPECT_EQ(complaint(option_error, python()), "reasons_from='b': there is no column 'x'");
  EXPECT_EQ(text(Error{ErrorCode::kBadOption, "no", ""}, command_line()), "no");
}

TEST(Speech, HelpNamesOtherOptions) {
  EXPECT_EQ(spoken_help("of --within-bits if given (--lambda), else -- none", python()),
            "of within_bits if given (lambda_), else -- none");
  EXPECT_EQ(spoken_help("short for --sees 'mean(A,B)'", command_line()), "short for --sees 'mean(A,B)'");
  EXPECT_EQ(spoken_help("ends with --told", http()), "ends with told");
  EXPECT_EQ(spoken_help("", python()), "");
}

TEST(Subject, AnOptionIsNoPlace) {
  EXPECT_TRUE(Subject().nowhere());
  EXPECT_TRUE(Subject(option("knows")).nowhere());
  EXPECT_FALSE(Subject("a.csv").nowhere());
  EXPECT_FALSE(at_row("", 3).nowhere());
}

}  // namespace
}  // namespace explainee::base
