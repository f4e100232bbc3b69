// explainee/base/errors/error.h: what can go wrong, once, with its exit status, HTTP status and exception class.
#pragma once

#include <string_view>

#include "explainee/base/errors/message.h"
#include "explainee/base/errors/subject.h"

namespace explainee::base {

/// Every failure a caller can meet; the table in error.cpp says what each one means outside.
enum class ErrorCode {
  kInternal,
  kBadOption,
  kUnknownColumn,
  kBadExpression,
  kNeedsRows,
  kNoSuchFile,
  kUnwritableOutput,
  kUnreadableFile,
  kMalformedTable,
  kDuplicateColumn,
  kMissingCell,
  kNotANumber,
  kTooFewRows,
  kUnfitColumn,
  kTooManyColumns,
  kDamagedMoments,
  kIncompatibleMoments,
  kDamagedCertificate,
  kDamagedExplainer,
  kCheckFailed,
  kInterrupted,
};

/// The Python exception family a code belongs to.
enum class ExceptionClass { kInternalError, kUsageError, kDataError, kKeyboardInterrupt };

/// One row of the table of errors.
struct ErrorInfo {
  ErrorCode code;
  std::string_view name;  ///< stable snake_case name, as in JSON and HTTP problems
  int exit_status;        ///< of the command line program
  int http_status;        ///< of an answer by HTTP
  ExceptionClass exception;
};

/// The row of the table for this code.
[[nodiscard]] const ErrorInfo& error_info(ErrorCode code);

/// A failure: the code, one sentence that says what to do, and what it is about. Its text is made by whoever shows it
/// (speech.h).
struct Error {
  ErrorCode code = ErrorCode::kInternal;
  Message message = {};
  Subject subject = {};
};

/// The error of work that the caller stopped.
[[nodiscard]] Error interrupted();

}  // namespace explainee::base
