// python/core/raise.h: an Error of the core becomes the Python exception that its code belongs to.
#pragma once

#include <exception>
#include <utility>

#include "explainee/base/errors/result.h"

namespace explainee::python {

/// Carries an Error to the edge of the module.
class CoreError : public std::exception {
 public:
  explicit CoreError(base::Error error) : error_(std::move(error)) {}
  [[nodiscard]] const base::Error& error() const { return error_; }

 private:
  base::Error error_;
};

/// The value, or the exception.
template <class T>
T value_of(base::Result<T> result) {
  if (!result.ok()) throw CoreError(result.error());
  return std::move(result).value();
}
inline void value_of(const base::Result<void>& result) {
  if (!result.ok()) throw CoreError(result.error());
}

/// Call once, when the module is loaded.
void translate_errors();

}  // namespace explainee::python
