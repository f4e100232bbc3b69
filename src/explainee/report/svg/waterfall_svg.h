// explainee/report/svg/waterfall_svg.h: one row explained to several people, side by side, as a picture that needs no
// script.
#pragma once

#include <span>
#include <string>

#include "explainee/view/row/row_view.h"
#include "explainee/view/view.h"

namespace explainee::report {

/// One person's column of the picture.
struct WaterfallPanel {
  std::string title;     ///< "GP, knows body mass index and blood pressure"
  std::string subtitle;  ///< "typical error 35 → 24 points"; empty where there is nothing to explain
  view::RowView row;
};

/// The column of whoever the view is for; the view must have a row.
[[nodiscard]] WaterfallPanel waterfall_panel(const view::View& view, const std::string& title);

/// A self-contained SVG: what she expects, each fact, the rest, the model's value; all panels on one scale.
[[nodiscard]] std::string waterfall_svg(const std::string& title, std::span<const WaterfallPanel> panels);

}  // namespace explainee::report
