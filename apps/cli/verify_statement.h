// apps/cli/verify_statement.h: the sentence that says what a certificate proves.
#pragma once

#include <string>

#include "explainee/moments/moments.h"
#include "explainee/verify/certificate.h"
#include "explainee/verify/verify.h"

namespace explainee::cli {

/// Everything that the claim rests on; `list`: every candidate, however many there are.
[[nodiscard]] std::string statement(const verify::Certificate& certificate, const verify::Confirmation& confirmed,
                                    const moments::Moments& moments, bool list);

}  // namespace explainee::cli
