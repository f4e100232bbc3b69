// apps/cli/write_moments.h: a moments file on disk, written a part at a time.
#pragma once

#include <memory>
#include <string>

#include "explainee/base/errors/result.h"
#include "explainee/base/output/output_file.h"
#include "explainee/moments/moments.h"

namespace explainee::cli {

/// The whole file, which still has to be finished.
[[nodiscard]] base::Result<std::unique_ptr<base::OutputFile>> begin_moments(const moments::Moments& moments,
                                                                            const std::string& path);

/// Writes the whole file or nothing; kInterrupted when the person at the terminal stops it.
[[nodiscard]] base::Result<void> write_moments(const moments::Moments& moments, const std::string& path);

}  // namespace explainee::cli
