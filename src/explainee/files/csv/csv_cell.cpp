#include "explainee/files/csv/csv_cell.h"

#include <algorithm>
#include <cstddef>

namespace explainee::files {
namespace {

const char* find(const char* from, const char* end, char wanted) {
  const void* hit = std::memchr(from, wanted, static_cast<std::size_t>(end - from));
  return hit == nullptr ? end : static_cast<const char*>(hit);
}

/// The quote that closes the cell whose content begins at `from`, or `end`; doubled quotes do not close.
const char* closing_quote(const char* from, const char* end) {
  while (true) {
    const char* quote = find(from, end, '"');
    if (quote == end || quote + 1 == end || quote[1] != '"') return quote;
    from = quote + 2;
  }
}

/// Sets what follows from the byte that ends the cell, and leaves out the \r of a \r\n.
void finish(CsvCell& cell, char* begin, char* stop, char* end) {
  cell.last_of_row = stop == end || *stop == '\n';
  cell.next = stop == end ? end : stop + 1;
  if (cell.last_of_row && stop > begin && stop[-1] == '\r') --stop;
  cell.text = {begin, static_cast<std::size_t>(stop - begin)};
}

CsvCell take_quoted(char* from, char* end, char separator) {
  CsvCell cell;
  char* const begin = from + 1;
  char* const close = begin + (closing_quote(begin, end) - begin);
  cell.line_breaks = count_line_breaks(begin, close);
  if (close == end) {
    cell.unclosed = true;
    cell.last_of_row = true;
    cell.next = end;
    return cell;
  }
  char* to = begin;
  for (char* p = begin; p < close; ++p) {
    *to++ = *p;
    if (*p == '"') ++p;
  }
  // What follows the closing quote is kept, as other readers do: "5"" or more"x is 5" or morex.
  char* const stop = close + (find_either(close, end, separator, '\n') - close);
  CsvCell rest;
  finish(rest, close + 1, stop, end);
  to = std::copy(rest.text.begin(), rest.text.end(), to);
  cell.text = {begin, static_cast<std::size_t>(to - begin)};
  cell.next = rest.next;
  cell.last_of_row = rest.last_of_row;
  return cell;
}

}  // namespace

std::int64_t count_line_breaks(const char* from, const char* end) {
  std::int64_t count = 0;
  for (; (from = find(from, end, '\n')) != end; ++from) ++count;
  return count;
}

CsvCell take_cell(char* from, char* end, char separator) {
  if (from < end && *from == '"') return take_quoted(from, end, separator);
  CsvCell cell;
  char* const stop = from + (find_either(from, end, separator, '\n') - from);
  finish(cell, from, stop, end);
  return cell;
}

const char* end_of_last_row(const char* from, const char* end, char separator) {
  if (find(from, end, '"') == end) {  // the usual case: every line is a row
    while (end > from && end[-1] != '\n') --end;
    return end;
  }
  const char* last = from;
  const char* p = from;
  while (p < end) {
    if (*p == '"') {
      p = closing_quote(p + 1, end);
      if (p == end) return last;
      if (p + 1 == end) return last;  // whether it closes is only seen with the next byte
    }
    p = find_either(p, end, separator, '\n');
    if (p == end) return last;
    if (*p++ == '\n') last = p;
  }
  return last;
}

}  // namespace explainee::files
