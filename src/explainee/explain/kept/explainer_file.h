// explainee/explain/kept/explainer_file.h: explainers as files (explainee.explainer.v1): JSON with a checksum.
#pragma once

#include <string>
#include <string_view>

#include "explainee/base/errors/result.h"
#include "explainee/explain/kept/explainer.h"

namespace explainee::explain {

/// The explainer as a file; numbers read back the same to the last bit.
[[nodiscard]] std::string write_explainer(const Explainer& explainer);

/// Reads it again; `where` names the file in messages. kDamagedExplainer when it is none, or was changed.
[[nodiscard]] base::Result<Explainer> read_explainer(std::string_view text, const std::string& where);

}  // namespace explainee::explain
