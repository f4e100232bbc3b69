#include "explainee/explain/options.h"

#include <algorithm>

namespace explainee::explain {
namespace {

using Record = base::Option<Options>;
constexpr double kMany = 1e9;

std::vector<Record> who_records() {
  return {
      {.name = "knows", .group = "who", .argument = "A,B", .help = "she has these values before her, and so all that follows from them (their squares and products too); assumes she has seen enough predictions to know what usually goes with what she knows", .field = &Options::knows},
      {.name = "told", .group = "who", .argument = "A,B", .help = "the same, told to her earlier", .field = &Options::told},
      {.name = "summary", .group = "who", .argument = "U,V", .help = "columns of DATA that hold what she understands of each row, numbers or categories", .field = &Options::summary},
      {.name = "guess", .group = "who", .argument = "U", .help = "a column with her own guess of the prediction", .field = &Options::guess},
      {.name = "reasons-from", .group = "who", .argument = "A,B", .help = "she predicts with a simple least-squares model of these (of --label if given, else of the prediction); A=2,B=-1 gives her own weights", .field = &Options::reasons_from},
      {.name = "retell", .group = "who", .argument = "", .help = "facts she reasons from may be told to her again", .field = &Options::retell},
      {.name = "sees", .group = "who", .argument = "EXPR", .help = "any summary of the row: mean(x1..x20), x8 + x13, bmi > 30, round(age,10), z(a)+z(b)", .field = &Options::sees, .whole_text = true},
      {.name = "sees-mean", .group = "who", .argument = "A,B", .help = "short for --sees 'mean(A,B)'", .field = &Options::sees_mean},
      {.name = "answers", .group = "who", .argument = "FILE", .help = "she was asked: a table with the columns row, answer and optionally user, noise; only the answered rows are used", .field = &Options::answers},
      {.name = "linear", .group = "who", .argument = "", .help = "knowing means linear conditioning only, as in the paper's Algorithm 1", .field = &Options::linear},
  };
}

std::vector<Record> data_records() {
  return {
      {.name = "prediction", .group = "what", .argument = "COL", .help = "the column (or columns, or glob) with the predictions to explain", .field = &Options::prediction},
      {.name = "label", .group = "what", .argument = "COL", .help = "the true outcome; never a fact", .field = &Options::label},
      {.name = "id", .group = "what", .argument = "COL", .help = "the column that names rows; never a fact", .field = &Options::id},
      {.name = "inputs", .group = "what", .argument = "A,B", .help = "what the model itself sees; other facts are marked not_an_input", .field = &Options::inputs},
      {.name = "weight", .group = "how", .argument = "COL", .help = "weight of each row, not negative", .field = &Options::weight},
      {.name = "block", .group = "how", .argument = "COL", .help = "rows with the same value hang together (a person, a day, a place) and go to one fold", .field = &Options::block},
      {.name = "missing", .group = "how", .argument = "RULE", .help = "what to do with a row that has a missing or infinite cell", .field = &Options::missing, .choices = "error|drop"},
      {.name = "folds", .group = "how", .argument = "F", .help = "folds for intervals and honest figures (20; 5 above 500 columns, 1 above 1000)", .field = &Options::folds, .low = 1, .high = 1000},
      {.name = "seed", .group = "how", .argument = "N", .help = "of the deal of rows to folds", .field = &Options::seed, .low = 0},
      {.name = "threads", .group = "how", .argument = "N", .help = "0: as many as the machine has; digits do not depend on it", .field = &Options::threads, .low = 0, .high = 4096, .in_provenance = false},
  };
}

std::vector<Record> search_records() {
  return {
      {.name = "method", .group = "how", .argument = "NAME", .help = "exact (proven best), greedy (forward, then swaps) or lasso (the paper's relaxation)", .field = &Options::method, .choices = "exact|greedy|lasso"},
      {.name = "estimator", .group = "how", .argument = "NAME", .help = "how information is measured", .field = &Options::estimator, .choices = "auto|gaussian"},
      {.name = "gap", .group = "how", .argument = "BITS", .help = "stop when the answer is proven to be within so many bits of the best", .field = &Options::gap_bits, .low = 0, .high = kMany},
      {.name = "time-limit", .group = "how", .argument = "SECONDS", .help = "stop searching after this time; the best found and its bound are reported", .field = &Options::time_limit_seconds, .low = 0, .high = kMany},
      {.name = "resolution", .group = "how", .argument = "STEP", .help = "the prediction is shown to people in steps of this size; finer information does not count", .field = &Options::resolution, .low = 0},
  };
}

std::vector<Record> join(std::initializer_list<std::vector<Record>> parts) {
  std::vector<Record> all;
  for (const auto& part : parts) all.insert(all.end(), part.begin(), part.end());
  return all;
}

}  // namespace

const std::vector<Record>& explain_options() {
  static const std::vector<Record> kRecords = join(
      {who_records(),
       {{.name = "sparsity", .group = "what", .argument = "N", .help = "how many facts at most (3)", .field = &Options::sparsity, .low = 1, .high = kMany, .short_name = 's'},
        {.name = "features", .group = "what", .argument = "A,B", .help = "choose among these columns only", .field = &Options::features},
        {.name = "exclude", .group = "what", .argument = "A,B", .help = "never choose these columns", .field = &Options::exclude},
        {.name = "family", .group = "what", .argument = "NAME", .help = "the kind of facts: columns as they are, text columns as categories", .field = &Options::family, .choices = "features"},
        {.name = "row", .group = "what", .argument = "N", .help = "explain this row as well, counting from 0", .field = &Options::row, .low = 0},
        {.name = "lambda", .group = "how", .argument = "L", .help = "lasso: the penalty of the paper's objective; -s is then ignored", .field = &Options::lambda, .low = 0},
        {.name = "raw-units", .group = "how", .argument = "", .help = "lasso: penalise coefficients in the columns' own units", .field = &Options::raw_units},
        {.name = "top", .group = "how", .argument = "K", .help = "how many alternatives to list", .field = &Options::top, .low = 0, .high = 1000},
        {.name = "honest", .group = "how", .argument = "", .help = "compute honest_bits and stability also with more than 200 candidates", .field = &Options::honest}},
       data_records(), search_records()});
  return kRecords;
}

const std::vector<Record>& score_options() {
  static const std::vector<Record> kRecords = join(
      {who_records(),
       {{.name = "features", .group = "what", .argument = "A,B", .help = "the explanation to judge: the columns it uses", .field = &Options::features},
        {.name = "rule", .group = "what", .argument = "EXPR", .help = "the explanation to judge: a rule such as 'bmi > 30 and bp > 90'", .field = &Options::rule},
        {.name = "exclude", .group = "what", .argument = "A,B", .help = "columns that the best explanation may not use", .field = &Options::exclude},
        {.name = "row", .group = "what", .argument = "N", .help = "explain this row as well, counting from 0", .field = &Options::row, .low = 0}},
       data_records(), search_records()});
  return kRecords;
}

}  // namespace explainee::explain
