// explainee/explain/explanation.h: the result of explain() and score(), as data; report/ turns it into words, JSON and
// pictures.
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "explainee/base/errors/message.h"
#include "explainee/base/given_option.h"
#include "explainee/explain/kept/explainer.h"
#include "explainee/explain/proposals/shown_fact.h"
#include "explainee/family/description.h"
#include "explainee/information/claim.h"
#include "explainee/information/diagnostics/diagnosis.h"
#include "explainee/information/interval.h"
#include "explainee/information/test_basis.h"
#include "explainee/moments/moments.h"
#include "explainee/person/model/odd_answers.h"
#include "explainee/person/person.h"
#include "explainee/request/request.h"
#include "explainee/verify/certificate.h"

namespace explainee::explain {

/// One number per prediction, in the order of `Explanation::predictions`.
using PerPrediction = std::vector<double>;

/// One column of a fact with several columns.
struct FactColumn {
  std::string name;
  std::string level;          ///< of a category
  PerPrediction coefficient;  ///< 0 for the reference level
};

/// Whether the model itself sees what a fact is made of.
enum class UsedByModel : std::uint8_t {
  kUnknown,  ///< nobody said what the model sees
  kNo,       ///< none of the columns it is made of
  kPartly,   ///< some of them
  kYes,      ///< all of them
};

/// A chosen fact.
struct Fact {
  std::string name;
  std::string family;                ///< features, curves, …
  std::vector<std::string> sources;  ///< columns of the table it is made of
  int index = -1;                    ///< position of the column in the table, −1 for derived facts
  PerPrediction coefficient;         ///< empty for a block
  std::vector<FactColumn> columns;   ///< of a block
  std::optional<double> lasso_coefficient;
  std::optional<double> stability;  ///< share of half-sets of folds that choose it
  std::vector<std::string> marks;   ///< with_others, not_an_input
  UsedByModel used_by_model = UsedByModel::kUnknown;
  ShownWith shown_with = {};
  std::optional<double> cost;  ///< with a budget
  family::Shape shape = {};    ///< of a column of numbers
  double weight = 0;           ///< √(βᵀGβ): how much of the prediction it moves, for the order
};

/// One thing that the person understands.
struct SummaryEntry {
  std::string name;
  person::Way way = person::Way::kKnows;
  std::vector<std::string> reasons;  ///< the columns she reasons from
};

/// How noisy one of her summaries is.
struct SummaryNoise {
  std::string name;
  double sd = 0;       ///< as stated
  double used_sd = 0;  ///< what of it was taken out: no more than the row leaves open; 0 when nothing was asked for
  std::string from;    ///< option, noise column or repeats
};

/// A column of what the person knows, with its coefficient.
struct SummaryCoefficient {
  std::string name;
  PerPrediction coefficient;
};

/// How much the facts tell, in nats.
struct Information {
  double nats = 0;  ///< plug-in; of the directions that are not settled when infinite
  bool infinite = false;
  std::optional<double> of_nats;  ///< no more can be told: of a class H(ŷ|u), of draws what a single one leaves open
  double objective_nats = 0;      ///< plug-in less the charge for extra columns: what was maximised
  double corrected_nats = 0;      ///< plug-in less its upward bias
  std::optional<information::Interval> interval_nats;           ///< of the population's corrected value, 95 %
  std::optional<information::Interval> gaussian_interval_nats;  ///< exact when the rows are Gaussian, 95 %
  std::optional<double> honest_nats;  ///< what the procedure is worth on rows it did not choose on
  std::optional<double> stability;
  std::optional<double> p_value;                                          ///< only for a set that the caller named
  information::TestBasis test = information::TestBasis::kEqualVariances;  ///< what stands behind it
  std::string honest_method;  ///< exact or greedy, empty without honest_nats
  std::string estimator = "gaussian";
};

/// The same in the prediction's own units.
struct Uncertainty {
  PerPrediction before;            ///< standard deviation given what she knows
  PerPrediction after;             ///< standard deviation given the facts too
  PerPrediction removed;           ///< 1 − after/before
  PerPrediction variance_removed;  ///< 1 − after²/before²
  std::optional<double> floor;     ///< standard deviation of the draws of one row, where there are several
  PerPrediction helped;            ///< share of rows brought closer; empty when rows are not at hand
};

/// What the facts are worth to this reader on rows that took no part in choosing them (information §7).
struct Predictive {
  double nats = 0;
  double error = 0;      ///< its standard error
  double quantile = 2;   ///< of t for 95 %
  bool settled = false;  ///< nothing is left: there is no finite figure
  PerPrediction before;  ///< typical error: √ mean square of what is left; none for a prediction that follows
  PerPrediction after;
  std::optional<double> closer;        ///< share of rows that the facts bring closer; none without rows
  std::optional<double> right_before;  ///< of a class: share of rows named correctly
  std::optional<double> right_after;
};

/// Who proposed the facts that are told, and how much better they did on rows left out than the best plain columns.
struct ProposedBy {
  std::string name;   ///< plain, shaped, learner or asked
  double margin = 0;  ///< share of what is open; 0 where the plain set won
  double error = 0;   ///< standard error of it
  struct Other {
    std::string name;
    std::vector<std::string> features;
    double margin = 0;  ///< against the plain set, negative where it did worse
  };
  std::vector<Other> others;
};

/// That the model was asked about rows like these.
struct ModelAsked {
  std::int64_t rows = 0;  ///< that were drawn like all real ones
  int calls = 0;          ///< of the model, those about rows like parts of the real ones too; 0: a file had its answers
};

/// How many facts are more than chance.
struct Support {
  bool decided = false;          ///< the number of facts was; else it is what was asked for
  int facts = 0;                 ///< told
  std::vector<double> p_values;  ///< of a first, a second … further fact, as far as was looked
  bool together = false;         ///< several facts that tell only together
  /// What decided.
  enum class Rule : std::uint8_t {
    kSignFlips,  ///< a test on the rows
    kFoldGains,  ///< what they gain on folds that took no part: moments have no rows
  };
  Rule rule = Rule::kSignFlips;
};

/// How much readers who combine columns freely would know, on rows that took no part (information §8): by what the
/// learner predicts. Several predictions count together, ½ ln of the ratio of determinants; classes by log-loss.
struct StandingCheck {
  /// Another request that was tried, and what its facts are worth to the reader of this one.
  struct Tried {
    std::vector<std::string> family;
    int sparsity = 0;
    double nats = 0;
  };
  double known_nats = 0;  ///< of the prediction, from what is known
  double facts_nats = 0;  ///< further ones, from the columns of the facts
  double all_nats = 0;    ///< further ones, from all promising columns
  std::int64_t rows = 0;  ///< that were learned from
  /// The promising ones.
  std::vector<std::string> columns;
  /// Where the facts miss much.
  std::vector<Tried> tried;
};

/// When the Lasso gives the same facts; λ as in the paper.
struct LassoReport {
  std::optional<information::Interval>
      lambda;  ///< where the Lasso has exactly as many features (or the λ given, twice)
  bool standardised = true;
  bool equals_exact = false;                       ///< some λ makes the Lasso's features the exact ones
  std::optional<information::Interval> equal_for;  ///< those λ
  double max_correlation_given_user = 0;
  double max_correlation_with_user = 0;
};

/// A named set of facts and what it tells this person, in nats (objective).
struct FactSet {
  std::vector<std::string> features;
  double nats = 0;
  bool infinite = false;
  std::optional<bool> indistinguishable;  ///< the data cannot tell it from the chosen facts
};

/// A point of bits against the number of facts.
struct CurvePoint {
  int sparsity = 0;
  FactSet set;
  bool optimal = false;
};

/// A fact that is none for this person, and what gives it away.
struct AlreadyKnown {
  std::string name;
  std::vector<std::string> by;  ///< empty: it is constant
};

/// A column that was left out, and why.
struct SetAside {
  std::string name;
  base::Message reason;
};

/// One fact's part in one row.
struct Contribution {
  std::string name;
  std::optional<double> value;  ///< of a number
  std::string level;            ///< of a category
  family::Shown shown = family::Shown::kNumber;
  std::vector<std::pair<std::string, double>> sources;  ///< with their values, where these are shown instead
  std::optional<double> expected;                       ///< what she would have expected of it; none for a category
  PerPrediction contribution;
};

/// The exact decomposition of one row: prediction = expected + contributions + remainder.
struct RowExplanation {
  std::int64_t index = 0;
  std::string id;
  PerPrediction prediction;
  PerPrediction expected;
  std::vector<std::pair<std::string, double>> guesses;  ///< her own, as the table has them
  std::vector<Contribution> contributions;
  PerPrediction remainder;
  std::optional<double> surprise_removed_nats;  ///< none when infinite
  PerPrediction one_in_before;                  ///< so large a gap occurs once in this many rows, given what she knows
  PerPrediction one_in_after;                   ///< the same for what is left
};

/// A prediction that is a class.
struct LabelReport {
  std::string column;
  std::vector<std::string> classes;
  double right_before = 0;  ///< share of rows where the likeliest class, given what she knows, is the predicted one
  double right_after = 0;   ///< and given the facts too
  bool counted = true;      ///< by cells of equal values; else by logistic regression
};

/// Which rows the facts for one row were chosen from.
struct LocalReport {
  std::int64_t row = 0;
  std::int64_t neighbours = 0;      ///< rows that count
  double effective_rows = 0;        ///< what they are worth in rows of equal weight
  double width = 0;                 ///< of the kernel, in standard deviations
  std::vector<std::string> metric;  ///< the columns in which they are alike
  FactSet everywhere;               ///< the facts for all rows, and what they tell there
};

struct LocalRows;

/// What another estimator, which reads the rows, says of a set of facts.
struct DiagnosticReport {
  std::string estimator;              ///< as asked for: "knn"
  std::string target;                 ///< told, all or unknown: which set it is
  std::vector<std::string> features;  ///< of that set
  information::Diagnosis diagnosis;
};

/// Something the reader should know.
struct Warning {
  std::string code;
  base::Message message;
};

/// Seconds of one stage.
struct Timing {
  std::string stage;
  double seconds = 0;
};

/// What the best set of as many facts, chosen anew without the rows that it is measured on, tells beside the judged
/// one.
struct BestElsewhere {
  double nats = 0;
  double error = 0;       ///< its standard error
  double lost_nats = 0;   ///< by the judged set against it
  double lost_error = 0;  ///< standard error of that, row by row
  double quantile = 2;    ///< of t for 95 %
};

/// How score() compares the judged set with the best one.
struct ScoreReport {
  FactSet best;
  double lost_nats = 0;
  bool lost_infinite = false;
  std::optional<FactSet> average;  ///< of a relevance map: all its columns as one weighted average
  std::optional<BestElsewhere> elsewhere = std::nullopt;  ///< where the judged set is measured on rows not used
};

/// A proof that others can check, and the moments it is about.
struct Proof {
  verify::Certificate certificate;
  std::shared_ptr<const moments::Moments> moments;
};

/// What a few answers say about a person (docs/decisions/0008).
struct AnswersReport {
  /// An explanation that is best for some of the persons she may be.
  struct Contender {
    FactSet set;            ///< with the bits expected
    double share_best = 0;  ///< of these persons
  };
  std::int64_t answers = 0;
  double linear_share = 0;  ///< of the variance of her answers that a linear map is expected to account for
  person::Oddity oddity = person::Oddity::kNone;  ///< why they say little, where they do
  std::optional<double> probability_best;         ///< that no other set tells her over 1 % more
  double expected_nats = 0;
  double lost_nats = 0;   ///< expected, against knowing her
  double lost_share = 0;  ///< the same as a share of what would be told
  std::vector<Contender> contenders;
};

/// The whole explanation.
struct Explanation {
  std::int64_t rows = 0;
  std::int64_t rows_dropped = 0;
  std::vector<std::string> predictions;
  std::string data_sha256;
  request::Request request;
  bool asked = false;                            ///< her answers were an input
  std::vector<base::GivenOption> given_options;  ///< beyond the defaults, also of the program around

