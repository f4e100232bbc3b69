#include "testing/mutations.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace explainee::hostile {
namespace {

using Limits = std::numeric_limits<double>;

/// Mostly one: of several some is nearly always refused.
std::size_t how_many(base::Random& random) { return pick(random, 3) == 0 ? 2 + pick(random, 3) : 1; }

void collect(Json& node, std::vector<Json*>& all) {
  all.push_back(&node);
  if (!node.is_structured()) return;
  for (Json& child : node) collect(child, all);
}

/// Any place, or one found by walking down from the root, which goes past long lists of numbers more often.
Json& some_place(Json& document, base::Random& random) {
  if (pick(random, 2) == 0) {
    std::vector<Json*> all;
    collect(document, all);
    return *all[pick(random, all.size())];
  }
  Json* at = &document;
  while (at->is_structured() && !at->empty() && pick(random, 6) != 0) {
    auto child = at->begin();
    std::advance(child, static_cast<std::ptrdiff_t>(pick(random, at->size())));
    at = &*child;
  }
  return *at;
}

Json extreme_value(base::Random& random) {
  switch (pick(random, 9)) {
    case 0:
      return nullptr;
    case 1:
      return true;
    case 2:
      return Json::array();
    case 3:
      return Json::object();
    case 4:
      return std::string(pick(random, 2) * 1000, 'x');
    case 5: {
      constexpr std::array<std::int64_t, 9> kWholes = {0,         1,        -1, 2, 7, 1000, std::int64_t{1} << 32U,
                                                       INT64_MAX, INT64_MIN};
      return kWholes[pick(random, kWholes.size())];
    }
    case 6:
      return std::numeric_limits<std::uint64_t>::max();
    default:
      return extreme_number(random);
  }
}

void change_number(Json& number, base::Random& random) {
  const double was = number.get<double>();
  constexpr std::array<double, 6> kFactors = {-1, 0.5, 2, 1e9, 1e-9, 1 + 1e-9};
  if (number.is_number_integer() && pick(random, 3) != 0) {
    number = static_cast<std::int64_t>(pick(random, 5)) - 1;
  } else {
    number = was * kFactors[pick(random, kFactors.size())];
  }
}

void change_text(Json& text, base::Random& random) {
  std::string changed = text.get<std::string>();
  mutate(changed, random);
  text = changed;
}

void change_list(Json& list, base::Random& random) {
  if (list.empty()) {
    list.push_back(extreme_value(random));
    return;
  }
  const std::size_t at = pick(random, list.size());
  switch (pick(random, 4)) {
    case 0:
      list.erase(at);
      break;
    case 1:
      list.push_back(Json(list[at]));
      break;
    case 2:
      while (list.size() > at) list.erase(list.size() - 1);
      break;
    default:
      while (list.size() < 70) list.push_back(Json(list[at]));
  }
}

void change_object(Json& object, base::Random& random) {
  if (object.empty() || pick(random, 4) == 0) {
    object["colour"] = extreme_value(random);
    return;
  }
  auto chosen = object.begin();
  std::advance(chosen, static_cast<std::ptrdiff_t>(pick(random, object.size())));
  const std::string key = chosen.key();
  const Json value = chosen.value();
  object.erase(key);
  if (pick(random, 2) == 0) object[key + "s"] = value;
}

void change_place(Json& place, base::Random& random) {
  if (place.is_number()) return change_number(place, random);
  if (place.is_string()) return change_text(place, random);
  if (place.is_array()) return change_list(place, random);
  if (place.is_object()) return change_object(place, random);
  place = extreme_value(random);
}

void nest(Json& place, base::Random& random) {
  for (std::size_t depth = pick(random, 100); depth > 0; --depth) place = Json::array({std::move(place)});
}

}  // namespace

std::size_t pick(base::Random& random, std::size_t count) {
  return static_cast<std::size_t>(random.below(static_cast<std::uint64_t>(count)));
}

double extreme_number(base::Random& random) {
  const std::array<double, 16> kNumbers = {0.0,   -0.0,   0.5,  -1.5, 1e-320, Limits::min(), 1e-300, 1e-160,
                                           1e-12, -1e-12, 1e16, 3e9,  1e155,  Limits::max(), -1e300, -Limits::max()};
  return kNumbers[pick(random, kNumbers.size())];
}

void mutate(Json& document, base::Random& random) {
  for (std::size_t changes = how_many(random); changes > 0; --changes) {
    Json& place = some_place(document, random);
    switch (pick(random, 8)) {
      case 0:
      case 1:
        place = extreme_value(random);
        break;
      case 2: {
        const Json other = some_place(document, random);  // a copy: one may hold the other
        place = other;
        break;
      }
      case 3:
        if (pick(random, 4) == 0) nest(place, random);
        break;
      default:
        change_place(place, random);
    }
  }
}

void mutate(std::string& bytes, base::Random& random) {
  for (std::size_t changes = how_many(random); changes > 0 && !bytes.empty(); --changes) {
    const std::size_t at = pick(random, bytes.size());
    const std::size_t length = 1 + pick(random, std::min<std::size_t>(16, bytes.size() - at));
    switch (pick(random, 6)) {
      case 0:
        bytes.resize(at);
        break;
      case 1:
        bytes.erase(at, length);
        break;
      case 2:
        bytes.insert(at, bytes.substr(at, length));
        break;
      case 3:
        bytes.replace(at, length, bytes.substr(pick(random, bytes.size()), length));
        break;
      default:
        bytes[at] = static_cast<char>(bytes[at] ^ static_cast<char>(1U << pick(random, 8)));
    }
  }
}

std::string text_of(const Json& document) { return document.dump(-1, ' ', false, Json::error_handler_t::replace); }

}  // namespace explainee::hostile
