// Claims about times that were recorded: what they are recomputed from, and how they fail.

#include "lab/lesson/recorded.hpp"

#include <algorithm>
#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include "lab/experiment/file.hpp"
#include "lab/hardware/recorded_numbers.hpp"
#include "lab/lesson/check.hpp"
#include "lab/lesson/lesson_reader.hpp"
#include "lab/lesson/paths.hpp"
#include "ports/toolchain/absent_tools.hpp"
#include "ports/toolchain/compiler.hpp"

namespace lanescope::lesson {
namespace {

namespace fs = std::filesystem;

// Two rungs, 8 elements at first and 1,024 that fill the GPU.
Lesson two_rungs() {
  Lesson lesson;
  lesson.id = "made-up";
  for (const char* id : {"plain", "padded"}) {
    Rung rung;
    rung.id = id;
    rung.parameters.resize(1);
    rung.parameters[0].name = "n";
    rung.parameters[0].maximum = 64;
    rung.parameters[0].initial = 8;
    rung.parameters[0].large = 1024;
    lesson.rungs.push_back(std::move(rung));
  }
  return lesson;
}

Claim recorded_claim(std::string rung, Claim::Recorded recorded, double value, double tolerance) {
  Claim claim;
  claim.id = "time";
  claim.rung = std::move(rung);
  claim.recorded = std::move(recorded);
  claim.value = value;
  claim.tolerance = tolerance;
  return claim;
}

// 60 and 20 microseconds at 1,024 elements, 4 and 5 at 8; of 16 elements one point, which failed.
hardware::Measurements recording() {
  hardware::Measurements file{
      std::string(kRecordedGpu), 13000, 1980000, 3201000, "2026-11-22", "0.1.0", {}};
  const auto add = [&](const char* rung, std::int64_t n, double milliseconds) {
    hardware::MeasuredPoint point;
    point.lesson = "made-up";
    point.rung = rung;
    point.values = {{"n", n}};
    point.milliseconds = {milliseconds, milliseconds / 2, milliseconds * 3};
    file.points.push_back(std::move(point));
  };
  add("plain", 1024, 0.060);
  add("padded", 1024, 0.020);
  add("plain", 8, 0.004);
  add("padded", 8, 0.005);
  add("plain", 16, 0.0);
  file.points.back().failure = "it never ended";
  file.survey.emplace();
  file.survey->copy.median = 4000.0;
  file.survey->f32.median = 60000.0;
  file.survey->launch.median = 0.003;
  return file;
}

Result<double> value_of(const Claim& claim, const hardware::Measurements& file = recording()) {
  return recorded_value(two_rungs(), claim, hardware::recorded_numbers(&file));
}

TEST(RecordedClaims, AreAboutMediansAtLargeValuesOrAtThoseSet) {
  EXPECT_DOUBLE_EQ(*value_of(recorded_claim("padded", {"plain", true, "", ""}, 0, 0)), 3.0);
  EXPECT_DOUBLE_EQ(*value_of(recorded_claim("plain", {"padded", true, "", ""}, 0, 0)), 1.0 / 3.0);
  EXPECT_DOUBLE_EQ(*value_of(recorded_claim("padded", {"", true, "", ""}, 0, 0)), 20.0);
  EXPECT_DOUBLE_EQ(*value_of(recorded_claim("padded", {"plain", false, "", ""}, 0, 0)), 0.8);
  EXPECT_DOUBLE_EQ(*value_of(recorded_claim("", {"", false, "f32 / copy", ""}, 0, 0)), 15.0);
  EXPECT_DOUBLE_EQ(*value_of(recorded_claim("", {"", false, "2 * launch", ""}, 0, 0)), 6.0);
}

// 1,024 elements are 2,048 operations and 12,288 bytes, in 20 microseconds.
TEST(RecordedClaims, TellRatesByTheRungsFormulas) {
  Lesson lesson = two_rungs();
  lesson.rungs[1].roofline = RooflineTemplate{"2 * n", "12 * n"};
  const hardware::Measurements file = recording();
  const auto rate = [&](const char* rung, const char* words) {
    return recorded_value(lesson, recorded_claim(rung, {"", true, "", words}, 0, 0),
                          hardware::recorded_numbers(&file));
  };
  EXPECT_DOUBLE_EQ(*rate("padded", "gflops"), 0.1024);
  EXPECT_DOUBLE_EQ(*rate("padded", "gbps"), 0.6144);
  EXPECT_DOUBLE_EQ(*rate("padded", "intensity"), 1.0 / 6.0);
  EXPECT_DOUBLE_EQ(*rate("padded", "gbps / copy"), 0.6144 / 4000);
  EXPECT_NE(rate("plain", "gflops").error().message.find("states no operations and bytes"),
            std::string::npos);
  EXPECT_FALSE(rate("padded", "gigaflops"));
}

TEST(RecordedClaims, TellLibrariesBesideRungsOfAnyLesson) {
  hardware::Measurements file = recording();
  file.libraries = {{"cub::DeviceReduce::Sum", "3.0", {{"n", 1024}}, {0.015, 0.01, 0.02}, 21, {}}};
  Claim claim = recorded_claim("", {"", false, "", "", "cub::DeviceReduce::Sum"}, 0, 0);
  claim.set = {{"n", 1024}};
  EXPECT_DOUBLE_EQ(*value_of(claim, file), 15.0);
  claim.recorded->over = "made-up/plain";
  EXPECT_DOUBLE_EQ(*value_of(claim, file), 4.0);
  EXPECT_FALSE(value_of(claim)) << "no library was recorded";
  claim.recorded->over = "made-up/none";
  EXPECT_FALSE(value_of(claim, file));
  claim.recorded->over = "";
  claim.set = {{"n", 8}};
  EXPECT_NE(value_of(claim, file).error().message.find("no time of cub::DeviceReduce::Sum"),
            std::string::npos);
}

TEST(RecordedClaims, OfWhatWasNotRecordedThereIsNoValue) {
  Claim other = recorded_claim("plain", {"", false, "", ""}, 0, 0);
  other.set = {{"n", 9}};
  EXPECT_NE(value_of(other).error().message.find("no time of plain was recorded on NVIDIA H200"),
            std::string::npos);
  other.set = {{"n", 16}};
  EXPECT_FALSE(value_of(other)) << "it failed there";
  EXPECT_FALSE(value_of(recorded_claim("none", {"", true, "", ""}, 0, 0)));
  EXPECT_FALSE(value_of(recorded_claim("", {"", false, "tensor", ""}, 0, 0)));
  Lesson small = two_rungs();
  small.rungs[0].parameters[0].large = 0;
  const hardware::Measurements file = recording();
  EXPECT_FALSE(recorded_value(small, recorded_claim("plain", {"", true, "", ""}, 0, 0),
                              hardware::recorded_numbers(&file)))
      << "it has no large values";
  EXPECT_FALSE(recorded_value(two_rungs(), recorded_claim("plain", {"", true, "", ""}, 0, 0), {}));
}

// Of two sizes the larger one counts, whatever their order.
TEST(RecordedClaims, MayBeAboutWhatComesOverTheBus) {
  using Memory = ports::device::GpuSurvey::Memory;
  hardware::Measurements file = recording();
  file.survey.emplace();
  file.survey->transfers = {{Memory::Pinned, true, 4096, {40, 39, 41}},
                            {Memory::Pinned, true, 1024, {5, 4, 6}},
                            {Memory::Pageable, true, 4096, {10, 9, 11}},
                            {Memory::Managed, false, 4096, {2, 1, 3}}};
  const auto value = [&](const char* peaks) {
    const auto found = recorded_value(two_rungs(), recorded_claim("", {"", false, peaks, ""}, 0, 0),
                                      hardware::recorded_numbers(&file));
    return found ? *found : -1.0;
  };
  EXPECT_EQ(value("pinned_to / pageable_to"), 4.0);
  EXPECT_EQ(value("managed_from"), 2.0);
  EXPECT_EQ(value("mapped_to"), -1.0) << "it was not measured";
}

TEST(RecordedClaims, AreOfOneGpu) {
  hardware::Measurements other = recording();
  other.device = "NVIDIA B200";
  EXPECT_EQ(hardware::lessons_recording({other}), nullptr);
  const std::vector<hardware::Measurements> files{other, recording()};
  EXPECT_EQ(hardware::lessons_recording(files), &files[1]);
  EXPECT_FALSE(hardware::recorded_numbers(nullptr).microseconds);
  EXPECT_TRUE(hardware::recorded_numbers(nullptr).peaks.empty());
}

// Claims about recorded times run nothing.
class UnaskedCompiler final : public ports::toolchain::Compiler {
 public:
  Ticket submit(ports::toolchain::CompileRequest) override {
    ADD_FAILURE() << "something was to be compiled";
    return 0;
  }
  std::optional<ports::toolchain::CompileResult> poll(Ticket, std::chrono::milliseconds) override {
    return ports::toolchain::CompileResult(bad_input("nothing is compiled here"));
  }
  void cancel(Ticket) override {}
};

ClaimVerdict verdict_of(const Claim& claim) {
  Lesson lesson = two_rungs();
  lesson.claims = {claim};
  const hardware::Measurements file = recording();
  UnaskedCompiler none;
  const ports::toolchain::NoDisassembler nothing("nobody reads machine code");
  const auto verdicts = check(lesson, none, nothing, hardware::recorded_numbers(&file));
  const auto at = std::ranges::find(verdicts, "time", &ClaimVerdict::claim);
  EXPECT_NE(at, verdicts.end());
  return at == verdicts.end() ? ClaimVerdict{} : *at;
}

TEST(RecordedClaims, FailWhereTheyAreFalseOrNothingWasRecorded) {
  EXPECT_TRUE(verdict_of(recorded_claim("padded", {"plain", true, "", ""}, 3.0, 1e-9)).holds);
  EXPECT_TRUE(verdict_of(recorded_claim("padded", {"plain", true, "", ""}, 2.96, 0.05)).holds);
  const ClaimVerdict wrong =
      verdict_of(recorded_claim("padded", {"plain", true, "", ""}, 2.9, 0.05));
  EXPECT_FALSE(wrong.holds);
  EXPECT_DOUBLE_EQ(wrong.found, 3.0);
  EXPECT_EQ(wrong.problem, "");
  Claim missing = recorded_claim("padded", {"plain", false, "", ""}, 3.0, 0.05);
  missing.set = {{"n", 64}};
  EXPECT_FALSE(verdict_of(missing).holds);
  EXPECT_NE(verdict_of(missing).problem.find("no time of padded"), std::string::npos);
}

TEST(RecordedClaims, NameTheirDeviceInTheText) {
  Lesson lesson = two_rungs();
  lesson.claims = {recorded_claim("padded", {"plain", true, "", ""}, 3.0, 0.05)};
  lesson.folder = fs::path(testing::TempDir()) / "lanescope_recorded";
  fs::create_directories(lesson.folder);
  const auto wheres = [&](const std::string& text) {
    EXPECT_TRUE(experiment::write_text((lesson.folder / "lesson.md").string(), text));
    std::string all;
    for (const ClaimVerdict& verdict : check_device_is_named(lesson)) all += verdict.claim + ";";
    return all;
  };
  EXPECT_EQ(wheres("# X\nNo time.\n## S {#s}\nOn an H200 {{time}} times as fast.\n"), "");
  EXPECT_EQ(wheres("# X\nIt is {{time}} times.\n## S {#s}\nAn H200.\n\nAnd {{time}} times.\n"),
            "device of the introduction;device of section s;");
  fs::remove_all(lesson.folder);
}

// What every text of the course tells of times is what its file has.
TEST(ShippedLessons, TellWhatWasRecorded) {
  const auto lessons = load_lessons(kernels_folder());
  ASSERT_TRUE(lessons) << lessons.error().text();
  const hardware::LoadedMeasurements loaded = hardware::load_measurements({"assets/measurements"});
  const RecordedNumbers recorded =
      hardware::recorded_numbers(hardware::lessons_recording(loaded.files));
  std::size_t looked_at = 0;
  for (const Lesson& lesson : *lessons) {
    for (const Claim& claim : lesson.claims) {
      if (!claim.recorded) continue;
      ++looked_at;
      const Result<double> found = recorded_value(lesson, claim, recorded);
      ASSERT_TRUE(found) << lesson.id << "/" << claim.id << ": " << found.error().text();
      EXPECT_NEAR(*found, claim.value, claim.tolerance) << lesson.id << "/" << claim.id;
    }
    for (const ClaimVerdict& verdict : check_device_is_named(lesson))
      ADD_FAILURE() << lesson.id << ": " << verdict.claim << ": " << verdict.problem;
  }
  EXPECT_GE(looked_at, 10U) << "nothing was looked at";
}

}  // namespace
}  // namespace lanescope::lesson
