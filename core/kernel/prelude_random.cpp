// Pieces of prelude_pieces.h: random numbers. Written for people who read a kernel: each piece is what its comment says
// and nothing else.
#include <array>

#include "core/kernel/prelude_pieces.h"

namespace cleave {
namespace {

constexpr std::array kPieces{
    PreludePiece{"random_words", R"(// Philox4x32-10 (Salmon et al. 2011): four random words for a key and a counter.
struct RandomWords { unsigned word[4]; };
__device__ inline RandomWords random_words(unsigned long long seed, unsigned long long offset,
                                           unsigned long long subsequence) {
  unsigned key0 = static_cast<unsigned>(seed), key1 = static_cast<unsigned>(seed >> 32);
  unsigned c0 = static_cast<unsigned>(offset), c1 = static_cast<unsigned>(offset >> 32);
  unsigned c2 = static_cast<unsigned>(subsequence), c3 = static_cast<unsigned>(subsequence >> 32);
  for (int round = 0; round < 10; ++round) {
    const unsigned long long product0 = 0xD2511F53ull * c0, product1 = 0xCD9E8D57ull * c2;
    c0 = static_cast<unsigned>(product1 >> 32) ^ c1 ^ key0;
    c1 = static_cast<unsigned>(product1);
    c2 = static_cast<unsigned>(product0 >> 32) ^ c3 ^ key1;
    c3 = static_cast<unsigned>(product0);
    key0 += 0x9E3779B9u;
    key1 += 0xBB67AE85u;
  }
  return {{c0, c1, c2, c3}};
}

)"},
    PreludePiece{"unit_float", R"(// (0, 1]: the middle of one of 2^32 cells, of which the last few are rounded to 1.
__device__ inline float unit_float(unsigned word) {
  return static_cast<float>(word) * 2.3283064365386963e-10f + 1.1641532182693481e-10f;
}

)"},
    PreludePiece{"unit_double", R"(// (0, 1]: the middle of one of 2^53 cells.
__device__ inline double unit_double(unsigned low, unsigned high) {
  const unsigned long long cell = low ^ (static_cast<unsigned long long>(high) << 21);
  return static_cast<double>(cell) * 1.1102230246251565e-16 + 5.5511151231257827e-17;
}

)"},
    PreludePiece{"below_one", R"(// [0, 1): 1 becomes 0.
template <class Number>
__device__ Number below_one(Number unit) { return unit == 1 ? 0 : unit; }

)"},
    PreludePiece{"uniform",
                 R"(// Component i of the words as a number from `low` up to `high`, which it never is itself.
template <class T>
struct Uniform {
  __device__ static float number(const RandomWords& words, int i, float low, float high) {
    const float value = low + (high - low) * below_one(unit_float(words.word[i]));
    return rounded_to<T>(value) == rounded_to<T>(high) ? low : value;
  }
};
template <>
struct Uniform<float> {
  __device__ static float number(const RandomWords& words, int i, float low, float high) {
    const float value = low + (high - low) * below_one(unit_float(words.word[i]));
    return value == high ? low : value;
  }
};
template <>
struct Uniform<double> {
  __device__ static double number(const RandomWords& words, int i, double low, double high) {
    const double value = low + (high - low) * below_one(unit_double(words.word[2 * i], words.word[2 * i + 1]));
    return value == high ? low : value;
  }
};
template <class T, class Number>
__device__ Number uniform(const RandomWords& words, int i, Number low, Number high) {
  return Uniform<T>::number(words, i, low, high);
}

)"},
    PreludePiece{"normal", R"(// Box and Muller 1958: component i of the words as a normal number.
template <class T, class Number>
__device__ Number normal(const RandomWords& words, int i, Number mean, Number deviation) {
  Number u, v;
  if (sizeof(Number) == 8) {
    u = unit_double(words.word[0], words.word[1]);
    v = below_one(unit_double(words.word[2], words.word[3]));
  } else {
    u = unit_float(words.word[i / 2 * 2]);
    v = below_one(unit_float(words.word[i / 2 * 2 + 1]));
  }
  const Number radius = sqrt(-2 * log(u));
  return radius * (i % 2 == 0 ? sinpi(2 * v) : cospi(2 * v)) * deviation + mean;
}

)"},
};

}  // namespace

std::span<const PreludePiece> random_pieces() { return kPieces; }

}  // namespace cleave
