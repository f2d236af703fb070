#include <gtest/gtest.h>

#include "tests/sim/machine/support.hpp"

namespace lanescope::machine::test {
namespace {

// out[i] = 3 * i + 1 for every thread of the grid.
constexpr const char* kAffine = R"(
  mov.u32 %r1, %tid.x;
  mov.u32 %r2, %ctaid.x;
  mov.u32 %r3, %ntid.x;
  mad.lo.s32 %r4, %r2, %r3, %r1;
  mul.wide.u32 %rd2, %r4, 4;
  add.s64 %rd3, %rd1, %rd2;
  mad.lo.s32 %r5, %r4, 3, 1;
  st.global.u32 [%rd3], %r5;
  ret;)";

std::uint32_t affine(std::size_t i) { return static_cast<std::uint32_t>(3 * i + 1); }

class WarpSizes : public testing::TestWithParam<int> {};

TEST_P(WarpSizes, EveryThreadWritesItsElement) {
  Bench bench(kernel_text(kAffine));
  bench.zeros("out", 150).shape({3}, {50});
  bench.options().warp_size = GetParam();
  Execution execution(bench.make(), {});
  EXPECT_EQ(execution.run(), Outcome::Finished);
  const auto out = words_of(execution);
  for (std::size_t i = 0; i < out.size(); ++i) EXPECT_EQ(out[i], affine(i)) << i;
  const auto counters = execution.counters(0);
  const std::uint64_t warps = 3 * static_cast<std::uint64_t>((50 + GetParam() - 1) / GetParam());
  EXPECT_EQ(counters.warp_instructions, warps * 10);
  EXPECT_EQ(counters.thread_instructions, 150U * 10);
  EXPECT_EQ(counters.global_store.requests, warps);
  EXPECT_EQ(counters.global_store.bytes, 600U);
}
INSTANTIATE_TEST_SUITE_P(All, WarpSizes, testing::Values(4, 8, 16, 32, 64));

TEST(Basics, UnknownKernelListsThoseThatExist) {
  auto module = std::make_shared<const ptx::Module>(ptx::parse(kernel_text("ret;")));
  const auto program = code::Program::decode(module, "other");
  ASSERT_FALSE(program.ok());
  EXPECT_NE(program.error().message.find('k'), std::string::npos);
}

TEST(Basics, ThreadAndBlockCoordinates) {
  Bench bench(kernel_text(R"(
    mov.u32 %r1, %tid.x; mov.u32 %r2, %tid.y; mov.u32 %r3, %tid.z;
    mov.u32 %r4, %ctaid.x; mov.u32 %r5, %ctaid.y; mov.u32 %r6, %ctaid.z;
    mad.lo.u32 %r7, %r3, 3, %r2;  mad.lo.u32 %r7, %r7, 5, %r1;
    mad.lo.u32 %r8, %r6, 2, %r5;  mad.lo.u32 %r8, %r8, 3, %r4;
    mad.lo.u32 %r9, %r8, 30, %r7;
    mul.wide.u32 %rd2, %r9, 4; add.s64 %rd3, %rd1, %rd2;
    shl.b32 %r10, %r3, 8; add.u32 %r10, %r10, %r2; shl.b32 %r10, %r10, 8; add.u32 %r10, %r10, %r1;
    st.global.u32 [%rd3], %r10;
    ret;)"));
  bench.zeros("out", 30 * 12).shape({3, 2, 2}, {5, 3, 2});
  Execution execution(bench.make(), {});
  ASSERT_EQ(execution.run(), Outcome::Finished);
  const auto out = words_of(execution);
  for (std::uint32_t i = 0; i < out.size(); ++i) {
    const std::uint32_t t = i % 30;
    EXPECT_EQ(out[i], ((t / 15) << 16U) + ((t / 5 % 3) << 8U) + t % 5) << i;
  }
}

TEST(Basics, GuardedInstructionsChangeOnlyTheirLanes) {
  Bench bench(kernel_text(R"(
    mov.u32 %r1, %tid.x;
    mul.wide.u32 %rd2, %r1, 4; add.s64 %rd3, %rd1, %rd2;
    mov.u32 %r2, 7;
    setp.lt.u32 %p1, %r1, 5;
    @%p1 mov.u32 %r2, 9;
    @!%p1 add.u32 %r2, %r2, %r1;
    st.global.u32 [%rd3], %r2;
    ret;)"));
  bench.zeros("out", 32).shape({1}, {32});
  Execution execution(bench.make(), {});
  ASSERT_EQ(execution.run(), Outcome::Finished);
  const auto out = words_of(execution);
  for (std::uint32_t i = 0; i < 32; ++i) EXPECT_EQ(out[i], i < 5 ? 9U : 7U + i);
}

TEST(Basics, AnUncoveredInstructionStopsWithItsLine) {
  Bench bench(kernel_text("mov.u32 %r1, %smid;\nwgmma.fence.sync.aligned;\nret;"));
  bench.zeros("out", 1).shape({1}, {32});
  Execution execution(bench.make(), {});
  EXPECT_EQ(execution.run(), Outcome::Unsupported);
  EXPECT_NE(execution.unsupported().find("wgmma"), std::string::npos);
  EXPECT_NE(execution.unsupported().find("PTX line"), std::string::npos);
}

TEST(Basics, AnUncoveredInstructionNamesItsSourceLine) {
  Bench bench(kernel_text(".loc 1 7 3\nwgmma.fence.sync.aligned;\nret;", ".file 1 \"dir/k.cu\"\n"));
  bench.zeros("out", 1).shape({1}, {32});
  Execution execution(bench.make(), {});
  EXPECT_EQ(execution.run(), Outcome::Unsupported);
  EXPECT_EQ(execution.unsupported().rfind("dir/k.cu:7:3: PTX line", 0), 0U)
      << execution.unsupported();
}

TEST(Basics, SeveralLaunchesShareMemory) {
  Bench bench(kernel_text(R"(
    mov.u32 %r1, %tid.x; mul.wide.u32 %rd2, %r1, 4; add.s64 %rd3, %rd1, %rd2;
    ld.global.u32 %r2, [%rd3]; add.u32 %r2, %r2, 5; st.global.u32 [%rd3], %r2; ret;)"));
  bench.zeros("out", 32).shape({1}, {32});
  Execution execution(bench.make(3), {});
  ASSERT_EQ(execution.run(), Outcome::Finished);
  for (std::uint32_t word : words_of(execution)) EXPECT_EQ(word, 15U);
  EXPECT_EQ(execution.machine_step().value, 3U * 8);
  EXPECT_EQ(execution.counters(2).warp_instructions, 8U);
}

TEST(Basics, RegistersAreReadWhereTheyLive) {
  Bench bench(kernel_text(kAffine));
  bench.zeros("out", 32).shape({1}, {32});
  Execution execution(bench.make(), {});
  execution.run_to(MachineStep{8});
  const auto& registers = bench.program().registers();
  for (std::uint32_t r = 0; r < registers.size(); ++r) {
    if (registers[r].name != "%r5") continue;
    const auto values = execution.register_values(BlockIndex{0}, WarpIndex{0}, r);
    ASSERT_EQ(values.size(), 32U);
    EXPECT_EQ(values[7], affine(7));
    EXPECT_TRUE(registers[r].live_at(Pc{8}));
    EXPECT_FALSE(registers[r].live_at(Pc{2}));
  }
}

}  // namespace
}  // namespace lanescope::machine::test
