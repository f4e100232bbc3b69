// explainee/files/bytes/text_file.h: whole files at once: settings, certificates, kept explainers.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "explainee/base/errors/result.h"

namespace explainee::files {

/// Largest file that is read whole, in bytes.
inline constexpr std::size_t kLargestWholeFile = std::size_t{1} << 31;

/// The whole content of a file ("-": standard input), whatever it is.
[[nodiscard]] base::Result<std::vector<char>> read_bytes(const std::string& path);

/// The whole content of a text file, without byte order mark; what is not UTF-8 or holds NUL is kMalformedTable.
[[nodiscard]] base::Result<std::string> read_text(const std::string& path);

}  // namespace explainee::files
