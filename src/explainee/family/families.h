// explainee/family/families.h: the makers of all families; each stands in the file of its name.
#pragma once

#include "explainee/family/family.h"

namespace explainee::family {

using Proposals = base::Result<std::vector<Proposal>>;

/// Every column by itself; text columns as categories.
[[nodiscard]] Proposals make_features(const Sample& sample, const FamilyOptions& options);
/// Text columns alone, each one block of its levels.
[[nodiscard]] Proposals make_categories(const Sample& sample, const FamilyOptions& options);
/// The named sets of --group, each one block.
[[nodiscard]] Proposals make_groups(const Sample& sample, const FamilyOptions& options);
/// Means of neighbouring columns at several scales; of squares where columns lie in a plane.
[[nodiscard]] Proposals make_averages(const Sample& sample, const FamilyOptions& options);
/// Words for numbers: low, middle, high.
[[nodiscard]] Proposals make_bins(const Sample& sample, const FamilyOptions& options);
/// Whether a column is above a threshold, and two such conditions together.
[[nodiscard]] Proposals make_rules(const Sample& sample, const FamilyOptions& options);
/// A small spline basis of a column as a block: bends that a straight line does not see.
[[nodiscard]] Proposals make_curves(const Sample& sample, const FamilyOptions& options);
/// Products of two centred columns: what they do together beyond what each does alone.
[[nodiscard]] Proposals make_pairs(const Sample& sample, const FamilyOptions& options);
/// What the likeness to a row is called.
[[nodiscard]] inline std::string example_name(const std::string& row) { return "like row " + row; }
/// Likeness to a chosen row.
[[nodiscard]] Proposals make_examples(const Sample& sample, const FamilyOptions& options);

}  // namespace explainee::family
