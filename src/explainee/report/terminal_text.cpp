#include "explainee/report/terminal_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <sstream>

#include "explainee/base/bits.h"
#include "explainee/report/number_text.h"
#include "explainee/report/part_value.h"
#include "explainee/report/words.h"

namespace explainee::report {
namespace {

using explain::Explanation;
using explain::Fact;

constexpr int kBar = 24;

class Screen {
 public:
  Screen(const Explanation& explanation, const PlainNames& names, const TerminalStyle& style)
      : e_(explanation), names_(names), style_(style) {}

  std::string draw(const std::vector<Paragraph>& paragraphs) {
    title();
    if (!e_.nothing_to_explain) {
      e_.label ? chances() : errors();
      facts();
      curve();
    }
    if (e_.row) row();
    for (std::size_t i = 0; i + 1 < paragraphs.size(); ++i) write(paragraphs[i]);
    if (!e_.set_aside.empty() || !e_.warnings.empty()) out_ += "\n";
    for (const auto& entry : e_.set_aside) {
      out_ += wrap(fmt::format("Set aside: {} ({}).", entry.name, entry.reason), style_.width, "  ", "    ");
    }
    for (const auto& warning : e_.warnings) {
      out_ += wrap(fmt::format("Note ({}): {}.", warning.code, warning.message), style_.width, "  ", "    ");
    }
    write(paragraphs.back());  // the caution always stands last
    return std::move(out_);
  }

 private:
  void write(const Paragraph& paragraph) {
    std::string text;
    for (const std::string& sentence : paragraph) text += sentence + " ";
    out_ += "\n" + wrap(text, style_.width, "  ", "  ");
  }

  [[nodiscard]] std::string paint(const std::string& text, const char* code) const {
    return style_.colour ? fmt::format("\033[{}m{}\033[0m", code, text) : text;
  }

  void title() {
    std::vector<std::string> names;
    for (const std::string& column : e_.predictions) names.push_back(names_.name(column));
    if (e_.label) names = {names_.name(e_.label->column)};
    out_ += paint(fmt::format("{} explained to {}", list_text(names), person_text(e_, names_)), "1") +
            fmt::format("  ({} rows)\n\n", e_.rows);
  }

  void errors() {
    for (std::size_t k = 0; k < e_.predictions.size(); ++k) {
      const auto& u = e_.uncertainty;
      const double left = u.before[k] > 0 ? u.after[k] / u.before[k] : 0.0;
      const std::string label =
          e_.predictions.size() == 1 ? "typical error" : "typical error of " + names_.name(e_.predictions[k]);
      out_ += fmt::format("  {}  {} → {}   {}{}  {}\n", label, names_.amount(e_.predictions[k], u.before[k]),
                          names_.amount(e_.predictions[k], u.after[k]), paint(bar_text(left, kBar), "36"),
                          paint(shade(left), "2"), e_.predictions.size() == 1 ? information() : "");
    }
    if (e_.predictions.size() > 1) out_ += fmt::format("  all together  {}\n", information());
  }

  void chances() {
    const double open = base::to_bits(e_.information.of_nats.value_or(0));
    const double left = open > 0 ? 1 - base::to_bits(e_.information.nats) / open : 0.0;
    out_ += fmt::format("  open  {} → {} bits   {}{}\n", number_text(open), number_text(left * open),
                        paint(bar_text(left, kBar), "36"), paint(shade(left), "2"));
    out_ += fmt::format("  right when naming the likeliest class  {} → {}\n", percent_text(e_.label->right_before),
                        percent_text(e_.label->right_after));
  }

  /// The part of the bar that the facts took away.
  [[nodiscard]] static std::string shade(double left) {
    const auto filled = static_cast<int>(std::ceil(std::clamp(left, 0.0, 1.0) * kBar));
    std::string text;
    for (int i = filled; i < kBar; ++i) text += "░";
    return text;
  }

  [[nodiscard]] std::string information() const {
    if (e_.information.infinite) return "settled completely";
    const std::string bits = number_text(base::to_bits(e_.information.nats));
    if (!e_.information.of_nats) return bits + " bits";
    return fmt::format("{} of {} explainable bits", bits, number_text(base::to_bits(*e_.information.of_nats)));
  }

  void facts() {
    if (e_.facts.empty()) return;
    std::size_t width = 4;
    double most = 0;
    for (const Fact& fact : e_.facts) {
      width = std::max(width, text_width(names_.name(fact.name)));
      most = std::max(most, fact.weight);
    }
    const bool again_known =
        std::any_of(e_.facts.begin(), e_.facts.end(), [](const Fact& fact) { return fact.stability.has_value(); });
    out_ += "\n" + fmt::format("  {}  {}  {}{}\n", pad_right("fact", width),
                               pad_right(e_.label                     ? "weight"
                                         : e_.predictions.size() == 1 ? "moves the prediction by"
                                                                      : "moves them by (typical errors)",
                                         kBar + 9),
                               pad_left("coefficient", 12), again_known ? "  chosen again" : "");
    for (const Fact& fact : e_.facts) {
      const std::string bar = bar_text(most > 0 ? fact.weight / most : 0, kBar);
      const std::string coefficient =
          fact.coefficient.size() == 1
              ? coefficient_text(fact)
              : (fact.columns.empty() || fact.columns.front().level.empty() ? "several" : "category");
      const std::string again = fact.stability ? "  " + percent_text(*fact.stability) : "";
      out_ +=
          fmt::format("  {}  {}{} {}  {}{}\n", pad_right(names_.name(fact.name), width), paint(bar, "32"),
                      std::string(static_cast<std::size_t>(kBar) - std::min<std::size_t>(kBar, text_width(bar)), ' '),
                      pad_left(number_text(fact.weight * weight_scale()), 8), pad_left(coefficient, 12), again);
    }
  }

