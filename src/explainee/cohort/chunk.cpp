#include "explainee/cohort/chunk.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>

namespace explainee::cohort {
namespace {

enum Flag : std::uint8_t { kInfinite = 1, kOptimal = 2, kBounded = 4, kLinearOnly = 8, kOddAnswers = 16, kFlags = 31 };

constexpr std::size_t kLeastPersonBytes = 4 + 1 + 1 + 4 + 5 * sizeof(double);  ///< without name and facts
constexpr std::size_t kFactBytes = sizeof(std::int32_t) + sizeof(double);

template <class T>
void put(std::string& bytes, const T& value) {
  bytes.append(reinterpret_cast<const char*>(&value), sizeof(T));
}

/// Takes values from the front; once something is missing nothing is there any more.
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
      failed_ = true;
      bytes_ = {};
      return {};
    }
    const std::string_view part = bytes_.substr(0, size);
    bytes_.remove_prefix(size);
    return part;
  }

  /// Whether so many things of so many bytes each may still come.
  [[nodiscard]] bool holds(std::uint64_t count, std::size_t each) const { return count <= bytes_.size() / each; }
  [[nodiscard]] bool failed() const { return failed_; }
  [[nodiscard]] bool used_up() const { return !failed_ && bytes_.empty(); }

 private:
  std::string_view bytes_;
  bool failed_ = false;
};

/// Nats are never negative but for rounding; +∞ is everything.
bool possible_nats(double nats) { return nats >= -1; }

bool possible_facts(const Served& served, const ChunkLimits& limits) {
  std::vector<int> facts = served.facts;
  std::sort(facts.begin(), facts.end());
  const bool within = facts.empty() || (facts.front() >= 0 && facts.back() < limits.candidates);
  const bool different = std::adjacent_find(facts.begin(), facts.end()) == facts.end();
  return within && different &&
         std::none_of(served.coefficients.begin(), served.coefficients.end(),
                      [](double coefficient) { return std::isinf(coefficient); });
}

bool possible(const Served& served, const ChunkLimits& limits) {
  const bool told = served.status == Status::kOk || served.status == Status::kNotProven;
  return (told || served.facts.empty()) && possible_facts(served, limits) && possible_nats(served.nats) &&
         possible_nats(served.objective_nats) && std::isfinite(served.removed) && served.removed <= 1 &&
         possible_nats(served.bound_nats.value_or(0)) && !(served.infinite && served.bound_nats) &&
         possible_nats(served.impersonal_nats);
}

/// None where something cannot be.
std::optional<Served> take_served(Taker& from, const ChunkLimits& limits) {
  Served served;
  const auto status = from.take<std::uint8_t>();
  const auto flags = from.take<std::uint8_t>();
  const auto facts = from.take<std::uint32_t>();
  if (status > static_cast<std::uint8_t>(kLastStatus) || flags > kFlags) return std::nullopt;
  if (facts > static_cast<std::uint32_t>(std::max(0, limits.sparsity)) || !from.holds(facts, kFactBytes))
    return std::nullopt;
  served.status = static_cast<Status>(status);
  served.infinite = (flags & kInfinite) != 0;
  served.optimal = (flags & kOptimal) != 0;
  served.linear_only = (flags & kLinearOnly) != 0;
  served.odd_answers = (flags & kOddAnswers) != 0;
  for (std::uint32_t k = 0; k < facts; ++k) served.facts.push_back(from.take<std::int32_t>());
  for (std::uint32_t k = 0; k < facts; ++k) served.coefficients.push_back(from.take<double>());
  served.nats = from.take<double>();
  served.objective_nats = from.take<double>();
  served.removed = from.take<double>();
  const auto bound = from.take<double>();
  if ((flags & kBounded) != 0) served.bound_nats = bound;
  served.impersonal_nats = from.take<double>();
  const bool plain = served.bound_nats.has_value() || bound == 0;
  if (from.failed() || !plain || !possible(served, limits)) return std::nullopt;
  return served;
}

}  // namespace

std::string bytes_of(const Chunk& chunk) {
  std::string bytes(chunk.people.begin(), chunk.people.end());
  put(bytes, static_cast<std::uint64_t>(chunk.names.size()));
  for (std::size_t i = 0; i < chunk.names.size(); ++i) {
    const Served& served = chunk.served[i];
    put(bytes, static_cast<std::uint32_t>(chunk.names[i].size()));
    bytes += chunk.names[i];
    put(bytes, served.status);
    put(bytes, static_cast<std::uint8_t>((served.infinite ? kInfinite : 0) | (served.optimal ? kOptimal : 0) |
                                         (served.bound_nats ? kBounded : 0) | (served.linear_only ? kLinearOnly : 0) |
                                         (served.odd_answers ? kOddAnswers : 0)));
    put(bytes, static_cast<std::uint32_t>(served.facts.size()));
    for (const int fact : served.facts) put(bytes, static_cast<std::int32_t>(fact));
    for (const double coefficient : served.coefficients) put(bytes, coefficient);
    for (const double figure :
         {served.nats, served.objective_nats, served.removed, served.bound_nats.value_or(0), served.impersonal_nats})
      put(bytes, figure);
  }
  return bytes;
}

std::optional<Chunk> chunk_of(std::string_view bytes, const ChunkLimits& limits) {
  Chunk chunk;
  Taker from(bytes);
  const std::string_view people = from.text(chunk.people.size());
  std::copy(people.begin(), people.end(), chunk.people.begin());
  const auto count = from.take<std::uint64_t>();
  if (from.failed() || count == 0 || count > kMostPeople || !from.holds(count, kLeastPersonBytes)) return std::nullopt;
  chunk.names.reserve(count);
  chunk.served.reserve(count);
  for (std::uint64_t i = 0; i < count; ++i) {
    chunk.names.emplace_back(from.text(from.take<std::uint32_t>()));
    std::optional<Served> served = take_served(from, limits);
    if (!served) return std::nullopt;
    chunk.served.push_back(std::move(*served));
  }
  if (!from.used_up()) return std::nullopt;
  return chunk;
}

}  // namespace explainee::cohort
