#include "explainee/person/model/person_model.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <string>

#include "explainee/base/random.h"
#include "explainee/person/model/person_draws.h"

namespace explainee::person {
namespace {

/// Rows of n correlated features and, last, a prediction; with their moments.
struct Table {
  Eigen::MatrixXd rows;
  PersonSpace space;
};

PersonSpace space_of(const Eigen::MatrixXd& rows) {
  PersonSpace space;
  space.mean = rows.colwise().mean();
  const Eigen::MatrixXd centred = rows.rowwise() - space.mean.transpose();
  space.covariance = centred.transpose() * centred / static_cast<double>(rows.rows());
  for (int j = 0; j + 1 < rows.cols(); ++j) space.features.push_back({j});
  space.predictions = {static_cast<int>(rows.cols()) - 1};
  return space;
}

Table make_table(int n, std::uint64_t seed) {
  base::Random random(seed);
  Table table;
  table.rows.resize(200, n + 1);
  for (Eigen::Index i = 0; i < 200; ++i) {
    double sum = 30;
    for (int j = 0; j < n; ++j) {
      table.rows(i, j) = (j + 1) * (random.normal() + (j > 0 ? 0.6 * table.rows(i, j - 1) / j : 0)) + 5 * j;
      sum += table.rows(i, j) * (j % 3 - 0.7);
    }
    table.rows(i, n) = sum + random.normal();
  }
  table.space = space_of(table.rows);
  return table;
}

AnsweredRows answers_to(const Table& table, int count, const Eigen::VectorXd& weights, double shift, double noise,
                        std::uint64_t seed) {
  base::Random random(seed);
  AnsweredRows answered{table.rows.topRows(count), Eigen::VectorXd(count), {}};
  for (Eigen::Index t = 0; t < count; ++t)
    answered.answers[t] = shift + table.rows.row(t).dot(weights) + noise * random.normal();
  return answered;
}

using Key = std::string;

Key key_of(const PersonPart& part) {
  Key key = std::to_string(static_cast<int>(part.kind)) + (part.guesses ? "g" : "o") + std::to_string(part.off_scale);
  if (part.kind != PersonKind::kConstant || part.guesses) key += " " + std::to_string(part.sharpness);
  for (const int feature : part.features) key += "," + std::to_string(feature);
  return key;
}

/// What a map says of her rows and of one more: mean and kernel of what she means, for σ = 1.
struct NaiveMap {
  PersonPart part;  ///< for the key
  double prior = 0;
  Eigen::VectorXd mean;    ///< T + 1
  Eigen::MatrixXd kernel;  ///< T + 1 × T + 1, without the flat intercept
  double noise_scale = 0;  ///< of a guesser's noise
};

/// Everything by T×T matrices and quadrature, from the words of person_model.h and person_evidence.h.
class Naive {
 public:
  Naive(const Table& table, const AnsweredRows& answered, const PersonPrior& prior, const Eigen::VectorXd& more)
      : space_(table.space), prior_(prior), answered_(answered) {
    const Eigen::Index count = answered.answers.size();
    z_.resize(count + 1, table.rows.cols());
    z_ << answered.rows, more.transpose();
    z_.rowwise() -= space_.mean.transpose();
    for (Eigen::Index j = 0; j < z_.cols(); ++j) z_.col(j) /= std::sqrt(space_.covariance(j, j));
    const double centre = answered.answers.mean();
    unit_ = std::sqrt((answered.answers.array() - centre).square().sum() / static_cast<double>(count - 1));
    y_ = answered.answers / unit_;
    make_maps();
    weigh();
  }

  std::map<Key, double> probabilities;
  double meant = 0;
  double unknown = 0;
  double noise = 0;

 private:
  [[nodiscard]] Eigen::MatrixXd correlation(const std::vector<int>& a, const std::vector<int>& b) const {
    Eigen::MatrixXd result = space_.covariance(a, b);
    for (std::size_t i = 0; i < a.size(); ++i)
      for (std::size_t j = 0; j < b.size(); ++j)
        result(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) /=
            std::sqrt(space_.covariance(a[i], a[i]) * space_.covariance(b[j], b[j]));
    return result;
  }

  void add(PersonPart part, double share, const Eigen::VectorXd& mean_row, const Eigen::MatrixXd& kernel,
           double noise_scale) {
    maps_.push_back({std::move(part), share, mean_row, kernel, noise_scale});
  }