  /// From the prediction's units to those that people know it in; typical errors of several need none.
  [[nodiscard]] double weight_scale() const {
    if (e_.label || e_.predictions.size() != 1) return 1;
    return std::abs(names_.slope(e_.predictions.front()).value_or(1));
  }

  /// Per unit as shown; where the values are shown bent there is no such number.
  [[nodiscard]] std::string coefficient_text(const Fact& fact) const {
    const std::optional<double> slope = names_.slope(fact.name);
    if (!slope || *slope == 0) return "bent";
    return signed_text(fact.coefficient.front() * names_.slope(e_.predictions.front()).value_or(1) / *slope);
  }

  void curve() {
    if (e_.curve.size() < 2) return;
    out_ += "\n  facts  bits\n";
    double most = 0;
    for (const auto& point : e_.curve) most = std::max(most, point.set.infinite ? 0.0 : point.set.nats);
    for (std::size_t i = 0; i < e_.curve.size(); ++i) {
      const auto& point = e_.curve[i];
      if (i > 0 && point.set.features == e_.curve[i - 1].set.features) continue;  // one more fact adds nothing
      std::vector<std::string> plain;
      for (const std::string& feature : point.set.features) plain.push_back(names_.name(feature));
      const std::string bar = bar_text(point.set.infinite ? 1.0 : (most > 0 ? point.set.nats / most : 0.0), kBar);
      out_ += fmt::format("  {:>5}  {} {}  {}\n", point.sparsity,
                          pad_left(point.set.infinite ? "∞" : number_text(base::to_bits(point.set.nats)), 8),
                          pad_right(bar, kBar), list_text(plain));
    }
  }

  void row() {
    const auto& r = *e_.row;
    if (e_.predictions.size() != 1) return;
    std::size_t width = text_width(std::string(says(e_)));
    double most = 0;
    for (const auto& part : r.contributions) {
      width = std::max(width, text_width(row_label(part)));
      most = std::max(most, std::abs(part.contribution.front()));
    }
    most = std::max(most, std::abs(r.remainder.front()));
    const std::string& column = e_.predictions.front();
    const double slope = names_.slope(column).value_or(1);
    const double scale = std::abs(slope) * e_.uncertainty.before.front();
    out_ += "\n" + paint(fmt::format("  row {}\n", r.id.empty() ? std::to_string(r.index) : r.id), "1");
    const auto line = [&](const std::string& label, const std::string& amount, double size, bool bar) {
      const std::string drawn = bar && most > 0 ? bar_text(std::abs(size) / most, kBar) : "";
      out_ += fmt::format("  {}  {}  {}\n", pad_right(label, width), pad_left(amount, 12),
                          paint(drawn, size < 0 ? "31" : "32"));
    };
    line("she expects", names_.value(column, r.expected.front()), 0, false);
    for (const auto& part : r.contributions)
      line(row_label(part), signed_at_scale(slope * part.contribution.front(), scale), part.contribution.front(), true);
    line("the rest", signed_at_scale(slope * r.remainder.front(), scale), r.remainder.front(), true);
    line(std::string(says(e_)), names_.value(column, r.prediction.front()), 0, false);
  }

  [[nodiscard]] std::string row_label(const explain::Contribution& part) const {
    return part_label(part, names_) + " " + part_value(part, names_);
  }

  const Explanation& e_;
  const PlainNames& names_;
  const TerminalStyle& style_;
  std::string out_;
};

}  // namespace

std::string wrap(const std::string& text, int width, const std::string& first, const std::string& rest) {
  std::string out = first;
  std::size_t used = text_width(first);
  std::istringstream words(text);
  std::string word;
  bool start = true;
  while (words >> word) {
    while (words.peek() == ' ') words.get();
    if (words.peek() == '%') {  // a percent sign stays with its number
      std::string sign;
      words >> sign;
      word += " " + sign;
    }
    const std::size_t size = text_width(word);
    if (!start && used + 1 + size > static_cast<std::size_t>(width)) {
      out += "\n" + rest;
      used = text_width(rest);
      start = true;
    }
    if (!start) {
      out += " ";
      ++used;
    }
    out += word;
    used += size;
    start = false;
  }
  return out + "\n";
}

std::string terminal_text(const Explanation& explanation, const std::vector<Paragraph>& paragraphs,
                          const PlainNames& names, const TerminalStyle& style) {
  return Screen(explanation, names, style).draw(paragraphs);
}

}  // namespace explainee::report
