// explainee/result.h: what can go wrong, and how long work is stopped or watched.
#pragma once

#include <string>

#include "explainee/base/control.h"
#include "explainee/base/errors/error.h"
#include "explainee/base/errors/result.h"

namespace explainee {
inline namespace v0 {

using base::Control;
using base::Error;
using base::ErrorCode;
using base::Result;

/// One sentence that names file, column and row, and what to do; options are called by their fields (/who/knows).
[[nodiscard]] std::string text(const Error& error);

}  // namespace v0
}  // namespace explainee
