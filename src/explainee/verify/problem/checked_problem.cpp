#include "explainee/verify/problem/checked_problem.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "explainee/base/tolerances.h"

namespace explainee::verify {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

/// Moments of all rows.
struct Total {
  Matrix covariance;
  std::vector<DoubleDouble> mean;  ///< with the shifts
};

/// Of all moment columns: folds joined pairwise (Chan, Golub, LeVeque 1979), divisor Σw.
Total total_of(const moments::Moments& moments, const CheckedProblem& problem) {
  const std::size_t n = moments.columns.size();
  Matrix scatter(n);
  std::vector<DoubleDouble> mean(n);
  DoubleDouble weight;
  for (const moments::Fold& fold : moments.folds) {
    if (!(fold.weight > 0)) continue;
    const DoubleDouble total = weight + fold.weight;
    const DoubleDouble factor = weight * fold.weight / total;
    std::vector<DoubleDouble> delta(n);
    for (std::size_t i = 0; i < n; ++i) delta[i] = DoubleDouble(fold.mean[static_cast<Eigen::Index>(i)]) - mean[i];
    for (std::size_t i = 0; i < n; ++i) {
      problem.throw_if_stopped();
      for (std::size_t j = 0; j <= i; ++j) {
        scatter(i, j) += DoubleDouble(fold.scatter(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j))) +
                         factor * delta[i] * delta[j];
      }
    }
    for (std::size_t i = 0; i < n; ++i) mean[i] += delta[i] * fold.weight / total;
    weight = total;
  }
  for (std::size_t i = 0; i < n; ++i) {
    problem.throw_if_stopped();
    for (std::size_t j = 0; j <= i; ++j) scatter(i, j) = scatter(j, i) = scatter(i, j) / weight;
    mean[i] += moments.columns[i].shift;
  }
  return {std::move(scatter), std::move(mean)};
}

/// By how much the variance of a single draw exceeds that of the mean of K: Σ_k (y_k − ȳ)²/K, averaged over rows.
double excess_of_draws(const Total& total, const std::vector<std::size_t>& draws) {
  const auto k = static_cast<double>(draws.size());
  DoubleDouble middle;
  for (const std::size_t i : draws) middle += total.mean[i] / k;
  DoubleDouble sum;
  DoubleDouble own;
  for (const std::size_t i : draws) {
    const DoubleDouble distance = total.mean[i] - middle;
    own += total.covariance(i, i);
    sum += total.covariance(i, i) + distance * distance;
    for (const std::size_t j : draws) sum -= total.covariance(i, j) / k;
  }
  return sum.value() > base::kDetermined * own.value() ? (sum / k).value() : 0;
}

/// (Σw)²/Σw².
double effective_rows(const moments::Moments& moments) {
  double weight = 0;
  double squares = 0;
  for (const moments::Fold& fold : moments.folds) {
    weight += fold.weight;
    squares += fold.weight_squares;
  }
  return weight * weight / squares;
}

/// One column of u: weights of moment columns.
using Weights = std::vector<std::pair<std::size_t, double>>;

class UserColumns {
 public:
  explicit UserColumns(const moments::Moments& moments) : moments_(moments) {}

  Result<std::vector<Weights>> of(const Who& who) {
    for (const std::string& name : who.knows) EXPLAINEE_TRY(add_table_column(name));
    if (who.squares_and_products) EXPLAINEE_TRY(add_products(who.knows));
    for (const std::string& name : who.as_they_are) EXPLAINEE_TRY(add_table_column(name));
    for (const auto& sum : who.reasons) {
      Weights weights;
      for (const auto& [name, weight] : sum) {
        EXPLAINEE_ASSIGN(const std::size_t column, find(name));
        weights.emplace_back(column, weight);
      }
      columns_.push_back(std::move(weights));
    }
    return std::move(columns_);
  }

 private:
  Result<std::size_t> find(const std::string& name) const {
    const int at = moments_.find(name);
    if (at >= 0) return static_cast<std::size_t>(at);
    return Error{ErrorCode::kDamagedCertificate, fmt::format("the moments have no column '{}'", name), ""};
  }

  Result<void> add_table_column(const std::string& name) {
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < moments_.columns.size(); ++i) {
      const moments::MomentColumn& column = moments_.columns[i];
      const bool number = column.kind == moments::ColumnKind::kNumber && column.name == name;
      const bool level = column.kind == moments::ColumnKind::kLevel && column.source == name;
      if (number || level) found.push_back(i);
    }
    if (found.empty()) EXPLAINEE_TRY(find(name));
    for (const std::size_t column : found) columns_.push_back({{column, 1.0}});
    return {};
  }

  Result<void> add_products(const std::vector<std::string>& known) {
    const auto is_number = [&](const std::string& name) {
      const int at = moments_.find(name);
      return at >= 0 && moments_.columns[static_cast<std::size_t>(at)].kind == moments::ColumnKind::kNumber;
    };
    for (std::size_t a = 0; a < known.size(); ++a) {
      for (std::size_t b = a; b < known.size(); ++b) {
        if (!is_number(known[a]) || !is_number(known[b])) continue;
        const int column = moments_.find_product(known[a], known[b]);
        if (column < 0) EXPLAINEE_TRY(find(known[a] + " times " + known[b]));
        columns_.push_back({{static_cast<std::size_t>(column), 1.0}});
      }
    }
    return {};
  }

  const moments::Moments& moments_;
  std::vector<Weights> columns_;
};

