#include "explainee/base/sha256/sha256_blocks.h"

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>

#include <array>
#endif

namespace explainee::base {

#if defined(__x86_64__)
namespace {

/// FIPS 180-4 §4.2.2.
alignas(16) constexpr std::array<std::uint32_t, 64> kRoundConstants = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

bool has_sha_instructions() {
  unsigned a = 0;
  unsigned b = 0;
  unsigned c = 0;
  unsigned d = 0;
  constexpr unsigned kSha = 1U << 29U;    // leaf 7, ebx
  constexpr unsigned kSse41 = 1U << 19U;  // leaf 1, ecx
  if (__get_cpuid_count(7, 0, &a, &b, &c, &d) == 0 || (b & kSha) == 0) return false;
  return __get_cpuid(1, &a, &b, &c, &d) != 0 && (c & kSse41) != 0;
}

__attribute__((target("sha,sse4.1"))) void add_blocks(std::uint32_t* state, const unsigned char* bytes,
                                                      std::size_t count) {
  const __m128i big_endian = _mm_set_epi64x(0x0c0d0e0f08090a0bLL, 0x0405060700010203LL);
  auto* words = reinterpret_cast<__m128i*>(state);
  // The instructions want the words a…h as (a, b, e, f) and (c, d, g, h), highest first.
  const __m128i first = _mm_shuffle_epi32(_mm_loadu_si128(words), 0xb1);
  const __m128i second = _mm_shuffle_epi32(_mm_loadu_si128(words + 1), 0x1b);
  __m128i abef = _mm_alignr_epi8(first, second, 8);
  __m128i cdgh = _mm_blend_epi16(second, first, 0xf0);
  for (std::size_t block = 0; block < count; ++block, bytes += 64) {
    const __m128i abef_before = abef;
    const __m128i cdgh_before = cdgh;
    __m128i w[4];
    for (int k = 0; k < 4; ++k) {
      const auto* at = reinterpret_cast<const __m128i*>(bytes + 16 * k);
      w[k] = _mm_shuffle_epi8(_mm_loadu_si128(at), big_endian);
    }
#pragma GCC unroll 16
    for (int k = 0; k < 16; ++k) {  // four rounds each
      const auto* at = reinterpret_cast<const __m128i*>(kRoundConstants.data() + 4 * k);
      const __m128i sum = _mm_add_epi32(w[k & 3], _mm_load_si128(at));
      cdgh = _mm_sha256rnds2_epu32(cdgh, abef, sum);
      abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(sum, 0x0e));
      if (k >= 12) continue;
      const __m128i earlier = _mm_alignr_epi8(w[(k + 3) & 3], w[(k + 2) & 3], 4);
      const __m128i part = _mm_add_epi32(_mm_sha256msg1_epu32(w[k & 3], w[(k + 1) & 3]), earlier);
      w[k & 3] = _mm_sha256msg2_epu32(part, w[(k + 3) & 3]);
    }
    abef = _mm_add_epi32(abef, abef_before);
    cdgh = _mm_add_epi32(cdgh, cdgh_before);
  }
  const __m128i feba = _mm_shuffle_epi32(abef, 0x1b);
  const __m128i dchg = _mm_shuffle_epi32(cdgh, 0xb1);
  _mm_storeu_si128(words, _mm_blend_epi16(feba, dchg, 0xf0));
  _mm_storeu_si128(words + 1, _mm_alignr_epi8(dchg, feba, 8));
}

}  // namespace

bool add_sha256_blocks(std::uint32_t* state, const unsigned char* bytes, std::size_t count) {
  static const bool available = has_sha_instructions();
  if (!available) return false;
  add_blocks(state, bytes, count);
  return true;
}

#else

bool add_sha256_blocks(std::uint32_t* /*state*/, const unsigned char* /*bytes*/, std::size_t /*count*/) {
  return false;
}

#endif

}  // namespace explainee::base