  /// A direction f on both scales; amplitude of a perfect guess in the answers' own units.
  void add_direction(PersonPart part, double share, const Eigen::VectorXd& f, double amplitude) {
    const int target = space_.predictions[0];
    const bool flat = part.kind == PersonKind::kConstant;
    const auto count = static_cast<double>(prior_.sharpness.size());
    for (const double g : prior_.sharpness) {
      part.sharpness = g;
      part.guesses = false;
      part.off_scale = 0;
      if (!flat) add(part, share * (1 - prior_.guessing) / count, 0 * f, g * f * f.transpose(), 0);
      for (const double off : prior_.off_scale) {
        if (prior_.guessing == 0) continue;
        part.guesses = true;
        part.off_scale = off;
        const Eigen::VectorXd one = Eigen::VectorXd::Ones(f.size());
        Eigen::MatrixXd kernel = g * off * off * one * one.transpose();
        if (!flat) kernel += g * off * off * f * f.transpose();
        const double level = amplitude / unit_;
        add(part, share * prior_.guessing / count / static_cast<double>(prior_.off_scale.size()),
            one * (space_.mean[target] / unit_) + (flat ? 0 : level) * f, kernel, level * level / g);
      }
    }
  }

  void add_sets(int size) {
    const int n = static_cast<int>(space_.features.size());
    std::vector<std::vector<int>> sets;
    for (int mask = 0; mask < (1 << n); ++mask) {
      if (__builtin_popcount(static_cast<unsigned>(mask)) != size) continue;
      sets.emplace_back();
      for (int j = 0; j < n; ++j)
        if ((mask >> j) % 2 == 1) sets.back().push_back(j);
    }
    const int target = space_.predictions[0];
    for (const std::vector<int>& set : sets) {
      const double share = prior_.few / 3 / static_cast<double>(sets.size());
      const Eigen::MatrixXd among = correlation(set, set);
      const Eigen::VectorXd with = correlation(set, {target});
      const Eigen::MatrixXd x = z_(Eigen::all, set);
      const Eigen::VectorXd weights = among.inverse() * with;
      const double length = std::sqrt(with.dot(weights));
      PersonPart part;
      part.kind = PersonKind::kLeastSquares;
      part.features = set;
      add_direction(part, share * (size == 1 ? 1 : prior_.as_least_squares), x * weights / length,
                    length * std::sqrt(space_.covariance(target, target)));
      if (size == 1) continue;
      part.kind = PersonKind::kFree;
      for (const double g : prior_.sharpness) {
        part.sharpness = g;
        add(part, share * (1 - prior_.as_least_squares) / static_cast<double>(prior_.sharpness.size()),
            Eigen::VectorXd::Zero(x.rows()), g / size * x * among.inverse() * x.transpose(), 0);
      }
    }
  }

  void make_maps() {
    const int target = space_.predictions[0];
    const double spread = std::sqrt(space_.covariance(target, target));
    PersonPart part;
    add(part, prior_.nothing * (1 - prior_.guessing), Eigen::VectorXd::Zero(z_.rows()),
        Eigen::MatrixXd::Zero(z_.rows(), z_.rows()), 0);
    add_direction(part, prior_.nothing, z_.col(target), spread);
    part.kind = PersonKind::kPrediction;
    add_direction(part, prior_.prediction, z_.col(target), spread);
    const Eigen::MatrixXd x = z_.leftCols(target);
    part.kind = PersonKind::kEverything;
    part.guesses = false;
    for (const double g : prior_.sharpness) {
      part.sharpness = g;
      add(part, prior_.everything / static_cast<double>(prior_.sharpness.size()), Eigen::VectorXd::Zero(x.rows()),
          g / target * x * x.transpose(), 0);
    }
    for (int size = 1; size <= 3; ++size) add_sets(size);
  }

  /// log ∫ over log σ² of N(y; mean, σ²V)·prior, the intercept of a scale of her own by quadrature too; and E σ².
  void weigh() {
    const Eigen::Index count = y_.size();
    const double spread = std::sqrt(space_.covariance(space_.predictions[0], space_.predictions[0]));
    std::vector<double> logs, sigma, means, variances;
    for (const NaiveMap& map : maps_) {
      const bool own = map.noise_scale == 0;
      const Eigen::MatrixXd big = map.kernel.topLeftCorner(count, count) + Eigen::MatrixXd::Identity(count, count);
      const Eigen::MatrixXd inverse = big.inverse();
      double sum = 0;
      double moment = 0;
      constexpr double kStep = 0.1;
      for (double log_variance = -25; log_variance < 15; log_variance += kStep) {
        const double variance = std::exp(log_variance);
        double density = kStep;
        const double known = 1e-4 + (own ? 0 : 4 * map.noise_scale);
        if (own) density *= std::exp(-known / (2 * variance)) / 20.0 / (100 * spread / unit_);
        if (!own) density *= std::pow(known / 2, 2) * std::exp(-2 * log_variance - known / (2 * variance));
        density *= likelihood(map, inverse, std::log(big.determinant()), variance, own);
        sum += density;
        moment += density * variance;
      }
      logs.push_back(std::log(map.prior * sum));
      sigma.push_back(moment / sum);
      krige(map, own, means, variances);
    }
    combine(logs, sigma, means, variances);
  }

