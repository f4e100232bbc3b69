#include "explainee/cohort/journal.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <optional>

#include "explainee/base/sha256/sha256.h"

namespace explainee::cohort {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

constexpr std::string_view kKind = "explainee cohort ";
constexpr std::string_view kMagic = "explainee cohort 2\n";
/// No chunk is larger: a size beyond it is damage, not a reason to take memory.
constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 32;

template <class T>
void put(std::string& bytes, const T& value) {
  bytes.append(reinterpret_cast<const char*>(&value), sizeof(T));
}

/// Takes values from the front; wrong once something is missing.
class Taker {
 public:
  explicit Taker(std::string_view bytes) : bytes_(bytes) {}
  template <class T>
  T take() {
    T value{};
    const std::string_view part = text(sizeof(T));
    if (part.size() == sizeof(T)) std::memcpy(&value, part.data(), sizeof(T));
    return value;
  }
  std::string_view text(std::size_t size) {
    if (size > bytes_.size()) {
      bytes_ = {};
      return {};
    }
    const std::string_view part = bytes_.substr(0, size);
    bytes_.remove_prefix(size);
    return part;
  }

 private:
  std::string_view bytes_;
};

std::string bytes_of(const Chunk& chunk) {
  std::string bytes(chunk.people.begin(), chunk.people.end());
  put(bytes, static_cast<std::uint64_t>(chunk.names.size()));
  for (std::size_t i = 0; i < chunk.names.size(); ++i) {
    const Served& served = chunk.served[i];
    put(bytes, static_cast<std::uint32_t>(chunk.names[i].size()));
    bytes += chunk.names[i];
    put(bytes, served.status);
    put(bytes,
        static_cast<std::uint8_t>((served.infinite ? 1 : 0) | (served.optimal ? 2 : 0) | (served.bound_nats ? 4 : 0) |
                                  (served.linear_only ? 8 : 0) | (served.odd_answers ? 16 : 0)));
    put(bytes, static_cast<std::uint32_t>(served.facts.size()));
    for (const int fact : served.facts) put(bytes, static_cast<std::int32_t>(fact));
    for (const double coefficient : served.coefficients) put(bytes, coefficient);
    for (const double figure :
         {served.nats, served.objective_nats, served.removed, served.bound_nats.value_or(0), served.impersonal_nats})
      put(bytes, figure);
  }
  return bytes;
}

Chunk chunk_of(std::string_view bytes) {
  Chunk chunk;
  Taker from(bytes);
  const std::string_view people = from.text(chunk.people.size());
  std::copy(people.begin(), people.end(), chunk.people.begin());
  const auto count = from.take<std::uint64_t>();
  for (std::uint64_t i = 0; i < count; ++i) {
    Served served;
    chunk.names.emplace_back(from.text(from.take<std::uint32_t>()));
    served.status = from.take<Status>();
    const auto flags = from.take<std::uint8_t>();
    served.infinite = (flags & 1U) != 0;
    served.optimal = (flags & 2U) != 0;
    served.linear_only = (flags & 8U) != 0;
    served.odd_answers = (flags & 16U) != 0;
    const auto facts = from.take<std::uint32_t>();
    for (std::uint32_t k = 0; k < facts; ++k) served.facts.push_back(from.take<std::int32_t>());
    for (std::uint32_t k = 0; k < facts; ++k) served.coefficients.push_back(from.take<double>());
    served.nats = from.take<double>();
    served.objective_nats = from.take<double>();
    served.removed = from.take<double>();
    const auto bound = from.take<double>();
    if ((flags & 4U) != 0) served.bound_nats = bound;
    served.impersonal_nats = from.take<double>();
    chunk.served.push_back(std::move(served));
  }
  return chunk;
}

/// The next payload, when it is there and whole.
std::optional<std::string> read_payload(std::FILE* file) {
  std::uint64_t size = 0;
  Digest digest{};
  if (std::fread(&size, sizeof(size), 1, file) != 1 || size > kMostBytes) return std::nullopt;
  if (std::fread(digest.data(), digest.size(), 1, file) != 1) return std::nullopt;
  std::string bytes(size, '\0');
  if (size > 0 && std::fread(bytes.data(), size, 1, file) != 1) return std::nullopt;
  if (base::sha256(bytes) != digest) return std::nullopt;
  return bytes;
}

}  // namespace

Error Journal::failure() const {
  return {ErrorCode::kUnwritableOutput, fmt::format("cannot be written: {}", std::strerror(errno)), path_};
}

Result<bool> Journal::take_over(const Digest& run) {
  std::string magic(kMagic.size(), '\0');
  Digest found{};
  const bool journal = std::fread(magic.data(), magic.size(), 1, file_.get()) == 1 && magic.starts_with(kKind);
  if (!journal && std::ftell(file_.get()) > 0) {
    return Error{ErrorCode::kUnwritableOutput,
                 "is there already and was not left by a cohort; move it or name another file", path_};
  }
  const bool same = magic == kMagic && std::fread(found.data(), found.size(), 1, file_.get()) == 1 && found == run;
  if (!same) return false;
  long whole = std::ftell(file_.get());
  while (read_payload(file_.get())) {
    ++chunks_;
    whole = std::ftell(file_.get());
  }
  if (std::fseek(file_.get(), whole, SEEK_SET) != 0 || ::ftruncate(::fileno(file_.get()), whole) != 0) return failure();
  return true;
}

Result<Journal> Journal::open(const std::string& path, const Digest& run) {
  if (std::FILE* left = std::fopen(path.c_str(), "r+b"); left != nullptr) {
    Journal journal(path, std::unique_ptr<std::FILE, Close>(left));
    EXPLAINEE_ASSIGN(const bool ours, journal.take_over(run));
    if (ours) return journal;
  }
  Journal journal(path, std::unique_ptr<std::FILE, Close>(std::fopen(path.c_str(), "w+b")));
  if (journal.file_ == nullptr) return journal.failure();
  std::string head(kMagic);
  head.append(reinterpret_cast<const char*>(run.data()), run.size());
  if (std::fwrite(head.data(), head.size(), 1, journal.file_.get()) != 1) return journal.failure();
  return journal;
}

Result<void> Journal::append(const Chunk& chunk) {
  const std::string bytes = bytes_of(chunk);
  const auto size = static_cast<std::uint64_t>(bytes.size());
  const Digest digest = base::sha256(bytes);
  std::FILE* file = file_.get();
  const bool written = std::fseek(file, 0, SEEK_END) == 0 && std::fwrite(&size, sizeof(size), 1, file) == 1 &&
                       std::fwrite(digest.data(), digest.size(), 1, file) == 1 &&
                       std::fwrite(bytes.data(), bytes.size(), 1, file) == 1 && std::fflush(file) == 0;
  if (!written) return failure();
  ++chunks_;
  return {};
}

Result<void> Journal::rewind() {
  if (std::fseek(file_.get(), static_cast<long>(kMagic.size() + sizeof(Digest)), SEEK_SET) != 0) return failure();
  return {};
}

Result<Chunk> Journal::read() {
  const std::optional<std::string> bytes = read_payload(file_.get());
  if (!bytes) return Error{ErrorCode::kUnreadableFile, "was changed while it was read", path_};
  return chunk_of(*bytes);
}

}  // namespace explainee::cohort
