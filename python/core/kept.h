// python/core/kept.h: a kept explainer as Python holds it.
#pragma once

#include "explainee/explain/kept/explainer.h"

namespace explainee::python {

struct HeldExplainer {
  explain::Explainer content;
};

}  // namespace explainee::python
