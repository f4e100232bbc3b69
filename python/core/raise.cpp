#include "raise.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include "explainee/base/errors/speech.h"

namespace explainee::python {
namespace {

namespace nb = nanobind;

const char* class_name(base::ExceptionClass exception) {
  switch (exception) {
    case base::ExceptionClass::kUsageError:
      return "UsageError";
    case base::ExceptionClass::kDataError:
      return "DataError";
    case base::ExceptionClass::kKeyboardInterrupt:
      return "KeyboardInterrupt";
    case base::ExceptionClass::kInternalError:
      break;
  }
  return "InternalError";
}

void set_python_error(const base::Error& error) {
  const base::ErrorInfo& info = base::error_info(error.code);
  if (info.exception == base::ExceptionClass::kKeyboardInterrupt) {
    PyErr_SetNone(PyExc_KeyboardInterrupt);
    return;
  }
  const nb::object type = nb::module_::import_("explainee.errors").attr(class_name(info.exception));
  std::string sentence = base::complaint(error, base::python());
  if (error.code == base::ErrorCode::kMissingCell) sentence += " (NaN is a missing cell)";  // the word Python looks for
  const nb::object made = type(sentence, base::python().place(error.subject), std::string(info.name));
  PyErr_SetObject(type.ptr(), made.ptr());
}

}  // namespace

void translate_errors() {
  nb::register_exception_translator([](const std::exception_ptr& thrown, void*) {
    try {
      std::rethrow_exception(thrown);
    } catch (const CoreError& failure) {
      set_python_error(failure.error());
    }
  });
}

}  // namespace explainee::python
