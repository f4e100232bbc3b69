// explainee/explanation.h: the few facts that tell one person most about the predictions, and what is proven of them.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "explainee/dataset.h"
#include "explainee/explainer.h"
#include "explainee/request.h"
#include "explainee/result.h"

namespace explainee::api {
struct HeldExplanation;
}

namespace explainee {
inline namespace v0 {

/// A fact that is told.
struct Fact {
  std::string name;
  std::vector<double> coefficient;  ///< one per prediction, per unit of the fact; empty for a category
  std::optional<double> stability;  ///< share of random halves of the rows that choose it too
};

/// One fact's part in one row.
struct Contribution {
  std::string name;
  std::optional<double> value;     ///< of a number
  std::string level;               ///< of a category
  std::optional<double> expected;  ///< what this person would have expected of it
  std::vector<double> amount;      ///< one per prediction
};

/// One row taken apart: prediction = expected + contributions + remainder.
struct RowExplanation {
  std::int64_t row = 0;
  std::vector<double> prediction;
  std::vector<double> expected;
  std::vector<Contribution> contributions;
  std::vector<double> remainder;
  std::string id;  ///< the row's text in the column of ids; empty without one
};

/// The result of explain() or score(). Copies share it.
class Explanation {
 public:
  /// Weightiest first.
  [[nodiscard]] std::vector<Fact> facts() const;
  /// What the facts tell this person; none where they settle the prediction.
  [[nodiscard]] std::optional<double> bits() const;
  /// Whether they settle the prediction completely.
  [[nodiscard]] bool infinite() const;
  /// Whether no other set of as many facts tells more, on these rows under this estimator.
  [[nodiscard]] bool optimal() const;
  /// No set tells more than this; none where nothing is proven, or the prediction is settled.
  [[nodiscard]] std::optional<double> bound_bits() const;
  /// Typical error, one per prediction, before and after the facts.
  [[nodiscard]] std::vector<double> before() const;
  [[nodiscard]] std::vector<double> after() const;
  /// The row that the request asked for.
  [[nodiscard]] std::optional<RowExplanation> row() const;
  /// Codes and sentences of what the reader should know.
  [[nodiscard]] std::vector<std::string> warnings() const;

  /// The document of the contract, explainee.explanation.v1 (or explainee.score.v1).
  [[nodiscard]] std::string json() const;
  /// In sentences, the most important first.
  [[nodiscard]] std::vector<std::string> sentences() const;
  /// A page for a terminal, wrapped to so many characters.
  [[nodiscard]] std::string words(int width = 100) const;
  /// The row as a picture; kNeedsRows when the request asked for none.
  [[nodiscard]] Result<std::string> waterfall_svg() const;
  /// For other rows; kBadOption unless the request had how.keep.
  [[nodiscard]] Result<Explainer> explainer() const;

  explicit Explanation(std::shared_ptr<const api::HeldExplanation> answer) : answer_(std::move(answer)) {}

 private:
  std::shared_ptr<const api::HeldExplanation> answer_;
};

/// Finds the best explanation for the person of the request.
[[nodiscard]] Result<Explanation> explain(const Dataset& dataset, const Request& request, const Control& control = {});

/// The same for a person who was asked: `answers` has the columns row and answer.
[[nodiscard]] Result<Explanation> explain(const Dataset& dataset, const Request& request, const Dataset& answers,
                                          const Control& control = {});

/// What a given explanation (request.facts.features or rule) tells the person, beside the best one with as many facts.
[[nodiscard]] Result<Explanation> score(const Dataset& dataset, const Request& request, const Control& control = {});

/// The same for a person who was asked.
[[nodiscard]] Result<Explanation> score(const Dataset& dataset, const Request& request, const Dataset& answers,
                                        const Control& control = {});

}  // namespace v0
}  // namespace explainee
