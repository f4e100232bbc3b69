// explainee/api/fields.h: how a C++ program is told of options: by their fields, /who/knows.
#pragma once

#include "explainee/base/errors/speech.h"

namespace explainee::api {

/// Of errors, warnings and sentences; the JSON document speaks as the command line.
[[nodiscard]] const base::Speech& fields();

}  // namespace explainee::api
