// explainee/verify/reading/layout.h: how a certificate is written down, and whether its lists fit each other
// (docs/certificate.md §2, §5).
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "explainee/verify/certificate.h"

namespace explainee::verify {

inline constexpr std::string_view kSchema = "explainee.certificate.v2";
inline constexpr std::string_view kOldSchema = "explainee.certificate.v1";
/// What comes before the checksum of everything before it.
inline constexpr std::string_view kSeal = ",\"sha256\":";
/// By Leaf::Kind.
inline constexpr std::array<std::string_view, 4> kLeafKinds = {"enumerate", "monotone", "master", "split"};

/// Why the certificate's lists do not fit each other; empty when they do.
[[nodiscard]] std::string wrong_layout(const Certificate& certificate);

}  // namespace explainee::verify
