#include "explainee/search/crowd/crowd_base.h"

#include <utility>

#include "explainee/search/crowd/crowd_tables.h"

namespace explainee::search {

CrowdBase::CrowdBase(Problem nobody) : problem_(std::move(nobody)), tables_(make_crowd_tables(problem_)) {}
CrowdBase::~CrowdBase() = default;
CrowdBase::CrowdBase(CrowdBase&&) noexcept = default;
CrowdBase& CrowdBase::operator=(CrowdBase&&) noexcept = default;

}  // namespace explainee::search
