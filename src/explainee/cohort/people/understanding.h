// explainee/cohort/people/understanding.h: what each person of a list understands, in the terms of the search.
#pragma once

#include <Eigen/Dense>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "explainee/cohort/people/shared_problem.h"
#include "explainee/cohort/people/user_list.h"
#include "explainee/explain/answers/answered.h"
#include "explainee/person/summary.h"
#include "explainee/search/crowd/crowd_member.h"

namespace explainee::cohort {

/// One person's columns of u. The parts add up.
struct Understanding {
  std::vector<int> known;           ///< candidates whose values she has
  std::vector<int> columns;         ///< moment columns that she has beside them: products, levels, what is no candidate
  Eigen::VectorXd weights;          ///< of a sum of moment columns; empty: none
  double noise_variance = 0;        ///< of that sum, by itself
  Eigen::VectorXd fact_weights;     ///< the same sum over the candidates, where it is made of nothing else
  Eigen::MatrixXd cross;            ///< candidates × further columns of u: covariances
  Eigen::MatrixXd inner;            ///< among those
  Eigen::VectorXd cross_target;     ///< with the prediction
  bool linear_only = false;         ///< Served::linear_only
  bool odd_answers = false;         ///< Served::odd_answers
  std::optional<search::Set> told;  ///< what is best to tell her where she is known from answers only

  /// At most so many columns of u are independent.
  [[nodiscard]] Eigen::Index rank_limit() const {
    return static_cast<Eigen::Index>(known.size()) + cross.cols() + (fact_weights.size() > 0 ? 1 : 0);
  }
  /// Borrows from here.
  [[nodiscard]] search::Member member() const;
  /// All columns of u as weights of the moment columns.
  [[nodiscard]] Eigen::MatrixXd summary_weights(const SharedProblem& shared) const;
};

/// Reads what people have.
class Reader {
 public:
  /// Fails when a weight belongs to no number column.
  [[nodiscard]] static base::Result<Reader> make(SharedProblem& shared, const UserList& list, bool linear);

  /// A list of names, separated by semicolons, globs and ranges welcome; `where` is for messages.
  [[nodiscard]] base::Result<Understanding> has(const std::string& names, UserKind kind,
                                                const base::Subject& where) const;
  /// What her answers say; anything when stopped.
  [[nodiscard]] Understanding answered(const std::vector<person::Answer>& answers, const base::Control& control) const;
  /// One column of UserBatch::weights.
  [[nodiscard]] Understanding weighs(const Eigen::VectorXd& weights, double noise) const;

 private:
  Reader(const SharedProblem& shared, bool linear) : shared_(&shared), linear_(linear) {}
  [[nodiscard]] Understanding sum_of(Eigen::VectorXd weights, double noise_variance) const;
  void add_covariances(Understanding& person, const Eigen::MatrixXd& columns) const;

  const SharedProblem* shared_;
  bool linear_;
  std::vector<int> weighted_;  // moment column of each weight
  std::vector<int> facts_;     // candidate of each weight; −1: none
  person::PersonSpace space_;  // where people answered
  explain::VerdictTask task_;
  person::PersonDraws anybody_;                   // of whom nothing is known
  std::map<std::int64_t, Eigen::VectorXd> rows_;  // that somebody was asked about
  std::unordered_map<int, int> fact_of_;          // moment column → candidate
};

/// All columns and products that a list of people may need, from one pass over it; also how many they are. Products
/// only of those whose rows would carry them (person::quadratic_fits), as far as the rows of the table are known.
struct Needs {
  explain::FutureColumns kept;
  std::int64_t people = 0;
  bool noisy = false;  ///< the sums of some people are blurred
};
[[nodiscard]] base::Result<Needs> needs_of(UserList& list, const explain::Input& input, const request::Request& request,
                                           const base::Control& control);

}  // namespace explainee::cohort
