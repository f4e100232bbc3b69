#include "explainee/base/errors/error.h"

#include <array>

namespace explainee::base {
namespace {

using enum ErrorCode;
using enum ExceptionClass;

constexpr std::array kErrors = {
    ErrorInfo{kInternal, "internal", 1, 500, kInternalError},
    ErrorInfo{kBadOption, "bad_option", 2, 400, kUsageError},
    ErrorInfo{kUnknownColumn, "unknown_column", 2, 400, kUsageError},
    ErrorInfo{kBadExpression, "bad_expression", 2, 400, kUsageError},
    ErrorInfo{kNeedsRows, "needs_rows", 2, 400, kUsageError},
    ErrorInfo{kNoSuchFile, "no_such_file", 2, 404, kUsageError},
    ErrorInfo{kUnwritableOutput, "unwritable_output", 2, 400, kUsageError},
    ErrorInfo{kUnreadableFile, "unreadable_file", 3, 422, kDataError},
    ErrorInfo{kMalformedTable, "malformed_table", 3, 422, kDataError},
    ErrorInfo{kDuplicateColumn, "duplicate_column", 3, 422, kDataError},
    ErrorInfo{kMissingCell, "missing_cell", 3, 422, kDataError},
    ErrorInfo{kNotANumber, "not_a_number", 3, 422, kDataError},
    ErrorInfo{kTooFewRows, "too_few_rows", 3, 422, kDataError},
    ErrorInfo{kUnfitColumn, "unfit_column", 3, 422, kDataError},
    ErrorInfo{kTooManyColumns, "too_many_columns", 3, 422, kDataError},
    ErrorInfo{kDamagedMoments, "damaged_moments", 3, 422, kDataError},
    ErrorInfo{kIncompatibleMoments, "incompatible_moments", 3, 422, kDataError},
    ErrorInfo{kDamagedCertificate, "damaged_certificate", 3, 422, kDataError},
    ErrorInfo{kDamagedExplainer, "damaged_explainer", 3, 422, kDataError},
    ErrorInfo{kCheckFailed, "check_failed", 4, 422, kDataError},
    ErrorInfo{kInterrupted, "interrupted", 130, 503, kKeyboardInterrupt},
};

}  // namespace

const ErrorInfo& error_info(ErrorCode code) {
  for (const ErrorInfo& info : kErrors) {
    if (info.code == code) return info;
  }
  return kErrors.front();
}

Error interrupted() { return {ErrorCode::kInterrupted, "interrupted"}; }

}  // namespace explainee::base
