// explainee/request/request.h: everything a caller may ask of an explanation, as typed data: what is explained, to
// whom, with which facts, how, and which rows are looked at.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "explainee/request/grammar/written.h"

namespace explainee::request {

/// On which scale the prediction is explained.
enum class Scale {
  kPlain,  ///< as it is
  kLogit,  ///< the log-odds of a probability
};

/// How answers become an understanding.
enum class AnswersAs {
  kAuto,    ///< kPerson where there are fewer than twenty answers for every column of the table
  kPerson,  ///< who she is is learnt from a few answers and all rows
  kRows,    ///< the answered rows alone
};

/// How well the reader turns what is known and told into an expectation.
enum class ReaderKind {
  kFlexible,   ///< bends, thresholds and products of what is known
  kQuadratic,  ///< squares and products of what is known
  kLinear,     ///< sums, as in the paper
};

/// How many facts are told.
enum class Tell {
  kSupported,  ///< as many as are more than chance
  kAll,        ///< as many as are asked for
};

/// How much work goes into deciding and measuring.
enum class Effort { kQuick, kNormal, kThorough };

/// How the facts are found.
enum class Method { kExact, kGreedy, kLasso };

/// What happens to a row that has a missing or infinite cell.
enum class Missing { kError, kDrop };

/// In which columns rows are alike, for an explanation of one row by rows like it.
enum class Metric {
  kBest,  ///< those of the best 2s candidates
  kAll,
};

/// An expression such as mean(x1..x20), as it was written: its text is the name of its column in every answer. Only
/// data::Expression looks into it.
struct WrittenExpression {
  std::string text = {};
  [[nodiscard]] bool empty() const { return text.empty(); }
  bool operator==(const WrittenExpression&) const = default;
};

/// Facts by name, where * and ? stand for characters and a..b for a range. Families make facts later than a request is
/// read, so that they are looked up when they are there.
struct FactPattern {
  std::string text = {};
  bool operator==(const FactPattern&) const = default;
};

/// A column that she reasons from.
struct WeightedColumn {
  std::string column = {};
  std::optional<double> weight = {};  ///< her own, per unit of the column; none: fitted
  bool operator==(const WeightedColumn&) const = default;
};

/// How noisy one of her own numbers is.
struct OwnNoise {
  std::string name = {};  ///< a column of Who::summary or Who::guess, or "answer" for what she answered
  double sd = 0;          ///< standard deviation in its own units
  bool operator==(const OwnNoise&) const = default;
};

/// Facts that are shown with noise.
struct FactNoise {
  FactPattern facts = {};
  double sd = 0;  ///< standard deviation in their own units
  bool operator==(const FactNoise&) const = default;
};

/// Facts that are shown rounded.
struct FactSteps {
  FactPattern facts = {};
  double step = 1;  ///< they are shown as multiples of this, in their own units
  bool operator==(const FactSteps&) const = default;
};

/// What facts cost their reader.
struct FactCost {
  FactPattern facts = {};  ///< or the name of a family
  double cost = 1;         ///< in the units of FactRules::budget
  bool operator==(const FactCost&) const = default;
};

/// Columns that are told together.
struct ColumnGroup {
  std::string name = {};
  std::vector<std::string> columns = {};
  bool operator==(const ColumnGroup&) const = default;
};

/// Where a column is cut into bins.
struct ColumnCuts {
  std::string column = {};
  std::vector<double> at = {};  ///< increasing, in the column's units
  bool operator==(const ColumnCuts&) const = default;
};

/// What is explained.
struct What {
  std::vector<std::string> prediction;  ///< columns with the predictions; at least one is needed
  bool draws = false;                   ///< the predictions are draws of one prediction, such as those of an ensemble
  std::string versus;                   ///< another model's predictions: the difference is explained; empty: none
  Scale prediction_scale = Scale::kPlain;
  std::string label;  ///< the true outcome, never a fact; empty: none
  std::string id;     ///< names rows, never a fact; empty: none
};

/// To whom. All of it adds up; nothing at all is nobody in particular. Her answers, where she was asked, are an input
/// beside the table and no part of a request: this only says how they are read.
struct Who {
  std::vector<std::string> knows;            ///< columns whose values she has before her
  std::vector<std::string> told;             ///< the same, told to her earlier
  std::vector<std::string> summary;          ///< columns that hold what she understands of each row
  std::vector<std::string> guess;            ///< columns that hold her own guess of the prediction
  std::vector<WeightedColumn> reasons_from;  ///< she predicts with a model of these; weights of all or of none
  bool retell = false;                       ///< facts she reasons from may be told to her again
  std::vector<WrittenExpression> sees;       ///< summaries of the row that she sees
  std::vector<std::string> sees_mean;        ///< she sees the mean of these columns
  std::vector<std::string> answer_words;     ///< her answers are these words, lowest first; empty: numbers
  AnswersAs answers_as = AnswersAs::kAuto;
  std::vector<OwnNoise> summary_noise;
  bool noise_free = false;  ///< she has her understanding beneath that noise
  ReaderKind reader = ReaderKind::kFlexible;
  bool linear = false;  ///< older name of ReaderKind::kLinear, which counts before `reader`
};

/// Which facts may be told, and how.
struct FactRules {
  std::optional<int> sparsity;        ///< how many at most; none: kDefaultSparsity, or as many as the budget pays for
  bool next = false;                  ///< one fact more, given all she knows and was told
  Tell tell = Tell::kSupported;       ///< the number told within that limit
  std::vector<std::string> features;  ///< explain: choose among these columns, empty: all; score: what is judged,
                                      ///< columns or facts of the families by name
  std::vector<std::string> exclude;   ///< columns that are never chosen
  std::vector<std::string> inputs;    ///< columns that the model itself sees; empty: not known
  std::vector<FactCost> cost;         ///< what is not named costs 1
  std::optional<double> budget;       ///< what the facts may cost together; none: no limit
  std::vector<std::string> family = {"auto"};  ///< names of families; empty: all that apply
  std::vector<ColumnGroup> group;
  std::vector<ColumnCuts> cuts;     ///< of the family bins; other columns are cut into thirds of the rows
  std::vector<int> windows;         ///< lengths of the family averages, in columns; empty: 2, 4, 8, …
  int examples = 20;                ///< how many typical rows the family examples chooses from
  std::vector<std::int64_t> like;   ///< rows, counting from 0, that are the examples; empty: typical ones
  std::vector<FactNoise> noise;     ///< what is named later counts
  std::vector<FactSteps> shown_as;  ///< likewise
  WrittenExpression rule;           ///< score: the explanation to judge; empty: none
  std::map<std::string, std::pair<int, int>> plane;  ///< line and place of columns that lie in a plane, as pixels do
};

/// How it is computed.
struct How {
  bool paper = false;  ///< the paper to the letter: see as_in_the_paper()
  Effort effort = Effort::kNormal;
  Method method = Method::kExact;
  std::optional<double> lambda;    ///< penalty of the paper's objective, for Method::kLasso; none: by sparsity
  bool raw_units = false;          ///< Method::kLasso penalises coefficients in the columns' own units
  std::string estimator = "auto";  ///< how information is measured: a name of docs/estimators.md, or auto
  int top = 3;                     ///< how many alternatives are listed
  double within_bits = 0;          ///< every set that tells at most so many bits less is listed too
  double gap_bits = 0;             ///< the search stops when the answer is proven to be so near the best
  /// Of the search, in steps of a billion, each about a second of one core; 0: until it is proven; none: kDefaultWork,
  /// or no limit where there is one of time.
  std::optional<double> work;
  std::optional<double> time_limit_seconds;  ///< of the search; none: no limit of time
  double resolution = 0;                     ///< step in which people see the prediction, in its units; 0: exactly
  std::optional<int> folds;                  ///< none: 20, 5 above 500 columns, 1 above 1000
  bool honest = false;  ///< honest figures of 0.1, and stability also with more than 200 candidates
  std::string weight;   ///< column with the weights of rows; empty: all count alike
  std::string block;    ///< column whose equal values hang together; empty: none
  Missing missing = Missing::kError;
  int ask_rows = 3000;       ///< so many rows like these the model is asked about, where one is given beside the table
  double ask_seconds = 60;   ///< that a command may take to answer, each time
  std::int64_t seed = 0;     ///< of the deal of rows to folds
  int threads = 0;           ///< 0: as many as the machine has; digits do not depend on it
  bool keep = false;         ///< the answer holds what is needed to explain other rows
  bool certificate = false;  ///< the answer holds what is needed to check the proof
};

/// Which rows are looked at by themselves.
struct Rows {
  std::optional<std::int64_t> row = {};  ///< explain this row as well, counting from 0; none: no row
  std::string row_id = {};               ///< or the row with this text in the column What::id; empty: by its number
  bool local = false;                    ///< choose the facts for that row, or for each of all rows, from rows like it
  Metric metric = Metric::kBest;
};

/// How well the reader combines, by either name.
[[nodiscard]] inline ReaderKind reader_of(const Who& who) { return who.linear ? ReaderKind::kLinear : who.reader; }

/// The default limit of a search, How::work: about ten seconds of one core.
inline constexpr double kDefaultWork = 10;

/// The default number of facts.
inline constexpr int kDefaultSparsity = 3;

/// A request. Names are plain names of columns; request::resolve() makes one from what people write.
struct Request {
  What what;
  Who who;
  FactRules facts;
  How how;
  Rows rows;
  /// What it was made from, for the record of how an answer was made. A field that is changed later is erased here, or
  /// the record would say what was written.
  Written written;
};

/// What How::paper stands for: a linear reader, plain columns, as many facts as asked for, the prediction as it is, no
/// limit of work.
[[nodiscard]] Request as_in_the_paper(Request request);

}  // namespace explainee::request
