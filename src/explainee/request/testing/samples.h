// explainee/request/testing/samples.h: a small table, and for every record a value that is not its default.
#pragma once

#include <string>
#include <vector>

#include "explainee/data/table_source.h"
#include "explainee/request/grammar/written.h"

namespace explainee::request {

inline std::vector<data::Column> sample_columns() {
  std::vector<data::Column> columns;
  for (const char* name : {"bmi", "bp", "s1", "s2", "s3", "x1", "x2", "x10", "a=2", "u", "v", "w", "p", "q", "y"})
    columns.push_back({name, data::ColumnType::kNumber});
  columns.push_back({"town", data::ColumnType::kText});
  return columns;
}

/// What people write, for every record there is.
inline Written sample_of_every_record() {
  using List = std::vector<std::string>;
  Written written;
  written.set("prediction", List{"p"});
  written.set("draws", true);
  written.set("versus", std::string("q"));
  written.set("prediction-scale", std::string("logit"));
  written.set("label", std::string("y"));
  written.set("id", std::string("town"));
  written.set("knows", List{"s*", "bmi"});
  written.set("told", List{"bp"});
  written.set("summary", List{"u"});
  written.set("guess", List{"v"});
  written.set("reasons-from", List{"x1..x10=2", "bmi=-0.5"});
  written.set("retell", true);
  written.set("sees", List{"mean(x1..x10)", "bmi > 30"});
  written.set("sees-mean", List{"x1", "x2"});
  written.set("answers", std::string("answers.csv"));
  written.set("answer-words", List{"low", "high"});
  written.set("answers-as", std::string("person"));
  written.set("summary-noise", List{"u=0.25", "answer=2.0"});
  written.set("noise-free", true);
  written.set("reader", std::string("linear"));
  written.set("linear", true);
  written.set("sparsity", std::int64_t{2});
  written.set("tell", std::string("all"));
  written.set("next", true);
  written.set("features", List{"s1", "s2"});
  written.set("exclude", List{"x*"});
  written.set("inputs", List{"bmi", "bp"});
  written.set("cost", List{"features=2", "s*=0.5"});
  written.set("budget", 7.5);
  written.set("family", List{"bins", "averages"});
  written.set("group", List{"blood=s1", "s2", "body=bmi"});
  written.set("cuts", List{"bmi=25", "30.5", "bp=90"});
  written.set("windows", List{"2", "5"});
  written.set("examples", std::int64_t{7});
  written.set("like", List{"0", "12"});
  written.set("noise", List{"bmi=2", "s*=0.5"});
  written.set("shown-as", List{"bp=round:10"});
  written.set("rule", std::string("bmi > 30 and bp > 90"));
  written.set("method", std::string("greedy"));
  written.set("lambda", 0.5);
  written.set("raw-units", true);
  written.set("effort", std::string("thorough"));
  written.set("paper", true);
  written.set("estimator", std::string("gaussian"));
  written.set("top", std::int64_t{5});
  written.set("within-bits", 0.125);
  written.set("gap", 0.01);
  written.set("work", 3.5);
  written.set("time-limit", 3.0);
  written.set("resolution", 0.1);
  written.set("folds", std::int64_t{4});
  written.set("honest", true);
  written.set("weight", std::string("w"));
  written.set("block", std::string("town"));
  written.set("missing", std::string("drop"));
  written.set("seed", std::int64_t{11});
  written.set("threads", std::int64_t{1});
  written.set("ask-model", std::string("./model"));
  written.set("asked", std::string("more.csv"));
  written.set("ask-rows", std::int64_t{500});
  written.set("ask-seconds", 2.5);
  written.set("row", std::int64_t{3});
  written.set("local", true);
  written.set("metric", std::string("all"));
  return written;
}

}  // namespace explainee::request
