// tests/hostile_certificates_test.cpp: certificates that were changed and sealed again are refused or checked, and
// nothing else happens.
#include <gtest/gtest.h>

#include "explainee/verify/verify.h"
#include "testing/hostile_files.h"

namespace explainee {
namespace {

using hostile::Json;

struct Proven {
  std::string text;
  std::shared_ptr<const explain::Proof> proof;
};

/// Correlated columns, so that the search needs leaves of every kind.
explain::Explanation wide_answer() {
  constexpr int kRows = 120;
  const Numbers common = normals(kRows, 50);
  std::vector<std::pair<std::string, Numbers>> columns;
  Numbers p = normals(kRows, 51);
  for (std::size_t j = 0; j < 16; ++j) {
    Numbers x = normals(kRows, 60 + j);
    for (std::size_t i = 0; i < x.size(); ++i) x[i] += common[i];
    if (j % 3 == 0) {
      for (std::size_t i = 0; i < x.size(); ++i) p[i] += 0.4 * x[i];
    }
    columns.emplace_back("x" + std::to_string(j), std::move(x));
  }
  columns.emplace_back("p", p);
  data::MemoryTable table = make_table(columns);
  request::Request request = about_p(4);
  request.how.certificate = true;
  return explained(table, request);
}

std::vector<Proven> proven() {
  std::vector<Proven> all;
  const auto keep = [&](const explain::Explanation& found) {
    if (found.proof != nullptr) all.push_back({verify::write_certificate(found.proof->certificate), found.proof});
  };
  for (const hostile::Change& question : hostile::questions()) keep(hostile::answer(question));
  keep(wide_answer());
  return all;
}

TEST(HostileCertificates, AreRefusedOrChecked) {
  const std::vector<Proven> genuine = proven();
  ASSERT_GE(genuine.size(), 7U);
  base::Random random(1);
  int read_well = 0;
  for (int i = 0; i < scaled(hostile::kFiles); ++i) {
    const Proven& own = genuine[hostile::pick(random, genuine.size())];
    std::string text = own.text;
    if (i % 4 == 0) {
      hostile::mutate(text, random);
    } else {
      Json document = Json::parse(own.text);
      hostile::mutate(document, random);
      text = hostile::sealed(std::move(document));
    }
    const auto certificate = verify::read_certificate(text, "proof.json");
    if (!certificate.ok()) {
      EXPECT_EQ(certificate.error().subject.file, "proof.json");
      hostile::expect_sentence(certificate.error());
      continue;
    }
    ++read_well;
    const std::string written = verify::write_certificate(certificate.value());
    const auto again = verify::read_certificate(written, "");
    ASSERT_TRUE(again.ok()) << text;
    EXPECT_EQ(verify::write_certificate(again.value()), written);
    constexpr double kLongest = 0.5;  // seconds: what is large is stopped
    const auto checked = verify::verify(certificate.value(), *own.proof->moments, base::Control().within(kLongest));
    if (!checked.ok()) hostile::expect_sentence(checked.error());
  }
  EXPECT_GT(read_well, scaled(hostile::kFiles) / 50);  // so that what comes after reading was tried as well
  RecordProperty("read_well", read_well);
}

}  // namespace
}  // namespace explainee
