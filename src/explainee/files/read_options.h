// explainee/files/read_options.h: how a table on disk is to be read.
#pragma once

#include <atomic>
#include <cstddef>
#include <string>
#include <vector>

namespace explainee::files {

/// Options of open_table(); none of them changes a number that is read.
struct ReadOptions {
  char separator = 0;                   ///< between CSV cells; 0: the one of , ; tab | that the header shows
  std::vector<std::string> categories;  ///< names, globs, ranges: columns read as text whatever they hold
  std::vector<std::string> numbers;     ///< likewise: read as numbers whatever the first rows hold
  std::string id;                       ///< the column that names rows, where the table has it: read as text
  bool pass_over_unknown = false;       ///< names in these two lists that no column has are not an error
  bool formulas_marked = false;         ///< an apostrophe before a formula in a CSV text is ours, and goes
  std::vector<std::string> lists;       ///< columns of CSV whose cells are lists: there it goes from every part
  int threads = 1;                      ///< that decode ahead of the reader; 0: as many as the machine has
  bool mapped = false;                  ///< Parquet and Arrow are mapped: faster, but a file that is cut short while
                                        ///< it is read raises SIGBUS, which only a program can answer for
  std::size_t batch_rows = 8192;        ///< most rows of a Parquet or Arrow batch; a CSV batch is about 1 MiB
  const std::atomic<bool>* cancel = nullptr;  ///< when set, waiting for standard input and decoding of Parquet stop
};

}  // namespace explainee::files
