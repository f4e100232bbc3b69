// explainee/report/text/wrap.h: sentences in lines of a page.
#pragma once

#include <string>

namespace explainee::report {

/// Wraps a sentence; further lines are indented.
[[nodiscard]] std::string wrap(const std::string& text, int width, const std::string& first, const std::string& rest);

}  // namespace explainee::report
