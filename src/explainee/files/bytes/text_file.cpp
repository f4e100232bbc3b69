#include "explainee/files/bytes/text_file.h"

#include "explainee/files/bytes/input_file.h"
#include "explainee/files/bytes/utf8.h"
#include "explainee/files/csv/csv_cell.h"

namespace explainee::files {

using base::Error;
using base::ErrorCode;

base::Result<std::vector<char>> read_bytes(const std::string& path) {
  EXPLAINEE_ASSIGN(const auto file, InputFile::open(path));
  if (file->size() > static_cast<std::int64_t>(kLargestWholeFile)) {
    return Error{ErrorCode::kUnreadableFile, "is larger than 2 GiB; it is hardly the file that was meant",
                 file->name()};
  }
  std::vector<char> bytes(static_cast<std::size_t>(file->size()));
  EXPLAINEE_ASSIGN(const std::size_t got, file->read_at(0, bytes));
  bytes.resize(got);
  return bytes;
}

base::Result<std::string> read_text(const std::string& path) {
  EXPLAINEE_ASSIGN(const std::vector<char> bytes, read_bytes(path));
  std::string text(bytes.begin(), bytes.end());
  if (text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);
  const TextCheck check = check_text(text);
  if (check.fault != TextFault::kNone) {
    const std::int64_t line = 1 + count_line_breaks(text.data(), text.data() + check.offset);
    return Error{ErrorCode::kMalformedTable, "this line " + describe(check.fault), base::at_line(path, line)};
  }
  return text;
}

}  // namespace explainee::files
