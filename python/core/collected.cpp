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

nb::object Collected::take_column(std::size_t index) {
  const bool number = columns_[index].type == data::ColumnType::kNumber;
  Content content = std::move(content_[index]);
  if (number && !columns_[index].list) return array_of(std::move(content.numbers));
  nb::list cells;
  if (!columns_[index].list) {
    for (const std::string& text : content.texts) cells.append(text);
    return cells;
  }
  std::size_t at = 0;
  for (const std::size_t end : content.ends) {
    nb::list inner;
    for (; at < end; ++at) number ? inner.append(content.numbers[at]) : inner.append(content.texts[at]);
    cells.append(inner);
  }
  return cells;
}

nb::list Collected::take_columns() {
  nb::list all;
  for (std::size_t i = 0; i < columns_.size(); ++i) all.append(take_column(i));
  return all;
}

nb::dict Collected::take() {
  nb::dict table;
  for (std::size_t i = 0; i < columns_.size(); ++i) table[columns_[i].name.c_str()] = take_column(i);
  return table;
}

}  // namespace explainee::python
