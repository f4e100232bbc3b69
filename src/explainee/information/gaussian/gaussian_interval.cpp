#include "explainee/information/gaussian/gaussian_interval.h"

#include <algorithm>
#include <boost/math/tools/toms748_solve.hpp>
#include <cmath>
#include <cstdint>
#include <limits>

#include "explainee/base/tolerances.h"
#include "explainee/information/special_functions.h"

namespace explainee::information {
namespace {

Share share_removed(double nats) { return {.part = -std::expm1(-2 * nats), .rest = std::exp(-2 * nats)}; }

// R² | K ~ Beta(a/2 + K, (n − a)/2), K ~ NegBin(n/2): n/2 successes of probability 1 − ρ², K failures (mathematics §8).
struct Mixture {
  double size;       // n/2
  double shift;      // a/2
  double rest;       // (n − a)/2
  Share observed;    // R² and 1 − R²
  Share population;  // ρ² and 1 − ρ²

  [[nodiscard]] double odds() const { return population.part / population.rest; }
  [[nodiscard]] double mean() const { return size * odds(); }
  [[nodiscard]] double deviation() const { return std::sqrt(size * population.part) / population.rest; }
  [[nodiscard]] double beta(double k) const { return beta_cdf(shift + k, rest, observed); }
};

// Σ weight and Σ weight·beta.
struct Sums {
  double weights = 0;
  double total = 0;

  void add(double weight, double beta) {
    weights += weight;
    total += weight * beta;
  }
  [[nodiscard]] bool matters(double weight) const { return weight > base::kNegligibleTerm * weights; }
  [[nodiscard]] double mean() const { return total / weights; }
};

// The term of one k, and the way to its neighbours: from p to p + 1, P(Beta(p, q) ≤ x) falls by a negative-binomial
// mass.
struct Term {
  const Mixture& m;
  double k;
  double weight = negative_binomial_pmf(k, m.size, m.population);
  double beta = m.beta(k);
  double mass = negative_binomial_pmf(m.shift + k, m.rest, m.observed);

