#include "explainee/base/errors/error.h"

#include <gtest/gtest.h>

#include <set>

#include "explainee/base/errors/result.h"
#include "explainee/base/errors/speech.h"

namespace explainee::base {
namespace {

TEST(Error, EveryCodeHasItsOwnRow) {
  std::set<std::string_view> names;
  for (int code = 0; code <= static_cast<int>(ErrorCode::kInterrupted); ++code) {
    const ErrorInfo& info = error_info(static_cast<ErrorCode>(code));
    EXPECT_EQ(static_cast<int>(info.code), code);
    EXPECT_TRUE(names.insert(info.name).second) << info.name;
    EXPECT_GT(info.exit_status, 0);
    EXPECT_GE(info.http_status, 400);
  }
}

Result<int> half(int value) {
  if (value % 2 != 0) return Error{ErrorCode::kBadOption, "odd"};
  return value / 2;
}

Result<int> quarter(int value) {
  EXPLAINEE_ASSIGN(const int once, half(value));
  EXPLAINEE_TRY(half(once));
  return once / 2;
}

TEST(Result, ErrorsTravelUp) {
  EXPECT_EQ(quarter(12).value(), 3);
  EXPECT_EQ(text(quarter(3).error().message, command_line()), "odd");
  EXPECT_EQ(text(quarter(6).error().message, command_line()), "odd");
}

}  // namespace
}  // namespace explainee::base