  [[nodiscard]] double likelihood(const NaiveMap& map, const Eigen::MatrixXd& inverse, double log_determinant,
                                  double variance, bool own) const {
    const Eigen::Index count = y_.size();
    const Eigen::VectorXd one = Eigen::VectorXd::Ones(count);
    const Eigen::VectorXd r = y_ - map.mean.head(count);
    const double constant =
        -0.5 * (static_cast<double>(count) * std::log(2 * std::numbers::pi * variance) + log_determinant);
    const double rr = r.dot(inverse * r);
    if (!own) return std::exp(constant - rr / (2 * variance));
    // Over the intercept by the trapezoidal rule, around where it is large.
    const double precision = one.dot(inverse * one);
    const double middle = one.dot(inverse * r) / precision;
    const double width = std::sqrt(variance / precision);
    double sum = 0;
    for (double step = -8; step <= 8; step += 0.5) {
      const Eigen::VectorXd left = r - one * (middle + step * width);
      sum += 0.5 * width * std::exp(constant - left.dot(inverse * left) / (2 * variance));
    }
    return sum;
  }

  /// What she means in the last row: mean and variance for σ = 1; a flat intercept is a very wide one.
  void krige(const NaiveMap& map, bool own, std::vector<double>& means, std::vector<double>& variances) const {
    const Eigen::Index count = y_.size();
    Eigen::MatrixXd kernel = map.kernel;
    const double centre = y_.mean();
    if (own) kernel.array() += 1e6;
    const Eigen::MatrixXd big = kernel.topLeftCorner(count, count) + Eigen::MatrixXd::Identity(count, count);
    const Eigen::VectorXd with = kernel.col(count).head(count);
    const double shift = own ? centre : 0;
    const Eigen::VectorXd r = y_.array() - shift - map.mean.head(count).array();
    const Eigen::LDLT<Eigen::MatrixXd> factor(big);
    means.push_back(shift + map.mean[count] + with.dot(factor.solve(r)));
    variances.push_back(kernel(count, count) - with.dot(factor.solve(with)));
  }

  void combine(const std::vector<double>& logs, const std::vector<double>& sigma, const std::vector<double>& means,
               const std::vector<double>& variances) {
    double sum = 0;
    const double largest = *std::max_element(logs.begin(), logs.end());
    for (const double value : logs) sum += std::exp(value - largest);
    double square = 0;
    for (std::size_t i = 0; i < maps_.size(); ++i) {
      const double p = std::exp(logs[i] - largest) / sum;
      probabilities[key_of(maps_[i].part)] += p;
      meant += p * means[i] * unit_;
      square += p * means[i] * means[i] * unit_ * unit_;
      unknown += p * sigma[i] * variances[i] * unit_ * unit_;
      noise += p * sigma[i] * unit_ * unit_;
    }
    unknown += square - meant * meant;
  }

