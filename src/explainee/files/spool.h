// explainee/files/spool.h: what can only be read once is copied to a nameless temporary file, so that passes can
// repeat.
#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <string_view>

#include "explainee/base/result.h"
#include "explainee/files/input_file.h"

namespace explainee::files {

/// What "-" is called in messages.
inline constexpr std::string_view kStandardInput = "standard input";

/// Copies all that `descriptor` gives to an unlinked file below $TMPDIR (else /tmp), which vanishes with its owner.
/// The descriptor stays open. `cancel`, when set, ends the wait with kInterrupted.
[[nodiscard]] base::Result<std::shared_ptr<const InputFile>> spool(int descriptor, const std::string& name,
                                                                   const std::atomic<bool>* cancel);

}  // namespace explainee::files
