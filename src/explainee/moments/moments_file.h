// explainee/moments/moments_file.h: moments as bytes: versioned, with a checksum, the same on every machine.
#pragma once

#include <string>
#include <string_view>

#include "explainee/base/result.h"
#include "explainee/moments/moments.h"

namespace explainee::moments {

/// The first eight bytes of a moments file.
inline constexpr std::string_view kMagic = "EXPLMOM\n";

/// Magic, version (uint32), header length (uint64), JSON header, means and packed lower scatter per fold (float64), and
/// the SHA-256 of all that; numbers little-endian. docs/reference/files.md has the header's keys.
[[nodiscard]] std::string serialize(const Moments& moments);

/// Reads what serialize() wrote; kDamagedMoments when a byte is wrong or missing. `where` names the file in messages.
[[nodiscard]] base::Result<Moments> deserialize(std::string_view bytes, const std::string& where);

/// SHA-256 of the serialised moments: says which numbers an explanation was made from.
[[nodiscard]] std::string fingerprint(const Moments& moments);

}  // namespace explainee::moments
