// The draw models of Global memory, Arrays, Registers, Counters, Occupancy and Hazards on small
// runs whose figures follow from the kernels.

#include <algorithm>

#include "tests/ui/model/studio.hpp"
#include "ui/figures/arrays_model.hpp"
#include "ui/figures/global_model.hpp"
#include "ui/figures/hazards_model.hpp"
#include "ui/panels/counters/counters_model.hpp"
#include "ui/panels/occupancy/occupancy_model.hpp"
#include "ui/panels/registers/registers_model.hpp"

namespace lanescope::ui::figures {
namespace {

using test::Studio;

experiment::Experiment one_buffer(const char* source, Dim3 block) {
  return test::pasted(source, "out:i32[32]=zero", block);
}

// 32 lanes, 4 bytes each, one aligned line.
TEST(GlobalModel, AnAlignedWarpUsesAllItFetches) {
  Studio studio;
  studio.run("lesson id=vector-add; set block=64; set n=1024");
  studio.step_to("ld.global");
  const auto model = global_model(studio.session());
  ASSERT_TRUE(model && model->has_request && model->current);
  EXPECT_EQ(model->sentence, "4 sectors for 32 lanes: 128 bytes fetched, 128 used (100 %).");
  ASSERT_EQ(model->lines.size(), 1U);
  for (const SectorCell& sector : model->lines[0].sectors) {
    EXPECT_TRUE(sector.fetched);
    EXPECT_EQ(sector.byte_mask, 0xffffffffU);
  }
}

// The naive transpose stores a row as a column: every lane has a sector of its own.
TEST(GlobalModel, AColumnTouchesASectorALane) {
  Studio studio;
  studio.run("lesson id=transpose; rung id=naive; set n=64");
  studio.step_to("st.global");
  const auto model = global_model(studio.session(), 8);
  ASSERT_TRUE(model && model->has_request);
  EXPECT_EQ(model->request.counters.sectors, 32U);
  EXPECT_EQ(model->sentence,
            "32 sectors for 32 lanes: 1,024 bytes touched, 128 used (12.5 %). 4 would do.");
  EXPECT_EQ(model->lines.size(), 8U);
  EXPECT_EQ(model->hidden_lines, 24U);
}

// Texels 15 to 24 of two rows of 96 floats, whose rows begin at multiples of 32 bytes: three
// sectors each, of which 40 bytes are read.
TEST(GlobalModel, AFetchTouchesWhatItFilters) {
  Studio studio;
  studio.run("lesson id=texture; rung id=linear");
  studio.step_to("tex.2d");
  const auto model = global_model(studio.session());
  ASSERT_TRUE(model && model->has_request && model->current);
  EXPECT_EQ(model->sentence, "6 sectors for 32 lanes: 192 bytes fetched, 80 used (41.7 %).");
  EXPECT_EQ(model->request.counters.requests, 1U);
  ASSERT_EQ(model->lines.size(), 2U) << "a row each";
  EXPECT_EQ(model->lines.front().label.substr(0, 3), "in[");
}

// Eight lanes copy four sectors to half a sector behind the beginning of shared memory.
TEST(GlobalModel, CopiesPastL1ThatSplitSectors) {
  Studio studio;
  studio.session().open(one_buffer(R"(extern "C" __global__ void k(int* out) {
  __shared__ __align__(32) int s[64];
  const unsigned to = static_cast<unsigned>(__cvta_generic_to_shared(s)) + 16 + 16 * threadIdx.x;
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(out + 4 * threadIdx.x));
  asm volatile("cp.async.wait_all;");
})",
                                   {8, 1, 1}));
  studio.session().settle();
  studio.step_to("cp.async.cg");
  const auto model = global_model(studio.session());
  ASSERT_TRUE(model && model->has_request);
  EXPECT_EQ(
      model->sentence,
      "8 sectors for 8 lanes: 256 bytes fetched, 128 used (50 %). 4 would do. The halves of a "
      "sector that part in shared memory, into different 32 bytes, are fetched one by one: "
      "rows there should begin at multiples of 32 bytes.");
}

// All lanes exchange one word: its sector is counted for each of them.
TEST(GlobalModel, LanesThatMeetOnAWordOfAnAtomic) {
  Studio studio;
  studio.session().open(one_buffer(
      "extern \"C\" __global__ void k(int* out) { atomicExch(out + out[threadIdx.x], 0); }",
      {32, 1, 1}));
  studio.session().settle();
  studio.step_to("atom");
  const auto model = global_model(studio.session());
  ASSERT_TRUE(model && model->has_request);
  EXPECT_EQ(model->sentence,
            "32 sectors for 32 lanes: 32 bytes touched, 4 used (12.5 %). Lanes that meet on one "
            "word take it one after another, and its sector counts for each.");
  ASSERT_EQ(model->lines.size(), 1U);
  EXPECT_EQ(model->lines[0].sectors[0].passes, 32U);
  EXPECT_FALSE(model->lines[0].sectors[1].fetched);
}

// Two inputs of 1,024 floats: 128 sectors each; as many for the output.
TEST(CountersModel, VectorAdd) {
  Studio studio;
  studio.run("lesson id=vector-add; set block=256; set n=1024; reveal");
  const auto model = panels::counters::counters_model(studio.session());
  ASSERT_TRUE(model && model->complete);
  const auto row = [&](const std::string& id) {
    const auto at = std::find_if(model->rows.begin(), model->rows.end(),
                                 [&](const panels::counters::CounterRow& r) { return r.id == id; });
    return at == model->rows.end() ? panels::counters::CounterRow{} : *at;
  };
  EXPECT_EQ(row("global.load.sectors").model, "256");
  EXPECT_EQ(row("global.load.sectors").ideal, "256");
  EXPECT_EQ(row("global.store.sectors").model, "128");
  EXPECT_EQ(row("shared.load.wavefronts").model, "");  // left out: not used
}

