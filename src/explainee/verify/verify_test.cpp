#include "explainee/verify/verify.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iostream>

#include "explainee/base/errors/speech.h"
#include "explainee/base/random.h"
#include "explainee/moments/moments_file.h"
#include "explainee/verify/testing/true_claims.h"

namespace explainee::verify {
namespace {

TEST(Verify, AcceptsWhatBruteForceFindsAndNothingElse) {
  base::Random random(3);
  for (int k = 0; k < scaled(60); ++k) {
    const int columns = 4 + static_cast<int>(random.below(5));
    const Rows rows = make_rows(random, 60, columns);
    const Certificate claim =
        make_claim(rows, static_cast<int>(random.below(3)), 1 + static_cast<int>(random.below(3)));
    const auto confirmed = verify(claim, rows.moments);
    ASSERT_TRUE(confirmed.ok()) << base::text(confirmed.error(), base::command_line());
    EXPECT_TRUE(confirmed.value().optimal);
    // Falsified in every way, each must be rejected.
    std::vector<Certificate> lies(7, claim);
    lies[0].support.back() = (lies[0].support.back() + 1) % static_cast<int>(claim.candidates.size());
    std::sort(lies[0].support.begin(), lies[0].support.end());
    lies[1].bound_bits = *claim.bound_bits - 1e-3;
    lies[2].bits = *claim.bits + 1e-8;
    lies[3].given.push_back({{columns - 1, 1.0}});
    lies[4].moments_sha256[5] = claim.moments_sha256[5] == '0' ? '1' : '0';
    lies[5].leaves.clear();
    lies[6].leaves.front().out = {claim.support.front()};
    for (std::size_t lie = 0; lie < lies.size(); ++lie) EXPECT_FALSE(verify(lies[lie], rows.moments).ok()) << lie;
    EXPECT_FALSE(verify(claim, make_rows(random, 60, columns).moments).ok());
  }
  std::cout << "             certificates accepted: " << scaled(60) << ", falsified and rejected: " << 8 * scaled(60)
            << '\n';
}

TEST(Verify, AFileThatWasChangedIsNotRead) {
  base::Random random(4);
  const Rows rows = make_rows(random, 40, 5);
  const std::string text = write_certificate(make_claim(rows, 1, 2));
  const auto read = read_certificate(text, "c");
  ASSERT_TRUE(read.ok()) << base::text(read.error(), base::command_line());
  EXPECT_TRUE(verify(read.value(), rows.moments).ok());
  for (int k = 0; k < scaled(1000); ++k) {
    std::string changed = text;
    const auto at = static_cast<std::size_t>(random.below(text.size() - 1));
    changed[at] = static_cast<char>(' ' + random.below(95));
    if (changed == text) continue;
    const auto result = read_certificate(changed, "c");
    if (!result.ok()) continue;
    EXPECT_EQ(write_certificate(result.value()), text) << changed;  // white space between tokens
  }
}

}  // namespace
}  // namespace explainee::verify
