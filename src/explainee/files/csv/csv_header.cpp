#include "explainee/files/csv/csv_header.h"

#include <algorithm>
#include <span>
#include <string_view>

#include "explainee/files/bytes/byte_stream.h"
#include "explainee/files/bytes/utf8.h"
#include "explainee/files/column_names.h"
#include "explainee/files/csv/csv_cell.h"

namespace explainee::files {
namespace {

using base::Error;
using base::ErrorCode;

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::string_view kSeparators = ",;\t|";
constexpr std::size_t kFirstRead = 1 << 16;
constexpr std::size_t kLongestHeader = 1 << 26;

/// The header row and the separators in it. As in every cell, a quote opens a cell only at its very beginning; which
/// sign separates cells may not be known yet.
struct HeaderRow {
  std::size_t end = std::string_view::npos;  ///< the byte after it; npos when it is not all there yet
  std::vector<std::size_t> counts;           ///< of each possible separator
};

HeaderRow find_header(std::string_view head, std::size_t from, std::string_view separators) {
  HeaderRow row;
  row.counts.assign(separators.size(), 0);
  bool in_quotes = false;
  bool cell_begins = true;
  for (std::size_t i = from; i < head.size(); ++i) {
    if (in_quotes) {
      const bool doubled = head[i] == '"' && i + 1 < head.size() && head[i + 1] == '"';
      if (doubled) ++i;
      in_quotes = doubled || head[i] != '"';
      continue;
    }
    if (head[i] == '\n') {
      row.end = i + 1;
      return row;
    }
    in_quotes = head[i] == '"' && cell_begins;
    const std::size_t which = separators.find(head[i]);
    cell_begins = which != std::string_view::npos;
    if (cell_begins) ++row.counts[which];
  }
  return row;
}

char pick_separator(const std::vector<std::size_t>& counts, const std::string& name) {
  const std::size_t tab = kSeparators.find('\t');
  const bool tab_separated = name.ends_with(".tsv") || name.ends_with(".tsv.gz");
  if (tab_separated && counts[tab] > 0) return '\t';
  return kSeparators[static_cast<std::size_t>(std::max_element(counts.begin(), counts.end()) - counts.begin())];
}

base::Result<void> check_separator(char separator) {
  const bool number_like = (separator >= '0' && separator <= '9') || (separator >= 'a' && separator <= 'z') ||
                           (separator >= 'A' && separator <= 'Z') ||
                           std::string_view("+-.").find(separator) != std::string_view::npos;
  const bool structural = separator == '"' || separator == '\n' || separator == '\r';
  if (!number_like && !structural && static_cast<unsigned char>(separator) < 0x80) return {};
  return Error{ErrorCode::kBadOption, "the separator cannot be a letter, a digit, a sign, a quote or a line end", ""};
}

/// Where the header row begins: after the byte order mark and empty lines, which are counted.
std::size_t header_begin(std::string_view head, std::int64_t& empty_lines) {
  std::size_t at = head.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
  while (at < head.size() && (head[at] == '\n' || head.substr(at).starts_with("\r\n"))) {
    at += head[at] == '\n' ? 1 : 2;
    ++empty_lines;
  }
  return at;
}

base::Result<void> check_content(std::string_view head, const std::string& name) {
  if (head.empty()) return Error{ErrorCode::kMalformedTable, "is empty; a table has a header and rows", name};
  if (head.starts_with("\xFF\xFE") || head.starts_with("\xFE\xFF")) {
    return Error{ErrorCode::kMalformedTable, "is UTF-16 text; save it as UTF-8", name};
  }
  if (head.starts_with("PAR1") || head.starts_with("ARROW1")) {
    return Error{ErrorCode::kMalformedTable, "is a gzipped Parquet or Arrow file; decompress it first", name};
  }
  return {};
}

base::Result<std::vector<std::string>> take_names(std::string row, char separator, const base::Subject& where) {
  const TextCheck check = check_text(row);
  if (check.fault != TextFault::kNone) {
    return Error{ErrorCode::kMalformedTable, "the header " + describe(check.fault), where};
  }
  std::vector<std::string> names;
  char* at = row.data();
  CsvCell cell;
  do {
    cell = take_cell(at, row.data() + row.size(), separator);
    if (cell.unclosed)
      return Error{ErrorCode::kMalformedTable,
                   "a quote in the header is never closed; close it, or write the name without quotes", where};
    const std::size_t begin = cell.text.find_first_not_of(" \t");
    const std::size_t end = cell.text.find_last_not_of(" \t");
    names.emplace_back(begin == std::string_view::npos ? "" : cell.text.substr(begin, end - begin + 1));
    if (names.back().find('\r') != std::string::npos) {
      return Error{ErrorCode::kMalformedTable, "its lines end with a carriage return alone; save it with \\n line ends",
                   where};
    }
    at = cell.next;
  } while (!cell.last_of_row);
  return names;
}

/// Reads until the whole header is there, or the whole file.
base::Result<std::string> read_head(const std::shared_ptr<const InputFile>& file, bool gzipped,
                                    std::string_view separators) {
  const std::unique_ptr<ByteStream> stream = open_bytes(file, gzipped);
  std::string head;
  std::size_t wanted = kFirstRead;
  while (true) {
    const std::size_t had = head.size();
    head.resize(had + wanted);
    EXPLAINEE_ASSIGN(const std::size_t got, stream->read(std::span(head).subspan(had)));
    head.resize(had + got);
    std::int64_t ignored = 0;
    if (got < wanted || find_header(head, header_begin(head, ignored), separators).end != std::string::npos)
      return head;
    if (head.size() > kLongestHeader) {
      return Error{ErrorCode::kMalformedTable,
                   "its header is longer than 64 MiB, so it is hardly a table; check that this is the file you mean",
                   file->name()};
    }
    wanted = head.size();
  }
}

}  // namespace

base::Result<CsvHeader> read_csv_header(const std::shared_ptr<const InputFile>& file, bool gzipped, char separator) {
  EXPLAINEE_TRY(check_separator(separator));
  const std::string_view separators = separator != 0 ? std::string_view(&separator, 1) : kSeparators;
  EXPLAINEE_ASSIGN(const std::string head, read_head(file, gzipped, separators));
  EXPLAINEE_TRY(check_content(head, file->name()));
  std::int64_t empty_lines = 0;
  const std::size_t begin = header_begin(head, empty_lines);
  if (begin == head.size()) {
    return Error{ErrorCode::kMalformedTable, "is empty; a table has a header and rows", file->name()};
  }
  const HeaderRow found = find_header(head, begin, separators);
  const std::size_t end = std::min(found.end, head.size());
  const std::string row = head.substr(begin, end - begin);
  const base::Subject where = base::at_line(file->name(), 1 + empty_lines);
  CsvHeader header;
  header.separator = separator != 0 ? separator : pick_separator(found.counts, file->name());
  header.data_offset = static_cast<std::int64_t>(end);
  header.first_data_line = 1 + empty_lines + std::max<std::int64_t>(1, std::count(row.begin(), row.end(), '\n'));
  EXPLAINEE_ASSIGN(header.names, take_names(row, header.separator, where));
  EXPLAINEE_TRY(check_names(header.names, where));
  return header;
}

}  // namespace explainee::files
