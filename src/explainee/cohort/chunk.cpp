#include "explainee/cohort/chunk.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>

namespace explainee::cohort {
namespace {

enum Flag : std::uint8_t {
  kInfinite = 1,
  kOptimal = 2,
  kBounded = 4,
  kLinearOnly = 8,
  kOddAnswers = 16,
  kDecided = 32,  ///< how many facts are more than chance
  kFound = 64,    ///< some are
  kPredictive = 128
};

constexpr std::size_t kLeastPersonBytes = 4 + 1 + 1 + 4 + 7 * sizeof(double);  ///< without name and facts
constexpr std::size_t kFactBytes = sizeof(std::int32_t) + sizeof(double) + 1;
constexpr auto kLastShape = static_cast<std::uint8_t>(family::Shape::Kind::kCut);

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

bool possible_facts(const Served& served, int candidates) {
  std::vector<int> facts = served.facts;
  std::sort(facts.begin(), facts.end());
  const bool within = facts.empty() || (facts.front() >= 0 && facts.back() < candidates);
  const bool different = std::adjacent_find(facts.begin(), facts.end()) == facts.end();
  return within && different &&
         std::none_of(served.coefficients.begin(), served.coefficients.end(),
                      [](double coefficient) { return std::isinf(coefficient); });
}

bool possible(const Served& served, int candidates) {
  const bool told = served.status == Status::kOk || served.status == Status::kNotProven;
  return (told || served.facts.empty()) && possible_facts(served, candidates) && possible_nats(served.nats) &&
         possible_nats(served.objective_nats) && std::isfinite(served.removed) && served.removed <= 1 &&
         possible_nats(served.bound_nats.value_or(0)) && !(served.infinite && served.bound_nats) &&
         possible_nats(served.impersonal_nats) && std::isfinite(served.predictive_nats.value_or(0)) &&
         std::isfinite(served.predictive_error) && served.predictive_error >= 0 &&
         (served.predictive_nats || served.predictive_error == 0);
}

std::uint8_t flags_of(const Served& served) {
  const auto flag = [](bool set, Flag value) { return set ? static_cast<int>(value) : 0; };
  return static_cast<std::uint8_t>(
      flag(served.infinite, kInfinite) | flag(served.optimal, kOptimal) |
      flag(served.bound_nats.has_value(), kBounded) | flag(served.linear_only, kLinearOnly) |
      flag(served.odd_answers, kOddAnswers) | flag(served.found.has_value(), kDecided) |
      flag(served.found.value_or(false), kFound) | flag(served.predictive_nats.has_value(), kPredictive));
}

/// The facts; false where they cannot be.
bool take_facts(Taker& from, const ChunkLimits& limits, Served& served) {
  const auto facts = from.take<std::uint32_t>();
  if (facts > static_cast<std::uint32_t>(std::max(0, limits.sparsity)) || !from.holds(facts, kFactBytes)) return false;
  for (std::uint32_t k = 0; k < facts; ++k) served.facts.push_back(from.take<std::int32_t>());
  for (std::uint32_t k = 0; k < facts; ++k) served.coefficients.push_back(from.take<double>());
  for (std::uint32_t k = 0; k < facts; ++k) {
    const auto shape = from.take<std::uint8_t>();
    if (shape > (limits.named ? kLastShape : 0)) return false;
    if (limits.named) served.shapes.push_back(static_cast<family::Shape::Kind>(shape));
  }
  return true;
}

/// A figure that is there where its flag says so, and 0 elsewhere.
bool take_figure(Taker& from, bool there, std::optional<double>& figure) {
  const auto value = from.take<double>();
  if (there) figure = value;
  return there || value == 0;
}

/// None where something cannot be. `candidates`: how many facts there are to name.
std::optional<Served> take_served(Taker& from, const ChunkLimits& limits, int candidates) {
  Served served;
  const auto status = from.take<std::uint8_t>();
  const auto flags = from.take<std::uint8_t>();
  if (status > static_cast<std::uint8_t>(kLastStatus) || !take_facts(from, limits, served)) return std::nullopt;
  served.status = static_cast<Status>(status);
  served.infinite = (flags & kInfinite) != 0;
  served.optimal = (flags & kOptimal) != 0;
  served.linear_only = (flags & kLinearOnly) != 0;
  served.odd_answers = (flags & kOddAnswers) != 0;
  if ((flags & kDecided) != 0) served.found = (flags & kFound) != 0;
  served.nats = from.take<double>();
  served.objective_nats = from.take<double>();
  served.removed = from.take<double>();
  bool plain = served.found || (flags & kFound) == 0;
  plain = take_figure(from, (flags & kBounded) != 0, served.bound_nats) && plain;
  served.impersonal_nats = from.take<double>();
  plain = take_figure(from, (flags & kPredictive) != 0, served.predictive_nats) && plain;
  served.predictive_error = from.take<double>();
  if (from.failed() || !plain || !possible(served, candidates)) return std::nullopt;
  return served;
}

/// The names of facts; false where there cannot be so many.
bool take_names(Taker& from, bool named, std::vector<std::string>& names) {
  const auto count = from.take<std::uint32_t>();
  if (!from.holds(count, sizeof(std::uint32_t)) || (count > 0 && !named)) return false;
  for (std::uint32_t k = 0; k < count; ++k) names.emplace_back(from.text(from.take<std::uint32_t>()));
  return !from.failed();
}

void put_text(std::string& bytes, const std::string& text) {
  put(bytes, static_cast<std::uint32_t>(text.size()));
  bytes += text;
}

void put_served(std::string& bytes, const Served& served) {
  put(bytes, served.status);
  put(bytes, flags_of(served));
  put(bytes, static_cast<std::uint32_t>(served.facts.size()));
  for (const int fact : served.facts) put(bytes, static_cast<std::int32_t>(fact));
  for (const double coefficient : served.coefficients) put(bytes, coefficient);
  for (std::size_t k = 0; k < served.facts.size(); ++k)
    put(bytes, k < served.shapes.size() ? static_cast<std::uint8_t>(served.shapes[k]) : std::uint8_t{0});
  for (const double figure : {served.nats, served.objective_nats, served.removed, served.bound_nats.value_or(0),
                              served.impersonal_nats, served.predictive_nats.value_or(0), served.predictive_error})
    put(bytes, figure);
}

}  // namespace

std::string bytes_of(const Chunk& chunk) {
  std::string bytes(chunk.people.begin(), chunk.people.end());
  put(bytes, static_cast<std::uint64_t>(chunk.names.size()));
  put(bytes, static_cast<std::uint32_t>(chunk.facts.size()));
  for (const std::string& name : chunk.facts) put_text(bytes, name);
  for (std::size_t i = 0; i < chunk.names.size(); ++i) {
    put_text(bytes, chunk.names[i]);
    put_served(bytes, chunk.served[i]);
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
  if (!take_names(from, limits.named, chunk.facts)) return std::nullopt;
  const int candidates = limits.named ? static_cast<int>(chunk.facts.size()) : limits.candidates;
  chunk.names.reserve(count);
  chunk.served.reserve(count);
  for (std::uint64_t i = 0; i < count; ++i) {
    chunk.names.emplace_back(from.text(from.take<std::uint32_t>()));
    std::optional<Served> served = take_served(from, limits, candidates);
    if (!served) return std::nullopt;
    chunk.served.push_back(std::move(*served));
  }
  if (!from.used_up()) return std::nullopt;
  return chunk;
}

}  // namespace explainee::cohort
