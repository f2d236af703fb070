// Every counter of the table (sim/events/counters.def) where the studio shows counters.
#include <algorithm>

#include "sim/events/counter_table.hpp"
#include "tests/ui/model/studio.hpp"
#include "ui/panels/counters/counters_model.hpp"
#include "ui/session/source_model.hpp"
#include "ui/view/counter_list.hpp"
#include "ui/view/heat_choice.hpp"

namespace lanescope::ui::view {
namespace {

using test::Studio;

// Shared and global memory, loads, stores and atomics, with conflicts and divergence.
experiment::Experiment mixed() {
  return test::pasted(R"(extern "C" __global__ void k(int* out) {
  __shared__ int s[128];
  int lane = threadIdx.x;
  s[lane * 4] = out[lane * 2];
  __syncthreads();
  atomicAdd(&s[lane & 4], lane);
  __syncthreads();
  if (lane % 3 == 0)
    out[lane] = s[lane * 4];
  else
    atomicMax(&out[lane], s[lane & 28]);
})",
                      "out:i32[64]=iota", {32, 1, 1});
}

TEST(Counters, EveryOneHeatsTheSource) {
  Studio studio;
  studio.session().open(mixed());
  studio.session().settle();
  const events::Counters totals = studio.session().run()->counters();
  std::size_t used = 0;
  for (const events::CounterInfo& counter : events::counter_table()) {
    studio.run("heat counter=" + counter.name);
    if (counter.is_of_memory()) {
      EXPECT_EQ(heat_words(shown_heat(studio.session())), counter_title(counter));
    }
    std::uint64_t sum = 0;
    for (const session::SourceLine& line : session::source_model(studio.session()).lines)
      sum += line.heat;
    EXPECT_EQ(sum, counter.value(totals)) << counter.name;
    used += sum > 0 ? 1U : 0U;
  }
  EXPECT_EQ(used, 5U + 3 * 4 + 3 * 4) << "executing, global and shared memory";
}

TEST(Counters, TheUsualHeatsTakeTurns) {
  std::string heat = "global.load.bytes";
  for (const UsualHeat& usual : kUsualHeats) {
    heat = heat_after(heat, false);
    EXPECT_EQ(heat, usual.counter);
    EXPECT_FALSE(events::find_counters(usual.counter).empty()) << usual.counter;
    EXPECT_EQ(heat_named(usual.value), heat);
    EXPECT_EQ(heat_words(heat), usual.words);
  }
  EXPECT_EQ(heat_after(heat, false), kUsualHeats.front().counter);
}

// Sectors where there is no shared memory to have wavefronts, until one chooses.
TEST(HeatChoice, FollowsTheRun) {
  Studio studio;
  studio.run("lesson id=coalescing");
  EXPECT_EQ(shown_heat(studio.session()), "global.sectors");
  studio.run("lesson id=reduction; rung id=sequential");
  EXPECT_EQ(shown_heat(studio.session()), "shared.wavefronts");
  studio.run("heat counter=divergent-branches; lesson id=coalescing");
  EXPECT_EQ(shown_heat(studio.session()), "divergent_branches");
}

// The main ones of each group that was used, each with what it means.
TEST(Counters, ThePanelHasTheMainOnes) {
  Studio studio;
  studio.session().open(mixed());
  studio.session().settle();
  const auto model = panels::counters::counters_model(studio.session());
  ASSERT_TRUE(model);
  const events::Counters totals = studio.session().run()->counters();
  for (const events::CounterInfo& counter : events::counter_table()) {
    const auto row =
        std::ranges::find(model->rows, counter.name, &panels::counters::CounterRow::id);
    const std::string group(counter.group);
    const bool used =
        group.starts_with("global.") || group.starts_with("shared.") || !counter.is_of_memory();
    EXPECT_EQ(row != model->rows.end(), used && counter.level == events::CounterLevel::Main)
        << counter.name;
    if (row == model->rows.end()) continue;
    EXPECT_EQ(row->value, counter.value(totals)) << counter.name;
    EXPECT_EQ(row->rule, counter.meaning);
    EXPECT_EQ(row->ideal.empty(), counter.ideal.empty()) << counter.name;
  }
}

TEST(Counters, AreNamedByTheirGroups) {
  EXPECT_EQ(counter_title(*events::find_counter("global.load.sectors")), "Global load sectors");
  EXPECT_EQ(counter_title(*events::find_counter("barriers")), "Barriers");
  EXPECT_EQ(find_counter("global.load.sectors")->title, "Global load sectors");
  EXPECT_EQ(find_counter("shared.bank_conflicts")->title, "Bank conflicts");
}

}  // namespace
}  // namespace lanescope::ui::view
