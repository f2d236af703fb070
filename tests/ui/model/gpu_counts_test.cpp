// Hardware counters beside the model's: counted by the tests' own CUPTI (fake_cupti.hpp: a store of
// two requests and eight sectors at address 0x20), and recorded on another GPU.
#include "ui/figures/gpu_counts.hpp"

#include <algorithm>

#include "lab/experiment/spec.hpp"
#include "tests/ui/model/recordings.hpp"
#include "tests/ui/model/studio.hpp"
#include "ui/panels/counters/counters_model.hpp"

namespace lanescope::ui::test {
namespace {

using test::Studio;

bool holds(const std::string& text, const std::string& words) {
  return text.find(words) != std::string::npos;
}

// Two warps store 32 neighbouring numbers each: two requests of four sectors.
experiment::Experiment ones() {
  experiment::Experiment experiment = test::pasted(
      "extern \"C\" __global__ void ones(int* out, int n) {\n  out[threadIdx.x] = 1;\n}\n",
      "out:i32[64]=iota", {64, 1, 1});
  experiment.launches.front().kernel = "ones";
  experiment.launches.front().arguments.emplace_back(*experiment::parse_argument("n:i32=64"));
  return experiment;
}

panels::counters::CounterRow row_of(const session::Session& session, const std::string& id) {
  const auto model = panels::counters::counters_model(session);
  const auto at = std::ranges::find(model->rows, id, &panels::counters::CounterRow::id);
  if (at != model->rows.end()) return *at;
  ADD_FAILURE() << "there is no row " << id;
  return {};
}

TEST(GpuCounts, StandBesideTheModels) {
  Studio studio(0, LANESCOPE_GPU_TEST_WORKER);
  studio.open(ones());
  const panels::counters::CounterRow sectors = row_of(studio.session(), "global.store.sectors");
  EXPECT_EQ(sectors.model, "8");
  EXPECT_EQ(sectors.gpu, "8 =");
  EXPECT_EQ(sectors.gpu_role, style::Role::Equal);
  EXPECT_TRUE(holds(sectors.gpu_words, "Fake GPU counted the same.")) << sectors.gpu_words;
  const panels::counters::CounterRow instructions = row_of(studio.session(), "warp_instructions");
  EXPECT_EQ(instructions.gpu, "4 ≈");
  EXPECT_EQ(instructions.gpu_role, style::Role::Explained);
  EXPECT_TRUE(panels::counters::counters_model(studio.session())->no_gpu.empty());
}

TEST(GpuProfile, StandsBelowForTheWholeRun) {
  Studio studio(0, LANESCOPE_GPU_TEST_WORKER);
  studio.open(ones());
  const auto model = panels::counters::counters_model(studio.session());
  EXPECT_TRUE(model->no_profile.empty()) << model->no_profile;
  const auto row = [&](const std::string& id) {
    const auto at = std::ranges::find(model->profile, id, &panels::counters::CounterRow::id);
    if (at != model->profile.end()) return *at;
    ADD_FAILURE() << "there is no row " << id;
    return panels::counters::CounterRow{};
  };
  EXPECT_EQ(row("profile.l2.store.sectors").model, "8");
  EXPECT_EQ(row("profile.l2.store.sectors").gpu, "8 =");
  EXPECT_TRUE(holds(row("profile.l2.store.sectors").gpu_words, "Fake GPU has the same."));
  EXPECT_EQ(row("profile.occupancy").model, "100 %");
  EXPECT_EQ(row("profile.occupancy").gpu, "3.1 % ≈");
  EXPECT_TRUE(holds(row("profile.occupancy").gpu_words, "the grid is small"));
  EXPECT_TRUE(holds(row("profile.occupancy").gpu_words, "By that it may have 1.5 % to 4.1 %."))
      << row("profile.occupancy").gpu_words;
  EXPECT_EQ(row("profile.dram.load.bytes").gpu, "4,096 ≈");
  EXPECT_TRUE(holds(row("profile.dram.load.bytes").gpu_words, "By that it may have 0 to 65,536."))
      << row("profile.dram.load.bytes").gpu_words;
  studio.run("select line=2");
  EXPECT_TRUE(panels::counters::counters_model(studio.session())->profile.empty())
      << "no line has one";
}

TEST(GpuProfile, IsMissedWithAReason) {
  Studio studio(0, LANESCOPE_GPU_TEST_WORKER, nullptr, "older");
  studio.open(ones());
  const auto model = panels::counters::counters_model(studio.session());
  EXPECT_TRUE(model->profile.empty());
  EXPECT_TRUE(holds(model->no_profile, "The GPU's own counters cannot be read: "))
      << model->no_profile;
  EXPECT_TRUE(holds(model->no_profile, "install CUPTI")) << model->no_profile;
  EXPECT_EQ(row_of(studio.session(), "global.store.sectors").gpu, "8 =");
  Studio without;
  without.open(ones());
  EXPECT_TRUE(panels::counters::counters_model(without.session())->no_profile.empty());
}

TEST(GpuCount, WithoutAVerdictHasNoSign) {
  EXPECT_EQ(figures::gpu_count("67 %", std::nullopt, "").role, style::Role::Text);
  EXPECT_EQ(figures::gpu_count("67 %", std::nullopt, "").text.find_first_of("=≈≠"),
            std::string::npos);
}

TEST(GpuCounts, OfALineNeedItsMachineCode) {
  Studio studio(0, LANESCOPE_GPU_TEST_WORKER);
  studio.open(ones());
  studio.run("select line=2");
  EXPECT_EQ(row_of(studio.session(), "global.store.requests").gpu, "–");
  EXPECT_TRUE(holds(panels::counters::counters_model(studio.session())->no_gpu,
                    "while Source shows machine code"));
  studio.run("sass value=on");
  // Which line the counted instruction is of, the assembler decides.
  const figures::SassModel listing =
      figures::sass_model(studio.session(), *studio.session().listing().get());
  const auto at = std::ranges::find_if(listing.rows, [](const figures::SassRow& row) {
    return !row.is_label && row.address == 0x20;
  });
  ASSERT_NE(at, listing.rows.end());
  EXPECT_EQ(row_of(studio.session(), "global.store.requests").gpu,
            at->source_line == 2 ? "2 =" : "0 ≈");
}

TEST(GpuCounts, HeatTheMachineCode) {
  Studio studio(0, LANESCOPE_GPU_TEST_WORKER);
  studio.open(ones());
  studio.run("sass value=on; heat counter=global-sectors");
  const figures::SassModel listing =
      figures::sass_model(studio.session(), *studio.session().listing().get());
  const std::vector<std::uint64_t> heat = figures::sass_heat(studio.session(), listing);
  ASSERT_EQ(heat.size(), listing.rows.size());
  for (std::size_t i = 0; i < heat.size(); ++i)
    EXPECT_EQ(heat[i], !listing.rows[i].is_label && listing.rows[i].address == 0x20 ? 8U : 0U)
        << listing.rows[i].text;
}

TEST(GpuCounts, AreMissedWithAReason) {
  Studio studio;
  studio.open(ones());
  EXPECT_EQ(row_of(studio.session(), "global.store.sectors").gpu, "–");
  EXPECT_TRUE(holds(panels::counters::counters_model(studio.session())->no_gpu,
                    "counted nothing of this run"));
}

// 4,096 numbers are 128 requests of a warp, and their 64 sums two more in the second launch.
TEST(GpuCounts, MayBeRecorded) {
  Studio studio;
  hardware::Measurements file = test::reduction_recording();
  hardware::MeasuredPoint& point = file.points.front();
  point.counters = {
      {"global.load.requests", 130}, {"shared.load.requests", 1}, {"warp_instructions", 7}};
  point.explained = {{"warp_instructions", "another code"}};
  studio.session().set_measurements({file});
  studio.run("lesson id=reduction; rung id=sequential; set n=4096; set block=64");
  const auto loads = figures::GpuCounts(studio.session()).of("global.load.requests");
  ASSERT_TRUE(loads);
  EXPECT_EQ(loads->text, "130 =");
  EXPECT_TRUE(holds(loads->words, "Recorded on NVIDIA H200")) << loads->words;
  EXPECT_TRUE(holds(loads->words, "not measured here")) << loads->words;
  EXPECT_EQ(figures::GpuCounts(studio.session()).of("warp_instructions")->text, "7 ≈");
  EXPECT_TRUE(
      holds(figures::GpuCounts(studio.session()).of("warp_instructions")->words, "another code"));
  EXPECT_EQ(figures::GpuCounts(studio.session()).of("shared.load.requests")->text, "1 ≠");
  EXPECT_FALSE(figures::GpuCounts(studio.session()).of("global.store.requests"));
  EXPECT_EQ(panels::counters::counters_model(studio.session())->gpu_heading, "recorded");
  studio.run("set warp-size=16");
  EXPECT_FALSE(figures::GpuCounts(studio.session()).of("global.load.requests"))
      << "a GPU has warps of 32";
  studio.run("set warp-size=32; set block=128");
  EXPECT_EQ(panels::counters::counters_model(studio.session())->gpu_heading, "GPU");
  EXPECT_FALSE(figures::GpuCounts(studio.session()).of("global.load.requests")) << "not recorded";
}

}  // namespace
}  // namespace lanescope::ui::test
