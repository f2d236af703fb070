#include <cmath>

#include "lab/references/reference.hpp"

namespace lanescope::references {
namespace {

std::vector<Expectation> foo_kernel(const ReferenceInput& s) {
  Numbers a = s.before("a");
  Numbers b = s.before("b");
  const std::size_t block = s.number("block");
  for (std::size_t i = 0; i < a.size(); ++i) {
    const std::size_t thread = i % block;
    if (thread < 40 || thread >= 104) b[i] = a[i] + 1;
    if (i % 2 == 0) a[i] = b[i] * 2;
    for (std::size_t j = 0; j < 5 - i % 3; ++j) b[i] += static_cast<double>(j);
  }
  return {{"a", std::move(a)}, {"b", std::move(b)}};
}

// The compiler contracts x * m + c into one fused operation (its default), and so does this.
double way(double x, float factor, float addend, std::size_t rounds) {
  auto value = static_cast<float>(x);
  for (std::size_t r = 0; r < rounds; ++r) value = std::fmaf(value, factor, addend);
  return static_cast<double>(value);
}

template <typename Predicate>
std::vector<Expectation> diverge(const ReferenceInput& s, Predicate takes_a) {
  Numbers values = s.before("in");
  const std::size_t block = s.number("block");
  const std::size_t rounds = s.number("amount");
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = takes_a(i % block) ? way(values[i], 3.0F, 1.0F, rounds)
                                   : way(values[i], 0.5F, -1.0F, rounds);
  }
  return {{"out", std::move(values)}};
}
std::vector<Expectation> diverge_first_24(const ReferenceInput& s) {
  return diverge(s, [](std::size_t thread) { return thread < 24; });
}
std::vector<Expectation> diverge_first(const ReferenceInput& s) {
  const std::size_t first = s.number("first");
  return diverge(s, [first](std::size_t thread) { return thread < first; });
}
std::vector<Expectation> diverge_odd_even(const ReferenceInput& s) {
  return diverge(s, [](std::size_t thread) { return thread % 2 == 1; });
}
std::vector<Expectation> diverge_by_warp(const ReferenceInput& s) {
  return diverge(s, [](std::size_t thread) { return thread / 32 % 2 == 1; });
}
std::vector<Expectation> diverge_trip_count(const ReferenceInput& s) {
  const Numbers in = s.before("in");
  const std::size_t block = s.number("block");
  const std::size_t least = s.number("amount");
  Numbers values(in.size());
  for (std::size_t i = 0; i < in.size(); ++i) {
    auto x = static_cast<float>(in[i]);
    for (std::size_t r = 0; r < least + i % block % 5; ++r)
      x = std::fmaf(x, 0.5F, static_cast<float>(in[r]));
    values[i] = static_cast<double>(x);
  }
  return {{"out", std::move(values)}};
}
std::vector<Expectation> diverge_turns(const ReferenceInput& s) {
  const Numbers in = s.before("in");
  const std::size_t block = s.number("block");
  const std::size_t ways = s.number("ways");
  Numbers values(in.size());
  for (std::size_t i = 0; i < in.size(); ++i) {
    values[i] = static_cast<double>(
        std::fmaf(static_cast<float>(in[i]), 0.5F, static_cast<float>(in[i % block % ways])));
  }
  return {{"out", std::move(values)}};
}

}  // namespace

std::vector<Reference> divergence_references() {
  return {{"foo_kernel", {"a", "b", "block"}, foo_kernel},
          {"diverge_first_24", {"in", "out", "block", "amount"}, diverge_first_24},
          {"diverge_first", {"in", "out", "block", "amount", "first"}, diverge_first},
          {"diverge_turns", {"in", "out", "block", "ways"}, diverge_turns},
          {"diverge_odd_even", {"in", "out", "block", "amount"}, diverge_odd_even},
          {"diverge_by_warp", {"in", "out", "block", "amount"}, diverge_by_warp},
          {"diverge_trip_count", {"in", "out", "block", "amount"}, diverge_trip_count}};
}

}  // namespace lanescope::references
