#include "explainee/view/sentences/phrases/support_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "explainee/base/bits.h"
#include "explainee/view/numbers/number_text.h"

namespace explainee::view {

const explain::Predictive* elsewhere(const explain::Explanation& e) {
  if (!e.predictive || e.predictive->settled || e.information.infinite) return nullptr;
  return &*e.predictive;
}

bool tells_nothing(const explain::Explanation& e) {
  return e.claim.kind == information::Claim::Kind::kNothingSupported;
}

std::string reader_text(const explain::Explanation& e) {
  if (!e.support || e.summary.empty()) return "";
  switch (request::reader_of(e.request.who)) {
    case request::ReaderKind::kFlexible:
      return ", for a reader who combines what is known flexibly";
    case request::ReaderKind::kQuadratic:
      return ", for a reader who combines what is known by squares and products";
    case request::ReaderKind::kLinear:
      break;
  }
  return ", for a reader who adds up what is known";
}

bool told_elsewhere(const explain::Predictive& predictive) {
  return predictive.nats != 0 || predictive.error != 0 || predictive.closer.value_or(0) > 0;
}

std::string measured_bits_text(double nats, double error_nats) {
  const double bits = base::to_bits(nats);
  const double error = base::to_bits(error_nats);
  const double scale = std::max(std::abs(bits), error);
  return fmt::format("{} ± {} bits", number_at_scale(bits, scale), number_at_scale(error, scale));
}

std::string predictive_text(const explain::Predictive& predictive) {
  return measured_bits_text(predictive.nats, predictive.error);
}

const char* other_rows(const explain::Explanation& e) {
  return e.score ? "rows not used for fitting" : "rows not used for choosing";
}

}  // namespace explainee::view
