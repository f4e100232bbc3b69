#include "explainee/files/bytes/file_format.h"

#include <algorithm>
#include <array>
#include <string>

namespace explainee::files {
namespace {

using namespace std::string_view_literals;

struct Stranger {
  std::string_view magic;
  std::string_view advice;
};

constexpr std::array kStrangers = {
    Stranger{"PK\x03\x04"sv, "is a spreadsheet or a zip archive; save the sheet as CSV"sv},
    Stranger{"\xD0\xCF\x11\xE0"sv, "is an old spreadsheet; save the sheet as CSV"sv},
    Stranger{"FEA1"sv, "is in the old Feather format; write it again as Feather 2 or Parquet"sv},
    Stranger{"PARE"sv, "is an encrypted Parquet file; write it without encryption"sv},
    Stranger{"BZh"sv, "is compressed with bzip2; decompress it, or use gzip"sv},
    Stranger{"\xFD"
             "7zXZ"sv,
             "is compressed with xz; decompress it, or use gzip"sv},
    Stranger{"\x28\xB5\x2F\xFD"sv, "is compressed with zstd; decompress it, or use gzip"sv},
    Stranger{"SQLite format 3"sv, "is an SQLite database; export the table as CSV"sv},
};

constexpr std::array kTableEndings = {".csv"sv, ".tsv"sv,   ".csv.gz"sv,  ".tsv.gz"sv, ".parquet"sv,
                                      ".pq"sv,  ".arrow"sv, ".feather"sv, ".ipc"sv};

}  // namespace

std::string_view family(FileFormat format) {
  switch (format) {
    case FileFormat::kParquet:
      return "Parquet";
    case FileFormat::kArrowFile:
    case FileFormat::kArrowStream:
      return "Arrow";
    case FileFormat::kCsv:
    case FileFormat::kGzippedCsv:
      break;
  }
  return "CSV";
}

base::Result<FileFormat> detect_format(const InputFile& file) {
  std::array<char, 16> bytes{};
  EXPLAINEE_ASSIGN(const std::size_t got, file.read_at(0, bytes));
  const std::string_view head(bytes.data(), got);
  const std::string_view name = file.name();
  const auto fail = [&](std::string_view what) {
    return base::Error{base::ErrorCode::kUnreadableFile, std::string(what), file.name()};
  };
  if (head.starts_with("PAR1")) return FileFormat::kParquet;
  if (head.starts_with("ARROW1")) return FileFormat::kArrowFile;
  if (head.starts_with("\xFF\xFF\xFF\xFF")) return FileFormat::kArrowStream;
  if (head.starts_with("\x1F\x8B")) return FileFormat::kGzippedCsv;
  for (const Stranger& stranger : kStrangers) {
    if (head.starts_with(stranger.magic)) return fail(stranger.advice);
  }
  if (name.ends_with(".gz"))
    return fail("is not a gzip file, though its name ends in .gz; compress it again or rename it");
  if (name.ends_with(".parquet") || name.ends_with(".pq")) {
    return fail("is not a whole Parquet file: it does not begin like one; write it again");
  }
  if (name.ends_with(".arrow") || name.ends_with(".feather") || name.ends_with(".ipc")) {
    return FileFormat::kArrowStream;  // streams of Arrow before 0.15 have no magic
  }
  return FileFormat::kCsv;
}

bool has_table_ending(std::string_view name) {
  return std::any_of(kTableEndings.begin(), kTableEndings.end(),
                     [&](std::string_view ending) { return name.ends_with(ending); });
}

}  // namespace explainee::files
