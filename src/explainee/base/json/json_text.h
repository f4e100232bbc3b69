// explainee/base/json/json_text.h: JSON as text that may be shown anywhere.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace explainee::base {

/// The tree as text, on one line or with this indentation. Characters that cannot be seen (printable.h) are written as
/// \u escapes, which mean the same; what is no UTF-8 is replaced, never thrown.
[[nodiscard]] std::string json_text(const nlohmann::ordered_json& json, int indentation = -1);

}  // namespace explainee::base
