#include "explainee/moments/accumulate/column_products.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "explainee/base/random.h"

namespace explainee::moments {
namespace {

TEST(ColumnProducts, AreTheSumsOfTheDefinition) {
  base::Random random(5);
  for (std::size_t count = 1; count <= kFewColumns; count = count < 9 ? count + 1 : count + 11) {
    for (const std::size_t rows : {1U, 7U, 8U, 129U, 700U}) {
      const std::size_t stride = (rows + kRowsAtOnce - 1) / kRowsAtOnce * kRowsAtOnce + 3;
      const std::size_t leading = count + 2;
      std::vector<double> columns((count + 1) * stride, 0.0);
      for (std::size_t c = 0; c <= count; ++c) {
        for (std::size_t k = 0; k < rows; ++k) columns[c * stride + k] = random.normal();
      }
      std::vector<double> products(leading * leading, -1.0);
      column_products(columns.data(), stride, count, rows, products.data(), leading);
      for (std::size_t j = 0; j < count; ++j) {
        for (std::size_t i = j; i <= count; ++i) {
          double expected = 0;
          for (std::size_t k = 0; k < rows; ++k) expected += columns[i * stride + k] * columns[j * stride + k];
          EXPECT_NEAR(products[j * leading + i], expected, 1e-12 * static_cast<double>(rows)) << i << " " << j;
        }
      }
      EXPECT_EQ(products[leading - 1], -1.0);  // nothing else is touched
    }
  }
}

}  // namespace
}  // namespace explainee::moments
