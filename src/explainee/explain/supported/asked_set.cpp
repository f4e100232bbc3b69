#include "explainee/explain/supported/asked_set.h"

#include <numeric>
#include <utility>

namespace explainee::explain {
namespace {

/// Real rows of the fit, then the drawn ones.
Eigen::MatrixXd stacked(const Eigen::MatrixXd& real, const std::vector<Eigen::Index>& rows,
                        const Eigen::MatrixXd& drawn) {
  Eigen::MatrixXd both(static_cast<Eigen::Index>(rows.size()) + drawn.rows(), real.cols());
  both << real(rows, Eigen::all), drawn;
  return both;
}

std::vector<Eigen::Index> rows_of_fit(const AskedFit& asked) {
  std::vector<Eigen::Index> rows;
  for (const std::size_t fold : asked.fit) {
    for (Eigen::Index i = asked.dealt.folds.begin(fold); i < asked.dealt.folds.ends[fold]; ++i)
      rows.push_back(asked.dealt.order[static_cast<std::size_t>(i)]);
  }
  return rows;
}

/// As much of the held rows as a search needs.
HeldRows together(const AskedFit& asked) {
  const HeldRows& held = *asked.dealt.held;
  const std::vector<Eigen::Index> rows = rows_of_fit(asked);
  HeldRows both;
  both.values = stacked(held.values, rows, asked.drawn.values);
  both.given = stacked(held.given, rows, asked.drawn.given);
  both.targets = stacked(held.targets, rows, asked.drawn.targets);
  both.weights.resize(both.values.rows());
  both.weights << held.weights(rows), Eigen::VectorXd::Ones(asked.drawn.values.rows());
  both.candidates = held.candidates;
  return both;
}

/// The terms of the reading alone, by their place.
TermLibrary terms_of(const AskedFit& asked, const HeldRows& both, Reading& reading) {
  TermLibrary library;
  for (const int term : asked.reading.terms)
    library.terms.push_back(asked.library.terms[static_cast<std::size_t>(term)]);
  library.columns.resize(both.rows(), static_cast<Eigen::Index>(library.terms.size()));
  for (std::size_t k = 0; k < library.terms.size(); ++k)
    library.columns.col(static_cast<Eigen::Index>(k)) =
        standardised(values_of(library.terms[k], both.values), both.weights);
  reading.terms.resize(library.terms.size());
  std::iota(reading.terms.begin(), reading.terms.end(), 0);
  return library;
}

}  // namespace

std::vector<SeenFact> best_with_drawn(const AskedFit& asked, int facts, SetRules rules, const base::Control& control) {
  const HeldRows both = together(asked);
  Reading reading = asked.reading;
  const TermLibrary library = terms_of(asked, both, reading);
  DealtRows dealt;
  dealt.held = &both;
  dealt.order.resize(static_cast<std::size_t>(both.rows()));
  std::iota(dealt.order.begin(), dealt.order.end(), Eigen::Index{0});
  dealt.folds.ends = {both.rows()};
  dealt.folds.weights = both.weights;
  rules.most_facts = facts;
  const SeenRows seen = see(dealt, library, {0}, reading, rules, control);
  return seen.facts_of(seen.best.back());
}

}  // namespace explainee::explain
