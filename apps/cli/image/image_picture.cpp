#include "image/image_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace explainee::cli {
namespace {

constexpr int kCell = 56;
constexpr int kMargin = 28;
constexpr int kDigitScale = 2;

struct Colour {
  double red;
  double green;
  double blue;
};

constexpr Colour kWhite{255, 255, 255};
constexpr Colour kLine{255, 255, 255};
constexpr Colour kInk{40, 44, 52};
constexpr Colour kHigher{178, 24, 43};
constexpr Colour kLower{33, 102, 172};

Colour blend(const Colour& from, const Colour& to, double share) {
  return {std::lerp(from.red, to.red, share), std::lerp(from.green, to.green, share),
          std::lerp(from.blue, to.blue, share)};
}

/// What is to be seen in one cell.
struct Cell {
  int row = 0;  ///< of the picture's grid
  int column = 0;
  double brightness = 0;  ///< 0…1
};

/// A picture to paint on; what falls outside is clipped.
class Canvas {
 public:
  Canvas(int width, int height)
      : image_{width, height,
               std::vector<std::uint8_t>(4 * static_cast<std::size_t>(width) * static_cast<std::size_t>(height), 255)} {
  }

  void fill(int left, int top, int width, int height, const Colour& colour) {
    for (int y = std::max(0, top); y < std::min(image_.height, top + height); ++y) {
      for (int x = std::max(0, left); x < std::min(image_.width, left + width); ++x) {
        std::uint8_t* pixel =
            image_.rgba.data() +
            4 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(image_.width) + static_cast<std::size_t>(x));
        pixel[0] = static_cast<std::uint8_t>(std::lround(colour.red));
        pixel[1] = static_cast<std::uint8_t>(std::lround(colour.green));
        pixel[2] = static_cast<std::uint8_t>(std::lround(colour.blue));
      }
    }
  }

  /// A frame inside the square.
  void frame(int left, int top, int side, int thick, const Colour& colour) {
    fill(left, top, side, thick, colour);
    fill(left, top + side - thick, side, thick, colour);
    fill(left, top, thick, side, colour);
    fill(left + side - thick, top, thick, side, colour);
  }

  /// A frame around the cells from one corner to the other.
  void box(const Cell& first, const Cell& last, const Colour& colour) {
    constexpr int kThick = 6;
    const int left = kMargin + kCell * first.column;
    const int top = kMargin + kCell * first.row;
    const int width = kCell * (last.column - first.column + 1);
    const int height = kCell * (last.row - first.row + 1);
    fill(left, top, width, kThick, colour);
    fill(left, top + height - kThick, width, kThick, colour);
    fill(left, top, kThick, height, colour);
    fill(left + width - kThick, top, kThick, height, colour);
  }

  void digits(int left, int top, const std::string& text, const Colour& colour) {
    // Rows of three dots from the top, the most significant bit first.
    constexpr std::array<std::uint16_t, 10> kDigits = {
        0b111101101101111, 0b010110010010111, 0b111001111100111, 0b111001111001111, 0b101101111001001,
        0b111100111001111, 0b111100111101111, 0b111001001010010, 0b111101111101111, 0b111101111001111};
    for (const char c : text) {
      const std::uint16_t dots = kDigits[static_cast<std::size_t>(c - '0')];
      for (int i = 0; i < 15; ++i) {
        if (((dots >> (14 - i)) & 1U) == 0) continue;
        fill(left + i % 3 * kDigitScale, top + i / 3 * kDigitScale, kDigitScale, kDigitScale, colour);
      }
      left += 4 * kDigitScale;
    }
  }

  files::Image take() { return std::move(image_); }

 private:
  files::Image image_;
};

class WindowPicture {
 public:
  WindowPicture(const PixelTable& pixels, const explain::Explanation& explanation)
      : pixels_(pixels),
        explanation_(explanation),
        canvas_(2 * kMargin + kCell * pixels.window.columns, 2 * kMargin + kCell * (2 * pixels.window.rows + 1)) {
    for (const explain::Fact& fact : explanation.facts) strongest_ = std::max(strongest_, fact.weight);
  }

  files::Image draw() {
    const PixelWindow& window = pixels_.window;
    for (int j = 0; j < window.size(); ++j) {
      draw_feature(j, {window.rows + window.row_offset(j), window.half() + window.column_offset(j),
                       brightness(static_cast<std::size_t>(j))});
    }
    for (const explain::Fact& fact : explanation_.facts) draw_outline(fact);
    draw_target({window.rows, window.half(), brightness(pixels_.target())});
    return canvas_.take();
  }

 private:
  /// Answered rows are numbered among themselves, so that the row cannot be told from its number.
  [[nodiscard]] bool shows_row() const { return explanation_.row && !explanation_.asked; }

