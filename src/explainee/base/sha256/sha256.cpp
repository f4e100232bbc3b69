#include "explainee/base/sha256/sha256.h"

#include <fmt/format.h>
#include <sodium.h>

#include <algorithm>
#include <cstring>

#include "explainee/base/sha256/sha256_blocks.h"

namespace explainee::base {
namespace {

using State = crypto_hash_sha256_state;

constexpr std::size_t kBlock = 64;

/// libsodium's own loop is portable and slow: whole blocks are left to the processor where it can.
void update(State& state, std::string_view bytes) {
  const auto* data = reinterpret_cast<const unsigned char*>(bytes.data());
  std::size_t size = bytes.size();
  const std::size_t waiting = (state.count / 8) % kBlock;  // of an unfinished block; the count is in bits
  const std::size_t before = std::min(size, (kBlock - waiting) % kBlock);
  crypto_hash_sha256_update(&state, data, before);
  data += before;
  size -= before;
  const std::size_t blocks = size / kBlock;
  if (blocks > 0 && add_sha256_blocks(state.state, data, blocks)) {
    state.count += blocks * kBlock * 8;
    data += blocks * kBlock;
    size -= blocks * kBlock;
  }
  crypto_hash_sha256_update(&state, data, size);
}

}  // namespace

std::array<unsigned char, 32> sha256(std::string_view bytes) {
  Sha256 hash;
  hash.add(bytes);
  return hash.hash();
}

std::string sha256_hex(std::string_view bytes) { return sha256_hex(sha256(bytes)); }

std::string sha256_hex(const std::array<unsigned char, 32>& hash) {
  std::string text;
  for (const unsigned char byte : hash) text += fmt::format("{:02x}", byte);
  return text;
}

Sha256::Sha256() {
  static_assert(sizeof(State) <= sizeof(state_) && alignof(State) <= 8);
  State state;
  crypto_hash_sha256_init(&state);
  std::memcpy(state_.data(), &state, sizeof state);
}

void Sha256::add(std::string_view bytes) {
  State state;
  std::memcpy(&state, state_.data(), sizeof state);
  update(state, bytes);
  std::memcpy(state_.data(), &state, sizeof state);
}

std::array<unsigned char, 32> Sha256::hash() const {
  State state;
  std::memcpy(&state, state_.data(), sizeof state);
  std::array<unsigned char, crypto_hash_sha256_BYTES> hash{};
  crypto_hash_sha256_final(&state, hash.data());
  return hash;
}

}  // namespace explainee::base
