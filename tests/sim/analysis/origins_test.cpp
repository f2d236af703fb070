// Where stored values came from, in recorded runs of small kernels: compared with what the kernel's
// text says of each element, worked out here element by element.
#include "sim/analysis/origins.hpp"

#include <set>

#include <gtest/gtest.h>

#include "sim/analysis/footprint.hpp"
#include "sim/trace/recorder.hpp"
#include "tests/sim/analysis/told.hpp"
#include "tests/sim/replay/kernels.hpp"

namespace lanescope::analysis {
namespace {

using Set = std::set<std::uint32_t>;

class Recorded {
 public:
  explicit Recorded(const replay::test::Case& c)
      : plan_(replay::test::plan_of(c, engine::Order::RoundRobin, engine::Policy::Its)) {
    trace::Recorder recorder({BlockIndex{0}, 1000, 1U << 30U});
    machine::Execution execution(plan_, {engine::Recording::Full, {&recorder}});
    EXPECT_EQ(execution.run(), engine::Outcome::Finished) << execution.unsupported();
    trace_ = recorder.finish({}, execution.machine_step().value);
  }
  explicit Recorded(const std::string& body, const std::string& before = "")
      : Recorded(
            replay::test::Case{"", replay::test::kernel(body, before), {1, 1, 1}, {32, 1, 1}, 1}) {}

  // Of buffer out (0) and in (1): element i holds i * 2654435761 mod 1000.
  [[nodiscard]] std::vector<Footprint> footprints(std::uint32_t block = 0) const {
    std::vector<ArrayRef> arrays;
    for (std::size_t i = 0; i < 2; ++i)
      arrays.push_back({events::Space::Global, plan_->address_of(i).value, 4, 0,
                        static_cast<std::uint32_t>(plan_->buffers[i].bytes / 4)});
    return footprints_of(*plan_, *trace_, 0, BlockIndex{block}, arrays);
  }
  // All stores of the block to out[element].
  [[nodiscard]] Origins origins(std::uint32_t element, std::uint32_t block = 0) const {
    std::vector<Stored> stores;
    const auto all = footprints(block);
    for (const ElementWrite& write : all[0].writes)
      if (write.element == element) stores.push_back(write.stored);
    return origins_of(*plan_, *trace_, 0, BlockIndex{block}, stores);
  }
  [[nodiscard]] Set elements(const Origins& origins, bool steers) const {
    Set out;
    for (const Origin& origin : origins.origins)
      if (origin.steers == steers)
        out.insert(static_cast<std::uint32_t>((origin.address - plan_->address_of(1).value) / 4));
    return out;
  }

