// explainee/base/errors/result.h: a value or the Error that prevented it.
#pragma once

#include <optional>
#include <utility>
#include <variant>

#include "explainee/base/errors/error.h"

namespace explainee::base {

/// Either a T or an Error. Ask ok() first: value() of an error throws std::bad_variant_access, and so does error() of a
/// value.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : content_(std::in_place_index<0>, std::move(value)) {}      // NOLINT: implicit on purpose
  Result(Error error) : content_(std::in_place_index<1>, std::move(error)) {}  // NOLINT: implicit on purpose

  [[nodiscard]] bool ok() const { return content_.index() == 0; }
  [[nodiscard]] T& value() & { return std::get<0>(content_); }
  [[nodiscard]] const T& value() const& { return std::get<0>(content_); }
  [[nodiscard]] T&& value() && { return std::get<0>(std::move(content_)); }
  [[nodiscard]] Error& error() & { return std::get<1>(content_); }
  [[nodiscard]] const Error& error() const& { return std::get<1>(content_); }
  [[nodiscard]] Error&& error() && { return std::get<1>(std::move(content_)); }

 private:
  std::variant<T, Error> content_;
};

/// Success or an Error, which may only be asked for when not ok().
template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Error error) : error_(std::move(error)) {}  // NOLINT: implicit on purpose

  [[nodiscard]] bool ok() const { return !error_.has_value(); }
  [[nodiscard]] Error& error() & { return *error_; }
  [[nodiscard]] const Error& error() const& { return *error_; }
  [[nodiscard]] Error&& error() && { return *std::move(error_); }

 private:
  std::optional<Error> error_;
};

}  // namespace explainee::base

#define EXPLAINEE_JOIN_(a, b) a##b
#define EXPLAINEE_JOIN(a, b) EXPLAINEE_JOIN_(a, b)

/// Returns the error of `expression` from the enclosing function, if it has one.
#define EXPLAINEE_TRY(expression)                                             \
  do {                                                                        \
    auto explainee_result_ = (expression);                                    \
    if (!explainee_result_.ok()) return std::move(explainee_result_).error(); \
  } while (false)

/// Declares `target` from the value of `expression`, or returns its error from the enclosing function.
#define EXPLAINEE_ASSIGN(target, expression) \
  EXPLAINEE_ASSIGN_(EXPLAINEE_JOIN(explainee_result_, __LINE__), target, expression)
#define EXPLAINEE_ASSIGN_(result, target, expression) \
  auto result = (expression);                         \
  if (!result.ok()) return std::move(result).error(); \
  target = std::move(result).value()
