#include "explainee/request/json/json.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "explainee/base/errors/speech.h"
#include "explainee/request/grammar/grammar.h"
#include "explainee/request/grammar/values.h"
#include "explainee/request/records/records.h"
#include "explainee/request/testing/samples.h"

namespace explainee::request {
namespace {

using List = std::vector<std::string>;

std::string message_of(const std::string& text) {
  const auto read = read_request(text, explain_records(), "r.json");
  return read.ok() ? "" : base::text(read.error().message, base::command_line());
}

std::string in_request(const std::string& sections) {
  return R"({"schema": "explainee.request.v1", )" + sections + "}";
}

TEST(RequestJson, EveryRecordIsWrittenAndReadBack) {
  const std::vector<Record>& records = all_records();
  const Written sample = sample_of_every_record();
  const std::string text = write_request(sample, records);
  const auto document = nlohmann::json::parse(text);
  for (const Record& record : records) {
    const nlohmann::json::json_pointer path(json_path(record));
    EXPECT_TRUE(document.contains(path)) << record.name;
  }
  const auto read = read_request(text, records, "r.json");
  ASSERT_TRUE(read.ok()) << base::text(read.error(), base::command_line());
  for (const Record& record : records) {
    ASSERT_NE(read.value().find(record.name), nullptr) << record.name;
    EXPECT_EQ(*read.value().find(record.name), *sample.find(record.name)) << record.name;
  }
  EXPECT_EQ(write_request(read.value(), records), text);
}

TEST(RequestJson, PathsAreDistinct) {
  std::set<std::string> paths;
  for (const Record& record : score_records()) EXPECT_NE(find_record(all_records(), record.name), nullptr);
  for (const Record& record : all_records()) EXPECT_TRUE(paths.insert(json_path(record)).second) << record.name;
}

TEST(RequestJson, PathsAreHowHttpNamesOptions) {
  const base::HttpSpeech http([](std::string_view option) {
    const Record* const record = find_record(explain_records(), option);
    return record == nullptr ? std::string() : json_path(*record);
  });
  Written written;
  written.set("knows", List{"bmj"});
  const auto failed = resolve(written, explain_records(), sample_columns());
  ASSERT_FALSE(failed.ok());
  EXPECT_TRUE(
      base::text(failed.error(), http).starts_with("/who/knows: there is no column 'bmj'; the table has bmi, "));
  EXPECT_TRUE(base::text(failed.error(), http).ends_with("did you mean 'bmi'?"));
  EXPECT_TRUE(base::text(failed.error(), base::command_line()).starts_with("--knows: there is no column 'bmj'"));
  EXPECT_TRUE(base::text(failed.error(), base::python()).starts_with("knows: there is no column 'bmj'"));
}

TEST(RequestJson, PairsAreObjectsAndNumbersNumbers) {
  const auto document = nlohmann::json::parse(write_request(sample_of_every_record(), all_records()));
  EXPECT_EQ(document["facts"]["noise"], nlohmann::json::parse(R"({"bmi": 2, "s*": 0.5})"));
  EXPECT_EQ(document["facts"]["shown_as"], nlohmann::json::parse(R"({"bp": {"round": 10}})"));
  EXPECT_EQ(document["facts"]["group"], nlohmann::json::parse(R"({"blood": ["s1", "s2"], "body": ["bmi"]})"));
  EXPECT_EQ(document["facts"]["cuts"], nlohmann::json::parse(R"({"bmi": [25, 30.5], "bp": [90]})"));
  EXPECT_EQ(document["facts"]["windows"], nlohmann::json::parse("[2, 5]"));
  EXPECT_EQ(document["who"]["reasons_from"], nlohmann::json::parse(R"({"x1..x10": 2, "bmi": -0.5})"));
  EXPECT_EQ(document["rows"]["row"], 3);
}

TEST(RequestJson, TextsThatNoObjectKeepsStayTexts) {
  Written written;
  written.set("noise", List{"bmi=2", "bmi=3"});
  written.set("cost", List{"bmi=1e3"});
  written.set("reasons-from", List{"bmi", "bp"});
  const std::string text = write_request(written, explain_records());
  EXPECT_EQ(nlohmann::json::parse(text)["facts"]["noise"], nlohmann::json::parse(R"(["bmi=2", "bmi=3"])"));
  const auto read = read_request(text, explain_records(), "r.json");
  ASSERT_TRUE(read.ok());
  for (const char* name : {"noise", "cost", "reasons-from"}) EXPECT_EQ(*read.value().find(name), *written.find(name));
}

TEST(RequestJson, ARequestIsWrittenFromItsFieldsToo) {
  Request request;
  request.what.prediction = {"p"};
  request.who.knows = {"bmi"};
  request.facts.noise = {{{"bp"}, 0.1}};
  request.how.method = Method::kGreedy;
  const std::string text = write_request(written_of(request, explain_records()), explain_records());
  const auto back =
      resolve(read_request(text, explain_records(), "").value(), explain_records(), sample_columns()).value();
  for (const Record& record : explain_records()) EXPECT_EQ(value_of(record, back), value_of(record, request));
}

TEST(RequestJson, FaultsNameThePathAndTheNearestKey) {
  EXPECT_EQ(message_of(in_request(R"("who": {"nows": ["bmi"]})")),
            "/who/nows: there is no such key here; did you mean /who/knows?");
  EXPECT_EQ(message_of(in_request(R"("who": {"sparsity": 2})")),
            "/who/sparsity: there is no such key here; did you mean /facts/sparsity?");
  EXPECT_EQ(message_of(in_request(R"("hwo": {})")), "/hwo: there is no such section; did you mean /who?");
  EXPECT_EQ(message_of(in_request(R"("facts": {"sparsity": "2"})")), "/facts/sparsity: give a whole number");
  EXPECT_EQ(message_of(in_request(R"("who": {"knows": "bmi"})")), "/who/knows: give a list of texts");
  EXPECT_EQ(message_of(in_request(R"("facts": {"noise": {"bmi": "2"}})")),
            R"(/facts/noise: give numbers by names, as in {"bmi": 2})");
  EXPECT_EQ(message_of(in_request(R"("who": {"linear": true, "linear": false})")),
            R"(the key "linear" is given twice in one object (line 1, byte 75))");
  EXPECT_NE(message_of(in_request(R"("facts": {"sparsity": 0})")).find("too small"), std::string::npos);
  EXPECT_NE(message_of(R"({"who": {}})").find("/schema"), std::string::npos);
  EXPECT_NE(message_of("{").find("no JSON"), std::string::npos);
  EXPECT_NE(message_of("[]").find("object"), std::string::npos);
  EXPECT_NE(message_of(in_request(R"("facts": {"group": {"a=b": ["s1"]}})")), "");
  EXPECT_EQ(message_of(in_request(R"("who": {"knows": null})")), "");
}

}  // namespace
}  // namespace explainee::request
