#include "explainee/base/sha256/sha256.h"

#include <gtest/gtest.h>
#include <sodium.h>

namespace explainee::base {
namespace {

TEST(Sha256, KnownAnswers) {  // FIPS 180-4 examples
  EXPECT_EQ(sha256_hex(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256_hex("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST(Sha256, PartsGiveTheHashOfTheWhole) {
  std::string bytes;
  for (int k = 0; k < 5000; ++k) bytes += static_cast<char>(k * k);
  Sha256 hash;
  for (std::size_t at = 0, part = 1; at < bytes.size(); at += part, part = part * 3 % 401 + 1) {
    EXPECT_EQ(hash.hash(), sha256(std::string_view(bytes).substr(0, at)));
    hash.add(std::string_view(bytes).substr(at, part));
  }
  EXPECT_EQ(hash.hash(), sha256(bytes));
}

TEST(Sha256, EveryLengthAgreesWithTheLibrarysOwnLoop) {
  std::string bytes;
  for (unsigned k = 0; k < 1000; ++k) bytes += static_cast<char>(k * 2654435761U >> 13U);
  for (std::size_t size = 0; size <= bytes.size(); ++size) {
    std::array<unsigned char, 32> expected{};
    crypto_hash_sha256(expected.data(), reinterpret_cast<const unsigned char*>(bytes.data()), size);
    ASSERT_EQ(sha256(std::string_view(bytes).substr(0, size)), expected) << size;
  }
}

}  // namespace
}  // namespace explainee::base
