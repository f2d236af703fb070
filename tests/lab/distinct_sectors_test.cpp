// Of the sectors that requests ask for, how many are different ones: what a cache that holds them
// all would bring from memory. The notes derive these numbers.

#include <set>

#include "sim/analysis/access.hpp"
#include "tests/lab/notes_bench.hpp"

namespace lanescope::test {
namespace {

class DistinctSectors : public NotesBench {
 protected:
  std::shared_ptr<const run::ModelRun> recorded(std::string_view rung,
                                                const lesson::ParameterValues& values) {
    run::RunOptions options;
    options.recording = engine::Recording::Full;
    return run(experiment("coalescing", rung, values), options);
  }
};

std::set<std::uint64_t> loaded_sectors(const run::ModelRun& done) {
  std::set<std::uint64_t> sectors;
  for (Tick tick{0}; tick.value < done.trace->tick_count(); ++tick.value) {
    for (const trace::Access& access : done.trace->accesses(tick)) {
      if (access.space != events::Space::Global || access.kind != events::Access::Load) continue;
      for (const analysis::SectorUse& one : analysis::explain_global(access).sectors)
        sectors.insert(one.sector);
    }
  }
  return sectors;
}

// Five sectors each, and the last of the first warp is the first of the second one: 9, 288 bytes,
// of which 256 are used.
TEST_F(DistinctSectors, OfTwoWarpsAWordLate) {
  const auto done = recorded("offset", {{"n", 64}, {"offset", 1}});
  ASSERT_NE(done->trace, nullptr);
  EXPECT_EQ(metric(*done, "global.load.sectors"), 10.0);
  const std::size_t sectors = loaded_sectors(*done).size();
  EXPECT_EQ(sectors, 9U);
  EXPECT_EQ(32 * sectors, 288U);
  EXPECT_NEAR(100.0 * metric(*done, "global.load.bytes") / (32.0 * static_cast<double>(sectors)),
              88.89, 0.005);
}

// 32 points of 12 bytes are 384: the three loads of structs ask for the same twelve sectors three
// times over, those of arrays for four each.
TEST_F(DistinctSectors, OfThreeFields) {
  for (const auto& [rung, asked] : {std::pair{"structs", 36.0}, std::pair{"arrays", 12.0}}) {
    const auto done = recorded(rung, {{"n", 32}});
    ASSERT_NE(done->trace, nullptr);
    EXPECT_EQ(metric(*done, "global.load.sectors"), asked) << rung;
    EXPECT_EQ(loaded_sectors(*done).size(), 12U) << rung;
  }
}

}  // namespace
}  // namespace lanescope::test
