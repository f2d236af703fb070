// What CUB, a BLAS library and cuRAND compute, by plain loops and from the generators' definitions.
#include <array>
#include <cstdint>

#include "lab/references/reference.hpp"

namespace lanescope::references {
namespace {

std::vector<Expectation> block_scans(const ReferenceInput& s) {
  const Numbers in = s.before("in");
  const std::size_t block = s.number("block");
  Numbers out(in.size(), 0.0);
  for (std::size_t i = 0; i < in.size(); ++i)
    if (i % block != 0) out[i] = out[i - 1] + in[i - 1];
  return {{"out", std::move(out)}};
}
std::vector<Expectation> block_sums_and_scans(const ReferenceInput& s) {
  std::vector<Expectation> both = block_scans(s);
  const Numbers in = s.before("in");
  Numbers sums(s.before("sums").size(), 0.0);
  for (std::size_t i = 0; i < in.size(); ++i) sums[i / s.number("block")] += in[i];
  both.push_back({"sums", std::move(sums)});
  return both;
}

// c = a b, all stored column by column; what lies between the columns of c is left as filled.
std::vector<Expectation> gemm(const ReferenceInput& s) {
  const Numbers a = s.before("a"), b = s.before("b");
  const std::size_t m = s.number("m"), n = s.number("n"), k = s.number("k");
  const std::size_t lda = s.number("lda"), ldb = s.number("ldb"), ldc = s.number("ldc");
  Numbers c = s.before("c");
  for (std::size_t column = 0; column < n; ++column) {
    for (std::size_t row = 0; row < m; ++row) {
      double& at = c[row + column * ldc];
      at = 0.0;
      for (std::size_t i = 0; i < k; ++i) at += a[row + i * lda] * b[i + column * ldb];
    }
  }
  return {{"c", std::move(c)}};
}

// G. Marsaglia, Xorshift RNGs, Journal of Statistical Software 8 (14), 2003, section 3.1: xorwow.
// cuRAND's manual: sequences are 2^67 numbers apart; the seed's scrambling is its header's.
class Xorwow {
 public:
  using State = std::array<std::uint32_t, 5>;

  explicit Xorwow(std::uint32_t seed) {
    constexpr std::uint32_t kUpperHalf = 2591861531U * 0xf7dcefddU;  // of a seed of 32 bits
    const std::uint32_t lower = 1099087573U * (seed ^ 0xaad26b49U);
    counter_ = 6615241U + kUpperHalf + lower;
    state_ = {123456789U + lower, 362436069U ^ lower, 521288629U + kUpperHalf,
              88675123U ^ kUpperHalf, 5783321U + lower};
  }
  std::uint32_t operator()() {
    state_ = next(state_);
    counter_ += 362437U;
    return state_[4] + counter_;
  }
  // The counter's own step times 2^67 is a multiple of 2^32.
  void to_next_sequence() { state_ = times(far_step(), state_); }

 private:
  using Matrix = std::array<State, 160>;  // over bits, by columns

  static State next(const State& v) {
    const std::uint32_t t = v[0] ^ (v[0] >> 2);
    return {v[1], v[2], v[3], v[4], (v[4] ^ (v[4] << 4)) ^ (t ^ (t << 1))};
  }
  static State times(const Matrix& matrix, const State& v) {
    State sum{};
    for (std::size_t bit = 0; bit < matrix.size(); ++bit) {
      if ((v[bit / 32] >> (bit % 32) & 1U) == 0) continue;
      for (std::size_t word = 0; word < sum.size(); ++word) sum[word] ^= matrix[bit][word];
    }
    return sum;
  }
  // One step, squared 67 times.
  static const Matrix& far_step() {
    static const Matrix kStep = [] {
      Matrix step;
      for (std::size_t bit = 0; bit < step.size(); ++bit) {
        State unit{};
        unit[bit / 32] = 1U << (bit % 32);
        step[bit] = next(unit);
      }
      for (int squared = 0; squared < 67; ++squared) {
        Matrix twice;
        for (std::size_t bit = 0; bit < step.size(); ++bit) twice[bit] = times(step, step[bit]);
        step = twice;
      }
      return step;
    }();
    return kStep;
  }

  std::uint32_t counter_;
  State state_;
};

// J. Salmon and others, Parallel random numbers: as easy as 1, 2, 3, SC 2011: Philox4x32-10. Of the
// counter the upper half is the sequence.
class Philox {
 public:
  Philox(std::uint32_t seed, std::uint32_t sequence) : seed_(seed), sequence_(sequence) {}
  std::uint32_t operator()() {
    if (drawn_ % 4 == 0) four_ = ten_rounds({drawn_ / 4, 0, sequence_, 0});
    return four_[drawn_++ % 4];
  }

 private:
  using Four = std::array<std::uint32_t, 4>;
  [[nodiscard]] Four ten_rounds(Four x) const {
    std::uint32_t key0 = seed_, key1 = 0;
    for (int round = 0; round < 10; ++round, key0 += 0x9E3779B9U, key1 += 0xBB67AE85U) {
      const std::uint64_t p = std::uint64_t{0xD2511F53U} * x[0];
      const std::uint64_t q = std::uint64_t{0xCD9E8D57U} * x[2];
      x = {static_cast<std::uint32_t>(q >> 32) ^ x[1] ^ key0, static_cast<std::uint32_t>(q),
           static_cast<std::uint32_t>(p >> 32) ^ x[3] ^ key1, static_cast<std::uint32_t>(p)};
    }
    return x;
  }

  std::uint32_t seed_, sequence_, drawn_ = 0;
  Four four_{};
};

// Of so many points in the unit square how many lie within the quarter of a circle; numbers are
// made floats in (0, 1] first, as cuRAND does.
template <typename Generator>
double hits(Generator& draw, std::size_t points) {
  const auto uniform = [&] { return static_cast<float>(draw()) * 0x1p-32F + 0x1p-33F; };
  double within = 0;
  for (std::size_t p = 0; p < points; ++p) {
    const double x = uniform(), y = uniform();
    if (x * x + y * y <= 1.0) ++within;
  }
  return within;
}

std::vector<Expectation> xorwow_hits(const ReferenceInput& s) {
  Xorwow sequence(static_cast<std::uint32_t>(s.number("seed")));
  Numbers out(s.before("hits").size());
  for (double& each : out) {
    Xorwow own = sequence;
    each = hits(own, s.number("points"));
    sequence.to_next_sequence();
  }
  return {{"hits", std::move(out)}};
}

std::vector<Expectation> philox_hits(const ReferenceInput& s) {
  Numbers out(s.before("hits").size());
  for (std::size_t i = 0; i < out.size(); ++i) {
    Philox own(static_cast<std::uint32_t>(s.number("seed")), static_cast<std::uint32_t>(i));
    out[i] = hits(own, s.number("points"));
  }
  return {{"hits", std::move(out)}};
}

}  // namespace

std::vector<Reference> library_references() {
  const std::vector<std::string> product = {"a", "b", "c", "m", "n", "k", "lda", "ldb", "ldc"};
  const std::vector<std::string> points = {"hits", "seed", "points"};
  return {{"block_scans", {"in", "out", "block"}, block_scans},
          {"block_sums_and_scans", {"in", "out", "sums", "block"}, block_sums_and_scans},
          {"gemm", product, gemm},
          {"xorwow_hits", points, xorwow_hits},
          {"philox_hits", points, philox_hits}};
}

}  // namespace lanescope::references
