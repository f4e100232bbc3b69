#include "asked_model.h"

#include <nanobind/ndarray.h>

#include <chrono>

#include "collected.h"

namespace explainee::python {

namespace nb = nanobind;

base::Result<std::vector<double>> AskedModel::ask(const explain::RowColumns& rows, const base::Control& control) {
  constexpr auto kLook = std::chrono::milliseconds(20);
  std::unique_lock lock(mutex_);
  question_ = &rows;
  answer_.reset();
  while (!answered_.wait_for(lock, kLook, [&] { return answer_.has_value(); })) {
    if (control.cancelled()) break;
  }
  question_ = nullptr;
  if (!answer_) return base::interrupted();
  return std::move(*answer_);
}

void AskedModel::attend() {
  const explain::RowColumns* question = nullptr;
  {
    const std::lock_guard lock(mutex_);
    if (question_ == nullptr || answer_) return;
    question = question_;
  }
  // It stays where it is: whoever asked waits, and only the thread that is here now could tell them to stop.
  Collected columns(explain::description_of(*question));
  std::vector<double> numbers;
  if (explain::write_rows(*question, columns).ok()) {
    const nb::object answer = function_(columns.take());
    nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu> array;
    if (!nb::try_cast(answer, array)) {
      PyErr_SetString(PyExc_TypeError, "the model gave no array of numbers");
      throw nb::python_error();
    }
    numbers.assign(array.data(), array.data() + array.size());
  }
  const std::lock_guard lock(mutex_);
  answer_ = std::move(numbers);
  answered_.notify_one();
}

}  // namespace explainee::python
