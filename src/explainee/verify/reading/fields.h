// explainee/verify/reading/fields.h: values of a JSON object taken by exact type and range, none left over.
#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace explainee::verify {

using Json = nlohmann::ordered_json;

/// Thrown within this folder; the reader makes an error of it.
struct BadField {
  std::string why;
};

/// A JSON value and the words for where it stands.
struct Field {
  const Json& json;
  std::string where;

  [[nodiscard]] std::string text() const;
  [[nodiscard]] bool flag() const;
  [[nodiscard]] bool empty_value() const { return json.is_null(); }
  /// A JSON integer between these.
  [[nodiscard]] std::int64_t whole(std::int64_t least, std::int64_t most) const;
  /// A finite number, integer or not.
  [[nodiscard]] double real() const;
  [[nodiscard]] double real(double least, double most) const;

  /// Calls take(element) for each element of a list.
  void each(const std::function<void(const Field&)>& take) const;
  [[nodiscard]] std::size_t length() const;
  [[nodiscard]] Field at(std::size_t position) const;

  [[nodiscard]] std::vector<double> reals() const;
  [[nodiscard]] std::vector<double> reals(double least, double most) const;
  /// Positions below `size`: strictly increasing, or just none twice.
  [[nodiscard]] std::vector<int> positions(std::size_t size, bool increasing = true) const;
};

/// The keys of an object, each to be taken once.
class Fields {
 public:
  explicit Fields(const Field& object);
  [[nodiscard]] Field take(const std::string& key);
  /// Refuses keys that were not taken.
  void end() const;

 private:
  const Json& json_;
  std::string where_;
  std::set<std::string> taken_;
};

}  // namespace explainee::verify
