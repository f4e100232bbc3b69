#include "explainee/files/csv/csv_row_blocks.h"

#include <span>
#include <utility>

#include "explainee/files/csv/csv_cell.h"

namespace explainee::files {
namespace {

constexpr std::size_t kLongestRowBytes = std::size_t{1} << 28;

}  // namespace

CsvRowBlocks::CsvRowBlocks(std::unique_ptr<ByteStream> stream, char separator, std::size_t block_bytes,
                           std::string name)
    : stream_(std::move(stream)), separator_(separator), block_bytes_(block_bytes), name_(std::move(name)) {}

base::Result<bool> CsvRowBlocks::next(std::vector<char>& block) {
  block.assign(rest_.begin(), rest_.end());
  rest_.clear();
  std::size_t wanted = block_bytes_;
  while (!ended_) {
    const std::size_t had = block.size();
    block.resize(had + wanted);
    EXPLAINEE_ASSIGN(const std::size_t got, stream_->read(std::span(block).subspan(had)));
    block.resize(had + got);
    ended_ = got < wanted;
    if (ended_) break;
    const char* const begin = block.data();
    const auto whole = static_cast<std::size_t>(end_of_last_row(begin, begin + block.size(), separator_) - begin);
    if (whole > 0) {
      rest_.assign(block.begin() + static_cast<std::ptrdiff_t>(whole), block.end());
      block.resize(whole);
      return true;
    }
    if (block.size() > kLongestRowBytes) {
      return base::Error{base::ErrorCode::kMalformedTable,
                         "holds a row longer than 256 MiB; a quote that is never closed may be the cause", name_};
    }
    wanted = block.size();
  }
  if (block.empty()) return false;
  if (block.back() != '\n') block.push_back('\n');
  return true;
}

}  // namespace explainee::files
