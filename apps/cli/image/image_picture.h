// apps/cli/image/image_picture.h: draws the window around a target pixel with the pixels that were chosen.
#pragma once

#include "explainee/explain/explanation.h"
#include "explainee/files/png_image.h"
#include "image/image_table.h"

namespace explainee::cli {

/// Each pixel of the window is a numbered cell: chosen ones red (+) or blue (−), deeper the more they move the
/// prediction; the others a pale grey, their mean, or their value in the row that was explained. The target is framed.
[[nodiscard]] files::Image draw_window(const PixelTable& pixels, const explain::Explanation& explanation);

}  // namespace explainee::cli
