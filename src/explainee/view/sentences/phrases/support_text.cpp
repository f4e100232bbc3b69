#include "explainee/view/sentences/phrases/support_text.h"

#include <fmt/format.h>

#include "explainee/base/bits.h"
#include "explainee/view/numbers/number_text.h"

namespace explainee::view {

const explain::Predictive* elsewhere(const explain::Explanation& e) {
  // Of a judged explanation the figures would be those of the facts that were found, not of the judged ones.
  if (!e.predictive || e.predictive->settled || e.score || e.information.infinite) return nullptr;
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

std::string predictive_text(const explain::Predictive& predictive) {
  return fmt::format("{} ± {} bits", number_text(base::to_bits(predictive.nats)),
                     number_text(base::to_bits(predictive.error)));
}

}  // namespace explainee::view
