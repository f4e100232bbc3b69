#include "explainee/view/sentences/phrases/bits_text.h"

#include <fmt/format.h>

#include "explainee/base/bits.h"
#include "explainee/view/numbers/number_text.h"

namespace explainee::view {

using base::to_bits;

std::string bits_text(double nats) {
  const std::string number = number_text(to_bits(nats));
  return number + (number == "1" ? " bit" : " bits");
}

std::string bits_of_text(const explain::Information& info) {
  if (!info.of_nats) return bits_text(info.nats);
  if (info.nats >= *info.of_nats)
    return fmt::format("{}, all of the {} that can be explained", bits_text(info.nats),
                       number_text(to_bits(*info.of_nats)));
  return fmt::format("{} of {} explainable bits", number_text(to_bits(info.nats)), number_text(to_bits(*info.of_nats)));
}

std::string information_text(double nats, bool infinite) { return infinite ? "infinitely many bits" : bits_text(nats); }

}  // namespace explainee::view
