#include <gtest/gtest.h>

#include "sim/events/shared_place.hpp"
#include "tests/sim/machine/events_log.hpp"
#include "tests/sim/machine/support.hpp"

// Clusters of several blocks (PTX ISA 9.7.9.23, 9.7.13.3; CUDA C++ Programming Guide, "Distributed
// Shared Memory"). Expected values follow from indices alone.
namespace lanescope::machine::test {
namespace {

using events::HazardKind;

constexpr const char* kSync = "barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;\n";

// %r1: thread; %r2: rank; %r3: blocks of the cluster; %r4: block; %r6: the thread's word of s;
// %rd3: its place in out.
std::string kernel(const std::string& body) {
  return kernel_text(R"(
  .shared .align 8 .b8 s[1024];
  mov.u32 %r1, %tid.x; mov.u32 %r2, %cluster_ctarank; mov.u32 %r3, %cluster_nctarank;
  mov.u32 %r4, %ctaid.x; mov.u32 %r5, %ntid.x;
  mad.lo.u32 %r7, %r4, %r5, %r1; mul.wide.u32 %rd2, %r7, 4; add.s64 %rd3, %rd1, %rd2;
  mov.u32 %r8, s; shl.b32 %r9, %r1, 2; add.u32 %r6, %r8, %r9;
)" + body);
}

// Every thread stores rank * 100 + thread and reads what the next block's thread has stored.
std::string ring(const std::string& first, const std::string& second) {
  return kernel(R"(
  mad.lo.u32 %r10, %r2, 100, %r1;
  st.shared.u32 [%r6], %r10;
)" + first + R"(
  add.u32 %r11, %r2, 1; rem.u32 %r11, %r11, %r3;
  mapa.shared::cluster.u32 %r12, %r6, %r11;
  ld.shared::cluster.u32 %r13, [%r12];
  st.global.u32 [%rd3], %r13;
)" + second + "ret;");
}

class Clusters : public testing::TestWithParam<engine::Order> {
 protected:
  // Runs the kernel with hazards looked for.
  std::unique_ptr<Execution> run(const std::string& text, Dim3 grid, std::uint32_t threads,
                                 Dim3 cluster, std::uint64_t seed = 0) {
    Bench bench(text);
    bench.zeros("out", 1024).shape(grid, {threads}).cluster(cluster);
    bench.options().order = GetParam();
    bench.options().schedule_seed = seed;
    bench.options().max_steps = 100'000;
    ExecutionOptions watched;
    watched.hazards = true;
    auto execution = std::make_unique<Execution>(bench.make(), watched);
    execution->run();
    return execution;
  }
};
INSTANTIATE_TEST_SUITE_P(All, Clusters,
                         testing::Values(engine::Order::Barrier, engine::Order::RoundRobin));

std::string told(const Execution& execution) {
  std::string all;
  for (const auto& hazard : execution.hazards()) all += hazard.message + "\n";
  return all;
}

TEST_P(Clusters, ReadEachOthersSharedMemory) {
  for (const std::uint64_t seed : {0, 1, 2, 3}) {
    const auto execution = run(ring(kSync, kSync), {8}, 64, {4}, seed);
    ASSERT_EQ(execution->outcome(), Outcome::Finished) << told(*execution);
    const auto out = words_of(*execution);
    for (std::uint32_t i = 0; i < 512; ++i) EXPECT_EQ(out[i], (i / 64 + 1) % 4 * 100 + i % 64) << i;
    EXPECT_TRUE(execution->hazards().empty()) << told(*execution);
  }
}

// What is done between arriving and waiting needs no other block, and orders nothing.
TEST_P(Clusters, MayArriveEarlyAndWaitLate) {
  const std::string early =
      "bar.sync 0; barrier.cluster.arrive; add.u32 %r20, %r1, 1; "
      "st.shared.u32 [%r6+512], %r20; barrier.cluster.wait;\n";
  for (const std::uint64_t seed : {0, 1, 2, 3}) {
    const auto right = run(ring(early, kSync), {4}, 64, {4}, seed);
    ASSERT_EQ(right->outcome(), Outcome::Finished) << told(*right);
    EXPECT_TRUE(right->hazards().empty()) << told(*right);
    EXPECT_EQ(words_of(*right)[64], 200U);
    std::string late = ring(early, kSync);
    late.replace(late.find("[%r12]"), 6, "[%r12+512]");  // what the others stored after arriving
    const auto wrong = run(late, {4}, 64, {4}, seed);
    EXPECT_FALSE(wrong->hazards().empty());
  }
}

// Whichever block goes first: what others do with an ended block's memory is nowhere ordered.
TEST_P(Clusters, ABlockThatEndsWhileOthersReadItsMemoryIsToldOf) {
  for (const std::uint64_t seed : {0, 1, 2, 3}) {
    const auto execution = run(ring(kSync, ""), {4}, 64, {4}, seed);
    const std::string all = told(*execution);
    const bool ends = all.find("a cluster.sync() before the end is missing") != std::string::npos;
    const bool gone = all.find("which has ended: its shared memory is gone") != std::string::npos;
    EXPECT_TRUE(ends || gone) << all;
  }
}

TEST_P(Clusters, AccessToABlockThatHasEndedIsAnError) {
  const auto execution = run(kernel(R"(
  setp.eq.u32 %p1, %r2, 1; @%p1 bra END;
W: ld.volatile.global.u32 %r10, [%rd1+64]; setp.eq.u32 %p2, %r10, 0; @%p2 bra W;
  mapa.shared::cluster.u32 %r12, %r6, 1;
  ld.shared::cluster.u32 %r13, [%r12+8];
  ret;
END: st.volatile.global.u32 [%rd1+64], 1;
  ret;)"),
                             {2}, 1, {2});
  EXPECT_EQ(execution->outcome(), Outcome::Fault);
  ASSERT_FALSE(execution->hazards().empty());
  const auto& hazard = execution->hazards().back();
  EXPECT_EQ(hazard.kind, HazardKind::OutOfBounds);
  EXPECT_EQ(hazard.address, "s[2] of block (1,0,0)");
  EXPECT_NE(hazard.message.find("which has ended"), std::string::npos) << hazard.message;
}

TEST_P(Clusters, AMissingClusterSyncIsARaceThatNamesTheBlock) {
  const auto execution = run(ring("bar.sync 0;\n", kSync), {2}, 32, {2});
  ASSERT_EQ(execution->outcome(), Outcome::Finished);
  ASSERT_FALSE(execution->hazards().empty());
  bool named = false;  // in one order of the blocks, nothing has been written yet: told as well
  for (const auto& hazard : execution->hazards()) {
    named = named || (hazard.kind == HazardKind::Race &&
                      hazard.address.find("of block (") != std::string::npos);
  }
  EXPECT_TRUE(named) << told(*execution);
  EXPECT_NE(told(*execution).find("a cluster.sync() between the two is missing"), std::string::npos)
      << told(*execution);
}

TEST_P(Clusters, SpecialRegistersTellBlockAndCluster) {
  const char* const names[] = {"clusterid.x",      "clusterid.y",      "nclusterid.x",
                               "nclusterid.y",     "cluster_ctaid.x",  "cluster_ctaid.y",
                               "cluster_nctaid.x", "cluster_nctaid.y", "cluster_ctarank",
                               "cluster_nctarank", "cluster_nctaid.z"};
  std::string body =
      "mov.u32 %r10, %ctaid.y; mov.u32 %r11, %nctaid.x; "
      "mad.lo.u32 %r12, %r10, %r11, %r4; mul.wide.u32 %rd4, %r12, 64; "
      "add.s64 %rd4, %rd4, %rd1;\n";
  int at = 0;
  for (const char* name : names) {
    body += std::string("mov.u32 %r13, %") + name + "; st.global.u32 [%rd4+" +
            std::to_string(4 * at++) + "], %r13;\n";
  }
  body +=
      "mov.pred %p1, %is_explicit_cluster; selp.u32 %r13, 1, 0, %p1; "
      "st.global.u32 [%rd4+44], %r13; ret;";
  const auto execution = run(kernel(body), {4, 6}, 1, {2, 3});
  ASSERT_EQ(execution->outcome(), Outcome::Finished) << execution->unsupported();
  const auto out = words_of(*execution);
  for (std::uint32_t y = 0; y < 6; ++y) {
    for (std::uint32_t x = 0; x < 4; ++x) {
      const std::uint32_t expected[] = {x / 2, y / 3, 2, 2, x % 2, y % 3, 2, 3, x % 2 + y % 3 * 2,
                                        6,     1,     1};
      for (std::size_t i = 0; i < std::size(expected); ++i)
        EXPECT_EQ(out[(y * 4 + x) * 16 + i], expected[i]) << x << "," << y << " " << i;
    }
  }
}

// A generic address names its block: it means the same place in each of the cluster.
TEST_P(Clusters, GenericAddressesMeanTheSameInEveryBlock) {
  const auto execution = run(kernel(std::string(R"(
  cvt.u64.u32 %rd4, %r6; cvta.shared.u64 %rd5, %rd4;
  getctarank.u64 %r10, %rd5;
  st.shared.u32 [%r6], %r10;
  mapa.u64 %rd6, %rd5, %r2; setp.eq.u64 %p1, %rd5, %rd6;
  isspacep.shared::cta %p2, %rd5;
)") + kSync + R"(
  xor.b32 %r11, %r2, 1;
  mapa.u64 %rd7, %rd5, %r11;
  isspacep.shared::cta %p3, %rd7; isspacep.shared::cluster %p4, %rd7;
  cvta.to.shared.u64 %rd8, %rd7; cvt.u32.u64 %r14, %rd8;
  getctarank.shared::cluster.u32 %r15, %r14;
  ld.u32 %r12, [%rd7];
  atom.shared::cluster.add.u32 %r13, [%r14+512], 1;
  selp.u32 %r16, 1, 0, %p1; selp.u32 %r17, 2, 0, %p2; selp.u32 %r18, 4, 0, %p3;
  selp.u32 %r19, 8, 0, %p4;
  or.b32 %r16, %r16, %r17; or.b32 %r16, %r16, %r18; or.b32 %r16, %r16, %r19;
  shl.b32 %r12, %r12, 4; or.b32 %r16, %r16, %r12; shl.b32 %r15, %r15, 8; or.b32 %r16, %r16, %r15;
)" + kSync + R"(
  st.global.u32 [%rd3], %r16;
  ret;)"),
                             {2}, 32, {2});
  // What the atomic adds to was never written.
  ASSERT_EQ(execution->outcome(), Outcome::Finished) << told(*execution);
  const auto out = words_of(*execution);
  for (std::uint32_t i = 0; i < 64; ++i) {
    const std::uint32_t other = 1 - i / 32;
    EXPECT_EQ(out[i], 1 | 2 | 8 | other << 4U | other << 8U) << i;
  }
}

// Lanes of one instruction go to all blocks: each adds 1 to the word of its number in every block.
TEST_P(Clusters, OneInstructionReachesSeveralBlocks) {
  const auto execution = run(kernel(std::string("st.shared.u32 [%r6], 0;\n") + kSync + R"(
  rem.u32 %r10, %r1, %r3; div.u32 %r11, %r1, %r3;
  shl.b32 %r11, %r11, 2; add.u32 %r11, %r11, %r8;
  mapa.shared::cluster.u32 %r12, %r11, %r10;
  red.shared::cluster.add.u32 [%r12], 1;
)" + kSync + R"(
  ld.shared.u32 %r13, [%r6];
  st.global.u32 [%rd3], %r13;
  ret;)"),
                             {4}, 32, {4});
  ASSERT_EQ(execution->outcome(), Outcome::Finished) << told(*execution);
  EXPECT_TRUE(execution->hazards().empty()) << told(*execution);
  const auto out = words_of(*execution);
  for (std::uint32_t i = 0; i < 128; ++i) EXPECT_EQ(out[i], i % 32 < 8 ? 4U : 0U) << i;
}

// Threads that have exited are not missed at the cluster's barrier.
TEST_P(Clusters, ExitedThreadsAreNotMissed) {
  const auto execution = run(kernel(R"(
  setp.eq.u32 %p1, %r2, 1; @%p1 ret;
  barrier.cluster.arrive; barrier.cluster.wait;
  st.global.u32 [%rd3], 7;
  ret;)"),
                             {2}, 64, {2});
  ASSERT_EQ(execution->outcome(), Outcome::Finished) << told(*execution);
  EXPECT_EQ(words_of(*execution)[0], 7U);
}

TEST_P(Clusters, WaitingForABlockThatNeverArrivesIsADeadlock) {
  const auto execution = run(kernel(R"(
  setp.eq.u32 %p1, %r2, 1; @%p1 bra OTHER;
  barrier.cluster.arrive; barrier.cluster.wait;
  ret;
OTHER: bar.sync 1, 96;
  ret;)"),
                             {2}, 64, {2});
  EXPECT_EQ(execution->outcome(), Outcome::Deadlock);
}

TEST_P(Clusters, ArrivingTwiceOrWaitingWithoutIsAnError) {
  for (const char* body :
       {"barrier.cluster.arrive; barrier.cluster.arrive; ret;", "barrier.cluster.wait; ret;"}) {
    const auto execution = run(kernel(body), {2}, 32, {2});
    EXPECT_EQ(execution->outcome(), Outcome::Fault) << body;
    EXPECT_NE(told(*execution).find("cluster's barrier"), std::string::npos) << told(*execution);
  }
}

// A block behind the last one of its cluster is a wrong rank.
TEST_P(Clusters, ARankBeyondTheClusterIsAnError) {
  const auto execution = run(kernel("mapa.shared::cluster.u32 %r10, %r6, 2; ret;"), {2}, 1, {2});
  EXPECT_EQ(execution->outcome(), Outcome::Fault);
  EXPECT_NE(told(*execution).find("block 2 of its cluster, which has 2 blocks"), std::string::npos)
      << told(*execution);
}

// The producer's block counts bytes and arrivals at the mbarrier of the consumer's.
TEST_P(Clusters, RemoteMbarriersAndBulkCopiesReachTheOtherBlock) {
  const auto execution = run(kernel(std::string(R"(
  setp.eq.u32 %p1, %r1, 0;
  @%p1 mbarrier.init.shared::cta.b64 [%r8+512], 1;
  fence.mbarrier_init.release.cluster;
)") + kSync + R"(
  setp.eq.u32 %p2, %r2, 1; @%p2 bra CONSUMER;
  mad.lo.u32 %r10, %r1, 3, 5;
  st.shared.u32 [%r6], %r10;
  fence.proxy.async.shared::cta;
  bar.sync 0;
  @!%p1 bra DONE;
  mapa.shared::cluster.u32 %r11, %r8, 1;
  mbarrier.arrive.expect_tx.release.cluster.shared::cluster.b64 _, [%r11+512], 128;
  cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%r11], [%r8], 128, [%r11+512];
  bra DONE;
CONSUMER:
W: mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 %p3, [%r8+512], 0;
  @!%p3 bra W;
  ld.shared.u32 %r12, [%r6];
  st.global.u32 [%rd3], %r12;
DONE:
)" + kSync + "ret;"),
                             {2}, 32, {2});
  ASSERT_EQ(execution->outcome(), Outcome::Finished)
      << told(*execution) << execution->unsupported();
  EXPECT_TRUE(execution->hazards().empty()) << told(*execution);
  for (std::uint32_t i = 0; i < 32; ++i) EXPECT_EQ(words_of(*execution)[32 + i], i * 3 + 5);
}

// st.async and red.async: the other block waits for the bytes at its own mbarrier.
TEST_P(Clusters, AsynchronousStoresTellTheOtherBlocksMbarrier) {
  for (const char* store :
       {"st.async.shared::cluster.mbarrier::complete_tx::bytes.b32",
        "red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32"}) {
    const auto execution = run(kernel(std::string(R"(
  setp.eq.u32 %p1, %r1, 0;
  st.shared.u32 [%r6], 0;
  @%p1 mbarrier.init.shared::cta.b64 [%r8+512], 1;
  @%p1 mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r8+512], 128;
)") + kSync + R"(
  xor.b32 %r11, %r2, 1;
  mapa.shared::cluster.u32 %r12, %r6, %r11;
  mapa.shared::cluster.u32 %r14, %r8, %r11;
  mad.lo.u32 %r10, %r2, 100, %r1;
  )" + store + R"( [%r12], %r10, [%r14+512];
W: mbarrier.try_wait.parity.shared::cta.b64 %p4, [%r8+512], 0;
  @!%p4 bra W;
  ld.shared.u32 %r13, [%r6];
  st.global.u32 [%rd3], %r13;
)" + kSync + "ret;"),
                               {2}, 32, {2});
    ASSERT_EQ(execution->outcome(), Outcome::Finished)
        << told(*execution) << execution->unsupported();
    EXPECT_TRUE(execution->hazards().empty()) << told(*execution);
    const auto out = words_of(*execution);
    for (std::uint32_t i = 0; i < 64; ++i) EXPECT_EQ(out[i], (1 - i / 32) * 100 + i % 32) << i;
  }
}

TEST_P(Clusters, ABulkCopyReachesAllBlocksOfItsMask) {
  const auto execution = run(kernel(std::string(R"(
  setp.eq.u32 %p1, %r1, 0;
  @%p1 mbarrier.init.shared::cta.b64 [%r8+512], 1;
  @%p1 mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r8+512], 128;
  fence.mbarrier_init.release.cluster;
)") + kSync + R"(
  setp.eq.u32 %p2, %r2, 0; and.pred %p3, %p1, %p2;
  mov.u16 %h1, 3;
  @%p3 cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%r8], [%rd1], 128, [%r8+512], %h1;
W: mbarrier.try_wait.parity.shared::cta.b64 %p4, [%r8+512], 0;
  @!%p4 bra W;
  ld.shared.u32 %r12, [%r6];
  st.global.u32 [%rd3+512], %r12;
)" + kSync + "ret;"),
                             {2}, 32, {2});
  ASSERT_EQ(execution->outcome(), Outcome::Finished)
      << told(*execution) << execution->unsupported();
  EXPECT_TRUE(execution->hazards().empty()) << told(*execution);
}

TEST(ClusterTrace, AddressesNameTheBlock) {
  Bench bench(ring(kSync, kSync));
  bench.zeros("out", 64).shape({2}, {32}).cluster({2});
  struct Remote : events::Listener {
    using Listener::on;
    void on(const events::Step& step) override { block = step.block.value; }
    void on(const events::MemoryAccess& access) override {
      if (access.space != events::Space::Shared || access.access != events::Access::Load) return;
      ranks.emplace_back(block, events::rank_of(access.addresses[3]));
      EXPECT_EQ(events::offset_of(access.addresses[3]), 12U);
    }
    std::uint32_t block = 0;
    std::vector<std::pair<std::uint32_t, std::uint64_t>> ranks;
  } remote;
  Execution execution(bench.make(), {Recording::Full, {&remote}});
  ASSERT_EQ(execution.run(), Outcome::Finished);
  ASSERT_EQ(remote.ranks.size(), 2U);
  for (const auto& [block, rank] : remote.ranks) EXPECT_EQ(rank, 1 - block);
}

TEST(ClusterSnapshot, GoesOnFromAnyStep) {
  Bench bench(ring(kSync, kSync));
  bench.zeros("out", 128).shape({4}, {32}).cluster({2});
  const auto plan = bench.make();
  Execution straight(plan, {});
  ASSERT_EQ(straight.run(), Outcome::Finished);
  for (const std::uint64_t step : {1U, 30U, 55U, 70U}) {
    Execution first(plan, {}), second(plan, {});
    first.run_to(MachineStep{step});
    second.restore(*first.snapshot());
    ASSERT_EQ(second.run(), Outcome::Finished) << step;
    EXPECT_EQ(words_of(second).all(), words_of(straight).all()) << step;
    EXPECT_EQ(second.machine_step(), straight.machine_step());
  }
}

TEST(ClusterShape, IsCheckedBeforeAnythingRuns) {
  const auto refusal = [](Dim3 grid, Dim3 cluster, const std::string& text, std::uint32_t sm = 90) {
    Bench bench(text);
    engine::Plan& plan = bench.plan();
    plan.options.sm_version = sm;
    plan.buffers.push_back({"out", 4, 4, nullptr, false});
    engine::Launch launch;
    launch.program = decode(text);
    launch.grid = grid;
    launch.parameters.resize(8);
    launch.cluster = cluster;
    plan.launches = {launch};
    const Result<void> valid = engine::validate(plan);
    return valid ? std::string() : valid.error().message;
  };
  const std::string plain = kernel("ret;");
  std::string own = plain;
  own.insert(own.find("\n{\n"), " .reqnctapercluster 2, 1, 1");
  EXPECT_EQ(refusal({4}, {2}, plain), "");
  EXPECT_EQ(refusal({4}, {0, 0, 0}, own), "");
  EXPECT_NE(refusal({3}, {0, 0, 0}, own).find("not made of whole clusters"), std::string::npos);
  EXPECT_NE(refusal({4}, {4}, own).find("compiled for clusters of 2 x 1 x 1"), std::string::npos);
  EXPECT_NE(refusal({34}, {17}, plain).find("from 1 to 16"), std::string::npos);
  EXPECT_NE(refusal({4}, {2}, plain, 80).find("sm_90"), std::string::npos);
}

}  // namespace
}  // namespace lanescope::machine::test
