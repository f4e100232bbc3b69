#include "explainee/verify/reading/fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace explainee::verify {

std::string Field::text() const {
  if (!json.is_string()) throw BadField{where + " is not a text"};
  return json.get<std::string>();
}

bool Field::flag() const {
  if (!json.is_boolean()) throw BadField{where + " is neither true nor false"};
  return json.get<bool>();
}

std::int64_t Field::whole(std::int64_t least, std::int64_t most) const {
  const bool whole = json.is_number_unsigned() || json.is_number_integer();
  const bool huge = json.is_number_unsigned() &&
                    json.get<std::uint64_t>() > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  if (!whole || huge || json.get<std::int64_t>() < least || json.get<std::int64_t>() > most)
    throw BadField{fmt::format("{} is not an integer from {} to {}", where, least, most)};
  return json.get<std::int64_t>();
}

double Field::real() const {
  if (!json.is_number() || !std::isfinite(json.get<double>())) throw BadField{where + " is not a finite number"};
  return json.get<double>();
}

double Field::real(double least, double most) const {
  const double value = real();
  if (!(value >= least && value <= most))
    throw BadField{fmt::format("{} is not a number from {:g} to {:g}", where, least, most)};
  return value;
}

void Field::each(const std::function<void(const Field&)>& take) const {
  for (std::size_t k = 0; k < length(); ++k) take(at(k));
}

std::size_t Field::length() const {
  if (!json.is_array()) throw BadField{where + " is not a list"};
  return json.size();
}

Field Field::at(std::size_t position) const { return {json[position], where}; }

std::vector<double> Field::reals() const {
  std::vector<double> list;
  each([&](const Field& element) { list.push_back(element.real()); });
  return list;
}

std::vector<double> Field::reals(double least, double most) const {
  std::vector<double> list;
  each([&](const Field& element) { list.push_back(element.real(least, most)); });
  return list;
}

std::vector<int> Field::positions(std::size_t size, bool increasing) const {
  std::vector<int> list;
  each([&](const Field& element) {
    const auto position = static_cast<int>(element.whole(0, static_cast<std::int64_t>(size) - 1));
    if (increasing && !list.empty() && list.back() >= position) throw BadField{where + " is not increasing"};
    list.push_back(position);
  });
  if (!increasing) {
    std::vector<int> sorted = list;
    std::sort(sorted.begin(), sorted.end());
    if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end())
      throw BadField{where + " names something twice"};
  }
  return list;
}

Fields::Fields(const Field& object) : json_(object.json), where_(object.where) {
  if (!json_.is_object()) throw BadField{where_ + " is not an object"};
}

Field Fields::take(const std::string& key) {
  const auto found = json_.find(key);
  if (found == json_.end()) throw BadField{fmt::format("{} has no '{}'", where_, key)};
  taken_.insert(key);
  return {*found, fmt::format("'{}'", key)};
}

void Fields::end() const {
  for (const auto& [key, value] : json_.items()) {
    if (!taken_.contains(key)) throw BadField{fmt::format("{} has an unknown key '{}'", where_, key)};
  }
}

}  // namespace explainee::verify
