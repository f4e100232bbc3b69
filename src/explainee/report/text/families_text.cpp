#include "explainee/report/text/families_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "explainee/view/numbers/number_text.h"
#include "explainee/view/sentences/sentences.h"

namespace explainee::report {
namespace {

using view::pad_left;
using view::pad_right;

constexpr std::size_t kSideBySide = 4;  ///< numbers of facts that fit on a screen
constexpr std::size_t kCell = 24;       ///< width of bits, error and seconds

/// The star of a set that is not proven best stands where digits end, so that columns stay in line.
std::string cell_text(const view::FamilyStep& step) {
  return fmt::format("{}{} {} {}", pad_left(step.bits.text, 6), step.optimal ? " " : "*", pad_left(step.error.text, 6),
                     pad_left(step.seconds, 7));
}

class FamiliesTable {
 public:
  explicit FamiliesTable(const view::FamiliesView& view) : v_(view) {
    for (const view::FamilyView& family : v_.families) {
      width_ = std::max(width_, family.name.size());
      most_ = std::max(most_, family.steps.size());
    }
  }

  std::string draw() {
    out_ = fmt::format("{} explained to {} by each family of facts  ({} rows)\n", v_.subject, v_.person, v_.rows);
    for (std::size_t from = 0; from < most_; from += kSideBySide) part(from, std::min(most_, from + kSideBySide));
    out_ += "\n";
    for (const std::string& note : v_.notes) out_ += fmt::format("  {}\n", note);
    out_ +=
        "  More facts to choose from also mean more that fits by chance; an explanation with one of the families tells "
        "what is\n  left on rows that took no part in the choice.\n\n";
    out_ += fmt::format("  {}\n", view::kNotCauses);
    return out_;
  }

 private:
  void part(std::size_t from, std::size_t to) {
    out_ += "\n  " + pad_right("", width_) + pad_left("", 17);
    for (std::size_t k = from; k < to; ++k) out_ += pad_left(fmt::format("{} fact{}", k + 1, k == 0 ? "" : "s"), kCell);
    out_ += "\n  " + pad_right("family", width_) + "  to choose  none";
    for (std::size_t k = from; k < to; ++k) out_ += "    bits   error seconds";
    out_ += "\n";
    for (const view::FamilyView& family : v_.families) line(family, from, to);
  }

  void line(const view::FamilyView& family, std::size_t from, std::size_t to) {
    if (family.steps.size() <= from) return;
    out_ += fmt::format("  {} {:>10} {}", pad_right(family.name, width_), family.candidates,
                        pad_left(family.before.text, 5));
    for (std::size_t k = from; k < std::min(to, family.steps.size()); ++k) out_ += "  " + cell_text(family.steps[k]);
    out_ += "\n";
  }

  const view::FamiliesView& v_;
  std::size_t width_ = 6;
  std::size_t most_ = 0;
  std::string out_;
};

}  // namespace

std::string families_text(const view::FamiliesView& view) { return FamiliesTable(view).draw(); }

}  // namespace explainee::report
