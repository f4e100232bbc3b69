// explainee/request/testing/plain_request.h: for tests of the engine, the request of version 0.1: everything on all
// rows by moments, nothing fitted, nothing decided.
#pragma once

#include "explainee/request/request.h"

namespace explainee::request::testing {

/// Plain columns for a quadratic reader, as many as asked for.
[[nodiscard]] inline Request plain_request() {
  Request request;
  request.who.reader = ReaderKind::kQuadratic;
  request.facts.family = {"features"};
  request.facts.tell = Tell::kAll;
  return request;
}

}  // namespace explainee::request::testing
