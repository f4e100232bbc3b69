// explainee/information/gaussian/gaussian_bias.h: by how much the plug-in information of Gaussian rows is too large on
// average.
#pragma once

#include <vector>

namespace explainee::information {

/// Upward bias of the plug-in I(e; ŷ|u) in nats (mathematics §2, §8): degrees = ν − r, rank = a ≥ 0 of e given u,
/// predictions = d ≥ 1 the rank of ŷ given u; +∞ unless degrees − a − d + 1 > 0.
[[nodiscard]] double gaussian_bias_nats(double degrees, int rank, int predictions);

/// The same for every rank 0, 1, …, max_rank at once: increasing and convex in the rank, also after rounding.
[[nodiscard]] std::vector<double> gaussian_biases_nats(double degrees, int max_rank, int predictions);

/// The same as a search takes them: so much that it is never worth choosing where the rows cannot carry the rank.
[[nodiscard]] std::vector<double> finite_biases_nats(double degrees, int max_rank, int predictions);

}  // namespace explainee::information
