// explainee/cohort/people/shared_problem.h: what all people of a cohort share: the moments, the candidates, the best
// facts for nobody.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "explainee/base/control.h"
#include "explainee/base/errors/result.h"
#include "explainee/explain/compose/composer.h"
#include "explainee/search/crowd/crowd_base.h"

namespace explainee::cohort {

/// Made once, then only read.
struct SharedProblem {
  explain::Composition nobody;             ///< prepared for nobody in particular
  std::optional<search::CrowdBase> crowd;  ///< none where some fact has several columns
  search::Set impersonal;                  ///< the best set for nobody
  int sparsity = 0;

  [[nodiscard]] const std::vector<explain::Candidate>& facts() const { return nobody.setting.candidates; }
  [[nodiscard]] const std::string& name_of(int fact) const {
    return facts()[static_cast<std::size_t>(fact)].description.name;
  }
  [[nodiscard]] const moments::Moments& moments() const { return *nobody.gathered.moments; }
};

/// Whether a cohort can be told about it: one prediction that is a number and varies.
[[nodiscard]] base::Result<void> check_prediction(const explain::Composition& nobody);

/// Reads the rows once; `input.people` says what the people may have. One prediction that is a number.
[[nodiscard]] base::Result<SharedProblem> make_shared_problem(const explain::Input& input,
                                                              const request::Request& request, double seconds,
                                                              const base::Control& control);

}  // namespace explainee::cohort
