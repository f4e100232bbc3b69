#include "collected.h"

#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>

#include <memory>
#include <utility>

namespace explainee::python {

namespace nb = nanobind;

nb::object array_of(std::vector<double> values) {
  auto owner = std::make_unique<std::vector<double>>(std::move(values));
  double* data = owner->data();
  const std::size_t size = owner->size();
  const nb::capsule keeper(owner.release(), [](void* p) noexcept { delete static_cast<std::vector<double>*>(p); });
  return nb::cast(nb::ndarray<nb::numpy, double, nb::ndim<1>>(data, {size}, keeper));
}

base::Result<void> Collected::write(std::span<const data::ColumnView> columns) {
  for (std::size_t i = 0; i < columns.size(); ++i) {
    Content& content = content_[i];
    const std::size_t before =
        columns_[i].type == data::ColumnType::kNumber ? content.numbers.size() : content.texts.size();
    content.numbers.insert(content.numbers.end(), columns[i].numbers.begin(), columns[i].numbers.end());
    content.texts.insert(content.texts.end(), columns[i].texts.begin(), columns[i].texts.end());
    for (const std::size_t end : columns[i].ends) content.ends.push_back(before + end);
  }
  return {};
}

nb::dict Collected::take() {
  nb::dict table;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const bool number = columns_[i].type == data::ColumnType::kNumber;
    Content content = std::move(content_[i]);
    if (number && !columns_[i].list) {
      table[columns_[i].name.c_str()] = array_of(std::move(content.numbers));
      continue;
    }
    nb::list cells;
    if (!columns_[i].list) {
      for (const std::string& text : content.texts) cells.append(text);
    } else {
      std::size_t at = 0;
      for (const std::size_t end : content.ends) {
        nb::list inner;
        for (; at < end; ++at) number ? inner.append(content.numbers[at]) : inner.append(content.texts[at]);
        cells.append(inner);
      }
    }
    table[columns_[i].name.c_str()] = cells;
  }
  return table;
}

}  // namespace explainee::python