  void up() {
    weight *= m.population.part * (m.size + k) / (k + 1);
    beta = std::max(0.0, beta - mass);
    mass *= m.observed.part * (m.size + k) / (m.shift + k + 1);
    ++k;
  }
  void down() {
    --k;
    weight *= (k + 1) / (m.population.part * (m.size + k));
    mass *= (m.shift + k + 1) / (m.observed.part * (m.size + k));
    beta = std::min(1.0, beta + mass);
  }
};

// Σ_k P(K = k) P(Beta(a/2 + k, ·) ≤ R²) term by term, from the largest weight outwards, over the sum of the weights.
double sum_of_terms(const Mixture& m) {
  const Term mode{.m = m, .k = std::max(0.0, std::floor((m.size - 1) * m.odds()))};
  Sums sums;
  for (Term term = mode; sums.matters(term.weight); term.up()) sums.add(term.weight, term.beta);
  for (Term term = mode; term.k > 0 && sums.matters(term.weight);) {
    term.down();
    sums.add(term.weight, term.beta);
  }
  return sums.mean();
}

// The same when K spreads over many values: the first terms one by one, where few degrees leave the weights rough, and
// the rest as an integral over k > kHead − ½ by the trapezoidal rule in log(k − kHead + ½), which converges
// geometrically for a smooth summand.
double sum_by_quadrature(const Mixture& m) {
  constexpr double kHead = 64;
  Sums sums;
  Term term{.m = m, .k = 0};
  for (; term.k < kHead - 1; term.up()) sums.add(term.weight, term.beta);
  // Euler-Maclaurin: Σ_{k ≥ kHead} f(k) = ∫ f + f'(kHead − ½)/24 − …, the slope from its two neighbours.
  sums.add(term.weight * (23. / 24), term.beta);
  term.up();
  sums.add(term.weight / 24, term.beta);

  const double centre = std::log(m.mean() - kHead);
  const double spacing = std::min(0.4, 0.6 * m.deviation() / m.mean());
  const auto add = [&](int node) {
    const double offset = std::exp(centre + node * spacing);
    const double k = kHead - 0.5 + offset;
    const double weight = negative_binomial_pmf(k, m.size, m.population) * offset * spacing;
    const bool matters = sums.matters(weight);
    if (matters) sums.add(weight, m.beta(k));
    return matters;
  };
  for (int node = 0; add(node); ++node) {
  }
  for (int node = -1; add(node); --node) {
  }
  return sums.mean();
}

double cdf(const Mixture& m) {
  constexpr double kManyTerms = 200;  // standard deviation of K beyond which adding up term by term is slower
  if (m.observed.part <= 0) return 0;
  if (m.population.part <= 0) return m.beta(0);
  return m.deviation() < kManyTerms ? sum_of_terms(m) : sum_by_quadrature(m);
}

// Fisher's z = artanh ρ, in which the problem is close to a shift by so many 1/√n: I = log cosh z.
double fisher(double nats) { return nats + std::log1p(std::sqrt(-std::expm1(-2 * nats))); }
double nats_of_fisher(double z) { return std::log1p(2 * std::sinh(z / 2) * std::sinh(z / 2)); }

// The z at which `below`, a decreasing function, crosses from above to at most 0; `guess` and `step` start the bracket.
template <class Function>
double crossing(const Function& below, double guess, double step) {
  constexpr double kLargest = 100;  // e^−200 of the variance left: infinite for every purpose
  constexpr std::uintmax_t kMostEvaluations = 60;
  double low = 0;
  double at_low = below(low);
  if (at_low <= 0) return 0;
  double high = std::max(guess, step);
  double at_high = below(high);
  for (; at_high > 0; step *= 2) {
    if (high > kLargest) return std::numeric_limits<double>::infinity();
    low = high;
    at_low = at_high;
    high += step;
    at_high = below(high);
  }
  while (low == 0 && high > step) {
    const double middle = high - step;
    const double at_middle = below(middle);
    (at_middle > 0 ? low : high) = middle;
    (at_middle > 0 ? at_low : at_high) = at_middle;
    step *= 2;
  }
  if (at_high == 0) return high;
  const auto close = [](double a, double b) { return b - a <= base::kIntervalEnd * b; };
  std::uintmax_t evaluations = kMostEvaluations;
  const auto ends = boost::math::tools::toms748_solve(below, low, high, at_low, at_high, close, evaluations);
  return (ends.first + ends.second) / 2;
}

}  // namespace

double gaussian_plug_in_cdf(double nats, double population_nats, double degrees, int rank) {
  return cdf({.size = degrees / 2,
              .shift = rank / 2.0,
              .rest = (degrees - rank) / 2,
              .observed = share_removed(nats),
              .population = share_removed(population_nats)});
}

std::optional<Interval> gaussian_interval_nats(double nats, double degrees, int rank, int predictions, double level) {
  if (predictions != 1 || !std::isfinite(nats) || !(degrees > rank)) return std::nullopt;
  if (rank == 0 || nats <= 0) return Interval{};

  const double tail = (1 - level) / 2;
  const double unit = 1 / std::sqrt(degrees);
  const double observed = fisher(nats);
  // Log-odds of the probability are close to straight in z; the probability itself is flat where a search may start.
  const auto log_odds = [](double p) {
    return std::log(std::max(p, base::kLeastChance) / std::max(1 - p, base::kLeastChance));
  };
  const auto end = [&](double probability, double guess) {
    const double wanted = log_odds(probability);
    const auto below = [&](double z) {
      return log_odds(gaussian_plug_in_cdf(nats, nats_of_fisher(z), degrees, rank)) - wanted;
    };
    return nats_of_fisher(crossing(below, guess, unit / 2));
  };
  return Interval{.low = end(1 - tail, observed - 2 * unit), .high = end(tail, observed + 2 * unit)};
}

}  // namespace explainee::information
