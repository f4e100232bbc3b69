#include "explainee/verify/certificate.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "explainee/base/sha256/sha256.h"

namespace explainee::verify {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kSchema = "explainee.certificate.v1";
constexpr const char* kKinds[] = {"enumerate", "monotone", "master", "split"};

template <class T>
Json or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

std::optional<double> number_or_none(const Json& json) {
  return json.is_null() ? std::nullopt : std::optional<double>(json.get<double>());
}

Json to_json(const Who& who) {
  Json reasons = Json::array();
  for (const auto& sum : who.reasons) {
    Json entry = Json::array();
    for (const auto& [name, weight] : sum) entry.push_back({{"column", name}, {"weight", weight}});
    reasons.push_back(std::move(entry));
  }
  return {{"knows", who.knows},
          {"squares_and_products", who.squares_and_products},
          {"as_they_are", who.as_they_are},
          {"reasons", std::move(reasons)},
          {"noisy", who.noisy},
          {"noise", who.noise}};
}

Who read_who(const Json& json) {
  Who who;
  json.at("knows").get_to(who.knows);
  json.at("squares_and_products").get_to(who.squares_and_products);
  json.at("as_they_are").get_to(who.as_they_are);
  for (const Json& sum : json.at("reasons")) {
    auto& entry = who.reasons.emplace_back();
    for (const Json& part : sum)
      entry.emplace_back(part.at("column").get<std::string>(), part.at("weight").get<double>());
  }
  json.at("noisy").get_to(who.noisy);
  json.at("noise").get_to(who.noise);
  return who;
}

Json to_json(const Leaf& leaf) {
  Json split = Json::array();
  for (const SplitClass& part : leaf.split) {
    split.push_back({{"p", part.p},
                     {"block", part.block},
                     {"d_block", part.held_back},
                     {"gamma", part.gamma},
                     {"rule", part.weights.empty() ? "exact" : "weighted"},
                     {"weights", part.weights}});
  }
  Json gamma = Json::array();
  for (const auto& [column, value] : leaf.gamma) gamma.push_back({column, value});
  return {{"in", leaf.in},
          {"out", leaf.out},
          {"kind", kKinds[static_cast<std::size_t>(leaf.kind)]},
          {"gamma", std::move(gamma)},
          {"never", leaf.never},
          {"always", leaf.always},
          {"chosen", leaf.chosen},
          {"split", std::move(split)}};
}

Leaf read_leaf(const Json& json) {
  Leaf leaf;
  json.at("in").get_to(leaf.in);
  json.at("out").get_to(leaf.out);
  const auto kind = json.at("kind").get<std::string>();
  std::size_t k = 0;
  while (k < std::size(kKinds) && kind != kKinds[k]) ++k;
  if (k == std::size(kKinds)) throw std::runtime_error("'" + kind + "' is no kind of leaf");
  leaf.kind = static_cast<Leaf::Kind>(k);
  for (const Json& pair : json.at("gamma")) leaf.gamma.emplace_back(pair.at(0).get<int>(), pair.at(1).get<double>());
  json.at("never").get_to(leaf.never);
  json.at("always").get_to(leaf.always);
  json.at("chosen").get_to(leaf.chosen);
  for (const Json& part : json.at("split")) {
    SplitClass& own = leaf.split.emplace_back();
    part.at("p").get_to(own.p);
    part.at("block").get_to(own.block);
    part.at("d_block").get_to(own.held_back);
    part.at("gamma").get_to(own.gamma);
    part.at("weights").get_to(own.weights);
  }
  return leaf;
}

Json to_json(const Certificate& c) {
  Json candidates = Json::array();
  for (const CandidateFact& candidate : c.candidates)
    candidates.push_back(
        {{"name", candidate.name}, {"columns", candidate.columns}, {"noise_variance", candidate.noise_variance}});
  Json leaves = Json::array();
  for (const Leaf& leaf : c.leaves) leaves.push_back(to_json(leaf));
  return {{"schema", kSchema},
          {"moments_sha256", c.moments_sha256},
          {"prediction", c.prediction},
          {"draws", c.draws},
          {"who", to_json(c.who)},
          {"candidates", std::move(candidates)},
          {"objective", {{"resolution_variance", c.resolution_variance}, {"bias_nats", c.bias_nats}}},
          {"s", c.s},
          {"costs", c.costs},
          {"budget", or_null(c.budget)},
          {"support", c.support},
          {"bits", or_null(c.bits)},
          {"bound_bits", or_null(c.bound_bits)},
          {"factors", {{"unit", c.unit}, {"loadings", c.factors}, {"scores", c.scores}}},
          {"least_eigenvalue", or_null(c.least_eigenvalue)},
          {"leaves", std::move(leaves)}};
}

Certificate read(const Json& json) {
  if (json.at("schema") != kSchema) throw std::runtime_error("its schema is not " + std::string(kSchema));
  Certificate c;
  json.at("moments_sha256").get_to(c.moments_sha256);
  json.at("prediction").get_to(c.prediction);
  json.at("draws").get_to(c.draws);
  c.who = read_who(json.at("who"));
  for (const Json& candidate : json.at("candidates")) {
    c.candidates.push_back({candidate.at("name").get<std::string>(),
                            candidate.at("columns").get<std::vector<std::string>>(),
                            candidate.at("noise_variance").get<double>()});
  }
  json.at("objective").at("resolution_variance").get_to(c.resolution_variance);
  json.at("objective").at("bias_nats").get_to(c.bias_nats);
  json.at("s").get_to(c.s);
  if (json.contains("budget")) {  // not in certificates from before there were budgets
    json.at("costs").get_to(c.costs);
    c.budget = number_or_none(json.at("budget"));
  }
  json.at("support").get_to(c.support);
  c.bits = number_or_none(json.at("bits"));
  c.bound_bits = number_or_none(json.at("bound_bits"));
  json.at("factors").at("unit").get_to(c.unit);
  json.at("factors").at("loadings").get_to(c.factors);
  json.at("factors").at("scores").get_to(c.scores);
  c.least_eigenvalue = number_or_none(json.at("least_eigenvalue"));
  for (const Json& leaf : json.at("leaves")) c.leaves.push_back(read_leaf(leaf));
  return c;
}

}  // namespace

std::string write_certificate(const Certificate& certificate) {
  Json json = to_json(certificate);
  json["sha256"] = base::sha256_hex(json.dump(-1, ' ', false, Json::error_handler_t::replace));
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

base::Result<Certificate> read_certificate(std::string_view text, const std::string& where) {
  try {
    Json json = Json::parse(text);
    const auto claimed = json.at("sha256").get<std::string>();
    json.erase("sha256");
    if (base::sha256_hex(json.dump(-1, ' ', false, Json::error_handler_t::replace)) != claimed)
      return base::Error{base::ErrorCode::kCheckFailed, "rejected: its checksum is wrong, so it was changed", where};
    return read(json);
  } catch (const std::exception&) {
    return base::Error{base::ErrorCode::kDamagedCertificate,
                       base::say("this is not a certificate; give a file that {} wrote",
                                 base::command("explain", {base::option("certificate")})),
                       where};
  }
}

}  // namespace explainee::verify
