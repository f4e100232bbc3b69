// explainee/report/json/view_json.h: what people are shown, as JSON (schema explainee.view.v1), for pages and plots
// made in other languages.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "explainee/view/view.h"

namespace explainee::report {

/// A row: its name, whether the prediction is known, and the steps.
[[nodiscard]] nlohmann::ordered_json row_view_json(const view::RowView& row);

/// The whole view as text.
[[nodiscard]] std::string view_json_text(const view::View& view);

}  // namespace explainee::report