/// Takes the variable at `pivot` out of all others: one step of a Schur complement.
void condition_on(Matrix& sigma, std::size_t pivot, const CheckedProblem& problem) {
  const std::size_t n = sigma.size();
  const DoubleDouble variance = sigma(pivot, pivot);
  std::vector<DoubleDouble> line(n);
  for (std::size_t i = 0; i < n; ++i) line[i] = sigma(i, pivot);
  for (std::size_t i = 0; i < n; ++i) {
    problem.throw_if_stopped();
    const DoubleDouble slope = line[i] / variance;
    for (std::size_t j = 0; j <= i; ++j) sigma(i, j) = sigma(j, i) = sigma(i, j) - slope * line[j];
  }
}

/// The variable among [from, to) that keeps the largest share of its own variance; `to` when none keeps more than
/// kDetermined.
std::size_t strongest(const Matrix& sigma, const std::vector<double>& own, std::size_t from, std::size_t to,
                      const std::vector<char>& used) {
  std::size_t best = to;
  double most = base::kDetermined;
  for (std::size_t i = from; i < to; ++i) {
    if (used[i] != 0 || !(own[i] > 0) || !(sigma(i, i).value() / own[i] > most)) continue;
    most = sigma(i, i).value() / own[i];
    best = i;
  }
  return best;
}

/// True when no direction has a variance below −`kSlack` of its own.
bool is_positive(Matrix sigma, const std::vector<double>& own, const std::vector<std::size_t>& which,
                 const CheckedProblem& problem) {
  constexpr double kSlack = 1e-9;
  std::vector<std::size_t> left = which;
  while (!left.empty()) {
    const auto share = [&](std::size_t i) { return own[i] > 0 ? sigma(i, i).value() / own[i] : 0.0; };
    const auto most =
        std::max_element(left.begin(), left.end(), [&](std::size_t a, std::size_t b) { return share(a) < share(b); });
    const std::size_t pivot = *most;
    if (share(pivot) <= kSlack) break;
    condition_on(sigma, pivot, problem);
    left.erase(most);
  }
  return std::all_of(left.begin(), left.end(), [&](std::size_t i) {
    return std::all_of(left.begin(), left.end(), [&](std::size_t j) {
      return std::abs(sigma(i, j).value()) <= kSlack * std::sqrt(own[i] * own[j]);
    });
  });
}

/// Takes the noise out of the columns of u that have it, having seen that it fits into what facts and predictions leave
/// open of them: else there is no such understanding.
Result<void> take_out_noise(const Who& who, const moments::Moments& moments, const std::vector<Weights>& variables,
                            std::size_t first_user, const CheckedProblem& problem, Matrix& all) {
  if (who.noisy.empty()) return {};
  const std::vector<double>& own = problem.own;
  std::vector<std::size_t> noisy;
  const std::size_t end = variables.size() - who.reasons.size();
  for (const std::string& name : who.noisy) {
    const Weights wanted = {{static_cast<std::size_t>(moments.find(name)), 1.0}};
    std::size_t at = end;
    while (at > first_user && variables[at - 1] != wanted) --at;
    if (at == first_user)
      return Error{ErrorCode::kCheckFailed, fmt::format("rejected: '{}' is no number that she has", name), ""};
    noisy.push_back(at - 1);
  }
  Matrix beneath = all;
  for (std::size_t i = 0; i < noisy.size(); ++i) {
    for (std::size_t j = 0; j < noisy.size(); ++j)
      beneath(noisy[i], noisy[j]) = beneath(noisy[i], noisy[j]) - DoubleDouble(who.noise[i][j]);
  }
  Matrix open = beneath;
  std::vector<char> used(variables.size(), 0);
  for (const std::size_t i : noisy) used[i] = 1;
  while (true) {
    const std::size_t pivot = strongest(open, own, 0, own.size(), used);
    if (pivot == own.size()) break;
    used[pivot] = 1;
    condition_on(open, pivot, problem);
  }
  if (!is_positive(open, own, noisy, problem))
    return Error{ErrorCode::kCheckFailed, "rejected: what she has is not as noisy as it says", ""};
  all = std::move(beneath);
  return {};
}

}  // namespace

