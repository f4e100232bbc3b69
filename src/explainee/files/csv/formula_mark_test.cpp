#include "explainee/files/csv/formula_mark.h"

#include <gtest/gtest.h>

#include <string>

namespace explainee::files {
namespace {

TEST(FormulaMark, FormulasAreKnownByTheirFirstCharacter) {
  for (const char* text : {"=1+1", "+cmd", "-a", "-", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "'=1", "''-a", "-1+2"})
    EXPECT_TRUE(is_formula(text)) << text;
  for (const char* text : {"", "a", "a=1", " =1", "'", "'a", "-3", "+3.5", "-1e5", "'-3", "\"=1\""})
    EXPECT_FALSE(is_formula(text)) << text;
}

TEST(FormulaMark, WithOneMarkMoreEveryTextComesBack) {
  const std::string letters = "'=-a3";
  for (int code = 0; code < 5 * 5 * 5 * 5; ++code) {
    std::string text;
    for (int rest = code; rest > 0; rest /= 5) text += letters[static_cast<std::size_t>(rest % 5)];
    const std::string written = (is_formula(text) ? "'" : "") + text;
    EXPECT_EQ(without_formula_mark(written), text);
    EXPECT_FALSE(is_formula(written) && written.front() != '\'') << written;
  }
}

}  // namespace
}  // namespace explainee::files