  std::vector<SummaryEntry> summary;
  bool quadratic_knowing = false;
  bool noise_free = false;  ///< u is her understanding beneath the noise, not her answers as they are
  std::vector<SummaryNoise> summary_noise;
  std::vector<AlreadyKnown> already_known;
  std::vector<SetAside> set_aside;

  std::string method;
  int sparsity = 0;
  std::map<std::string, family::Description> derived;  ///< candidates that are no plain columns, by name
  std::vector<Fact> facts;
  PerPrediction intercept;
  std::vector<SummaryCoefficient> summary_coefficients;
  Information information;
  Uncertainty uncertainty;
  std::optional<Support> support;         ///< none: nothing was decided or measured on rows
  std::optional<Predictive> predictive;   ///< none below kFewestRows rows, or where it was not asked for
  std::optional<ProposedBy> proposed_by;  ///< where sets competed
  std::optional<ModelAsked> model_asked;  ///< none: it was not, or nothing depended on it
  std::optional<FactSet> unsupported;     ///< the best set where none is more than chance
  /// None where predictive is none, where the facts settle the prediction, and with little effort.
  std::optional<StandingCheck> standing_check;
  std::optional<LassoReport> lasso;
  information::Claim claim;         ///< "certificate" in JSON
  bool nothing_to_explain = false;  ///< the prediction is constant or follows from what she knows
  bool out_of_work = false;         ///< the search was left unproven after its share of work
  bool interrupted = false;

  std::optional<FactSet> impersonal_all;
  std::optional<FactSet> impersonal_unknown;
  std::vector<FactSet> alternatives;
  bool alternatives_proven = false;  ///< no set that is not listed lies between them
  std::vector<CurvePoint> curve;
  std::optional<RowExplanation> row;
  std::optional<ScoreReport> score;
  std::optional<AnswersReport> answers;       ///< when a model of the person was learnt from few answers
  std::optional<LabelReport> label;           ///< when the prediction is a class
  std::vector<DiagnosticReport> diagnostics;  ///< where an estimator was asked for that is not the measure
  std::optional<LocalReport> local;           ///< with Request::rows.local and a row, unless too few rows are like it
  std::vector<Warning> warnings;
  std::vector<Timing> timings;
  std::shared_ptr<const Explainer> explainer;   ///< with Request::how.keep, where there were rows
  std::shared_ptr<const LocalRows> local_rows;  ///< with Request::rows.local and keep
  std::shared_ptr<const Proof> proof;           ///< with Request::how.certificate, where there is one

  /// What the facts cost together; none without a budget.
  [[nodiscard]] std::optional<double> cost() const;
};

}  // namespace explainee::explain
