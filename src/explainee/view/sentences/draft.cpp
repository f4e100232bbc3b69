#include "explainee/view/sentences/draft.h"

#include "explainee/view/numbers/number_text.h"

namespace explainee::view {

std::string Draft::list(const std::vector<std::string>& columns) const {
  std::vector<std::string> plain;
  for (const std::string& column : columns) plain.push_back(names.name(column));
  return list_text(plain);
}

}  // namespace explainee::view
