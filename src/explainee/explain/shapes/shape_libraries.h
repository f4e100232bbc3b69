// explainee/explain/shapes/shape_libraries.h: the shapes of all candidates, kept where they take little memory.
#pragma once

#include <optional>
#include <vector>

#include "explainee/explain/shapes/shape_library.h"

namespace explainee::explain {

/// Made once for all fits of some rows; for several threads at once.
class ShapeLibraries {
 public:
  /// `kept` by number of threads that make them.
  ShapeLibraries(const HeldRows& held, int threads);

  /// Calls visit(library of this candidate), which may bend.
  template <class Visit>
  void with(std::size_t candidate, Visit visit) const {
    if (!kept_.empty()) {
      visit(*kept_[candidate]);
    } else {
      visit(make(candidate));
    }
  }
  [[nodiscard]] const HeldRows& held() const { return *held_; }

 private:
  [[nodiscard]] ShapeLibrary make(std::size_t candidate) const;

  const HeldRows* held_;
  std::vector<KnownFactor> factors_;
  std::vector<std::optional<ShapeLibrary>> kept_;
};

}  // namespace explainee::explain
