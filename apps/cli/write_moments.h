// apps/cli/write_moments.h: a moments file on disk, written a part at a time.
#pragma once

#include <string>

#include "explainee/base/errors/result.h"
#include "explainee/moments/moments.h"

namespace explainee::cli {

/// Writes the whole file or nothing; kInterrupted when the person at the terminal stops it.
[[nodiscard]] base::Result<void> write_moments(const moments::Moments& moments, const std::string& path);

}  // namespace explainee::cli