 private:
  std::shared_ptr<const engine::Plan> plan_;
  std::shared_ptr<const trace::Trace> trace_;
};

std::uint32_t input(std::uint32_t i) { return i * 2654435761U % 1000; }

// Through shared memory, 7 rounds and barriers: the sum is made of the block's inputs, and no
// other.
TEST(Origins, AReductionTakesInItsWholeBlock) {
  const Recorded run(replay::test::cases()[0]);
  for (const std::uint32_t block : {0U, 3U}) {
    Set wanted;
    for (std::uint32_t i = 0; i < 128; ++i) wanted.insert(block * 128 + i);
    const Origins origins = run.origins(block, block);
    EXPECT_EQ(run.elements(origins, false), wanted);
    EXPECT_EQ(run.elements(origins, true), Set{});
    EXPECT_TRUE(origins.shared);
    EXPECT_FALSE(origins.exchanged);
  }
}

// A bin is counted up by constants; the inputs only say where.
TEST(Origins, ABinIsSteeredByItsInputs) {
  const Recorded run(replay::test::cases()[3]);
  for (std::uint32_t bin = 0; bin < 32; ++bin) {
    Set wanted;
    for (std::uint32_t i = 0; i < 96; ++i)
      if (input(i) % 32 == bin) wanted.insert(i);
    const Origins origins = run.origins(bin);
    EXPECT_EQ(run.elements(origins, true), wanted) << bin;
    EXPECT_EQ(run.elements(origins, false), Set{}) << bin;
  }
}

// Two shuffles whose distances stand in the text: four lanes each, and no more.
TEST(Origins, ShufflesTellTheirLanes) {
  const Recorded run(replay::test::cases()[4]);
  for (std::uint32_t i = 0; i < 32; ++i) {
    const Origins origins = run.origins(i);
    EXPECT_EQ(run.elements(origins, false), (Set{i, i ^ 1U, i ^ 16U, i ^ 17U})) << i;
    EXPECT_FALSE(origins.exchanged);
  }
}

// The distance in a register that is moved a number once, as compilers write it; and in one that
// is not.
TEST(Origins, AShufflesDistanceMayStandInARegister) {
  const std::string body = R"(
ld.global.u32 %r5, [%rd4];
shfl.sync.bfly.b32 %r6, %r5, %r7, %r8, 0xffffffff;
st.global.u32 [%rd5], %r6;
)";
  const Recorded known("mov.u32 %r7, 4;\nmov.u32 %r8, 31;\n" + body);
  EXPECT_EQ(known.elements(known.origins(9), false), Set{13});
  EXPECT_FALSE(known.origins(9).exchanged);
  const Recorded unknown("mov.u32 %r7, 4;\nadd.u32 %r7, %r7, 1;\nmov.u32 %r8, 31;\n" + body);
  EXPECT_EQ(unknown.elements(unknown.origins(9), false).size(), 32U);
  EXPECT_TRUE(unknown.origins(9).exchanged);
}

// out[i] = in[in[i] mod 32]
TEST(Origins, AnIndexSteers) {
  const Recorded run(R"(
ld.global.u32 %r5, [%rd4];
and.b32 %r6, %r5, 31;
mul.wide.u32 %rd6, %r6, 4;
add.s64 %rd7, %rd2, %rd6;
ld.global.u32 %r7, [%rd7];
st.global.u32 [%rd5], %r7;
)");
  for (std::uint32_t i = 0; i < 32; ++i) {
    const Origins origins = run.origins(i);
    const std::uint32_t there = input(i) % 32;
    EXPECT_EQ(run.elements(origins, false), Set{there});
    EXPECT_EQ(run.elements(origins, true), Set{i});
  }
}

// The larger of in[i] and in[31 - i], chosen by a comparison; and a store of only one of them by a
// guard, where the other one was there before.
TEST(Origins, AComparisonSteers) {
  const std::string loads = R"(
ld.global.u32 %r5, [%rd4];
sub.u32 %r6, 31, %r1;
mul.wide.u32 %rd6, %r6, 4;
add.s64 %rd7, %rd2, %rd6;
ld.global.u32 %r7, [%rd7];
setp.gt.u32 %p1, %r5, %r7;
)";
  const Recorded guarded(loads +
                         "mov.u32 %r8, %r7;\n@%p1 mov.u32 %r8, %r5;\n"
                         "st.global.u32 [%rd5], %r8;\n");
  for (std::uint32_t i = 0; i < 32; ++i) {
    const bool first = input(i) > input(31 - i);
    const Origins origins = guarded.origins(i);
    EXPECT_EQ(guarded.elements(origins, false), Set{first ? i : 31 - i}) << i;
    // The other one only decided; and a move that did not happen is not there to be decided.
    EXPECT_EQ(guarded.elements(origins, true), first ? Set{31 - i} : Set{}) << i;
  }
  const Recorded selected(loads + "selp.u32 %r8, %r5, %r7, %p1;\nst.global.u32 [%rd5], %r8;\n");
  EXPECT_EQ(selected.elements(selected.origins(3), false), (Set{3, 28}));
}

// Pairs are swapped on the way: each half of a wide access has a register of its own.
TEST(Origins, WideAccessesAreTakenApart) {
  const Recorded run(R"(
setp.gt.u32 %p1, %r1, 15;
@%p1 bra DONE;
add.s64 %rd4, %rd4, %rd3;
add.s64 %rd5, %rd5, %rd3;
ld.global.v2.u32 {%r5, %r6}, [%rd4];
st.global.v2.u32 [%rd5], {%r6, %r5};
DONE:
)");
  for (std::uint32_t i = 0; i < 32; ++i)
    EXPECT_EQ(run.elements(run.origins(i), false), Set{i ^ 1U}) << i;
}

