#include <algorithm>
#include <cstdlib>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/app/kernels.hpp"
#include "tests/app/process.hpp"

namespace lanescope::test {
namespace {

using Json = nlohmann::json;

void expect_words(const std::string& text, const std::string& words) {
  EXPECT_NE(text.find(words), std::string::npos) << "`" << text << "` lacks `" << words << "`";
}

Json only_hazard(const Finished& finished) {
  const Json json = Json::parse(finished.out, nullptr, false);
  EXPECT_FALSE(json.is_discarded()) << finished.out;
  EXPECT_EQ(json.at("hazards").size(), 1U);
  return json.at("hazards").at(0);
}

TEST(CommandLine, HelpAndVersion) {
  EXPECT_EQ(run_program({"--help"}).status, 0);
  EXPECT_EQ(run_program({"run", "--help"}).status, 0);
  expect_words(run_program({"run", "--help"}).out, "--schedule-seed");
  expect_words(run_program({"measure", "--help"}).out, "LESSON[/RUNG]");
  expect_words(run_program({"--version"}).out, "lanescope ");
}

// A lesson `id<TAB>title` in column 0, its rungs below, indented by two spaces.
TEST(CommandLine, List) {
  const Finished finished = run_program({"list"});
  EXPECT_EQ(finished.status, 0) << finished.err;
  expect_words(finished.out, "reduction\tReduction\n  launches");
  expect_words(finished.out, "\n  interleaved-modulo");
  EXPECT_EQ(finished.out.rfind("first-kernel\t", 0), 0U);
}

TEST(CommandLine, FaultsNameThreadLineAndBuffer) {
  const std::string file = write_file("beyond.cu", kBeyond);
  const Finished finished =
      run_program({"run", file, "--grid", "1", "--block", "32", "--arg", "out:i32[32]=zero",
                   "--arg", "in:i32[32]=iota", "--report", "json"});
  EXPECT_EQ(finished.status, 1) << finished.err;
  expect_words(finished.err, file + ":2:");
  const Json hazard = only_hazard(finished);
  EXPECT_EQ(hazard.at("kind"), "out_of_bounds");
  EXPECT_EQ(hazard.at("severity"), "error");
  EXPECT_EQ(hazard.at("file"), file);
  EXPECT_EQ(hazard.at("line"), 2);
  EXPECT_EQ(hazard.at("space"), "global");
  EXPECT_EQ(hazard.at("threads"), Json::array({Json::array({31, 0, 0})}));
  expect_words(hazard.at("message"), "in");
  EXPECT_EQ(Json::parse(finished.out).at("outcome"), "fault");
}

TEST(CommandLine, FaultsAreReportedWithHazardsOffToo) {
  const std::string file = write_file("beyond.cu", kBeyond);
  const Finished finished =
      run_program({"run", file, "--grid", "1", "--block", "32", "--arg", "out:i32[32]=zero",
                   "--arg", "in:i32[32]=iota", "--report", "json", "--hazards", "off"});
  EXPECT_EQ(finished.status, 1);
  EXPECT_EQ(only_hazard(finished).at("kind"), "out_of_bounds");
}

TEST(CommandLine, FaultsWithoutALineNameTheFile) {
  const std::string file = write_file("store.cu", kConstantStore);
  const Finished finished =
      run_program({"run", file, "--grid", "1", "--block", "1", "--arg", "a:i32[1]=zero"});
  EXPECT_EQ(finished.status, 1);
  EXPECT_EQ(finished.err.rfind(file + ":", 0), 0U) << finished.err;
}

TEST(CommandLine, EndlessLoopsAreStopped) {
  const std::string file = write_file("forever.cu", kForever);
  const Finished finished =
      run_program({"run", file, "--grid", "1", "--block", "1", "--arg", "flag:i32[1]=zero",
                   "--max-steps", "10000", "--report", "json"});
  EXPECT_EQ(finished.status, 3) << finished.err;
  EXPECT_EQ(Json::parse(finished.out).at("outcome"), "step_limit");
}

// A real instruction that the model does not have: reached, it stops the launch; not reached, it is
// none of its business.
TEST(CommandLine, UnsupportedInstructions) {
  const std::string file = write_file("uncovered.cu", kUncovered);
  const auto run = [&](const std::string& fill) {
    return run_program({"run", file, "--arch", "sm_90a", "--grid", "1", "--block", "32", "--arg",
                        "a:i32[32]=const:" + fill, "--report", "json"});
  };
  const Finished reached = run("0");
  EXPECT_EQ(reached.status, 2) << reached.err;
  expect_words(reached.err, file + ":2:");
  expect_words(reached.err, "wgmma.fence.sync.aligned");
  const Json json = Json::parse(reached.out, nullptr, false);
  ASSERT_FALSE(json.is_discarded()) << reached.out;
  EXPECT_EQ(json.at("outcome"), "unsupported");
  EXPECT_TRUE(json.at("buffers").contains("a"));
  const Finished passed_by = run("1");
  EXPECT_EQ(passed_by.status, 0) << passed_by.err;
  EXPECT_EQ(Json::parse(passed_by.out).at("outcome"), "finished");
}

TEST(CommandLine, TextReport) {
  const std::string file = write_file("add.cu", kAdd);
  const Finished finished =
      run_program({"run", file, "--grid", "2", "--block", "32", "--arg", "c:f32[64]=zero", "--arg",
                   "a:f32[64]=iota", "--arg", "b:f32[64]=const:1", "--arg", "n:i32=50"});
  EXPECT_EQ(finished.status, 0) << finished.err;
  EXPECT_EQ(finished.err, "");
  for (const char* words :
       {"add   ", "grid 2 × 1 × 1", "64 threads in 2 warps of 32", "finished",
        "32 blocks of 1 warp on an SM, limited by blocks and shared", "warp instructions",
        "SIMT efficiency", "global load", "if (i < n) c[i] = a[i] + b[i];", "occupancy",
        "limited by", "hazards: none", "f32[64]"}) {
    expect_words(finished.out, words);
  }
}

TEST(CommandLine, RungsRunWithTheirOwnValues) {
  const Finished finished = run_program({"run", "vector-add/guarded", "--report", "json"});
  EXPECT_EQ(finished.status, 0) << finished.err;
  const Json json = Json::parse(finished.out);
  EXPECT_EQ(json.at("launch").at("grid"), Json::array({4, 1, 1}));  // ceil(1000 / 256)
  EXPECT_EQ(json.at("buffers").at("c").at("count"), 1000);
}

TEST(CommandLine, RungsAreOverridden) {
  const auto launch = [](const std::vector<std::string>& more) {
    std::vector<std::string> words{"run", "vector-add/guarded", "--report", "json"};
    words.insert(words.end(), more.begin(), more.end());
    const Finished finished = run_program(words);
    EXPECT_EQ(finished.status, 0) << finished.err;
    return Json::parse(finished.out);
  };
  EXPECT_EQ(launch({"--block", "100"}).at("launch").at("grid"), Json::array({10, 1, 1}));
  EXPECT_EQ(launch({"--set", "n=100"}).at("buffers").at("a").at("count"), 100);
  EXPECT_EQ(launch({"--arg", "n:u32=100"}).at("buffers").at("a").at("count"), 100);
  EXPECT_EQ(launch({"--grid", "7"}).at("launch").at("grid"), Json::array({7, 1, 1}));
  EXPECT_NE(launch({"--arg", "a:f32[1000]=const:3"}).at("buffers").at("c"),
            launch({}).at("buffers").at("c"));
}

TEST(CommandLine, SeveralLaunchesAreOneRun) {
  const Finished finished = run_program(
      {"run", "reduction/sequential", "--set", "n=4096", "--set", "block=256", "--report", "json"});
  EXPECT_EQ(finished.status, 0) << finished.err;
  const Json json = Json::parse(finished.out);
  ASSERT_EQ(json.at("launches").size(), 2U);
  EXPECT_EQ(json.at("launches").at(1).at("grid"), Json::array({1, 1, 1}));
  EXPECT_EQ(json.at("counters").at("warp_instructions").get<long long>(),
            json.at("launches").at(0).at("warp_instructions").get<long long>() +
                json.at("launches").at(1).at("warp_instructions").get<long long>());
}

TEST(CommandLine, Sweep) {
  const Finished finished =
      run_program({"sweep", "vector-add/guarded", "--vary", "block=32,64,128", "--format", "csv"});
  EXPECT_EQ(finished.status, 0) << finished.err;
  expect_words(finished.out, "block,outcome,warp_instructions");
  expect_words(finished.out, "\n64,finished,");
  const Finished flat =
      run_program({"sweep", "transpose/naive", "--vary", "block=32x8,16x16", "--format", "csv"});
  expect_words(flat.out, "\n32x8,finished,");
  expect_words(flat.out, "\n16x16,");
  const Finished range = run_program({"sweep", "vector-add/guarded", "--vary", "set:n=1..3"});
  EXPECT_EQ(range.status, 0) << range.err;
  EXPECT_EQ(std::count(range.out.begin(), range.out.end(), '\n'), 4);
}

TEST(CommandLine, ExportForChrome) {
  const std::string path = write_file("trace.json", "");
  const Finished finished =
      run_program({"export", "vector-add/guarded", "--format", "chrome", "--out", path});
  EXPECT_EQ(finished.status, 0) << finished.err;
  const Json trace = Json::parse(read_file(path), nullptr, false);
  ASSERT_FALSE(trace.is_discarded());
  const Json& events = trace.is_array() ? trace : trace.at("traceEvents");
  EXPECT_GT(events.size(), 100U);
}

TEST(CommandLine, ExportForKonataAndAsCsv) {
  const std::string log = write_file("trace.kanata", "");
  ASSERT_EQ(run_program({"export", "reduction/sequential", "--set", "n=1024", "--format", "kanata",
                         "--out", log})
                .status,
            0);
  const std::string kanata = read_file(log);
  EXPECT_EQ(kanata.rfind("Kanata\t0004\nC=\t0\nI\t0\t0\t0\n", 0), 0U);
  expect_words(kanata, "\t0\tXbar\n");
  expect_words(kanata, "\t1\twB\n");
  expect_words(kanata, "ld.shared");
  const std::string table = write_file("trace.csv", "");
  ASSERT_EQ(run_program({"export", "vector-add/guarded", "--format", "csv", "--out", table}).status,
            0);
  const std::string csv = read_file(table);
  const Json report =
      Json::parse(run_program({"run", "vector-add/guarded", "--report", "json"}).out);
  EXPECT_EQ(static_cast<long>(std::count(csv.begin(), csv.end(), '\n')),
            1 + report.at("counters").at("warp_instructions").get<long>());
  expect_words(csv, "guarded.cu");
}

// The kernel's file and its input are gone: all is in the saved run.
TEST(CommandLine, ASavedRunNeedsNeitherSourceNorCompilerNorInput) {
  const std::string source = write_file("saved_add.cu", kAdd);
  const std::string table = write_file("saved_a.csv", "1,2\n3\n");
  const std::string saved = write_file("add.lanerun", "");
  const std::vector<std::string> launch = {source,
                                           "--grid",
                                           "2",
                                           "--block",
                                           "32",
                                           "--arg",
                                           "c:f32[64]=zero",
                                           "--arg",
                                           "a:f32[64]=csv:" + table,
                                           "--arg",
                                           "b:f32[64]=const:1",
                                           "--arg",
                                           "n:i32=64"};
  std::vector<std::string> words = {"export", "--format", "trace", "--out", saved};
  words.insert(words.end(), launch.begin(), launch.end());
  const Finished exported = run_program(words);
  ASSERT_EQ(exported.status, 0) << exported.err;
  words = {"run", "--report", "json"};
  words.insert(words.end(), launch.begin(), launch.end());
  const Json before = Json::parse(run_program(words).out);
  EXPECT_EQ(write_file("saved_add.cu", "no kernel"), source);
  EXPECT_EQ(write_file("saved_a.csv", "no numbers"), table);
  const Finished again = run_program({"run", saved, "--report", "json"});
  ASSERT_EQ(again.status, 0) << again.err;
  const Json after = Json::parse(again.out);
  EXPECT_EQ(after.at("counters"), before.at("counters"));
  EXPECT_EQ(after.at("buffers"), before.at("buffers"));
  EXPECT_EQ(run_program({"export", saved, "--format", "csv", "--out", table}).status, 0);
  EXPECT_EQ(run_program({"run", saved, "--policy", "ipdom"}).status, 0);
  const Finished other = run_program({"run", saved, "--block", "64"});
  EXPECT_EQ(other.status, 2);
  expect_words(other.err, "run as it was");
  std::string bytes = read_file(saved);
  bytes.resize(bytes.size() / 2);
  const Finished cut = run_program({"run", write_file("cut.lanerun", bytes)});
  EXPECT_EQ(cut.status, 2);
  expect_words(cut.err, "cut.lanerun: the saved run is damaged");
  const Finished none = run_program({"run", write_file("none.lanerun", "text")});
  EXPECT_EQ(none.status, 2);
  expect_words(none.err, "no saved run");
}

TEST(CommandLine, SweepOverAnArgument) {
  const Finished rung =
      run_program({"sweep", "vector-add/guarded", "--vary", "arg:n=100,2000", "--format", "csv"});
  EXPECT_EQ(rung.status, 0) << rung.err;
  expect_words(rung.out, "\n2000,finished,");
  const std::string file = write_file("beyond.cu", kBeyond);
  const Finished faulty =
      run_program({"sweep", file, "--grid", "1", "--block", "32", "--arg", "out:i32[32]=zero",
                   "--arg", "in:i32[32]=iota", "--vary", "block=8,32", "--format", "csv"});
  EXPECT_EQ(faulty.status, 1);
  expect_words(faulty.out, "\n8,finished,");
  expect_words(faulty.out, "\n32,fault,");
  expect_words(faulty.err, "with block = 32:\n" + file + ":2:");
}

TEST(CommandLine, Doctor) {
  const Finished finished = run_program({"doctor"});
  EXPECT_EQ(finished.status, 0) << finished.err;
  for (const char* words : {"NVRTC", "GPU", "CUPTI", "OpenGL", "Inter", "lessons"})
    expect_words(finished.out, words);
}

// No display: the studio as a picture, whose path is printed; also where TMPDIR names no folder.
TEST(CommandLine, WithoutADisplayThereIsAPicture) {
  for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY"}) ::unsetenv(name);
  ::setenv("TEST_TMPDIR", "/tmp/", 1);  // of this test itself
  ::setenv("TMPDIR", "/nonexistent", 1);
  const Finished finished = run_program({});
  ::unsetenv("TMPDIR");
  ::unsetenv("TEST_TMPDIR");
  if (finished.err.find("built without the studio") != std::string::npos)
    GTEST_SKIP() << "this program has no studio";
  EXPECT_EQ(finished.status, 0) << finished.err;
  ASSERT_EQ(finished.out.rfind("/tmp/lanescope", 0), 0U) << finished.out;
  const std::string path = finished.out.substr(0, finished.out.find('\n'));
  EXPECT_EQ(read_file(path).substr(1, 3), "PNG");
}

TEST(CommandLine, IdenticalRunsGiveIdenticalReports) {
  const std::vector<std::string> words{"run", "divergence/foo", "--schedule-seed",
                                       "7",   "--report",       "json"};
  Json first = Json::parse(run_program(words).out);
  Json second = Json::parse(run_program(words).out);
  first.erase("model");
  second.erase("model");
  EXPECT_EQ(first, second);
}

}  // namespace
}  // namespace lanescope::test
