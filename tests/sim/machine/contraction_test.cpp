#include <bit>
#include <cmath>
#include <string>

#include <fmt/core.h>
#include <gtest/gtest.h>

#include "tests/sim/machine/support.hpp"

// What is fused here, ptxas 13.0 fuses for sm_90: read off its machine code (FFMA against FMUL and
// FADD) for the same instructions.
namespace lanescope::machine::test {
namespace {

constexpr float kA = 1.1F, kB = 1.3F, kC = -1.2F, kD = 1.19F;

float product(float a, float b) { return a * b; }
float fused(float a, float b, float c) { return std::fma(a, b, c); }

// The words that a body stores, with a, b, c, d in %f1..%f4.
Words run(std::string_view body) {
  std::string text;
  const float values[] = {kA, kB, kC, kD};
  for (std::size_t i = 0; i < 4; ++i)
    text +=
        fmt::format("mov.f32 %f{}, 0f{:08X};\n", i + 1, std::bit_cast<std::uint32_t>(values[i]));
  text += "mov.u32 %r1, %tid.x; setp.eq.u32 %p1, %r1, 7;\n";
  text += body;
  text += "\nret;";
  Bench bench(kernel_text(text));
  bench.zeros("out", 2).shape({1}, {1});
  Execution execution(bench.make(), {});
  EXPECT_EQ(execution.run(), Outcome::Finished);
  return words_of(execution);
}

void expect(std::string_view body, float first, float second = 0.0F) {
  const auto out = run(body);
  EXPECT_EQ(std::bit_cast<float>(out[0]), first) << body;
  EXPECT_EQ(std::bit_cast<float>(out[1]), second) << body;
}

TEST(Contraction, TheValuesTellFusedFromRounded) {
  EXPECT_NE(product(kA, kB) + kC, fused(kA, kB, kC));
  EXPECT_NE(product(kA, kB) + product(kC, kD), fused(kA, kB, product(kC, kD)));
  EXPECT_NE(fused(kC, kD, product(kA, kB)), fused(kA, kB, product(kC, kD)));
}

TEST(Contraction, SumsAndDifferencesOfAProduct) {
  expect("mul.f32 %f5, %f1, %f2; add.f32 %f6, %f5, %f3; st.global.f32 [%rd1], %f6;",
         fused(kA, kB, kC));
  expect("mul.f32 %f5, %f1, %f2; sub.f32 %f6, %f3, %f5; st.global.f32 [%rd1], %f6;",
         fused(-kA, kB, kC));
  expect("mul.f32 %f5, %f1, %f2; sub.f32 %f6, %f5, %f3; st.global.f32 [%rd1], %f6;",
         fused(kA, kB, -kC));
  expect(
      "mul.f32 %f5, %f1, %f2; neg.f32 %f7, %f5; sub.f32 %f6, %f3, %f7; "
      "st.global.f32 [%rd1], %f6;",
      fused(kA, kB, kC));
}

TEST(Contraction, ARoundingOrOtherModifiersForbidIt) {
  const float apart = product(kA, kB) + kC;
  expect("mul.rn.f32 %f5, %f1, %f2; add.f32 %f6, %f5, %f3; st.global.f32 [%rd1], %f6;", apart);
  expect("mul.f32 %f5, %f1, %f2; add.rn.f32 %f6, %f5, %f3; st.global.f32 [%rd1], %f6;", apart);
  expect("mul.ftz.f32 %f5, %f1, %f2; add.f32 %f6, %f5, %f3; st.global.f32 [%rd1], %f6;", apart);
}

TEST(Contraction, AnotherUseKeepsTheRoundedProduct) {
  expect(
      "mul.f32 %f5, %f1, %f2; add.f32 %f6, %f5, %f3; st.global.f32 [%rd1], %f6; "
      "st.global.f32 [%rd1+4], %f5;",
      product(kA, kB) + kC, product(kA, kB));
  expect(
      "mul.f32 %f5, %f1, %f2; add.f32 %f6, %f5, %f3; sub.f32 %f7, %f4, %f5; "
      "st.global.f32 [%rd1], %f6; st.global.f32 [%rd1+4], %f7;",
      fused(kA, kB, kC), fused(-kA, kB, kD));
}

TEST(Contraction, OnlyWithinABasicBlock) {
  expect("mul.f32 %f5, %f1, %f2; @%p1 bra L; add.f32 %f6, %f5, %f3; st.global.f32 [%rd1], %f6; L:",
         product(kA, kB) + kC);
  expect("mul.f32 %f5, %f1, %f2; bra.uni L; L: add.f32 %f6, %f5, %f3; st.global.f32 [%rd1], %f6;",
         fused(kA, kB, kC));
}

TEST(Contraction, OfTwoProductsTheFirstOrTheOneUsedOnce) {
  expect(
      "mul.f32 %f6, %f3, %f4; mul.f32 %f5, %f1, %f2; add.f32 %f7, %f5, %f6; "
      "st.global.f32 [%rd1], %f7;",
      fused(kA, kB, product(kC, kD)));
  expect(
      "mul.f32 %f5, %f1, %f2; mul.f32 %f6, %f3, %f4; add.f32 %f7, %f5, %f6; "
      "add.f32 %f8, %f5, %f3; st.global.f32 [%rd1], %f7; st.global.f32 [%rd1+4], %f8;",
      fused(kC, kD, product(kA, kB)), product(kA, kB) + kC);
}

// inventory_004 1.3: the grey of a colour, cut to a whole number, by two fused multiply-adds and by
// rounded ones.
TEST(Contraction, GreyDependsOnItInFewColours) {
  int differ = 0;
  for (int colour = 0; colour < 1 << 24; ++colour) {
    const auto red = static_cast<float>(colour >> 16), blue = static_cast<float>(colour & 255);
    const auto green = static_cast<float>(colour >> 8 & 255);
    const float rounded = product(green, 0.72F) + product(red, 0.21F) + product(blue, 0.07F);
    const float together = fused(blue, 0.07F, fused(red, 0.21F, product(green, 0.72F)));
    differ += static_cast<int>(static_cast<int>(rounded) != static_cast<int>(together));
  }
  EXPECT_EQ(differ, 5609);
}

}  // namespace
}  // namespace lanescope::machine::test
