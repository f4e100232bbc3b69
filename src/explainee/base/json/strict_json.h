// explainee/base/json/strict_json.h: JSON from others as a tree, with everything refused that could be read in two ways
// or would exhaust memory or stack.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "explainee/base/errors/result.h"

namespace explainee::base {

/// How much JSON may be.
struct JsonLimits {
  std::size_t depth = 64;           ///< objects and lists inside each other; few enough that recursion is safe
  std::size_t values = 20'000'000;  ///< objects, lists, texts, numbers, true, false and null together
  std::size_t bytes = std::size_t{1} << 30U;  ///< of the text
};

/// The tree of `text`, its keys in the order in which they were written. Refused with `code` before the tree is built:
/// what is deeper or larger than the limits, a key twice in one object, a number beyond all doubles, NaN, Infinity and
/// comments, UTF-8 that is none, half of a surrogate pair, a byte order mark and whatever follows the value. The
/// sentence tells the line and the byte, counted from 1; `where` is the file or what else the text is called.
[[nodiscard]] Result<nlohmann::ordered_json> parse_json(std::string_view text, const std::string& where, ErrorCode code,
                                                        const JsonLimits& limits = {});

}  // namespace explainee::base
