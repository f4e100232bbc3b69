#include "explainee/base/errors/edit_distance.h"

#include <algorithm>
#include <cctype>
#include <numeric>
#include <utility>
#include <vector>

namespace explainee::base {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  const auto same = [](char c, char d) {
    return std::tolower(static_cast<unsigned char>(c)) == std::tolower(static_cast<unsigned char>(d));
  };
  std::vector<std::size_t> row(b.size() + 1);
  std::vector<std::size_t> last(b.size() + 1);
  std::vector<std::size_t> earlier(b.size() + 1);  // the row before the last
  std::iota(last.begin(), last.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (same(a[i - 1], b[j - 1]) ? 0 : 1)});
      const bool exchanged = i > 1 && j > 1 && same(a[i - 1], b[j - 2]) && same(a[i - 2], b[j - 1]);
      if (exchanged) row[j] = std::min(row[j], earlier[j - 2] + 1);
    }
    std::swap(earlier, last);
    std::swap(last, row);
  }
  return last.back();
}

}  // namespace explainee::base
