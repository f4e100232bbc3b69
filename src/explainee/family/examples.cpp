#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "explainee/base/random.h"
#include "explainee/family/families.h"

namespace explainee::family {
namespace {

/// Rows among which typical ones are looked for.
constexpr std::size_t kMostRows = 2000;
constexpr int kRounds = 20;

/// Rows in units of each column's standard deviation.
class Cloud {
 public:
  explicit Cloud(const Sample& sample) {
    for (const Source& source : sample.sources) {
      if (source.type == data::ColumnType::kNumber && source.sd > 0) columns_.push_back(&source);
    }
    size_ = std::min(sample.rows.size(), kMostRows);
    // Evenly spread over the sample, so that ordered files do not give their beginning only.
    for (std::size_t i = 0; i < size_; ++i) picks_.push_back(i * sample.rows.size() / size_);
  }

  [[nodiscard]] std::size_t size() const { return size_; }
  /// One more point beyond size(): a row of the sample.
  [[nodiscard]] std::size_t add(std::size_t sampled) {
    picks_.push_back(sampled);
    return picks_.size() - 1;
  }
  [[nodiscard]] std::size_t sampled(std::size_t point) const { return picks_[point]; }
  [[nodiscard]] const std::vector<const Source*>& columns() const { return columns_; }
  [[nodiscard]] double distance(std::size_t a, std::size_t b) const {
    double squares = 0;
    for (const Source* source : columns_) {
      const double apart = (source->values[picks_[a]] - source->values[picks_[b]]) / source->sd;
      squares += apart * apart;
    }
    return std::sqrt(squares);
  }

 private:
  std::vector<const Source*> columns_;
  std::vector<std::size_t> picks_;
  std::size_t size_ = 0;
};

struct Nearest {
  std::size_t medoid = 0;
  double distance = 0;
};

std::vector<Nearest> assign(const Cloud& cloud, const std::vector<std::size_t>& medoids) {
  std::vector<Nearest> nearest(cloud.size(), {0, std::numeric_limits<double>::infinity()});
  for (std::size_t i = 0; i < cloud.size(); ++i) {
    for (std::size_t k = 0; k < medoids.size(); ++k) {
      const double distance = cloud.distance(i, medoids[k]);
      if (distance < nearest[i].distance) nearest[i] = {k, distance};
    }
  }
  return nearest;
}

/// First points far from each other, drawn with probability by squared distance (k-means++).
std::vector<std::size_t> scatter(const Cloud& cloud, std::size_t wanted, std::uint64_t seed) {
  base::Random random(seed, 7);
  std::vector<std::size_t> medoids = {static_cast<std::size_t>(random.below(cloud.size()))};
  while (medoids.size() < wanted) {
    const std::vector<Nearest> nearest = assign(cloud, medoids);
    double total = 0;
    for (const Nearest& near : nearest) total += near.distance * near.distance;
    if (!(total > 0)) break;  // the rest are copies of these
    double target = random.uniform() * total;
    std::size_t pick = cloud.size() - 1;
    for (std::size_t i = 0; i < nearest.size(); ++i) {
      target -= nearest[i].distance * nearest[i].distance;
      if (target <= 0 && nearest[i].distance > 0) {
        pick = i;
        break;
      }
    }
    if (nearest[pick].distance == 0) break;
    medoids.push_back(pick);
  }
  return medoids;
}

/// k-medoids by turns: every point to its nearest medoid, every medoid to the point of its cluster nearest to all.
std::vector<std::size_t> find_medoids(const Cloud& cloud, std::size_t wanted, std::uint64_t seed) {
  std::vector<std::size_t> medoids = scatter(cloud, wanted, seed);
  for (int round = 0; round < kRounds; ++round) {
    const std::vector<Nearest> nearest = assign(cloud, medoids);
    std::vector<std::vector<std::size_t>> clusters(medoids.size());
    for (std::size_t i = 0; i < nearest.size(); ++i) clusters[nearest[i].medoid].push_back(i);
    bool moved = false;
    for (std::size_t k = 0; k < clusters.size(); ++k) {
      double least = std::numeric_limits<double>::infinity();
      std::size_t best = medoids[k];
      for (const std::size_t i : clusters[k]) {
        double sum = 0;
        for (const std::size_t j : clusters[k]) sum += cloud.distance(i, j);
        if (sum < least) {
          least = sum;
          best = i;
        }
      }
      moved = moved || best != medoids[k];
      medoids[k] = best;
    }
    if (!moved) break;
  }
  std::sort(medoids.begin(), medoids.end());
  return medoids;
}

/// The rows that the caller names, each once.
base::Result<std::vector<std::size_t>> named_rows(const Sample& sample, const std::vector<std::int64_t>& rows,
                                                  Cloud& cloud) {
  std::vector<std::size_t> points;
  for (const std::int64_t row : std::set<std::int64_t>(rows.begin(), rows.end())) {
    const auto found = std::find(sample.rows.begin(), sample.rows.end(), row);
    if (found == sample.rows.end()) {
      return base::Error{base::ErrorCode::kBadOption,
                         fmt::format("there is no such row among the {} that are looked at", sample.rows.size()),
                         base::option("like", row)};
    }
    points.push_back(cloud.add(static_cast<std::size_t>(found - sample.rows.begin())));
  }
  return points;
}

/// The width at which a row half way to the nearest other example is still clearly alike: the median over all points
/// of the distance to their example.
double width_of(const Cloud& cloud, const std::vector<std::size_t>& medoids) {
  std::vector<double> distances;
  for (const Nearest& near : assign(cloud, medoids)) distances.push_back(near.distance);
  std::nth_element(distances.begin(), distances.begin() + static_cast<std::ptrdiff_t>(distances.size() / 2),
                   distances.end());
  const double median = distances[distances.size() / 2];
  return median > 0 ? median : 1.0;
}

}  // namespace

Proposals make_examples(const Sample& sample, const FamilyOptions& options) {
  std::vector<Proposal> proposals;
  Cloud cloud(sample);
  if (cloud.size() == 0 || cloud.columns().empty()) return proposals;
  std::vector<std::size_t> medoids;
  if (options.like.empty()) {
    medoids = find_medoids(cloud, static_cast<std::size_t>(options.examples), options.seed);
  } else {
    EXPLAINEE_ASSIGN(medoids, named_rows(sample, options.like, cloud));
  }
  const double width = width_of(cloud, medoids);
  for (const std::size_t medoid : medoids) {
    const std::size_t pick = cloud.sampled(medoid);
    const std::int64_t row = sample.rows[pick];
    Proposal proposal{{example_name(std::to_string(row)), {}, -1, false, "examples"}, {}, {}};
    proposal.description.saying = {text(fmt::format("likeness to row #{}", row))};
    proposal.description.shown = Shown::kShare;
    MadeColumn made{proposal.description.name, {}, Likeness{{}, {}, width}};
    for (const Source* source : cloud.columns()) {
      proposal.description.sources.push_back(source->name);
      made.sources.push_back(source->column);
      std::get<Likeness>(made.formula).point.push_back(source->values[pick]);
      std::get<Likeness>(made.formula).scale.push_back(source->sd);
    }
    proposal.made.push_back(std::move(made));
    proposals.push_back(std::move(proposal));
  }
  return proposals;
}

}  // namespace explainee::family