namespace {

/// Candidates' columns, predictions (of draws their mean), u, as weights of moment columns.
struct Variables {
  std::vector<Weights> all;
  std::vector<std::size_t> predictions;  ///< moment columns of the predictions or draws
  std::size_t first_user = 0;
};

Result<Variables> variables_of(const Certificate& certificate, const moments::Moments& moments,
                               CheckedProblem& problem) {
  EXPLAINEE_ASSIGN(const std::vector<Weights> user, UserColumns(moments).of(certificate.who));
  const auto find = [&](const std::string& name) -> Result<std::size_t> {
    const int at = moments.find(name);
    if (at >= 0) return static_cast<std::size_t>(at);
    return Error{ErrorCode::kDamagedCertificate, fmt::format("the moments have no column '{}'", name), ""};
  };
  Variables variables;
  for (const CandidateFact& candidate : certificate.candidates) {
    problem.throw_if_stopped();
    problem.candidates.emplace_back(variables.all.size(), candidate.columns.size());
    for (const std::string& name : candidate.columns) {
      EXPLAINEE_ASSIGN(const std::size_t column, find(name));
      variables.all.push_back({{column, 1.0}});
    }
  }
  problem.columns = variables.all.size();
  Weights mean;
  for (const std::string& name : certificate.prediction) {
    EXPLAINEE_ASSIGN(const std::size_t column, find(name));
    variables.predictions.push_back(column);
    mean.emplace_back(column, 1.0 / static_cast<double>(certificate.prediction.size()));
    if (!certificate.draws) variables.all.push_back({{column, 1.0}});
  }
  if (certificate.draws) variables.all.push_back(std::move(mean));
  variables.first_user = variables.all.size();
  variables.all.insert(variables.all.end(), user.begin(), user.end());
  problem.predictions = variables.first_user - problem.columns;
  return variables;
}

/// Covariances of these variables.
Matrix covariance_of(const std::vector<Weights>& variables, const Matrix& sigma, const CheckedProblem& problem) {
  Matrix all(variables.size());
  for (std::size_t i = 0; i < variables.size(); ++i) {
    problem.throw_if_stopped();
    for (std::size_t j = 0; j <= i; ++j) {
      DoubleDouble sum;
      for (const auto& [a, wa] : variables[i]) {
        for (const auto& [b, wb] : variables[j]) sum += sigma(a, b) * DoubleDouble(wa) * DoubleDouble(wb);
      }
      all(i, j) = all(j, i) = sum;
    }
  }
  return all;
}

/// What is known of the variances beyond the moments: noise of facts, resolution, the spread of draws.
void add_known_variances(const Certificate& certificate, double excess, CheckedProblem& problem) {
  const auto add = [&](std::size_t at, double variance) {
    problem.given(at, at) += variance;
    problem.own[at] += variance;
  };
  for (std::size_t j = 0; j < problem.candidates.size(); ++j)
    add(problem.candidates[j].first, certificate.candidates[j].noise_variance);
  for (std::size_t k = 0; k < problem.predictions; ++k)
    add(problem.target(k), certificate.resolution_variance + excess);
}

/// Takes out what u is: the variables from `first_user` on; fewer degrees of freedom are left.
void take_out_user(Matrix& all, std::size_t first_user, CheckedProblem& problem) {
  std::vector<char> used(all.size(), 0);
  while (true) {
    const std::size_t pivot = strongest(all, problem.own, first_user, all.size(), used);
    if (pivot == all.size()) return;
    problem.degrees -= 1;
    used[pivot] = 1;
    condition_on(all, pivot, problem);
  }
}

}  // namespace

Result<CheckedProblem> condition(const Certificate& certificate, const moments::Moments& moments,
                                 const base::Control& control) {
  CheckedProblem problem;
  problem.control = control;
  EXPLAINEE_ASSIGN(const Variables variables, variables_of(certificate, moments, problem));
  const Total total = total_of(moments, problem);
  Matrix all = covariance_of(variables.all, total.covariance, problem);
  const std::size_t first_user = variables.first_user;
  problem.own.resize(variables.all.size());
  for (std::size_t i = 0; i < problem.own.size(); ++i) problem.own[i] = all(i, i).value();
  EXPLAINEE_TRY(take_out_noise(certificate.who, moments, variables.all, first_user, problem, all));
  problem.degrees = effective_rows(moments) - 1;
  take_out_user(all, first_user, problem);
  problem.given = Matrix(first_user);
  for (std::size_t i = 0; i < first_user; ++i) {
    for (std::size_t j = 0; j < first_user; ++j) problem.given(i, j) = all(i, j);
  }
  problem.own.resize(first_user);
  add_known_variances(certificate, certificate.draws ? excess_of_draws(total, variables.predictions) : 0, problem);
  problem.bias_nats = certificate.bias_nats;
  return problem;
}

}  // namespace explainee::verify
