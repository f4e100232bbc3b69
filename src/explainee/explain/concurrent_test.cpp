#include <fmt/format.h>
#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "explainee/base/errors/speech.h"
#include "explainee/base/random.h"
#include "explainee/data/dataset/dataset.h"
#include "explainee/data/testing/counted_table.h"
#include "explainee/explain/explain.h"

namespace explainee::explain::concurrent_test {
namespace {

constexpr int kThreads = 8;
constexpr std::size_t kRows = 150;

std::shared_ptr<data::MemoryTable> some_rows() {
  base::Random random(5);
  std::vector<std::vector<double>> x(4);
  std::vector<double> prediction;
  std::vector<std::string> town;
  std::vector<std::string> decision;
  for (std::size_t row = 0; row < kRows; ++row) {
    double sum = 0;
    for (std::size_t j = 0; j < x.size(); ++j) {
      x[j].push_back(random.normal());
      sum += x[j].back() / static_cast<double>(j + 1);
    }
    town.emplace_back(random.below(2) == 0 ? "Oslo" : "Rome");
    prediction.push_back(sum + (town.back() == "Oslo" ? 0.5 : 0.0) + 0.3 * random.normal());
    decision.emplace_back(prediction.back() > 0.2 ? "yes" : "no");
  }
  auto table = std::make_shared<data::MemoryTable>(40);
  for (std::size_t j = 0; j < x.size(); ++j) table->add(fmt::format("x{}", j), x[j]);
  table->add("town", town);
  table->add("p", prediction);
  table->add("decision", decision);
  return table;
}

/// Requests of every kind that reads rows in its own way.
std::vector<request::Request> some_requests() {
  std::vector<request::Request> all;
  for (int k = 0; k < 24; ++k) {
    request::Request& request = all.emplace_back();
    request.what.prediction = {k % 4 == 3 ? "decision" : "p"};
    request.facts.exclude = {k % 4 == 3 ? "p" : "decision"};
    request.facts.sparsity = 1 + k % 2;
    request.how.threads = 1;
    if (k % 3 == 1) request.who.knows = {fmt::format("x{}", k % 4)};
    if (k % 3 == 2) request.who.reasons_from = {{"x0", std::nullopt}, {"x1", std::nullopt}};
    if (k % 5 == 2) request.facts.family = {"features", "bins"};
    if (k % 4 != 3) request.rows.row = k;
    request.rows.local = k % 4 == 1;
  }
  return all;
}

/// What is told, to the last digit.
std::string told(const std::shared_ptr<const data::Dataset>& dataset, const request::Request& request) {
  Input input;
  input.table = dataset;
  const auto answer = explain(input, request, {});
  if (!answer.ok()) return base::text(answer.error(), base::command_line());
  const Explanation& e = answer.value();
  std::string text = fmt::format("{:a} {}", e.information.nats, e.data_sha256);
  for (const Fact& fact : e.facts) {
    text += fmt::format(" {}", fact.name);
    for (const double coefficient : fact.coefficient) text += fmt::format(" {:a}", coefficient);
  }
  if (e.row) text += fmt::format(" row {:a}", e.row->remainder.front());
  return text;
}

std::shared_ptr<const data::Dataset> dataset_of(const std::shared_ptr<data::MemoryTable>& rows, std::size_t memory) {
  auto table = std::make_unique<data::CountedTable>(rows, std::make_shared<data::CountedTable::Log>(),
                                                    data::CountedTable::Nature{});
  return data::Dataset::make(std::move(table), memory);
}

TEST(ConcurrentExplanations, EachIsTheSameAsAlone) {
  const auto rows = some_rows();
  const std::vector<request::Request> requests = some_requests();
  std::vector<std::string> alone;
  for (const request::Request& request : requests) alone.push_back(told(dataset_of(rows, 0), request));
  EXPECT_NE(alone[0].find("row"), std::string::npos) << alone[0];
  const auto shared = dataset_of(rows, 1 << 22);
  std::vector<std::string> together(requests.size());
  std::atomic<std::size_t> next = 0;
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < kThreads; ++i) {
      threads.emplace_back([&] {
        for (std::size_t k = next++; k < requests.size(); k = next++) together[k] = told(shared, requests[k]);
      });
    }
  }
  for (std::size_t k = 0; k < requests.size(); ++k) EXPECT_EQ(together[k], alone[k]) << k;
  EXPECT_EQ(shared->passes(), 1);
}

}  // namespace
}  // namespace explainee::explain::concurrent_test
