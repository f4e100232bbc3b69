// explainee/report/testing/xml.h: for tests only: a small reader of XML that shares nothing with what writes it, and
// says what is wrong.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace explainee::report::xml {

/// One element; entities in attributes and text are read.
struct Element {
  std::string name;
  std::map<std::string, std::string> attributes;
  std::string text;  ///< directly in it

  /// An attribute that is a number; NaN when there is none.
  [[nodiscard]] double number(const std::string& attribute) const;
  [[nodiscard]] std::string attribute(const std::string& key) const;
};

/// A document.
struct Document {
  std::string wrong;  ///< why it is not well-formed; empty when it is
  std::vector<Element> elements;

  /// The elements of this name, in order.
  [[nodiscard]] std::vector<Element> all(std::string_view name) const;
  /// The first text element that says exactly this; an empty one when none does.
  [[nodiscard]] Element saying(std::string_view text) const;
};

/// One root, every tag closed in its order, attributes quoted and given once, known entities only, no control
/// characters.
[[nodiscard]] Document read(std::string_view text);

}  // namespace explainee::report::xml