// A register that is loaded through itself, and a value that is overwritten before it is stored.
TEST(Origins, OnlyTheLastMakerCounts) {
  const Recorded run(R"(
ld.global.u32 %r5, [%rd2+4];
ld.global.u64 %rd6, [%rd2+8];
mov.u64 %rd6, %rd4;
ld.global.u32 %r5, [%rd6];
add.u32 %r5, %r5, 1;
st.global.u32 [%rd5], %r5;
)");
  for (std::uint32_t i = 0; i < 32; ++i) {
    EXPECT_EQ(run.elements(run.origins(i), false), Set{i});
    EXPECT_EQ(run.elements(run.origins(i), true), Set{});
  }
}

TEST(Origins, NoStoreHasNone) {
  const Recorded run("st.global.u32 [%rd5], %r1;");
  EXPECT_TRUE(run.origins(5).origins.empty());
  EXPECT_TRUE(run.origins(99).origins.empty());
}

// The lane, by the manual's table, that `lane` reads: of one of 32 and of segments of 8.
TEST(ShuffleSources, FollowTheManual) {
  struct Row {
    const char* text;
    std::uint32_t lane, from;
  };
  const Row rows[] = {
      {"shfl.sync.down.b32 %r1, %r2, 4, 31, -1;", 3, 7},
      {"shfl.sync.down.b32 %r1, %r2, 4, 31, -1;", 30, 30},
      {"shfl.sync.up.b32 %r1|%p1, %r2, 2, 0, -1;", 1, 1},
      {"shfl.sync.up.b32 %r1, %r2, 2, 0, -1;", 9, 7},
      {"shfl.sync.bfly.b32 %r1, %r2, 16, 31, -1;", 5, 21},
      {"shfl.sync.idx.b32 %r1, %r2, 5, 31, -1;", 20, 5},
      {"shfl.sync.idx.b32 %r1, %r2, 0, 0x1f, 0xffffffff;", 31, 0},
      {"shfl.sync.down.b32 %r1, %r2, 4, 6175, -1;", 6, 6},  // 0x181f: segments of 8
      {"shfl.sync.down.b32 %r1, %r2, 4, 6175, -1;", 9, 13},
      {"shfl.sync.up.b32 %r1, %r2, 2, 6144, -1;", 9, 9},
      {"shfl.sync.up.b32 %r1, %r2, 2, 6144, -1;", 11, 9},
      {"shfl.sync.idx.b32 %r1, %r2, 3, 6175, -1;", 21, 19},
  };
  for (const Row& row : rows)
    EXPECT_EQ(shuffle_sources(row.text, row.lane, ~LaneMask{0}), LaneMask{1} << row.from)
        << row.text << " lane " << row.lane;
  const LaneMask some = 0xff;
  EXPECT_EQ(shuffle_sources("shfl.sync.bfly.b32 %r1, %r2, %r3, 31, -1;", 2, some), some);
  EXPECT_EQ(shuffle_sources("vote.sync.ballot.b32 %r1, %p1, -1;", 2, some), some);
}

// Two intervals with a barrier between: reads are told by interval, each element once.
TEST(Footprint, ReadsByInterval) {
  told::Teller teller;
  const auto own = [](std::uint64_t lane) { return lane; };
  const auto pairs = [](std::uint64_t lane) { return lane / 2; };
  teller.access(events::Space::Global, events::Access::Load, pairs, 0xff, 0, 0, 1000);
  teller.access(events::Space::Global, events::Access::Load, own, 0x3, 0, 0, 1000);
  teller.barrier();
  teller.access(events::Space::Global, events::Access::Load, own, 0x3, 0, 0, 1000);
  teller.access(events::Space::Global, events::Access::Store, own, 0x6, 0, 0, 5000);
  const ArrayRef arrays[] = {{events::Space::Global, 1000, 4, 0, 100},
                             {events::Space::Global, 5000, 4, 0, 100}};
  const auto out = footprints_of({}, *teller.finish(), 0, BlockIndex{0}, arrays);
  ASSERT_EQ(out[0].intervals.size(), 2U);
  EXPECT_EQ(out[0].intervals[0].read.size(), 4U);
  EXPECT_EQ(out[0].intervals[1].read.size(), 2U);
  ASSERT_EQ(out[1].writes.size(), 2U);
  EXPECT_EQ(out[1].writes[0].element, 1U);
  EXPECT_EQ(out[1].writes[1].thread, 2U);
  EXPECT_TRUE(out[1].intervals.empty());
}

}  // namespace
}  // namespace lanescope::analysis
