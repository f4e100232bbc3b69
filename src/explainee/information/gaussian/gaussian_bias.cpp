#include "explainee/information/gaussian/gaussian_bias.h"

#include <cmath>
#include <cstddef>
#include <limits>

#include "explainee/base/tolerances.h"

namespace explainee::information {
namespace {

// Nielsen's β(z) = ½[ψ((z + 1)/2) − ψ(z/2)], z > 0. The difference of two digammas would lose the last digits of a
// small bias, and with them its convexity in the rank; here every term that matters is positive.
double nielsen_beta(double z) {
  constexpr double kAsymptotic = 32;
  double sum = 0;
  for (; z < kAsymptotic; z += 2) sum += 1 / (z * (z + 1));  // β(z) = β(z + 2) + 1/z − 1/(z + 1)
  const double s = 1 / (z * z);
  // 1/(2z) + Σ_j (4^j − 1) B_{2j} / (2j z^{2j}), Bernoulli numbers B.
  const double series = s * (1. / 4 - s * (1. / 8 - s * (1. / 4 - s * (17. / 16 - s * (31. / 4 - s * 691. / 8)))));
  return sum + series + 1 / (2 * z);
}

}  // namespace

std::vector<double> gaussian_biases_nats(double degrees, int max_rank, int predictions) {
  // ½[ψ((n − k)/2) − ψ((n − a − k)/2)] telescopes into Σ_{j ≤ a} β(n − k − j).
  std::vector<double> biases;
  double bias = 0;
  for (int rank = 0; rank <= max_rank; ++rank) {
    if (!(degrees - rank - predictions + 1 > 0)) {
      biases.resize(max_rank + 1, std::numeric_limits<double>::infinity());
      break;
    }
    for (int k = 0; rank > 0 && k < predictions; ++k) bias += nielsen_beta(degrees - k - rank);
    biases.push_back(bias);
  }
  return biases;
}

std::vector<double> finite_biases_nats(double degrees, int max_rank, int predictions) {
  std::vector<double> biases = gaussian_biases_nats(degrees, max_rank, predictions);
  for (std::size_t rank = 0; rank < biases.size(); ++rank) {
    if (!std::isfinite(biases[rank])) biases[rank] = base::kUnaffordable * static_cast<double>(rank);
  }
  return biases;
}

double gaussian_bias_nats(double degrees, int rank, int predictions) {
  return gaussian_biases_nats(degrees, rank, predictions).back();
}

}  // namespace explainee::information