TEST(RegistersModel, ThreadNumbersByLane) {
  Studio studio;
  studio.run("lesson id=vector-add; set block=64; set n=64; to-start");
  studio.step_to("%tid.x");
  const auto model = panels::registers::registers_model(studio.session());
  ASSERT_TRUE(model && !model->rows.empty());
  EXPECT_TRUE(model->rows[0].written);
  EXPECT_EQ(model->rows[0].values[0], "0");
  EXPECT_EQ(model->rows[0].values[31], "31");
  EXPECT_FALSE(model->rows[0].uniform);
}

TEST(ArraysModel, TheUsualArrayIsSharedOrWritten) {
  Studio studio;
  studio.run("lesson id=reduction; rung id=sequential");
  ArrayChoice choice = array_choice(studio.session());
  ASSERT_NE(shown_array(studio.session(), choice), nullptr);
  EXPECT_EQ(shown_array(studio.session(), choice)->name, "s");
  studio.run("lesson id=vector-add");
  choice = array_choice(studio.session());
  ASSERT_NE(shown_array(studio.session(), choice), nullptr);
  studio.step_to("st.global");
  const auto model = arrays_model(studio.session(), *shown_array(studio.session(), choice), 16, 8);
  ASSERT_TRUE(model);
  EXPECT_NE(model->sentence.find("writes 32 elements"), std::string::npos) << model->sentence;
  EXPECT_TRUE(model->cells[0].written);
}

TEST(ArraysModel, AMatrixKeepsItsRows) {
  Studio studio;
  studio.run("lesson id=transpose; rung id=naive; set n=64");
  const auto array =
      view::find_array(studio.session(), array_choice(studio.session()).arrays[0].name);
  ASSERT_TRUE(array);
  const auto model = arrays_model(studio.session(), *array, 16, 4);
  ASSERT_TRUE(model);
  EXPECT_TRUE(model->matrix);
  EXPECT_EQ(model->row_pitch, 64U);
  ASSERT_EQ(model->cells.size(), 64U);
  EXPECT_EQ(model->cells[16].index - model->cells[0].index, 64U);
}

// 256 threads: 8 warps; 64 warps fit, so 8 blocks.
TEST(OccupancyModel, EightBlocksFillAnSm) {
  Studio studio;
  studio.run("lesson id=vector-add; set block=256; set n=1024");
  const auto model = panels::occupancy::occupancy_model(studio.session());
  ASSERT_TRUE(model);
  EXPECT_EQ(model->resident_blocks, 8U);
  EXPECT_EQ(model->warps_per_block, 8U);
  ASSERT_FALSE(model->bars.empty());
  EXPECT_EQ(model->bars[0].text, "64 of 64");
  EXPECT_TRUE(model->bars[0].limits);
}

TEST(HazardsModel, ACleanRun) {
  Studio studio;
  studio.run("lesson id=vector-add; set block=256; set n=1024");
  const auto model = hazards_model(studio.session());
  ASSERT_TRUE(model);
  EXPECT_EQ(model->outcome, "finished");
  EXPECT_TRUE(model->rows.empty());
}

TEST(HazardsModel, AnAccessBehindTheEnd) {
  Studio studio;
  studio.session().open(
      one_buffer("extern \"C\" __global__ void k(int* out) {\n  out[threadIdx.x + 1000] = 1;\n}\n",
                 {32, 1, 1}));
  studio.session().settle();
  const auto model = hazards_model(studio.session());
  ASSERT_TRUE(model);
  EXPECT_EQ(model->outcome_role, style::Role::Error);
  ASSERT_EQ(model->rows.size(), 1U);
  EXPECT_EQ(model->rows[0].kind, "out of bounds");
  EXPECT_EQ(model->rows[0].at.place, "pasted.cu:2");
  EXPECT_TRUE(model->rows[0].at.tick.has_value());
}

// Warp 1 reads what warp 0 has written; without a barrier between them.
TEST(HazardsModel, ARaceHasTwoMoments) {
  Studio studio;
  studio.session().open(
      one_buffer("extern \"C\" __global__ void k(int* out) {\n"
                 "  __shared__ int s[64];\n"
                 "  s[threadIdx.x] = threadIdx.x;\n"
                 "  if (threadIdx.x < 32) out[threadIdx.x] = s[63 - threadIdx.x];\n}\n",
                 {64, 1, 1}));
  studio.session().settle();
  const auto model = hazards_model(studio.session());
  ASSERT_TRUE(model);
  ASSERT_FALSE(model->rows.empty());
  const auto race = std::ranges::find(model->rows, "race", &HazardRow::kind);
  ASSERT_NE(race, model->rows.end());
  const HazardRow& row = *race;
  ASSERT_TRUE(row.other);
  ASSERT_TRUE(row.at.tick && row.other->tick);
  EXPECT_LT(*row.other->tick, *row.at.tick);
  EXPECT_EQ(row.at.line + row.other->line, 3U + 4U);
}

}  // namespace
}  // namespace lanescope::ui::figures
