#include "explainee/information/diagnostics/counted.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "explainee/information/special_functions.h"

namespace explainee::information {
namespace {

using base::Result;

/// What counting says.
struct Told {
  double nats = 0;  ///< plug-in
  int excess = 0;   ///< K_xyu − K_xu − K_yu + K_u of occupied cells
  int degrees = 0;  ///< Σ over u of (values of x − 1)(values of y − 1)
  std::size_t cells = 0;
};

class Counted final : public Diagnostic {
 public:
  explicit Counted(const Sample& sample)
      : facts_(codes_of(sample.facts.values)),
        prediction_(codes_of(sample.prediction.values)),
        known_(codes_of(sample.known.values)) {}

  [[nodiscard]] std::string_view formula() const override { return "Miller-Madow"; }

  [[nodiscard]] Result<double> nats(const RowNumbers& rows, const Work& work) const override {
    EXPLAINEE_TRY(work.go_on());
    const Told told = tell(rows);
    return told.nats - told.excess / (2 * static_cast<double>(rows.size()));
  }

  [[nodiscard]] Result<std::optional<double>> p_value(std::uint64_t /*seed*/, const Work& work) const override {
    EXPLAINEE_TRY(work.go_on());
    const Told told = tell(all_rows(facts_.size()));
    if (told.degrees == 0) return std::optional<double>();
    return std::optional(chi_squared_tail(2 * static_cast<double>(facts_.size()) * told.nats, told.degrees));
  }

  [[nodiscard]] std::size_t cells() const { return tell(all_rows(facts_.size())).cells; }

 private:
  [[nodiscard]] Told tell(const RowNumbers& rows) const {
    std::map<std::tuple<int, int, int>, double> xyu;
    std::map<std::pair<int, int>, double> xu;
    std::map<std::pair<int, int>, double> yu;
    std::map<int, double> u;
    for (const std::uint32_t row : rows) {
      xyu[{known_[row], facts_[row], prediction_[row]}] += 1;
      xu[{known_[row], facts_[row]}] += 1;
      yu[{known_[row], prediction_[row]}] += 1;
      u[known_[row]] += 1;
    }
    Told told;
    for (const auto& [cell, count] : xyu) {
      const auto [z, x, y] = cell;
      told.nats += count * std::log(count * u[z] / (xu[{z, x}] * yu[{z, y}]));
    }
    told.nats /= static_cast<double>(rows.size());
    told.cells = xyu.size();
    told.excess = static_cast<int>(xyu.size() + u.size()) - static_cast<int>(xu.size() + yu.size());
    std::map<int, std::pair<int, int>> values;
    for (const auto& [cell, count] : xu) ++values[cell.first].first;
    for (const auto& [cell, count] : yu) ++values[cell.first].second;
    for (const auto& [z, of] : values) told.degrees += (of.first - 1) * (of.second - 1);
    return told;
  }

  std::vector<int> facts_, prediction_, known_;
};

}  // namespace

MadeDiagnostic make_counted(const Sample& sample) {
  auto counted = std::make_unique<const Counted>(sample);
  const std::size_t cells = counted->cells();
  if (2 * cells > static_cast<std::size_t>(sample.rows()))
    return {nullptr, base::say("{} rows fall into {} cells of equal values; counting needs at least two rows a cell",
                               sample.rows(), cells)};
  return {std::move(counted)};
}

}  // namespace explainee::information