  /// How bright a column is, 0…1: in the row that was explained, from the darkest to the brightest pixel of its window;
  /// else the mean of all rows, from black to white.
  [[nodiscard]] double brightness(std::size_t column) const {
    if (!shows_row()) {
      const std::vector<double>& values = pixels_.table.numbers(column);
      const double sum = std::accumulate(values.begin(), values.end(), 0.0);
      return sum / static_cast<double>(values.size()) / pixels_.largest;
    }
    const auto value = [&](std::size_t c) {
      return pixels_.table.numbers(c)[static_cast<std::size_t>(explanation_.row->index)];
    };
    double low = value(column);
    double high = low;
    for (std::size_t c = 0; c <= pixels_.target(); ++c) {
      low = std::min(low, value(c));
      high = std::max(high, value(c));
    }
    return high > low ? (value(column) - low) / (high - low) : 0.5;
  }

  /// Pale, so that the chosen ones stand out; one row has more contrast than means have.
  [[nodiscard]] Colour pale(double brightness) const {
    constexpr double kBrightest = 246;
    const double darkest = shows_row() ? 150 : 196;
    const double grey = std::lerp(darkest, kBrightest, std::clamp(brightness, 0.0, 1.0));
    return {grey, grey, grey};
  }

  static int left(const Cell& cell) { return kMargin + kCell * cell.column; }
  static int top(const Cell& cell) { return kMargin + kCell * cell.row; }

  static bool tells_of(const explain::Fact& fact, const std::string& pixel) {
    return std::find(fact.sources.begin(), fact.sources.end(), pixel) != fact.sources.end();
  }

  /// Around all pixels of a fact that is made of several.
  void draw_outline(const explain::Fact& fact) {
    if (fact.sources.size() < 2 || fact.coefficient.empty()) return;
    const PixelWindow& window = pixels_.window;
    int first_row = 2 * window.rows;
    int first_column = window.columns;
    int last_row = 0;
    int last_column = 0;
    for (int j = 0; j < window.size(); ++j) {
      if (!tells_of(fact, fmt::format("x{}", j + 1))) continue;
      first_row = std::min(first_row, window.rows + window.row_offset(j));
      last_row = std::max(last_row, window.rows + window.row_offset(j));
      first_column = std::min(first_column, window.half() + window.column_offset(j));
      last_column = std::max(last_column, window.half() + window.column_offset(j));
    }
    canvas_.box({first_row, first_column, 0}, {last_row, last_column, 0},
                fact.coefficient.front() > 0 ? kHigher : kLower);
  }

  void draw_feature(int j, const Cell& cell) {
    const std::string name = fmt::format("x{}", j + 1);
    const auto fact = std::find_if(explanation_.facts.begin(), explanation_.facts.end(),
                                   [&](const explain::Fact& one) { return tells_of(one, name); });
    const bool chosen = fact != explanation_.facts.end() && !fact->coefficient.empty();
    Colour ink = blend(kInk, pale(cell.brightness), 0.35);
    canvas_.fill(left(cell), top(cell), kCell, kCell, pale(cell.brightness));
    canvas_.frame(left(cell), top(cell), kCell, 1, kLine);
    if (chosen) {
      ink = kWhite;
      draw_chosen(*fact, cell);
    }
    canvas_.digits(left(cell) + 7, top(cell) + 7, name.substr(1), ink);
  }

  void draw_chosen(const explain::Fact& fact, const Cell& cell) {
    constexpr double kFaintest = 0.45;  // the weakest chosen pixel is still no grey one, and carries white ink
    constexpr int kArm = 9;
    constexpr int kThick = 4;
    const bool higher = fact.coefficient.front() > 0;
    const double share = strongest_ > 0 ? fact.weight / strongest_ : 1.0;
    const Colour full = higher ? kHigher : kLower;
    canvas_.fill(left(cell) + 1, top(cell) + 1, kCell - 2, kCell - 2,
                 blend(kWhite, full, std::lerp(kFaintest, 1.0, share)));
    canvas_.frame(left(cell) + 1, top(cell) + 1, kCell - 2, 3, full);
    const int x = left(cell) + kCell / 2;
    const int y = top(cell) + kCell / 2 + 3;
    canvas_.fill(x - kArm, y - kThick / 2, 2 * kArm, kThick, kWhite);
    if (higher) canvas_.fill(x - kThick / 2, y - kArm, kThick, 2 * kArm, kWhite);
  }

  void draw_target(const Cell& cell) {
    constexpr int kDot = 10;
    canvas_.fill(left(cell), top(cell), kCell, kCell, pale(cell.brightness));
    canvas_.frame(left(cell), top(cell), kCell, 4, kInk);
    canvas_.fill(left(cell) + (kCell - kDot) / 2, top(cell) + (kCell - kDot) / 2, kDot, kDot, kInk);
  }

  const PixelTable& pixels_;
  const explain::Explanation& explanation_;
  Canvas canvas_;
  double strongest_ = 0;
};

}  // namespace

files::Image draw_window(const PixelTable& pixels, const explain::Explanation& explanation) {
  return WindowPicture(pixels, explanation).draw();
}

}  // namespace explainee::cli
