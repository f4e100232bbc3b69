// explainee/files/csv/csv_cell.h: where one CSV cell ends; the only place that knows about quotes.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "explainee/files/bytes/eight_bytes.h"

namespace explainee::files {

/// One cell as it was taken from a row.
struct CsvCell {
  std::string_view text;         ///< without its quotes, doubled quotes made single
  char* next = nullptr;          ///< the byte after the separator or line end
  std::int64_t line_breaks = 0;  ///< inside the quotes
  bool last_of_row = false;
  bool unclosed = false;  ///< the quote that opens the cell never closes
};

/// The first byte in [from, end) that is `a` or `b`, else `end`.
[[nodiscard]] inline const char* find_either(const char* from, const char* end, char a, char b) {
  if constexpr (std::endian::native == std::endian::little) {
    const std::uint64_t all_a = kOnes * static_cast<unsigned char>(a);
    const std::uint64_t all_b = kOnes * static_cast<unsigned char>(b);
    for (; end - from >= 8; from += 8) {
      std::uint64_t word = 0;
      std::memcpy(&word, from, 8);
      const std::uint64_t x = word ^ all_a;
      const std::uint64_t y = word ^ all_b;
      // The classic test for a zero byte; its lowest set bit is exact, which is the one that is used.
      const std::uint64_t hits = (((x - kOnes) & ~x) | ((y - kOnes) & ~y)) & kHighs;
      if (hits != 0) return from + std::countr_zero(hits) / 8;
    }
  }
  while (from < end && *from != a && *from != b) ++from;
  return from;
}

/// How many line breaks [from, end) holds; quick because it jumps from one to the next.
[[nodiscard]] std::int64_t count_line_breaks(const char* from, const char* end);

/// Takes the cell that begins at `from`. A quoted cell is rewritten in place where it holds doubled quotes, so that
/// its text can be a view. A line end is \n or \r\n; the end of the bytes counts as one.
[[nodiscard]] CsvCell take_cell(char* from, char* end, char separator);

/// The byte after the last whole row of [from, end), or `from` when there is none; `from` must begin a row.
[[nodiscard]] const char* end_of_last_row(const char* from, const char* end, char separator);

}  // namespace explainee::files
