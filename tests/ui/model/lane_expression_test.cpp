// Expressions over the lanes of a warp, on a machine whose registers are known: the kernel of
// lab's tests adds b[i] = 1 to a[i] = i, so lane 5 of block 1 holds i = 37 and a[i] = 37.0.

#include "ui/lane_language/lane_expression.hpp"

#include <random>

#include <gtest/gtest.h>

#include "sim/engine/engine.hpp"
#include "tests/lab/ptx_kernels.hpp"
#include "ui/lane_language/lane_names.hpp"
#include "ui/lane_language/source_locals.hpp"

namespace lanescope::ui::lane_language {
namespace {

class Expressions : public ::testing::Test {
 protected:
  Expressions() {
    const auto prepared =
        run::prepare(lanescope::test::add_experiment(2, 64),
                     lanescope::test::compiled_ptx(lanescope::test::kAddPtx, "add"));
    const auto* ready = std::get_if<std::shared_ptr<const run::Prepared>>(&prepared);
    if (ready == nullptr) {
      ADD_FAILURE() << std::get<run::PrepareFailure>(prepared).error.text();
      return;
    }
    auto run = std::make_shared<run::ModelRun>();
    run->prepared = *ready;
    names_ = names_of(view::View({}, run, nullptr), 0);
    machine_ = engine::start(names_.plan, {});
    machine_->run_to(MachineStep{19 + 17});  // the second block, before its store
  }
  // Of warp 0 of block 1, at the addition.
  [[nodiscard]] LaneExpression::Context where() const {
    return {names_, *machine_, BlockIndex{1}, WarpIndex{0}, Pc{16}};
  }
  LaneMask lanes(const std::string& text, LaneMask asked = 0xFFFFFFFF) {
    const auto condition = LaneExpression::parse(text);
    EXPECT_TRUE(condition) << condition.error().text();
    if (!condition || machine_ == nullptr) return 0;
    EXPECT_TRUE(condition->is_condition()) << text;
    const engine::Program& program = *names_.plan->launches.front().program;
    EXPECT_EQ(program.text_at(Pc{16}).substr(0, 7), "add.f32") << program.text_at(Pc{16});
    return condition->lanes(where(), asked);
  }
  // Of lane 5, as shown; "none" without a value.
  std::string value(const std::string& text, std::size_t lane = 5) {
    const auto parsed = LaneExpression::parse(text);
    EXPECT_TRUE(parsed) << text << ": " << parsed.error().text();
    if (!parsed) return "wrong";
    const auto known = parsed->check(names_);
    EXPECT_TRUE(known) << known.error().text();
    const auto values = parsed->values(where());
    return values[lane] ? text_of(*values[lane], 12) : "none";
  }
  std::string complaint(const std::string& text) {
    const auto parsed = LaneExpression::parse(text);
    if (!parsed) return parsed.error().message;
    const auto known = parsed->check(names_);
    return known ? "none" : known.error().message;
  }
  LaneNames names_;
  std::unique_ptr<engine::Execution> machine_;
};

TEST_F(Expressions, CompareRegistersWithNumbers) {
  EXPECT_EQ(lanes("%f1 == 37"), 1U << 5);
  EXPECT_EQ(lanes("%f3 > 61.5"), 0b111U << 29) << "i + 1 for i = 61, 62 and 63";
  EXPECT_EQ(lanes("%f1 < 33"), 1U);
  EXPECT_EQ(lanes("%f1<=33"), 0b11U);
  EXPECT_EQ(lanes("%f1 >= 63"), 1U << 31);
  EXPECT_EQ(lanes("%f1 != 32"), ~1U & 0xFFFFFFFFU);
  EXPECT_EQ(lanes("%f1 == 3.7e1"), 1U << 5);
  EXPECT_EQ(lanes("%f1 == 0x25"), 1U << 5);
  EXPECT_EQ(lanes("%f2 == %f3"), 0U);
  EXPECT_EQ(lanes("%f1 > -1"), 0xFFFFFFFFU);
}

TEST_F(Expressions, KnowTheLanesPlace) {
  EXPECT_EQ(lanes("lane == 3"), 1U << 3);
  EXPECT_EQ(lanes("thread >= 30"), 0b11U << 30);
  EXPECT_EQ(lanes("block == 1"), 0xFFFFFFFFU);
  EXPECT_EQ(lanes("block == 0"), 0U);
  EXPECT_EQ(lanes("warp == 0"), 0xFFFFFFFFU);
  EXPECT_EQ(lanes("threadIdx.x == 3 || %tid.x == 4"), 0b11U << 3);
  EXPECT_EQ(value("blockIdx.x * blockDim.x + threadIdx.x"), "37");
  EXPECT_EQ(value("gridDim.x + warpSize + threadIdx.y"), "34");
}

TEST_F(Expressions, AndBindsBeforeOr) {
  EXPECT_EQ(lanes("lane == 1 || lane < 4 && lane > 2"), 1U << 1 | 1U << 3);
  EXPECT_EQ(lanes("lane > 2 && lane < 4 || lane == 1"), 1U << 1 | 1U << 3);
  EXPECT_EQ(lanes("(lane == 1 || lane < 4) && lane > 2"), 1U << 3);
  EXPECT_EQ(lanes("!(lane < 30)"), 0b11U << 30);
  EXPECT_EQ(lanes("lane < 8", 0xF0), 0xF0U) << "only the lanes asked for";
}

// What C++ gives for the same text with lane = 5 and i = 37.
TEST_F(Expressions, CalculateAsCDoes) {
  EXPECT_EQ(value("2 + 3 * 4 - 10 / 4"), "12");
  EXPECT_EQ(value("-7 / 2"), "-3");
  EXPECT_EQ(value("-7 % 3"), "-1");
  EXPECT_EQ(value("10 - 4 - 3"), "3");
  EXPECT_EQ(value("1 << 4 | 3 & 6 ^ 1"), "19");
  EXPECT_EQ(value("~lane"), "-6");
  EXPECT_EQ(value("lane & 1 == 1"), "1") << "== binds before &";
  EXPECT_EQ(value("(block * 32 + lane) >> 2"), "9");
  EXPECT_EQ(value("7 / 2.0"), "3.5");
  EXPECT_EQ(value("%f1 / 2"), "18.5");
  EXPECT_EQ(value("0xFFu"), "255");
  EXPECT_EQ(value("1.5f"), "1.5");
  EXPECT_EQ(value("lane / 0"), "none");
  EXPECT_EQ(value("1.5 % 2"), "none");
}

TEST_F(Expressions, ReadParametersAndBuffers) {
  EXPECT_EQ(value("add_3"), "64") << "PTX names it so";
  EXPECT_EQ(value("a[thread]"), "5");
  EXPECT_EQ(value("a[block * 32 + lane] + b[0]"), "38");
  EXPECT_EQ(value("add_1[block * 32 + lane]"), "37") << "through the pointer";
  EXPECT_EQ(value("%r5"), "none") << "nothing needs it any more: its place may hold another one";
  EXPECT_EQ(value("c[0]"), "1") << "block 0 has stored";
  EXPECT_EQ(value("c[40]"), "0") << "block 1 has not";
  EXPECT_EQ(value("a[64]"), "none");
  EXPECT_EQ(value("a[-1]"), "none");
  EXPECT_EQ(lanes("a[lane + 64] == 64"), 0U) << "there is no a[64]: not equal to anything";
}

TEST_F(Expressions, WhatIsWrongIsNamed) {
  for (const char* text :
       {"", "lane =", "lane == ", "lane = 3", "3 == 3 &&", "lane == 1 lane == 2", "lane == 1 || ",
        "== 3", "lane == 1)", "(lane", "a[3", "a[]", "3x", "%", "1 +", "a b", "lane.", "\"x\""}) {
    EXPECT_FALSE(LaneExpression::parse(text)) << text;
  }
  EXPECT_FALSE(LaneExpression::parse("lane")->is_condition());
  EXPECT_FALSE(LaneExpression::parse("lane + 1")->is_condition());
  EXPECT_NE(complaint("%nothing == 1").find("%nothing"), std::string::npos);
  EXPECT_NE(complaint("lne == 1").find("lne"), std::string::npos);
  EXPECT_NE(complaint("a + 1").find("a[0]"), std::string::npos);
  EXPECT_NE(complaint("add_3[1]").find("no elements"), std::string::npos);
  EXPECT_EQ(complaint("%f1 == 1"), "none");
  EXPECT_FALSE(LaneExpression::parse(std::string(10'000, '(')));
  EXPECT_FALSE(LaneExpression::parse(std::string(300, '-') + "1"));
}

// Any text gives an expression that can be evaluated, or an error.
TEST_F(Expressions, AnyTextIsTaken) {
  constexpr std::string_view kPieces[] = {
      "(",    ")",   "[",           "]",  "+",  "-", "*",  "/",          "%",
      "<<",   ">>",  "<",           "==", "!",  "~", "&&", "||",         "a",
      "lane", "%r5", "threadIdx.x", "0x", "1e", "7", ".",  "9999999999", " "};
  std::mt19937 random(7);
  for (int i = 0; i < 20'000; ++i) {
    std::string text;
    for (auto n = random() % 12; n > 0; --n) text += kPieces[random() % std::size(kPieces)];
    const auto parsed = LaneExpression::parse(text);
    if (!parsed || !parsed->check(names_)) continue;
    EXPECT_EQ(parsed->values(where()).size(), 32U) << text;
  }
}

// What the text alone tells of variables.
TEST_F(Expressions, VariablesThatNeverChangeStandForWhatTheyAre) {
  constexpr const char* kSource = R"(
constexpr int kRadius = 3;
__device__ int twice(int tid) { int n = 2 * tid; return n; }
// int commented = 1;
template <int N>
__global__ void add(float* add_0, const float* add_1, const float* add_2, int add_3) {
  const int tid = threadIdx.x, wide = 2 * tid;
  unsigned int i = blockIdx.x * blockDim.x + tid;  /* i = 0; */
  int last = (add_3 - 1) / WIDTH + kRadius;
  float x = 1.0f;
  int loaded = add_1[0];
  int cast = (int)x;
  for (int s = 1; s < 4; s *= 2) { x += s; }
  int moved = 1;
  moved += tid;
  int twice_declared = 1;
  { int twice_declared = 2; }
})";
  add_locals(kSource, "add", {"WIDTH=4", "FLAG"}, names_);
  EXPECT_EQ(value("tid"), "5");
  EXPECT_EQ(value("wide"), "10");
  EXPECT_EQ(value("i"), "37");
  EXPECT_EQ(value("last"), "18") << "63 / 4 + 3";
  EXPECT_EQ(value("a[i] + kRadius"), "40");
  for (const char* name : {"x", "loaded", "cast", "s", "moved", "twice_declared"}) {
    EXPECT_NE(complaint(name).find("leaves no names of variables"), std::string::npos) << name;
  }
  EXPECT_NE(complaint("commented").find("nothing here is called"), std::string::npos);
}

TEST_F(Expressions, AParameterThatIsAssignedToIsNotWhatWasPassed) {
  add_locals(
      "__global__ void add(float* add_0, float* add_1, float* add_2, int add_3) {"
      " add_3 /= 2; add_1++; int i = add_3; }",
      "add", {}, names_);
  EXPECT_NE(complaint("add_3"), "none");
  EXPECT_NE(complaint("add_1[0]"), "none");
  EXPECT_NE(complaint("i"), "none");
  EXPECT_EQ(value("add_2[0]"), "1");
}

}  // namespace
}  // namespace lanescope::ui::lane_language
