#include "runtime/timeline/timeline.hpp"

#include <span>
#include <vector>

#include "lab/program/saved_program.hpp"
#include "tests/programs/support.hpp"

// docs/CONTRACT.md, "The timeline of a program".
namespace lanescope::programs_test {
namespace {

class ProgramTimeline : public Programs {};

runtime::timeline::Timeline timeline_of(const std::string& file, unsigned copy_engines,
                                        std::vector<std::string> words = {}) {
  const std::string saved_file = test::write_file("timeline.laneprogram", "");
  words.insert(words.begin(), {"program", file, "--save", saved_file});
  const Finished finished = test::run_program(words);
  EXPECT_EQ(finished.status, 0) << finished.out << finished.err;
  const std::string text = test::read_file(saved_file);
  const auto saved = program::read_saved_program(std::as_bytes(std::span(text)), saved_file);
  EXPECT_TRUE(saved);
  if (!saved) return {};
  return runtime::timeline::timeline_of((*saved)->run.record, runtime::timeline::Lengths::units(),
                                        copy_engines);
}

// Of copies, kernels and host functions.
std::vector<double> begins(const runtime::timeline::Timeline& timeline) {
  std::vector<double> all;
  for (const schedule::Placed& placed : timeline.schedule.works)
    if (placed.engine != schedule::Engine::None) all.push_back(placed.begin);
  return all;
}

// By hand: four memsets; four kernels, of which the default stream keeps three apart; a kernel, one
// behind it by an event, a host function; the pageable copy; the graph's two and one; two copies.
TEST_F(ProgramTimeline, KeepsTheRulesOfStreams) {
  const auto timeline = timeline_of(source("right/overlap.cu"), 2);
  EXPECT_EQ(begins(timeline),
            (std::vector<double>{0, 1, 2, 3, 4, 5, 6, 4, 7, 8, 9, 10, 11, 11, 12, 13, 14}));
  EXPECT_EQ(timeline.schedule.end, 15);
  int low = 0, not_blocking = 0;
  for (const schedule::Stream& stream : timeline.program.streams) {
    low += stream.priority == -2 ? 1 : 0;
    not_blocking += stream.kind == schedule::StreamKind::NonBlocking ? 1 : 0;
  }
  EXPECT_EQ(low, 1);
  EXPECT_EQ(not_blocking, 1);
}

// Compiled so, the default stream keeps nothing apart.
TEST_F(ProgramTimeline, KnowsADefaultStreamPerThread) {
  const auto timeline =
      timeline_of(source("right/overlap.cu"), 2, {"--nvcc", "--default-stream=per-thread"});
  EXPECT_EQ(begins(timeline),
            (std::vector<double>{0, 1, 2, 3, 4, 4, 4, 4, 5, 6, 7, 8, 9, 9, 10, 11, 12}));
}

// Two chunks, depth first, behind a small copy: golden_001 "streams" has 4 and 6 of two chunks.
TEST_F(ProgramTimeline, OfTheExampleIsThatOfTwoChunks) {
  EXPECT_EQ(timeline_of("assets/programs/streams.cu", 2).schedule.end, 1 + 4);
  EXPECT_EQ(timeline_of("assets/programs/streams.cu", 1).schedule.end, 1 + 6);
}

TEST_F(ProgramTimeline, IsReportedInTheTimesOfARecordedDevice) {
  const std::string file = test::write_file("report.json", "");
  const Finished finished = test::run_program(
      {"program", "assets/programs/streams.cu", "--report", "json", "--out", file});
  ASSERT_EQ(finished.status, 0) << finished.err;
  const Json report = Json::parse(test::read_file(file));
  const Json& json = report["timeline"];
  EXPECT_EQ(json["device"], "NVIDIA H200");
  EXPECT_EQ(json["unit"], "microsecond");
  ASSERT_EQ(json["works"].size(), 7U);
  const Json& copy = json["works"][1];
  EXPECT_EQ(copy["kind"], "to_device");
  EXPECT_TRUE(copy["launch"].is_null());
  EXPECT_EQ(report["calls"][copy["call"].get<std::size_t>()]["name"], "cudaMemcpyAsync");
  // 65,536 pinned bytes, the smallest that were measured: 6.71 GB/s in assets/measurements.
  EXPECT_NEAR(copy["end"].get<double>() - copy["begin"].get<double>(), 9.8, 0.05);
  EXPECT_EQ(json["works"][2]["kind"], "kernel");
  EXPECT_EQ(json["works"][2]["launch"], 0);
  EXPECT_GE(json["works"][2]["begin"], copy["end"]);
  EXPECT_LE(json["two_copy_engines"]["end"], json["one_copy_engine"]["end"]);
}

}  // namespace
}  // namespace lanescope::programs_test
