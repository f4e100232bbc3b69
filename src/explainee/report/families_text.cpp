#include "explainee/report/families_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "explainee/base/bits.h"
#include "explainee/base/version.h"
#include "explainee/report/json.h"
#include "explainee/report/json_values.h"
#include "explainee/report/number_text.h"
#include "explainee/report/words.h"

namespace explainee::report {
namespace {

using explain::FamilyComparison;
using explain::FamilyCurve;
using explain::FamilyPoint;

constexpr std::size_t kSideBySide = 4;  ///< numbers of facts that fit on a screen
constexpr std::size_t kCell = 24;       ///< width of bits, error and seconds

/// The star of a set that is not proven best stands where digits end, so that columns stay in line.
std::string cell_text(const FamilyPoint& point, double slope, double before) {
  const std::string bits = point.set.infinite ? "∞" : fmt::format("{:.3f}", base::to_bits(point.set.nats));
  const std::string seconds = point.seconds < 0.001 ? "<0.001" : fmt::format("{:.3f}", point.seconds);
  return fmt::format("{}{} {} {}", pad_left(bits, 6), point.optimal ? " " : "*",
                     pad_left(number_at_scale(slope * point.after.front(), slope * before), 6), pad_left(seconds, 7));
}

class Table {
 public:
  Table(const FamilyComparison& comparison, const PlainNames& names) : c_(comparison), names_(names) {
    const std::string& column = c_.about.predictions.front();
    slope_ = std::abs(names_.slope(column).value_or(1));
    for (const FamilyCurve& curve : c_.curves) {
      width_ = std::max(width_, curve.family.size());
      most_ = std::max(most_, curve.points.size());
    }
  }

  std::string draw() {
    const auto& about = c_.about;
    std::vector<std::string> predictions;
    for (const std::string& column : about.predictions) predictions.push_back(names_.name(column));
    out_ = fmt::format("{} explained to {} by each family of facts  ({} rows)\n", list_text(predictions),
                       person_text(about, names_), about.rows);
    for (std::size_t from = 0; from < most_; from += kSideBySide) part(from, std::min(most_, from + kSideBySide));
    notes();
    return out_;
  }

 private:
  void part(std::size_t from, std::size_t to) {
    out_ += "\n  " + pad_right("", width_) + pad_left("", 17);
    for (std::size_t k = from; k < to; ++k) out_ += pad_left(fmt::format("{} fact{}", k + 1, k == 0 ? "" : "s"), kCell);
    out_ += "\n  " + pad_right("family", width_) + "  to choose  none";
    for (std::size_t k = from; k < to; ++k) out_ += "    bits   error seconds";
    out_ += "\n";
    for (const FamilyCurve& curve : c_.curves) line(curve, from, to);
  }

  void line(const FamilyCurve& curve, std::size_t from, std::size_t to) {
    if (curve.points.size() <= from) return;
    out_ += fmt::format("  {} {:>10} {}", pad_right(curve.family, width_), curve.candidates,
                        pad_left(number_at_scale(slope_ * curve.before.front(), slope_ * curve.before.front()), 5));
    for (std::size_t k = from; k < std::min(to, curve.points.size()); ++k)
      out_ += "  " + cell_text(curve.points[k], slope_, curve.before.front());
    out_ += "\n";
  }

  void notes() {
    const std::string unit = names_.unit_of_differences(c_.about.predictions.front());
    out_ += fmt::format("\n  error: the typical error about {}{}; \"none\" is before any fact. Each bit halves it.\n",
                        names_.name(c_.about.predictions.front()), unit.empty() ? "" : ", in " + unit);
    out_ += "  seconds: of the search with its proof, once the table is read.\n";
    const auto unproven = [](const FamilyCurve& curve) {
      return std::any_of(curve.points.begin(), curve.points.end(), [](const FamilyPoint& p) { return !p.optimal; });
    };
    if (std::any_of(c_.curves.begin(), c_.curves.end(), unproven)) out_ += "  *: the best found, not proven best.\n";
    for (const explain::SetAside& aside : c_.left_out)
      out_ += fmt::format("  Left out: {} ({}).\n", aside.name, aside.reason);
    out_ +=
        "  More facts to choose from also mean more that fits by chance; 'explainee explain --family NAME' tells what "
        "is left\n  on rows that took no part in the choice.\n\n";
    out_ += fmt::format("  {}\n", kNotCauses);
  }

  const FamilyComparison& c_;
  const PlainNames& names_;
  double slope_ = 1;
  std::size_t width_ = 6;
  std::size_t most_ = 0;
  std::string out_;
};

Json point_json(const FamilyPoint& point) {
  return {{"sparsity", point.sparsity},
          {"features", point.set.features},
          {"bits", point.set.infinite ? Json(nullptr) : number(base::to_bits(point.set.nats))},
          {"infinite", point.set.infinite},
          {"after", per_prediction(point.after)},
          {"seconds", point.seconds},
          {"optimal", point.optimal},
          {"bound_bits",
           point.bound_nats && !point.set.infinite ? number(base::to_bits(*point.bound_nats)) : Json(nullptr)}};
}

}  // namespace

std::string families_text(const FamilyComparison& comparison, const PlainNames& names) {
  return Table(comparison, names).draw();
}

std::string families_json_text(const FamilyComparison& comparison) {
  const explain::Explanation& about = comparison.about;
  Json families = Json::array();
  for (const FamilyCurve& curve : comparison.curves) {
    Json points = Json::array();
    for (const FamilyPoint& point : curve.points) points.push_back(point_json(point));
    families.push_back({{"family", curve.family},
                        {"candidates", curve.candidates},
                        {"before", per_prediction(curve.before)},
                        {"data_sha256", curve.data_sha256},
                        {"points", std::move(points)}});
  }
  Json left_out = Json::array();
  for (const explain::SetAside& aside : comparison.left_out)
    left_out.push_back({{"family", aside.name}, {"reason", aside.reason}});
  Json summary = Json::array();
  for (const auto& entry : about.summary) summary.push_back(entry.name);
  const Json json = {
      {"schema", "explainee.families.v1"},
      {"rows", about.rows},
      {"rows_dropped", about.rows_dropped},
      {"prediction", about.predictions.size() == 1 ? Json(about.predictions.front()) : Json(about.predictions)},
      {"provenance",
       {{"version", base::kVersion}, {"options", options_json(about.given_options)}, {"seed", about.options.seed}}},
      {"user", {{"summary", std::move(summary)}}},
      {"budget", about.options.budget ? Json(*about.options.budget) : Json(nullptr)},
      {"families", std::move(families)},
      {"left_out", std::move(left_out)}};
  return document_text(json);
}

}  // namespace explainee::report
