#include "explainee/files/arrow/arrow_failure.h"

#include <algorithm>

namespace explainee::files {
namespace {

constexpr std::size_t kMostDetail = 160;

/// The first line of what Arrow says, which may be long and technical.
std::string shortened(std::string_view detail) {
  detail = detail.substr(0, std::min(detail.find('\n'), kMostDetail));
  std::string out;
  for (const char c : detail) {
    const bool printable = c >= ' ' && c < 0x7f;
    out += printable ? c : '?';
  }
  return out;
}

}  // namespace

base::Error arrow_failure(std::string_view detail, std::string_view format, const std::string& name) {
  return {base::ErrorCode::kUnreadableFile,
          "is not a whole " + std::string(format) + " file: it is damaged or cut short; write it again (" +
              shortened(detail) + ")",
          name};
}

base::Error arrow_failure(const arrow::Status& status, std::string_view format, const std::string& name) {
  if (status.IsOutOfMemory()) {
    return {base::ErrorCode::kUnreadableFile, "needs more memory than there is, or is damaged", name};
  }
  if (status.IsNotImplemented()) {
    return {base::ErrorCode::kUnreadableFile,
            "uses a feature of " + std::string(format) + " that is not supported (" + shortened(status.message()) + ")",
            name};
  }
  return arrow_failure(status.message(), format, name);
}

}  // namespace explainee::files
