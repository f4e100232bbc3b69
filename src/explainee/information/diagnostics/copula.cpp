#include "explainee/information/diagnostics/copula.h"

#include <cmath>
#include <limits>
#include <utility>

#include "explainee/base/tolerances.h"
#include "explainee/information/gaussian/gaussian_bias.h"
#include "explainee/information/gaussian/independence.h"

namespace explainee::information {
namespace {

using base::Result;

/// What is left of columns when others have been taken out.
struct Left {
  Eigen::MatrixXd columns;
  Eigen::Index rank = 0;  ///< of what was taken out
};

Left without(Eigen::MatrixXd columns, const Eigen::MatrixXd& others) {
  if (others.cols() == 0) return {std::move(columns), 0};
  Eigen::ColPivHouseholderQR<Eigen::MatrixXd> split;
  split.setThreshold(std::sqrt(base::kDetermined));
  split.compute(others);
  const Eigen::Index rank = split.rank();
  columns.applyOnTheLeft(split.householderQ().setLength(rank).adjoint());
  columns.topRows(rank).setZero();
  return {std::move(columns), rank};
}

double log_determinant(const Eigen::MatrixXd& columns) {
  const Eigen::MatrixXd gram = columns.transpose() * columns;
  return gram.ldlt().vectorD().array().max(0).log().sum();
}

class Copula final : public Diagnostic {
 public:
  explicit Copula(const Sample& sample)
      : facts_(normal_scores(sample.facts)),
        prediction_(normal_scores(sample.prediction)),
        known_(normal_scores(sample.known)) {}

  [[nodiscard]] std::string_view formula() const override { return "Gaussian copula"; }

  [[nodiscard]] Result<double> nats(const RowNumbers& rows, const Work& work) const override {
    EXPLAINEE_TRY(work.go_on());
    const Told told = tell(rows);
    return told.nats - gaussian_bias_nats(told.degrees, told.rank, static_cast<int>(prediction_.cols()));
  }

  [[nodiscard]] Result<std::optional<double>> p_value(std::uint64_t /*seed*/, const Work& work) const override {
    EXPLAINEE_TRY(work.go_on());
    const Told told = tell(all_rows(static_cast<std::size_t>(prediction_.rows())));
    return independence_p_value(told.nats, told.degrees, told.rank, static_cast<int>(prediction_.cols()));
  }

 private:
  struct Told {
    double nats = 0;     ///< plug-in
    double degrees = 0;  ///< after u
    int rank = 0;        ///< of e given u
  };

  [[nodiscard]] Told tell(const RowNumbers& rows) const {
    const auto centred = [&](const Eigen::MatrixXd& all) {
      const Eigen::MatrixXd some = all(rows, Eigen::all);
      return Eigen::MatrixXd(some.rowwise() - some.colwise().mean());
    };
    const Eigen::MatrixXd known = centred(known_);
    const Left facts = without(centred(facts_), known);
    const Left before = without(centred(prediction_), known);
    const Eigen::MatrixXd left = before.columns.bottomRows(before.columns.rows() - before.rank);
    const Left after = without(left, facts.columns.bottomRows(facts.columns.rows() - facts.rank));
    Told told;
    told.rank = static_cast<int>(after.rank);
    told.degrees = static_cast<double>(rows.size()) - 1 - static_cast<double>(before.rank);
    const double open = log_determinant(left);
    const double remaining = log_determinant(after.columns);
    const double share = std::exp((remaining - open) / static_cast<double>(prediction_.cols()));
    told.nats =
        share > base::kDetermined ? std::max(0.0, 0.5 * (open - remaining)) : std::numeric_limits<double>::infinity();
    return told;
  }

  Eigen::MatrixXd facts_, prediction_, known_;
};

}  // namespace

MadeDiagnostic make_copula(const Sample& sample) {
  if (!sample.classes.empty())
    return {nullptr, "a class has no ranks; the Gaussian copula is for predictions that are numbers"};
  const Eigen::Index columns =
      sample.facts.values.cols() + sample.prediction.values.cols() + sample.known.values.cols();
  // The jackknife leaves out a tenth of the rows.
  if (sample.rows() <= columns + 1)
    return {nullptr, base::say("{} rows are too few for {} columns", sample.rows(), columns)};
  return {std::make_unique<const Copula>(sample)};
}

}  // namespace explainee::information
