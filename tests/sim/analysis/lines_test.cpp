#include "sim/analysis/lines.hpp"

#include <map>

#include <gtest/gtest.h>

#include "sim/machine/execution.hpp"
#include "tests/sim/machine/support.hpp"

namespace lanescope::analysis {
namespace {

// Two files; a device function of b.cuh is inlined into line 5 of a.cu (PTX ISA 11.5.4, .loc with
// function_name and inlined_at).
constexpr const char* kText = R"(.version 8.5
.target sm_90
.address_size 64
.file 1 "a.cu"
.file 2 "b.cuh"
.visible .entry k(.param .u64 p_out)
{
.reg .b32 %r<8>;
.reg .b64 %rd<4>;
ld.param.u64 %rd1, [p_out];
.loc 1 4 3
mov.u32 %r1, %tid.x;
add.u32 %r2, %r1, 7;
.loc 2 9 1, function_name $L_info_string0, inlined_at 1 5 3
mul.lo.u32 %r3, %r2, %r2;
.loc 1 6 3
mul.wide.u32 %rd2, %r1, 4;
add.s64 %rd3, %rd1, %rd2;
st.global.u32 [%rd3], %r3;
ret;
}
.section .debug_str
{
$L_info_string0:
.b8 95,90,50,115,113,106,0
}
)";

class Lines : public ::testing::Test {
 protected:
  Lines() : bench_(kText) {
    bench_.zeros("out", 64).shape({1, 1, 1}, {64, 1, 1});
    machine::Execution execution(bench_.make(), {engine::Recording::Counters});
    EXPECT_EQ(execution.run(), engine::Outcome::Finished);
    const auto by_pc = execution.counters_by_pc(0);
    counters_.assign(by_pc.begin(), by_pc.end());
    total_ = execution.counters(0);
  }
  machine::test::Bench bench_;
  std::vector<events::Counters> counters_;
  events::Counters total_;
};

TEST_F(Lines, GoByTheInnermostLocationAndAddUp) {
  const auto lines = by_line(bench_.program(), counters_);
  ASSERT_EQ(lines.size(), 4U);  // none, a.cu:4, a.cu:6, b.cuh:9
  EXPECT_EQ(lines[0].line, 0U);
  EXPECT_EQ(lines[1].file, "a.cu");
  EXPECT_EQ(lines[1].line, 4U);
  EXPECT_EQ(lines[1].counters.warp_instructions, 4U);  // two instructions of two warps
  EXPECT_EQ(lines[2].line, 6U);
  EXPECT_EQ(lines[2].counters.global_store.requests, 2U);
  EXPECT_EQ(lines[3].file, "b.cuh");
  EXPECT_EQ(lines[3].line, 9U);
  events::Counters sum;
  for (const LineCounters& line : lines) sum += line.counters;
  EXPECT_EQ(sum, total_);
}

TEST_F(Lines, LineInAFileFollowsInlining) {
  const code::Program& program = bench_.program();
  std::map<std::string, std::pair<std::uint32_t, std::uint32_t>> seen;
  for (std::uint32_t pc = 0; pc < program.size(); ++pc) {
    seen[program.ptx_at(Pc{pc}).opcode] = {line_in_file(program, Pc{pc}, ""),
                                           line_in_file(program, Pc{pc}, "b.cuh")};
  }
  EXPECT_EQ(seen.at("mov"), (std::pair(4U, 0U)));
  EXPECT_EQ(seen.at("st"), (std::pair(6U, 0U)));
  bool inlined = false;
  for (std::uint32_t pc = 0; pc < program.size(); ++pc) {
    if (line_in_file(program, Pc{pc}, "b.cuh") != 9) continue;
    inlined = true;
    EXPECT_EQ(line_in_file(program, Pc{pc}, "a.cu"), 5U);
  }
  EXPECT_TRUE(inlined);
  EXPECT_EQ(line_in_file(program, Pc{0}, "c.cu"), 0U);
  EXPECT_EQ(line_in_file(program, Pc{9999}, ""), 0U);
}

}  // namespace
}  // namespace lanescope::analysis
