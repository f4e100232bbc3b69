// explainee/explain/gather/kept_moments.h: moments and levels that a dataset keeps for whoever asks for the same again.
#pragma once

#include <memory>
#include <span>

#include "explainee/base/control.h"
#include "explainee/base/errors/result.h"
#include "explainee/explain/gather/gathered.h"
#include "explainee/moments/levels.h"
#include "explainee/moments/moments.h"

namespace explainee::explain {

/// The moments that gathered.plan asks for: those that were kept, or new ones, which are then kept. `plain`: columns of
/// the file; what comes behind is derived and has no place in it.
[[nodiscard]] base::Result<std::shared_ptr<const moments::Moments>> moments_of(const data::Dataset& dataset,
                                                                               Gathered& gathered, int plain,
                                                                               const base::Control& control);

/// Levels of these text columns of gathered.table, likewise.
[[nodiscard]] base::Result<moments::LevelScan> levels_of(const data::Dataset& dataset, Gathered& gathered,
                                                         std::span<const std::size_t> texts, int plain,
                                                         const base::Control& control);

}  // namespace explainee::explain
