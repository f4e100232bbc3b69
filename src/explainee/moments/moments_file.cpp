#include "explainee/moments/moments_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "explainee/base/json/strict_json.h"
#include "explainee/base/large_pages.h"
#include "explainee/base/sha256/sha256.h"
#include "explainee/moments/possible.h"

namespace explainee::moments {
namespace {

using Json = nlohmann::ordered_json;
static_assert(std::endian::native == std::endian::little, "the file format is little-endian");

constexpr std::uint32_t kVersion = 1;
constexpr std::size_t kHeaderAt = kMagic.size() + sizeof(std::uint32_t) + sizeof(std::uint64_t);
constexpr std::size_t kMostColumns = 1U << 20U;
constexpr std::int64_t kMostRows = std::int64_t{1} << 46U;  ///< of a fold: sums over all folds stay in range
constexpr std::size_t kMostFolds = 1U << 16U;
constexpr std::size_t kHashedAtOnce = std::size_t{1} << 22U;  ///< bytes between two looks at the caller
/// Rows of a packed triangle that are read or written together: the matrix is stored by columns.
constexpr Eigen::Index kRowsAtOnce = 16;

std::string_view kind_name(ColumnKind kind) {
  switch (kind) {
    case ColumnKind::kLevel:
      return "level";
    case ColumnKind::kProduct:
      return "product";
    default:
      return "number";
  }
}

std::optional<ColumnKind> kind_of(std::string_view name) {
  for (const ColumnKind kind : {ColumnKind::kNumber, ColumnKind::kLevel, ColumnKind::kProduct}) {
    if (kind_name(kind) == name) return kind;
  }
  return std::nullopt;
}

Json header_of(const Moments& moments) {
  Json columns = Json::array();
  for (const MomentColumn& column : moments.columns) {
    columns.push_back({{"kind", kind_name(column.kind)},
                       {"name", column.name},
                       {"source", column.source},
                       {"second", column.second},
                       {"level", column.level},
                       {"index", column.index},
                       {"shift", column.shift}});
  }
  Json folds = Json::array();
  for (const Fold& fold : moments.folds) {
    folds.push_back({{"rows", fold.rows}, {"weight", fold.weight}, {"weight_squares", fold.weight_squares}});
  }
  return {{"columns", std::move(columns)},        {"folds", std::move(folds)},
          {"rows_dropped", moments.rows_dropped}, {"seed", moments.seed},
          {"weighted", moments.weighted},         {"weight_column", moments.weight_column},
          {"block_column", moments.block_column}};
}

template <class T>
void append(std::string& bytes, const T& value) {
  bytes.append(reinterpret_cast<const char*>(&value), sizeof(T));
}

template <class T>
T read_at(std::string_view bytes, std::size_t position) {
  T value;
  std::memcpy(&value, bytes.data() + position, sizeof(T));
  return value;
}

base::Error damaged(const std::string& where, const base::Message& why) {
  return {base::ErrorCode::kDamagedMoments, base::say("{}; make it again with {}", why, base::command("moments")),
          where};
}

/// What every later step relies on: other programs may write these files too.
bool consistent(const Moments& moments) {
  std::set<std::pair<ColumnKind, std::string>> seen;
  std::set<std::string> numbers;
  for (const MomentColumn& column : moments.columns) {
    if (!seen.emplace(column.kind, column.name).second || !std::isfinite(column.shift)) return false;
    if (column.kind != ColumnKind::kNumber && column.shift != 0) return false;
    if (column.kind == ColumnKind::kNumber) numbers.insert(column.name);
    const bool product = column.kind == ColumnKind::kProduct;
    if (product && (!numbers.contains(column.source) || !numbers.contains(column.second))) return false;
  }
  const bool folds = std::all_of(moments.folds.begin(), moments.folds.end(), [](const Fold& fold) {
    return fold.rows >= 0 && fold.rows <= kMostRows && fold.weight >= 0 && fold.weight_squares >= 0 &&
           std::isfinite(fold.weight) && std::isfinite(fold.weight_squares);
  });
  return folds && !moments.folds.empty() && moments.rows_dropped >= 0;
}

/// A whole number of the header; throws nlohmann's exception on anything else.
std::int64_t whole(const Json& value) {
  if (!value.is_number_unsigned()) return value.get_ref<const Json::number_integer_t&>();
  const auto number = value.get<std::uint64_t>();
  constexpr auto kMost = std::numeric_limits<std::int64_t>::max();
  return number > static_cast<std::uint64_t>(kMost) ? kMost : static_cast<std::int64_t>(number);
}

/// The header as moments without numbers. Throws nlohmann's exceptions on keys of the wrong type.
std::optional<Moments> moments_of(const Json& header) {
  Moments moments;
  for (const Json& entry : header.at("columns")) {
    const auto kind = kind_of(entry.at("kind").get<std::string>());
    if (!kind) return std::nullopt;
    moments.columns.push_back({*kind, entry.at("name"), entry.at("source"), entry.at("second"), entry.at("level"),
                               static_cast<int>(std::clamp<std::int64_t>(whole(entry.at("index")), -1, kMostColumns)),
                               entry.at("shift")});
  }
  if (moments.columns.size() > kMostColumns || header.at("folds").size() > kMostFolds) return std::nullopt;
  for (const Json& entry : header.at("folds")) {
    Fold fold;  // without its matrix: the file's length is checked before memory is asked for
    fold.rows = whole(entry.at("rows"));
    fold.weight = entry.at("weight");
    fold.weight_squares = entry.at("weight_squares");
    moments.folds.push_back(std::move(fold));
  }
  moments.rows_dropped = whole(header.at("rows_dropped"));
  moments.seed = header.at("seed").get_ref<const Json::number_unsigned_t&>();
  moments.weighted = header.at("weighted");
  moments.weight_column = header.at("weight_column");
  moments.block_column = header.at("block_column");
  return moments;
}

/// Where row i of a packed lower triangle begins.
Eigen::Index packed_row(Eigen::Index i) { return i * (i + 1) / 2; }

/// Calls visit(first, count) for bands of rows; false when stopped.
template <class Visit>
bool by_bands(Eigen::Index rows, const base::Control& control, const Visit& visit) {
  for (Eigen::Index first = 0; first < rows; first += kRowsAtOnce) {
    if (control.cancelled()) return false;
    visit(first, std::min(kRowsAtOnce, rows - first));
  }
  return true;
}

/// Reads the numbers of all folds from `bytes`, which has exactly the right length; false when stopped.
bool read_numbers(Moments& moments, std::string_view bytes, const base::Control& control) {
  const auto n = static_cast<Eigen::Index>(moments.columns.size());
  std::vector<double> band;
  const char* from = bytes.data();
  const auto take = [&](double* to, Eigen::Index count) {
    if (count == 0) return;  // of no columns nothing is there to be copied to
    const std::size_t size = static_cast<std::size_t>(count) * sizeof(double);
    std::memcpy(to, from, size);
    from += size;
  };
  for (Fold& fold : moments.folds) {
    fold.mean.resize(n);
    take(fold.mean.data(), n);
    fold.scatter.resize(n, n);
    base::prefer_large_pages(fold.scatter.data(), static_cast<std::size_t>(fold.scatter.size()) * sizeof(double));
    const bool whole = by_bands(n, control, [&](Eigen::Index first, Eigen::Index count) {
      const Eigen::Index start = packed_row(first);
      band.resize(static_cast<std::size_t>(packed_row(first + count) - start));
      take(band.data(), static_cast<Eigen::Index>(band.size()));
      for (Eigen::Index j = 0; j < n; ++j) {
        for (Eigen::Index i = first; i < first + count; ++i) {
          fold.scatter(i, j) = j <= i ? band[static_cast<std::size_t>(packed_row(i) - start + j)] : 0;
        }
      }
    });
    if (!whole) return false;
  }
  return true;
}

/// The numbers of one fold, a band of rows at a time.
base::Result<void> write_numbers(const Fold& fold, const base::Control& control, const TakeBytes& take) {
  const auto put = [&](const double* numbers, std::size_t count) {
    return take({reinterpret_cast<const char*>(numbers), count * sizeof(double)});
  };
  const Eigen::Index n = fold.mean.size();
  EXPLAINEE_TRY(put(fold.mean.data(), static_cast<std::size_t>(n)));
  std::vector<double> band;
  base::Result<void> taken;
  const bool whole = by_bands(n, control, [&](Eigen::Index first, Eigen::Index count) {
    if (!taken.ok()) return;
    const Eigen::Index start = packed_row(first);
    band.resize(static_cast<std::size_t>(packed_row(first + count) - start));
    for (Eigen::Index j = 0; j < first + count; ++j) {
      for (Eigen::Index i = std::max(first, j); i < first + count; ++i) {
        band[static_cast<std::size_t>(packed_row(i) - start + j)] = fold.scatter(i, j);
      }
    }
    taken = put(band.data(), band.size());
  });
  if (!whole) return base::interrupted();
  return taken;
}

/// All but the checksum.
base::Result<void> write_body(const TakeBytes& take, const Moments& moments, const base::Control& control) {
  const std::string header = header_of(moments).dump(-1, ' ', false, Json::error_handler_t::replace);
  std::string start(kMagic);
  append(start, kVersion);
  append(start, static_cast<std::uint64_t>(header.size()));
  start += header;
  EXPLAINEE_TRY(take(start));
  for (const Fold& fold : moments.folds) EXPLAINEE_TRY(write_numbers(fold, control, take));
  return {};
}

std::string_view chars(const std::array<unsigned char, kChecksumBytes>& sum) {
  return {reinterpret_cast<const char*>(sum.data()), sum.size()};
}

}  // namespace

base::Result<void> serialize_to(const TakeBytes& take, const Moments& moments, const base::Control& control) {
  base::Sha256 hash;
  const auto hashed = [&](std::span<const char> bytes) {
    hash.add({bytes.data(), bytes.size()});
    return take(bytes);
  };
  EXPLAINEE_TRY(write_body(hashed, moments, control));
  return take(chars(hash.hash()));
}

std::string serialize(const Moments& moments) {
  std::string bytes;
  const auto append_all = [&](std::span<const char> part) {
    bytes.append(part.data(), part.size());
    return base::Result<void>();
  };
  (void)serialize_to(append_all, moments, {});  // nothing here fails
  return bytes;
}

base::Result<Moments> deserialize(std::string_view bytes, const std::string& where, const base::Control& control) {
  if (bytes.substr(0, kMagic.size()) != kMagic) return damaged(where, "this is not a moments file");
  if (bytes.size() < kHeaderAt + kChecksumBytes) return damaged(where, "the moments file is cut short");
  const auto version = read_at<std::uint32_t>(bytes, kMagic.size());
  if (version != kVersion) {
    return damaged(where,
                   fmt::format("the moments file has version {}, this program reads version {}", version, kVersion));
  }
  const std::string_view body = bytes.substr(0, bytes.size() - kChecksumBytes);
  base::Sha256 hashed;
  for (std::size_t at = 0; at < body.size(); at += kHashedAtOnce) {
    if (control.cancelled()) return base::interrupted();
    hashed.add(body.substr(at, kHashedAtOnce));
  }
  const auto hash = hashed.hash();
  if (std::memcmp(hash.data(), bytes.data() + body.size(), kChecksumBytes) != 0) {
    return damaged(where, "the moments file is damaged or cut short: its checksum does not match");
  }
  const auto header_size = read_at<std::uint64_t>(bytes, kMagic.size() + sizeof(std::uint32_t));
  if (header_size > body.size() - kHeaderAt) return damaged(where, "the header of the moments file is damaged");
  const auto header = base::parse_json(body.substr(kHeaderAt, header_size), where, base::ErrorCode::kDamagedMoments);
  if (!header.ok())
    return damaged(where, base::say("the header of the moments file is damaged: {}", header.error().message));
  try {
    std::optional<Moments> moments = moments_of(header.value());
    if (!moments || !consistent(*moments)) return damaged(where, "the header of the moments file is damaged");
    const std::size_t n = moments->columns.size();
    const std::string_view numbers = body.substr(kHeaderAt + header_size);
    if (numbers.size() != moments->folds.size() * (n + n * (n + 1) / 2) * sizeof(double)) {
      return damaged(where, "the moments file has the wrong length");
    }
    if (!read_numbers(*moments, numbers, control)) return base::interrupted();
    EXPLAINEE_TRY(check_finite(*moments, where, control));
    EXPLAINEE_TRY(check_possible(*moments, where, control));
    return std::move(*moments);
  } catch (const nlohmann::json::exception&) {
    return damaged(where, "the header of the moments file is damaged");
  }
}

std::string fingerprint(const Moments& moments) { return fingerprint(moments, {}).value(); }

base::Result<std::string> fingerprint(const Moments& moments, const base::Control& control) {
  base::Sha256 hash;
  const auto hashed = [&](std::span<const char> bytes) {
    hash.add({bytes.data(), bytes.size()});
    return base::Result<void>();
  };
  EXPLAINEE_TRY(write_body(hashed, moments, control));
  hash.add(chars(hash.hash()));  // the checksum is part of the bytes
  return base::sha256_hex(hash.hash());
}

}  // namespace explainee::moments
