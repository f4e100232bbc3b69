#include "explainee/base/json/strict_json.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

namespace explainee::base {
namespace {

using StrictJson = nlohmann::ordered_json;

constexpr std::size_t kShownOfToken = 40;  ///< bytes of what was read that a sentence repeats

/// Reads a text and tells how far the parser has come.
class WatchedText {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  WatchedText(const char* at, const char** reached) : at_(at), reached_(reached) {}
  reference operator*() const { return *at_; }
  WatchedText& operator++() {
    *reached_ = ++at_;
    return *this;
  }
  WatchedText operator++(int) {
    WatchedText before = *this;
    ++*this;
    return before;
  }
  bool operator==(const WatchedText& other) const { return at_ == other.at_; }
  bool operator!=(const WatchedText& other) const { return at_ != other.at_; }

 private:
  const char* at_;
  const char** reached_;
};

std::string shortened(std::string token) {
  if (token.size() <= kShownOfToken) return token;
  std::size_t end = kShownOfToken;
  while (end > 0 && (static_cast<unsigned char>(token[end]) & 0xC0U) == 0x80U) --end;  // between two characters
  return token.substr(0, end) + "…";
}

/// Builds the tree from the parser's events; each event answers whether to go on. The parser holds its own stack of
/// what is open, so that nothing recurses before the depth is known.
class TreeBuilder {
 public:
  explicit TreeBuilder(const JsonLimits& limits) : limits_(limits) {}

  [[nodiscard]] StrictJson take() { return std::move(root_); }
  /// Why it stopped; the parser's own reasons have been added to it.
  [[nodiscard]] const Message& why() const { return why_; }

  // NOLINTBEGIN(readability-identifier-naming): names that the parser calls
  bool null() { return add(nullptr); }
  bool boolean(bool value) { return add(value); }
  bool number_integer(StrictJson::number_integer_t value) { return add(value); }
  bool number_unsigned(StrictJson::number_unsigned_t value) { return add(value); }
  bool number_float(StrictJson::number_float_t value, const std::string& /*token*/) { return add(value); }
  bool string(std::string& value) { return add(std::move(value)); }
  bool binary(StrictJson::binary_t& /*value*/) { return stop("JSON holds no binary values"); }
  bool start_object(std::size_t /*size*/) { return open(StrictJson::object()); }
  bool start_array(std::size_t /*size*/) { return open(StrictJson::array()); }
  bool end_array() { return close(); }
  bool end_object() { return no_key_twice() && close(); }
  bool key(std::string& name) {
    key_ = std::move(name);
    return true;
  }
  bool parse_error(std::size_t /*at*/, const std::string& token, const nlohmann::detail::exception& failure) {
    constexpr int kNumberOverflow = 406;
    if (failure.id == kNumberOverflow) return stop(say("the number {} is too large", shortened(token)));
    return stop(say("it is no JSON: {}", reason(failure.what(), token)));
  }
  // NOLINTEND(readability-identifier-naming)

 private:
  /// Room for one more value in what is open now; the root where nothing is.
  StrictJson* place(StrictJson value) {
    if (open_.empty()) {
      root_ = std::move(value);
      return &root_;
    }
    if (auto* list = open_.back()->get_ptr<StrictJson::array_t*>()) return &list->emplace_back(std::move(value));
    // Not emplace() of the object, which looks at all keys before: those given twice are found when it closes.
    auto& pairs = static_cast<StrictJson::object_t::Container&>(open_.back()->get_ref<StrictJson::object_t&>());
    return &pairs.emplace_back(std::move(key_), std::move(value)).second;
  }

  bool counted() {
    if (++values_ <= limits_.values) return true;
    return stop(say("it holds more than {} values", limits_.values));
  }

  template <class T>
  bool add(T&& value) {
    if (!counted()) return false;
    place(StrictJson(std::forward<T>(value)));
    return true;
  }

  bool open(StrictJson empty) {
    if (!counted()) return false;
    if (open_.size() >= limits_.depth) return stop(say("it is nested more than {} levels deep", limits_.depth));
    open_.push_back(place(std::move(empty)));
    return true;
  }

  bool close() {
    open_.pop_back();
    return true;
  }

  /// A key that comes twice is a slip or a trick: one of the two would silently win.
  bool no_key_twice() {
    const auto& object = open_.back()->get_ref<const StrictJson::object_t&>();
    std::vector<std::string_view> keys;
    keys.reserve(object.size());
    for (const auto& [name, value] : object) keys.emplace_back(name);
    std::sort(keys.begin(), keys.end());
    const auto twice = std::adjacent_find(keys.begin(), keys.end());
    return twice == keys.end() ||
           stop(say("the key \"{}\" is given twice in one object", shortened(std::string(*twice))));
  }

  bool stop(Message why) {
    why_ = std::move(why);
    return false;
  }

  /// The parser's sentence without its number and place, and with little of what it last read.
  static std::string reason(std::string_view what, const std::string& token) {
    const std::size_t place = what.find("column ");
    const std::size_t colon = what.find(": ", place == std::string_view::npos ? 0 : place);
    std::string why(colon == std::string_view::npos ? what : what.substr(colon + 2));
    if (const std::size_t at = why.find("; last read: '"); at != std::string::npos) {
      const std::size_t after = std::min(why.size(), at + std::string_view("; last read: '").size());
      const std::size_t end = why.rfind('\'');  // what is expected may follow
      const std::size_t rest = end < after + token.size() ? end : after + token.size();
      why = why.substr(0, after) + shortened(why.substr(after, rest - after)) + why.substr(rest);
    }
    return why;
  }

  const JsonLimits& limits_;
  StrictJson root_;
  std::vector<StrictJson*> open_;
  std::string key_;
  std::size_t values_ = 0;
  Message why_;
};

Error refused(std::string_view text, std::size_t bytes_before, const std::string& where, ErrorCode code,
              const Message& why) {
  const std::string_view before = text.substr(0, bytes_before);
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  return {code, say("{} (line {}, byte {})", why, line, std::max<std::size_t>(bytes_before, 1)), where};
}

}  // namespace

Result<nlohmann::ordered_json> parse_json(std::string_view text, const std::string& where, ErrorCode code,
                                          const JsonLimits& limits) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (text.size() > limits.bytes)
    return Error{code, say("it has {} bytes of JSON; at most {} are read", text.size(), limits.bytes), where};
  if (text.starts_with(kByteOrderMark))
    return refused(text, 0, where, code, "it begins with a byte order mark, which JSON does not allow; remove it");
  // The parser takes a zero byte for the end, whatever follows it.
  if (const std::size_t zero = text.find('\0'); zero != std::string_view::npos)
    return refused(text, zero + 1, where, code, "it holds a zero byte");

  const char* reached = text.data();
  TreeBuilder builder(limits);
  const bool whole = StrictJson::sax_parse(WatchedText(text.data(), &reached),
                                           WatchedText(text.data() + text.size(), &reached), &builder);
  if (!whole) return refused(text, static_cast<std::size_t>(reached - text.data()), where, code, builder.why());
  return builder.take();
}

}  // namespace explainee::base
