// explainee/report/text/lines.h: sentences, a line each.
#pragma once

#include <string>
#include <vector>

namespace explainee::report {

/// Every sentence with a line end.
[[nodiscard]] inline std::string lines(const std::vector<std::string>& sentences) {
  std::string text;
  for (const std::string& sentence : sentences) text += sentence + "\n";
  return text;
}

}  // namespace explainee::report
