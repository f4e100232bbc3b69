#include "explainee/information/diagnostics/diagnose.h"

#include <algorithm>
#include <cmath>

#include "explainee/base/random.h"
#include "explainee/information/jackknife.h"
#include "explainee/information/special_functions.h"

namespace explainee::information {
namespace {

using base::Result;

constexpr std::size_t kBlocks = 10;
/// With fewer rows a block is too small to say how far the value would move.
constexpr std::int64_t kLeastRows = 50;

/// The value without each block in turn.
Result<std::vector<double>> without_blocks(const Diagnostic& diagnostic, const RowNumbers& shuffled, const Work& work) {
  std::vector<double> values;
  for (std::size_t left = 0; left < kBlocks; ++left) {
    RowNumbers rows;
    for (std::size_t i = 0; i < shuffled.size(); ++i) {
      if (i % kBlocks != left) rows.push_back(shuffled[i]);
    }
    EXPLAINEE_ASSIGN(const double nats, diagnostic.nats(rows, work));
    values.push_back(nats);
  }
  return values;
}

Result<void> say_how_sure(const Diagnostic& diagnostic, std::uint64_t seed, const Work& work, Diagnosis& diagnosis) {
  RowNumbers shuffled = all_rows(static_cast<std::size_t>(diagnosis.rows));
  base::Random random(seed);
  random.shuffle(std::span(shuffled));
  EXPLAINEE_ASSIGN(const std::vector<double> values, without_blocks(diagnostic, shuffled, work));
  if (std::any_of(values.begin(), values.end(), [](double nats) { return !std::isfinite(nats); })) return {};
  const double error = jackknife_standard_error(values);
  const double reach = student_quantile(0.5 + kLevel / 2, static_cast<double>(kBlocks - 1)) * error;
  diagnosis.interval = Interval{*diagnosis.nats - reach, *diagnosis.nats + reach};
  shuffled.resize(shuffled.size() / 2);
  EXPLAINEE_ASSIGN(const double half, diagnostic.nats(shuffled, work));
  diagnosis.converged = std::abs(*diagnosis.nats - half) <= 2 * error;
  return {};
}

}  // namespace

Result<Diagnosis> diagnose(const MadeDiagnostic& made, std::int64_t rows, const DiagnoseOptions& options,
                           const base::Control& control) {
  Diagnosis diagnosis;
  diagnosis.rows = rows;
  diagnosis.refusal = made.refusal;
  if (made.diagnostic == nullptr) return diagnosis;
  const Diagnostic& diagnostic = *made.diagnostic;
  base::ThreadPool pool(control.threads);
  const Work work{pool, control};
  diagnosis.formula = diagnostic.formula();
  diagnosis.lower_bound = diagnostic.lower_bound();
  EXPLAINEE_ASSIGN(const double nats, diagnostic.nats(all_rows(static_cast<std::size_t>(rows)), work));
  if (options.tested) {
    EXPLAINEE_ASSIGN(diagnosis.p_value, diagnostic.p_value(options.seed, work));
  }
  diagnosis.infinite = !std::isfinite(nats);
  if (diagnosis.infinite) return diagnosis;
  diagnosis.nats = nats;
  diagnosis.saturated = nats > 0.5 * std::log(static_cast<double>(rows));
  if (rows >= kLeastRows) EXPLAINEE_TRY(say_how_sure(diagnostic, options.seed, work, diagnosis));
  return diagnosis;
}

}  // namespace explainee::information
