// Occupancy against NVIDIA's own calculator (cuda_occupancy.h, where the CUDA headers are) and the
// figures of the course notes.
#include "sim/analysis/occupancy.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "sim/base/architectures.hpp"
#include "sim/engine/plan.hpp"

#if __has_include(<cuda_occupancy.h>)
#include <cuda_occupancy.h>
#define HAVE_CUDA_OCCUPANCY 1
#endif

namespace lanescope::analysis {
namespace {

SmLimits limits(std::string_view arch) {
  const auto result = sm_limits(arch);
  EXPECT_TRUE(result.ok()) << arch;
  return result.ok() ? *result : SmLimits{};
}

// The example of docs/CONTRACT.md, "JSON report".
TEST(Occupancy, ExampleOfTheReport) {
  const Occupancy o = occupancy(limits("sm_90"), 128, 16, 0);
  EXPECT_EQ(o.blocks_per_sm, 16U);
  EXPECT_EQ(o.warps_per_sm, 64U);
  EXPECT_DOUBLE_EQ(o.theoretical, 1.0);
  EXPECT_EQ(o.limit_warps, 16U);
  EXPECT_EQ(o.limit_blocks, 32U);
  EXPECT_EQ(o.limit_registers, 32U);
  EXPECT_EQ(o.limit_shared, 32U);
  EXPECT_EQ(o.limiters, std::vector<Limiter>{Limiter::Warps});
}

// "Registers per thread = max(16, the cubin's)"; "static + dynamic rounded up to 128, + 1,024".
TEST(Occupancy, RulesOfTheContract) {
  EXPECT_EQ(occupancy(limits("sm_90"), 128, 8, 0).registers_per_thread, 16U);
  EXPECT_EQ(occupancy(limits("sm_90"), 32, 16, 232448).limit_shared, 1U);
  EXPECT_EQ(occupancy(limits("sm_90"), 32, 16, 232449).limit_shared, 0U);
  // floor(233472 / (6400 + 1024)) = 31; one byte more rounds up to 6528: floor(233472 / 7552) = 30
  EXPECT_EQ(occupancy(limits("sm_90"), 32, 16, 6400).limit_shared, 31U);
  EXPECT_EQ(occupancy(limits("sm_90"), 32, 16, 6401).limit_shared, 30U);
  EXPECT_EQ(occupancy(limits("sm_90"), 1025, 16, 0).blocks_per_sm, 0U);
  EXPECT_EQ(occupancy(limits("sm_90"), 256, 256, 0).blocks_per_sm, 0U);
}

// An H200 holds 4 blocks of 64 or 128 threads whose barrier's number is in a register
// (tests/hardware/kernels/later_two_barriers.cu).
TEST(Occupancy, BarriersLimitBlocks) {
  const Occupancy o = occupancy(limits("sm_90"), 128, 16, 0, 16);
  EXPECT_EQ(o.blocks_per_sm, 4U);
  EXPECT_EQ(o.limit_barriers, 4U);
  EXPECT_EQ(o.limiters, std::vector<Limiter>{Limiter::Barriers});
  EXPECT_EQ(spelling(o.limiters.front()), "barriers");
  EXPECT_EQ(occupancy(limits("sm_90"), 32, 16, 0, 1).limit_barriers, 32U);
  EXPECT_EQ(occupancy(limits("sm_90"), 32, 16, 0, 65).blocks_per_sm, 0U);
  EXPECT_EQ(occupancy(limits("sm_120"), 32, 16, 0, 2).blocks_per_sm, 12U);
  EXPECT_EQ(occupancy(limits("sm_80"), 32, 16, 0, 16).blocks_per_sm, 32U) << "not before Hopper";
}

// inventory_004, G5, G8, G9 (A100): blocks and share by threads and registers a thread.
TEST(Occupancy, CourseNotesA100) {
  const SmLimits a100 = limits("sm_80");
  const auto share = [&](std::uint32_t threads, std::uint32_t registers) {
    return occupancy(a100, threads, registers, 0).theoretical;
  };
  for (std::uint32_t threads : {64U, 128U, 256U, 512U, 1024U})
    EXPECT_DOUBLE_EQ(share(threads, 16), 1.0) << threads;
  EXPECT_DOUBLE_EQ(share(32, 16), 0.5);
  EXPECT_DOUBLE_EQ(share(700, 16), 0.6875);  // 44 of 64 warps
  for (std::uint32_t threads : {128U, 256U, 512U, 1024U})
    EXPECT_DOUBLE_EQ(share(threads, 64), 0.5) << threads;
  EXPECT_DOUBLE_EQ(share(512, 31), 1.0);
  EXPECT_DOUBLE_EQ(share(512, 33), 0.75);
  EXPECT_DOUBLE_EQ(share(128, 30), 1.0);
  EXPECT_DOUBLE_EQ(share(32, 29), 0.5);
  EXPECT_EQ(occupancy(a100, 256, 34, 0).blocks_per_sm, 6U);
  EXPECT_EQ(occupancy(a100, 256, 34, 0).limiters, std::vector<Limiter>{Limiter::Registers});
  // The shared limit is never above the block limit (docs/CONTRACT.md, "Occupancy"), so that it
  // equals it here.
  EXPECT_EQ(occupancy(a100, 32, 29, 0).limiters,
            (std::vector<Limiter>{Limiter::Blocks, Limiter::Shared}));
}

// inventory_001, D12.
TEST(Occupancy, CourseNotesBlockSizes) {
  for (std::uint32_t threads : {4U, 16U, 32U}) {
    EXPECT_DOUBLE_EQ(occupancy(limits("sm_80"), threads, 16, 0).theoretical, 0.5);
    EXPECT_NEAR(occupancy(limits("sm_86"), threads, 16, 0).theoretical, 0.333, 0.001);
  }
  EXPECT_DOUBLE_EQ(occupancy(limits("sm_90"), 64, 16, 0).theoretical, 1.0);
  EXPECT_NEAR(occupancy(limits("sm_86"), 64, 16, 0).theoretical, 0.667, 0.001);
  EXPECT_EQ(occupancy(limits("sm_90"), 513, 16, 0).blocks_per_sm, 3U);
  EXPECT_NEAR(occupancy(limits("sm_90"), 513, 16, 0).theoretical, 0.797, 0.001);
  EXPECT_EQ(occupancy(limits("sm_89"), 513, 16, 0).blocks_per_sm, 2U);
  EXPECT_NEAR(occupancy(limits("sm_89"), 513, 16, 0).theoretical, 0.708, 0.001);
  EXPECT_NEAR(occupancy(limits("sm_89"), 1024, 16, 0).theoretical, 0.667, 0.001);
}

// One table: occupancy and the machine's limit of shared memory agree, for sm_88 too.
TEST(Occupancy, TheMachineTakesTheSameTable) {
  std::uint32_t last = 0;
  for (const Architecture& one : architectures()) {
    EXPECT_GT(one.sm, last);
    last = one.sm;
    const SmLimits sm = limits(fmt::format("sm_{}", one.sm));
    EXPECT_EQ(engine::shared_memory_limit(one.sm), sm.shared_optin_per_block) << one.sm;
    EXPECT_LT(one.shared_optin_bytes_per_block,
              one.shared_bytes + (one.sm < 80 ? 1 : 0));  // 1 KiB a block is the system's
  }
  EXPECT_EQ(engine::shared_memory_limit(88), 101376U);
  EXPECT_EQ(engine::shared_memory_limit(90), 232448U);
  EXPECT_EQ(engine::shared_memory_limit(95), 49152U);
}

TEST(Occupancy, Architectures) {
  EXPECT_TRUE(sm_limits("sm_90a").ok());
  EXPECT_TRUE(sm_limits("sm_121").ok());
  for (std::string_view unknown : {"sm_60", "sm_999", "", "a", "compute_90", "90"}) {
    const auto result = sm_limits(unknown);
    ASSERT_FALSE(result.ok()) << unknown;
    EXPECT_NE(result.error().message.find("sm_90"), std::string::npos);
  }
  EXPECT_EQ(spelling(Limiter::Shared), "shared");
}

#ifdef HAVE_CUDA_OCCUPANCY
struct Arch {
  std::string_view name;
  int major, minor;
};
constexpr std::array kArchs = {Arch{"sm_70", 7, 0},   Arch{"sm_75", 7, 5},   Arch{"sm_80", 8, 0},
                               Arch{"sm_86", 8, 6},   Arch{"sm_87", 8, 7},   Arch{"sm_88", 8, 8},
                               Arch{"sm_89", 8, 9},   Arch{"sm_90", 9, 0},   Arch{"sm_100", 10, 0},
                               Arch{"sm_103", 10, 3}, Arch{"sm_110", 11, 0}, Arch{"sm_120", 12, 0},
                               Arch{"sm_121", 12, 1}};

cudaOccDeviceProp properties(const Arch& arch, const SmLimits& sm) {
  cudaOccDeviceProp p;
  p.computeMajor = arch.major;
  p.computeMinor = arch.minor;
  p.maxThreadsPerBlock = 1024;
  p.maxThreadsPerMultiprocessor = static_cast<int>(sm.max_warps * 32);
  p.regsPerBlock = p.regsPerMultiprocessor = 65536;
  p.warpSize = 32;
  p.sharedMemPerBlock = 49152;
  p.sharedMemPerMultiprocessor = sm.shared_bytes;
  p.numSms = 1;
  p.sharedMemPerBlockOptin = sm.shared_optin_per_block;
  p.reservedSharedMemPerBlock = arch.major >= 8 ? 1024 : 0;
  return p;
}

constexpr std::array kBarriers{0, 1, 2, 3, 5, 16};

TEST(Occupancy, AgreesWithNvidiasCalculator) {
  for (const Arch& arch : kArchs) {
    const SmLimits sm = limits(arch.name);
    const cudaOccDeviceProp device = properties(arch, sm);
    for (int threads : {1, 31, 32, 33, 64, 96, 128, 192, 256, 288, 384, 512, 513, 700, 768, 1024}) {
      for (int registers = 16; registers <= 255; registers += registers < 48 ? 1 : 13) {
        for (std::uint32_t shared = 0; shared <= 32 * 1024; shared += shared < 2048 ? 509 : 5003) {
          cudaOccFuncAttributes function;
          function.maxThreadsPerBlock = 1024;
          function.numRegs = registers;
          function.sharedSizeBytes = shared;
          function.numBlockBarriers =
              kBarriers[static_cast<std::size_t>(registers) % kBarriers.size()];
          cudaOccDeviceState state;
          state.carveoutConfig = SHAREDMEM_CARVEOUT_MAX_SHARED;
          cudaOccResult expected;
          ASSERT_EQ(cudaOccMaxActiveBlocksPerMultiprocessor(&expected, &device, &function, &state,
                                                            threads, 0),
                    CUDA_OCC_SUCCESS);
          const Occupancy o = occupancy(sm, static_cast<std::uint32_t>(threads),
                                        static_cast<std::uint32_t>(registers), shared,
                                        static_cast<std::uint32_t>(function.numBlockBarriers));
          ASSERT_EQ(static_cast<int>(o.blocks_per_sm), expected.activeBlocksPerMultiprocessor)
              << arch.name << ' ' << threads << " threads " << registers << " registers " << shared
              << " bytes";
          ASSERT_EQ(static_cast<int>(o.limit_registers), expected.blockLimitRegs)
              << arch.name << threads << registers;
          ASSERT_EQ(static_cast<int>(o.limit_warps), expected.blockLimitWarps);
          ASSERT_EQ(static_cast<int>(o.limit_blocks), expected.blockLimitBlocks);
        }
      }
    }
  }
}
#else
TEST(Occupancy, AgreesWithNvidiasCalculator) {
  GTEST_SKIP() << "cuda_occupancy.h is not on this machine";
}
#endif

}  // namespace
}  // namespace lanescope::analysis
