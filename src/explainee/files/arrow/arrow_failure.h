// explainee/files/arrow/arrow_failure.h: statuses and exceptions of Arrow become our errors here and go no further.
#pragma once

#include <arrow/status.h>

#include <exception>
#include <new>
#include <string>
#include <string_view>

#include "explainee/base/errors/error.h"

namespace explainee::files {

/// A file that Arrow could not read; `format` is "Parquet" or "Arrow".
[[nodiscard]] base::Error arrow_failure(std::string_view detail, std::string_view format, const std::string& name);

/// Likewise, from a status; running out of memory and failing disks are told apart from damage.
[[nodiscard]] base::Error arrow_failure(const arrow::Status& status, std::string_view format, const std::string& name);

/// Calls `body`, which returns a base::Result; what it throws becomes an error.
template <class Body>
[[nodiscard]] auto guarded(std::string_view format, const std::string& name, Body&& body) -> decltype(body()) {
  try {
    return body();
  } catch (const std::bad_alloc&) {
    return arrow_failure(arrow::Status::OutOfMemory("not enough memory"), format, name);
  } catch (const std::exception& thrown) {
    return arrow_failure(thrown.what(), format, name);
  }
}

}  // namespace explainee::files
