// explainee/api/held.h: what the public classes hold behind their pointers.
#pragma once

#include "explainee/explain/explanation.h"
#include "explainee/explain/kept/explainer.h"

namespace explainee::api {

struct HeldExplanation : explain::Explanation {};
struct HeldExplainer : explain::Explainer {};

}  // namespace explainee::api
