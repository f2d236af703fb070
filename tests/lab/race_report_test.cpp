// A race on the way from the machine to the report.

#include <nlohmann/json.hpp>

#include "lab/report/report_json.hpp"
#include "tests/lab/prepared_ptx.hpp"

namespace lanescope::run {
namespace {

// Lines 2 and 3 of mirror.cu: every thread writes a word of shared memory and reads that of the
// thread opposite. The first warp reads words before and the second one after they are written.
constexpr const char* kMirrorPtx = R"(.version 8.0
.target sm_90
.address_size 64
.file 1 "mirror.cu"
.visible .entry mirror(.param .u64 mirror_0) {
  .reg .b32 %r<8>;
  .reg .b64 %rd<4>;
  .shared .align 4 .u32 s[64];
  .loc 1 2 1
  mov.u32 %r1, %tid.x;
  mov.u32 %r2, s;
  shl.b32 %r3, %r1, 2;
  add.u32 %r4, %r2, %r3;
  st.shared.u32 [%r4], %r1;
  .loc 1 3 1
  mov.u32 %r5, 252;
  sub.u32 %r5, %r5, %r3;
  add.u32 %r5, %r5, %r2;
  ld.shared.u32 %r6, [%r5];
  ld.param.u64 %rd1, [mirror_0];
  mul.wide.u32 %rd2, %r1, 4;
  add.s64 %rd2, %rd1, %rd2;
  st.global.u32 [%rd2], %r6;
  ret;
})";

std::shared_ptr<const ModelRun> run(bool hazards, engine::Recording recording) {
  RunOptions options;
  options.hazards = hazards;
  options.recording = recording;
  return run_model(test::prepared(kMirrorPtx, "mirror", {"out:i32[64]=zero"}), options);
}

TEST(RaceReport, NamesBothAccesses) {
  const auto report =
      nlohmann::json::parse(report::report_json(*run(true, engine::Recording::Counters), nullptr));
  std::vector<nlohmann::json> races;
  for (const nlohmann::json& hazard : report.at("hazards"))
    if (hazard.at("kind") == "race") races.push_back(hazard);
  ASSERT_EQ(races.size(), 2U);
  EXPECT_EQ(races[0].at("line"), 2);
  const nlohmann::json& race = races[1];
  EXPECT_EQ(race.at("severity"), "error");
  EXPECT_EQ(race.at("space"), "shared");
  EXPECT_EQ(race.at("file"), "mirror.cu");
  EXPECT_EQ(race.at("line"), 3);
  EXPECT_EQ(race.at("other_file"), "mirror.cu");
  EXPECT_EQ(race.at("other_line"), 2);
  EXPECT_EQ(race.at("threads").size(), 2U);
  EXPECT_EQ(race.at("other_thread"), race.at("threads").at(1));
  EXPECT_EQ(race.at("other_block"), race.at("block"));
  EXPECT_LT(race.at("other_tick").get<int>(), race.at("tick").get<int>());
  EXPECT_EQ(race.at("address").get<std::string>().substr(0, 2), "s[");
}

TEST(RaceReport, OffMeansOff) {
  EXPECT_TRUE(run(false, engine::Recording::Counters)->hazards.empty());
  EXPECT_TRUE(run(false, engine::Recording::Full)->trace->hazards().empty());
}

// What is shown of a recorded run is what the run found, once.
TEST(RaceReport, TheTraceHasItToo) {
  const auto recorded = run(true, engine::Recording::Full);
  ASSERT_EQ(recorded->hazards.size(), 3U) << "two races, and what was read too early";
  ASSERT_EQ(recorded->trace->hazards().size(), 3U);
  for (std::size_t i = 0; i < 3; ++i)
    EXPECT_EQ(recorded->trace->hazards()[i].other_machine_step,
              recorded->hazards[i].other_machine_step);
}

}  // namespace
}  // namespace lanescope::run
