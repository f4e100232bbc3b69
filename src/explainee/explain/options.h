// explainee/explain/options.h: everything a caller may ask of explain() and score(); one record per option.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "explainee/base/option.h"

namespace explainee::explain {

/// Defaults are what the command line uses. Names may be globs or ranges.
struct Options {
  // what is explained
  std::vector<std::string> prediction;
  bool draws = false;
  std::string versus;
  std::string prediction_scale = "plain";
  // who
  std::vector<std::string> knows;
  std::vector<std::string> told;
  std::vector<std::string> summary;
  std::vector<std::string> guess;
  std::vector<std::string> reasons_from;
  bool retell = false;
  std::vector<std::string> sees;
  std::vector<std::string> sees_mean;
  std::string answers;
  std::vector<std::string> answer_words;
  std::string answers_as = "auto";
  std::vector<std::string> summary_noise;
  bool noise_free = false;
  bool linear = false;
  // what
  std::optional<int> sparsity;
  bool next = false;
  std::vector<std::string> features;
  std::vector<std::string> exclude;
  std::string label;
  std::string id;
  std::vector<std::string> inputs;
  std::vector<std::string> family = {"features"};
  std::vector<std::string> group;
  std::vector<std::string> cuts;
  std::vector<std::string> windows;
  std::vector<std::string> cost;
  std::optional<double> budget;
  int examples = 20;
  std::vector<std::string> like;
  std::map<std::string, std::pair<int, int>> plane;  ///< line and place of columns that lie in a plane, as pixels do
  std::optional<std::int64_t> row;
  bool local = false;
  std::string metric = "best";
  std::string rule;
  std::vector<std::string> noise;
  std::vector<std::string> shown_as;
  // how
  std::string method = "exact";
  std::optional<double> lambda;
  bool raw_units = false;
  std::string estimator = "auto";
  int top = 3;
  double within_bits = 0;
  double gap_bits = 0;
  std::optional<double> time_limit_seconds;
  double resolution = 0;
  std::optional<int> folds;
  bool honest = false;
  std::string weight;
  std::string block;
  std::string missing = "error";
  std::int64_t seed = 0;
  int threads = 0;
  bool keep = false;         ///< keep what is needed to explain other rows (Explanation::explainer)
  bool certificate = false;  ///< keep what is needed to check the proof (Explanation::proof)
};

/// The default number of facts.
inline constexpr int kDefaultSparsity = 3;

/// Records of the options that explain() takes.
[[nodiscard]] const std::vector<base::Option<Options>>& explain_options();

/// Records of the options that score() takes: the same people, and the explanation to judge.
[[nodiscard]] const std::vector<base::Option<Options>>& score_options();

}  // namespace explainee::explain
