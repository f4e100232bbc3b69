#include "explainee/base/json/json_text.h"
#include "explainee/base/sha256/sha256.h"
#include "explainee/verify/certificate.h"
#include "explainee/verify/reading/fields.h"
#include "explainee/verify/reading/layout.h"

namespace explainee::verify {
namespace {

template <class T>
Json or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json pairs(const std::vector<std::pair<int, double>>& list) {
  Json all = Json::array();
  for (const auto& [position, value] : list) all.push_back({position, value});
  return all;
}

Json to_json(const Leaf& leaf) {
  Json json = {{"kind", kLeafKinds[static_cast<std::size_t>(leaf.kind)]}, {"in", leaf.in}, {"out", leaf.out}};
  if (leaf.kind == Leaf::Kind::kMaster) {
    json["gamma"] = pairs(leaf.gamma);
    json["one_of"] = leaf.one_of;
    json["not_all_of"] = leaf.not_all_of;
  }
  if (leaf.kind == Leaf::Kind::kSplit) {
    json["chosen"] = leaf.chosen;
    json["block"] = leaf.block;
    json["classes"] = Json::array();
    for (const SplitClass& part : leaf.classes)
      json["classes"].push_back({{"p", part.p}, {"d", part.d}, {"gamma", part.gamma}, {"weights", part.weights}});
  }
  return json;
}

Json to_json(const Certificate& c) {
  Json given = Json::array();
  for (const WeightedSum& sum : c.given) given.push_back(pairs(sum));
  Json candidates = Json::array();
  for (const CandidateFact& own : c.candidates) candidates.push_back({{"label", own.label}, {"columns", own.columns}});
  Json factors = Json::array();
  for (const Factor& own : c.factors) factors.push_back({{"score", own.score}, {"loadings", own.loadings}});
  Json leaves = Json::array();
  for (const Leaf& leaf : c.leaves) leaves.push_back(to_json(leaf));
  return {{"schema", kSchema},
          {"moments_sha256", c.moments_sha256},
          {"prediction",
           {{"columns", c.prediction.columns},
            {"draws", c.prediction.draws},
            {"resolution_variance", c.prediction.resolution_variance}}},
          {"given", std::move(given)},
          {"given_noise", c.given_noise},
          {"candidates", std::move(candidates)},
          {"noise", c.noise},
          {"extra_degrees", c.extra_degrees},
          {"groups", c.groups},
          {"costs", c.costs},
          {"budget", or_null(c.budget)},
          {"s", c.s},
          {"support", c.support},
          {"settled", c.settled},
          {"bits", or_null(c.bits)},
          {"bound_bits", or_null(c.bound_bits)},
          {"units", c.units},
          {"factors", std::move(factors)},
          {"least_eigenvalue", or_null(c.least_eigenvalue)},
          {"leaves", std::move(leaves)},
          {"labels", {{"reader", c.labels.reader}, {"person", c.labels.person}, {"program", c.labels.program}}}};
}

}  // namespace

std::string write_certificate(const Certificate& certificate) {
  std::string text = base::json_text(to_json(certificate));
  text.pop_back();  // the brace that the checksum comes before
  const std::string sum = base::sha256_hex(text);
  return text + std::string(kSeal) + "\"" + sum + "\"}\n";
}

}  // namespace explainee::verify
