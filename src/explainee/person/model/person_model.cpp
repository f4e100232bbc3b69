#include "explainee/person/model/person_model.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "explainee/base/random.h"
#include "explainee/person/model/feature_sets.h"
#include "explainee/person/model/person_evidence.h"

namespace explainee::person {
namespace {

/// Every map that was weighed, and the set of features it belongs to.
struct Weighed {
  std::vector<FeatureSet> sets;
  std::vector<WeighedMap> maps;
  std::vector<int> owner;  ///< of each map: position of its set, −1 for none
};

double log_sum(std::span<const WeighedMap> maps) {
  double largest = -std::numeric_limits<double>::infinity();
  for (const WeighedMap& map : maps) largest = std::max(largest, map.log_weight);
  if (!std::isfinite(largest)) return largest;
  double sum = 0;
  for (const WeighedMap& map : maps) sum += std::exp(map.log_weight - largest);
  return largest + std::log(sum);
}

/// Weighs the maps of one set; its members are positions among the features that vary.
void weigh_set(Evidence& evidence, FeatureSet set, double log_share, Weighed& weighed) {
  for (int i = 0; i < set.size; ++i) {
    int& member = set.members[static_cast<std::size_t>(i)];
    member = evidence.features()[static_cast<std::size_t>(member)];
  }
  const std::size_t before = weighed.maps.size();
  evidence.weigh(set.features(), log_share + std::log(set.stands_for), weighed.maps);
  weighed.owner.resize(weighed.maps.size(), static_cast<int>(weighed.sets.size()));
  set.promise = log_sum(std::span(weighed.maps).subspan(before)) - std::log(set.stands_for);
  weighed.sets.push_back(set);
}

Weighed weigh_all(Evidence& evidence, const PersonPrior& prior, const PersonEffort& effort) {
  Weighed weighed;
  evidence.weigh_others(weighed.maps);
  weighed.owner.assign(weighed.maps.size(), -1);
  const int n = static_cast<int>(evidence.features().size());
  const int sizes = std::min(kMostReasons, n);
  base::Random random(effort.seed, 1);
  std::vector<FeatureSet> proposed;
  for (int size = 1; size <= sizes; ++size) {
    proposed = propose_sets(n, size, proposed, effort.most_models, random);
    const double log_share = std::log(prior.few / sizes / binomial(n, size));
    const std::size_t before = weighed.sets.size();
    for (const FeatureSet& set : proposed) weigh_set(evidence, set, log_share, weighed);
    for (std::size_t i = 0; i < proposed.size(); ++i) proposed[i].promise = weighed.sets[before + i].promise;
  }
  return weighed;
}

/// Probabilities of at most `most` maps: those above 1/most as they are, the others by systematic sampling, each at
/// 1/most; the expectation of every sum is kept.
std::vector<std::pair<std::size_t, double>> keep_parts(const std::vector<WeighedMap>& maps, int most,
                                                       base::Random& random) {
  const double total = log_sum(maps);
  const double step = 1.0 / most;
  std::vector<std::pair<std::size_t, double>> kept;
  double next = step * random.uniform();
  double sum = 0;
  for (std::size_t i = 0; i < maps.size(); ++i) {
    const double probability = std::exp(maps[i].log_weight - total);
    if (probability >= step) {
      kept.emplace_back(i, probability);
      continue;
    }
    sum += probability;
    if (sum < next) continue;
    kept.emplace_back(i, step);
    next += step;
  }
  double all = 0;
  for (const auto& [position, probability] : kept) all += probability;
  for (auto& [position, probability] : kept) probability /= all;
  return kept;
}

}  // namespace

PersonPosterior learn_person(const PersonSpace& space, const AnsweredRows& answered, const PersonPrior& prior,
                             const PersonEffort& effort) {
  const AnswerSums sums = sum_up(space, answered);
  Evidence evidence(space, sums, prior);
  const Weighed weighed = weigh_all(evidence, prior, effort);
  PersonPosterior posterior;
  base::Random random(effort.seed, 2);
  for (const auto& [position, probability] : keep_parts(weighed.maps, effort.most_parts, random)) {
    const int owner = weighed.owner[position];
    const std::span<const int> features =
        owner < 0 ? std::span<const int>() : weighed.sets[static_cast<std::size_t>(owner)].features();
    posterior.parts.push_back(evidence.describe(features, weighed.maps[position]));
    posterior.parts.back().probability = probability;
  }
  posterior.scale = sums.scale;
  posterior.centre = sums.centre;
  posterior.answer_centre = sums.answer_centre;
  posterior.unit = sums.unit;
  posterior.seen = evidence.seen();
  return posterior;
}

}  // namespace explainee::person
