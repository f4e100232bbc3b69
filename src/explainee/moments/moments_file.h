// explainee/moments/moments_file.h: moments as bytes: versioned, with a checksum, the same on every machine.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "explainee/base/control.h"
#include "explainee/base/errors/result.h"
#include "explainee/moments/moments.h"

namespace explainee::moments {

/// The first eight bytes of a moments file.
inline constexpr std::string_view kMagic = "EXPLMOM\n";

/// The last bytes of a moments file are a checksum of all before.
inline constexpr std::size_t kChecksumBytes = 32;

/// Magic, version (uint32), header length (uint64), JSON header, means and packed lower scatter per fold (float64), and
/// the SHA-256 of all that; numbers little-endian. docs/reference/files.md has the header's keys.
[[nodiscard]] std::string serialize(const Moments& moments);

/// The same in parts of about a megabyte, in order; ends with what `take` fails with, or kInterrupted.
using TakeBytes = std::function<base::Result<void>(std::span<const char>)>;
[[nodiscard]] base::Result<void> serialize_to(const TakeBytes& take, const Moments& moments,
                                              const base::Control& control);

/// Reads what serialize() wrote; kDamagedMoments when a byte is wrong or missing. `where` names the file in messages.
[[nodiscard]] base::Result<Moments> deserialize(std::string_view bytes, const std::string& where,
                                                const base::Control& control = {});

/// SHA-256 of the serialised moments: says which numbers an explanation was made from.
[[nodiscard]] std::string fingerprint(const Moments& moments);
/// The same; kInterrupted when stopped.
[[nodiscard]] base::Result<std::string> fingerprint(const Moments& moments, const base::Control& control);

}  // namespace explainee::moments
