#include "explainee/report/testing/xml.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <iterator>
#include <limits>
#include <utility>

namespace explainee::report::xml {
namespace {

constexpr std::array<std::pair<std::string_view, char>, 5> kEntities = {
    {{"lt", '<'}, {"gt", '>'}, {"amp", '&'}, {"quot", '"'}, {"apos", '\''}}};

class TagReader {
 public:
  explicit TagReader(std::string_view text) : rest_(text) {}

  Document read() {
    while (result_.wrong.empty() && !rest_.empty()) {
      if (rest_.front() == '<') {
        tag();
      } else {
        between_tags();
      }
    }
    if (result_.wrong.empty() && !open_.empty()) fail("not closed: " + result_.elements[open_.back()].name);
    if (result_.wrong.empty() && result_.elements.empty()) fail("no root");
    return std::move(result_);
  }

 private:
  void fail(const std::string& why) {
    if (result_.wrong.empty()) result_.wrong = why;
  }

  /// What stands before `end`, which is taken too.
  std::string_view take_until(char end) {
    const std::size_t at = rest_.find(end);
    if (at == std::string_view::npos) {
      fail(std::string("no ") + end);
      return std::exchange(rest_, {});
    }
    const std::string_view part = rest_.substr(0, at);
    rest_.remove_prefix(at + 1);
    return part;
  }

  std::string plain(std::string_view written) {
    std::string text;
    while (!written.empty()) {
      const char c = written.front();
      written.remove_prefix(1);
      if (c == '<' || (static_cast<unsigned char>(c) < 0x20 && c != '\n')) fail("a character that cannot stand here");
      if (c != '&') {
        text += c;
        continue;
      }
      const std::size_t end = std::min(written.find(';'), written.size());
      const auto* const known = std::find_if(kEntities.begin(), kEntities.end(),
                                             [&](const auto& one) { return one.first == written.substr(0, end); });
      if (known == kEntities.end()) {
        fail("an entity that nobody knows");
        return text;
      }
      text += known->second;
      written.remove_prefix(end + 1);
    }
    return text;
  }

  void between_tags() {
    const std::size_t end = std::min(rest_.find('<'), rest_.size());
    const std::string text = plain(rest_.substr(0, end));
    rest_.remove_prefix(end);
    if (!open_.empty()) {
      result_.elements[open_.back()].text += text;
    } else if (text.find_first_not_of(" \n") != std::string::npos) {
      fail("text outside the root");
    }
  }

  void tag() {
    rest_.remove_prefix(1);
    std::string_view inside = take_until('>');
    if (inside.starts_with('/')) return close(inside.substr(1));
    if (open_.empty() && !result_.elements.empty()) fail("a second root");
    const bool empty = inside.ends_with('/');
    if (empty) inside.remove_suffix(1);
    Element element;
    element.name = inside.substr(0, inside.find_first_of(" \n"));
    if (element.name.empty() || std::isalpha(static_cast<unsigned char>(element.name.front())) == 0) fail("a bare <");
    inside.remove_prefix(element.name.size());
    attributes(inside, element);
    if (!empty) open_.push_back(result_.elements.size());
    result_.elements.push_back(std::move(element));
  }

  void attributes(std::string_view inside, Element& element) {
    while (true) {
      inside.remove_prefix(std::min(inside.find_first_not_of(" \n"), inside.size()));
      if (inside.empty()) return;
      const std::size_t equals = inside.find("=\"");
      const std::size_t end = equals == std::string_view::npos ? equals : inside.find('"', equals + 2);
      if (end == std::string_view::npos) return fail("an attribute without quotes in " + element.name);
      const std::string key(inside.substr(0, equals));
      const std::string value = plain(inside.substr(equals + 2, end - equals - 2));
      if (key.find_first_of(" \"<&") != std::string::npos) fail("a strange attribute: " + key);
      if (!element.attributes.emplace(key, value).second) fail("an attribute twice: " + key);
      inside.remove_prefix(end + 1);
      if (!inside.empty() && inside.front() != ' ' && inside.front() != '\n') fail("attributes run together");
    }
  }

  void close(std::string_view name) {
    if (open_.empty() || result_.elements[open_.back()].name != name)
      return fail("closed out of turn: " + std::string(name));
    open_.pop_back();
  }

  std::string_view rest_;
  Document result_;
  std::vector<std::size_t> open_;
};

}  // namespace

double Element::number(const std::string& attribute) const {
  const auto found = attributes.find(attribute);
  return found == attributes.end() ? std::numeric_limits<double>::quiet_NaN() : std::atof(found->second.c_str());
}

std::string Element::attribute(const std::string& key) const {
  const auto found = attributes.find(key);
  return found == attributes.end() ? "" : found->second;
}

std::vector<Element> Document::all(std::string_view name) const {
  std::vector<Element> found;
  std::copy_if(elements.begin(), elements.end(), std::back_inserter(found),
               [&](const Element& one) { return one.name == name; });
  return found;
}

Element Document::saying(std::string_view text) const {
  const auto found = std::find_if(elements.begin(), elements.end(),
                                  [&](const Element& one) { return one.name == "text" && one.text == text; });
  return found == elements.end() ? Element{} : *found;
}

Document read(std::string_view text) { return TagReader(text).read(); }

}  // namespace explainee::report::xml
