// tests/testing/mutations.h: files that somebody changed by chance or on purpose, always the same ones.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>

#include "explainee/base/random.h"

namespace explainee::hostile {

using Json = nlohmann::ordered_json;

/// Changes a document in one to four places: values become others, extreme ones or those of another place; keys go,
/// come or change their names; lists become shorter or longer; what was plain is nested.
void mutate(Json& document, base::Random& random);

/// Changes bytes in one to four places: flipped, cut off, left out, doubled or exchanged for others.
void mutate(std::string& bytes, base::Random& random);

/// One of these many.
[[nodiscard]] std::size_t pick(base::Random& random, std::size_t count);

/// A number at the edge of what doubles and integers hold, or near where programs often err.
[[nodiscard]] double extreme_number(base::Random& random);

/// The document as text; what is no UTF-8 is replaced.
[[nodiscard]] std::string text_of(const Json& document);

}  // namespace explainee::hostile
