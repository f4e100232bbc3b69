// explainee/verify/problem/not_proven.h: how work on a certificate ends early, within this module.
#pragma once

#include <string>

namespace explainee::verify {

/// Thrown within this module when the caller stops; verify() makes an error of it.
struct Stopped {};

/// Thrown within this module when something cannot be shown, with what; verify() makes an error of it.
struct NotProven {
  std::string why;
};

}  // namespace explainee::verify