  PersonSpace space_;
  PersonPrior prior_;
  AnsweredRows answered_;
  Eigen::MatrixXd z_;
  Eigen::VectorXd y_;
  double unit_ = 1;
  std::vector<NaiveMap> maps_;
};

void expect_as_naive(const Table& table, const AnsweredRows& answered, const PersonPrior& prior) {
  const Eigen::VectorXd more = table.rows.row(100);
  const Naive naive(table, answered, prior, more);
  const PersonPosterior posterior = learn_person(table.space, answered, prior, {20000, 100000000, 1});
  double seen = 0;
  for (const PersonPart& part : posterior.parts) {
    const auto place = naive.probabilities.find(key_of(part));
    ASSERT_NE(place, naive.probabilities.end()) << key_of(part);
    EXPECT_NEAR(part.probability, place->second, 1e-6 + 1e-4 * place->second) << key_of(part);
    seen += place->second;
  }
  EXPECT_NEAR(seen, 1, 1e-5);
  const PersonPrediction said = predict_answer(posterior, more);
  EXPECT_NEAR(said.mean, naive.meant, 1e-4 * std::abs(naive.meant) + 1e-4);
  EXPECT_NEAR(said.variance, naive.unknown, 2e-3 * naive.unknown);
  EXPECT_NEAR(said.noise_variance, naive.noise, 2e-3 * naive.noise);
}

TEST(PersonModel, AgreesWithQuadratureOverMatricesOfAnswers) {
  const Table table = make_table(4, 3);
  const Eigen::VectorXd weights = (Eigen::VectorXd(5) << 0, 1, 0, 0.5, 0).finished();
  expect_as_naive(table, answers_to(table, 7, weights, 3, 0.5, 5), {});
  PersonPrior own;
  own.guessing = 0;
  expect_as_naive(table, answers_to(table, 6, weights, 3, 0.5, 6), own);
}

TEST(PersonModel, AGuessOfThePredictionIsRecognisedAsOne) {
  const Table table = make_table(4, 4);
  const Eigen::VectorXd weights = (Eigen::VectorXd(5) << 0, 0, 0, 0, 1).finished();
  const AnsweredRows answered = answers_to(table, 6, weights, 0, 0.3, 7);
  expect_as_naive(table, answered, {});
  double prediction = 0;
  for (const PersonPart& part : learn_person(table.space, answered).parts) {
    if (part.kind == PersonKind::kPrediction) prediction += part.probability;
  }
  EXPECT_GT(prediction, 0.3);
}

TEST(PersonModel, UnitsOfColumnsAndOfAScaleOfHerOwnDoNotMatter) {
  const Table table = make_table(5, 8);
  const Eigen::VectorXd weights = (Eigen::VectorXd(6) << 1, 0, -1, 0, 0, 0).finished();
  PersonPrior own;
  own.guessing = 0;
  const AnsweredRows answered = answers_to(table, 5, weights, 1, 0.2, 9);
  const PersonPosterior posterior = learn_person(table.space, answered, own);
  Table other = table;
  other.rows.col(2) = other.rows.col(2) * 1e6 - Eigen::VectorXd::Constant(200, 3e6);
  other.space = space_of(other.rows);
  AnsweredRows scaled{other.rows.topRows(5), -7 * answered.answers.array() + 1000, {}};
  const PersonPosterior same = learn_person(other.space, scaled, own);
  ASSERT_EQ(posterior.parts.size(), same.parts.size());
  for (std::size_t i = 0; i < same.parts.size(); ++i) {
    EXPECT_EQ(posterior.parts[i].features, same.parts[i].features);
    EXPECT_NEAR(posterior.parts[i].probability, same.parts[i].probability, 1e-9);
  }
  const PersonMap map = mean_map(posterior);
  const PersonMap scaled_map = mean_map(same);
  EXPECT_NEAR(scaled_map.weights[0], -7 * map.weights[0], 1e-6);
  EXPECT_NEAR(scaled_map.weights[2] * 1e6, -7 * map.weights[2], 1e-6);
}

TEST(PersonModel, AnyNumberOfAnswersConstantOrContradictoryGivesAProperPosterior) {
  const Table table = make_table(5, 10);
  const Eigen::VectorXd zero = Eigen::VectorXd::Zero(6);
  std::vector<AnsweredRows> cases = {{Eigen::MatrixXd(0, 6), Eigen::VectorXd(0), {}}};
  for (const int count : {1, 2, 3, 12}) cases.push_back(answers_to(table, count, zero, 4, 0, 1));  // constant
  AnsweredRows contradictory = cases[3];
  contradictory.rows.rowwise() = contradictory.rows.row(0).eval();
  contradictory.answers << 1, 9, 4;
  cases.push_back(contradictory);
  AnsweredRows noisy = contradictory;
  noisy.noise = Eigen::Vector3d(0.1, 2, 1e-9);
  cases.push_back(noisy);
  for (const AnsweredRows& answered : cases) {
    const PersonPosterior posterior = learn_person(table.space, answered);
    double sum = 0;
    for (const PersonPart& part : posterior.parts) sum += part.probability;
    EXPECT_NEAR(sum, 1, 1e-9);
    const PersonDraws draws = draw_persons(posterior, 200, 1);
    EXPECT_TRUE(draws.weights.allFinite() && draws.intercepts.allFinite() && draws.noise_variances.allFinite());
    EXPECT_GT(draws.noise_variances.minCoeff(), 0);
    const PersonPrediction said = predict_answer(posterior, table.rows.row(7));
    EXPECT_TRUE(std::isfinite(said.mean) && said.variance > 0 && said.noise_variance > 0);
  }
}

TEST(PersonModel, CategoriesCopiesAndConstantsAreFeaturesLikeOthers) {
  Table table = make_table(5, 11);
  table.rows.col(1).setConstant(3);
  table.rows.col(2) = table.rows.col(0);
  for (Eigen::Index i = 0; i < 200; ++i) {  // columns 3 and 4: a category of two levels
    table.rows(i, 3) = i % 3 == 0 ? 1 : 0;
    table.rows(i, 4) = 1 - table.rows(i, 3);
  }
  table.space = space_of(table.rows);
  table.space.features = {{0}, {1}, {2}, {3, 4}};
  const Eigen::VectorXd weights = (Eigen::VectorXd(6) << 0, 0, 0, 2, 0, 0).finished();
  const PersonPosterior posterior = learn_person(table.space, answers_to(table, 8, weights, 1, 0.05, 3));
  double category = 0;
  for (const PersonPart& part : posterior.parts) {
    const bool has = std::find(part.features.begin(), part.features.end(), 3) != part.features.end();
    EXPECT_EQ(std::count(part.features.begin(), part.features.end(), 1), 0);
    if (has) category += part.probability;
  }
  EXPECT_GT(category, 0.9);
  EXPECT_TRUE(draw_persons(posterior, 100, 1).weights.allFinite());
}

TEST(PersonModel, WithManyFeaturesTheOnesSheUsesAreStillFound) {
  const Table table = make_table(80, 12);
  Eigen::VectorXd weights = Eigen::VectorXd::Zero(81);
  weights[10] = 1.0 / 11;
  weights[40] = 1.0 / 41;
  weights[70] = -1.0 / 71;
  const PersonPosterior posterior = learn_person(table.space, answers_to(table, 20, weights, 1, 0.02, 3));
  double right = 0;
  for (const PersonPart& part : posterior.parts) {
    if (part.features == std::vector<int>{10, 40, 70}) right += part.probability;
  }
  EXPECT_GT(right, 0.9);
}

TEST(PersonModel, AStatedNoiseCounts) {
  const Table table = make_table(3, 13);
  const Eigen::VectorXd weights = (Eigen::VectorXd(4) << 1, 0, 0, 0).finished();
  AnsweredRows answered = answers_to(table, 8, weights, 0, 0, 3);
  answered.answers[0] += 20;  // nonsense, and known to be
  PersonPrior own;
  own.guessing = 0;
  answered.noise = Eigen::VectorXd::Constant(8, 0.1);
  answered.noise[0] = 20;
  EXPECT_NEAR(mean_map(learn_person(table.space, answered, own)).weights[0], 1, 0.1);
  answered.noise = {};
  EXPECT_GT(std::abs(mean_map(learn_person(table.space, answered, own)).weights[0] - 1), 0.1);
}

TEST(PersonDraws, HaveTheMomentsOfThePrediction) {
  const Table table = make_table(4, 14);
  const Eigen::VectorXd weights = (Eigen::VectorXd(5) << 0.5, 0, 0.2, 0, 0).finished();
  const PersonPosterior posterior = learn_person(table.space, answers_to(table, 9, weights, 20, 1.5, 4));
  const PersonDraws draws = draw_persons(posterior, 40000, 5);
  const Eigen::VectorXd row = table.rows.row(150);
  const PersonPrediction said = predict_answer(posterior, row);
  const Eigen::ArrayXd meant = (draws.weights.transpose() * row + draws.intercepts).array();
  EXPECT_NEAR(meant.mean(), said.mean, 4 * std::sqrt(said.variance / 40000));
  EXPECT_NEAR((meant - meant.mean()).square().mean(), said.variance, 0.05 * said.variance);
  EXPECT_NEAR(draws.noise_variances.mean(), said.noise_variance, 0.05 * said.noise_variance);
  const PersonMap map = mean_map(posterior);
  EXPECT_NEAR(map.intercept + map.weights.dot(row), said.mean, 1e-9 * std::abs(said.mean));
  EXPECT_EQ(draws.weights, draw_persons(posterior, 40000, 5).weights);
}

TEST(PersonDraws, TellALinearReadingFromNone) {
  const Table table = make_table(4, 15);
  const Eigen::VectorXd weights = (Eigen::VectorXd(5) << 0, 1, 0, 0, 0).finished();
  const auto reading = [&](const AnsweredRows& answered) {
    return linear_reading(draw_persons(learn_person(table.space, answered), 500, 1), table.space);
  };
  EXPECT_GT(reading(answers_to(table, 10, weights, 0, 0.1, 2)).probability, 0.95);
  EXPECT_LT(reading(answers_to(table, 12, 0 * weights, 30, 3, 2)).probability, 0.5);
}

}  // namespace
}  // namespace explainee::person
