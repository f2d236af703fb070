#include <cstdlib>
#include <sstream>

#include "tests/programs/right_programs.hpp"
#include "tests/programs/support.hpp"

// `program --engine sass` and `--time`: docs/CONTRACT.md, "Whole programs" and "Modelled time".
namespace lanescope::programs_test {
namespace {

const std::vector<std::string> kSass{"--engine", "sass"};

// Skips where there is no nvdisasm, too.
class MachineCodePrograms : public Programs {
 protected:
  void SetUp() override {
    Programs::SetUp();
    const cuda::toolchain::Toolchain tools = cuda::toolchain::find_toolchain();
    if (!tools.nvdisasm.found()) GTEST_SKIP() << tools.nvdisasm.remedy;
  }
};

class RightByMachineCode : public MachineCodePrograms,
                           public testing::WithParamInterface<const char*> {};

TEST_P(RightByMachineCode, PrintsTheSame) {
  const std::string file = std::string("right/") + GetParam() + ".cu";
  const Finished by_ptx = run(file), finished = run(file, kSass);
  EXPECT_EQ(finished.status, 0) << finished.err;
  EXPECT_TRUE(finished.out.ends_with("PASS\n")) << finished.out << finished.err;
  EXPECT_EQ(finished.out, by_ptx.out);
  EXPECT_FALSE(holds(finished.err, "was never freed")) << finished.err;
  EXPECT_FALSE(holds(finished.err, "never asked for")) << finished.err;
}

INSTANTIATE_TEST_SUITE_P(All, RightByMachineCode, testing::ValuesIn(kRightPrograms),
                         [](const auto& each) { return std::string(each.param); });

TEST_F(MachineCodePrograms, ThoseThatComeAlongPrintTheSame) {
  for (const char* name :
       {"heat", "reduction", "streams", "thrust", "memory_kinds", "shared_frontier", "homework"}) {
    const std::string file = std::string("assets/programs/") + name + ".cu";
    const Finished by_ptx = test::run_program({"program", file});
    const Finished finished = test::run_program({"program", file, "--engine", "sass"});
    EXPECT_EQ(finished.status, by_ptx.status) << name << finished.err;
    EXPECT_EQ(finished.out, by_ptx.out) << name << finished.err;
  }
}

TEST_F(MachineCodePrograms, SeveralFilesAreLinked) {
  const Finished finished = run("right/two_files.cu", {source("right/two_files_other.cu"), "--nvcc",
                                                       "-rdc=true", "--engine", "sass"});
  EXPECT_EQ(finished.status, 0) << finished.err;
  EXPECT_EQ(finished.out, "PASS\n") << finished.err;
}

// The driver loads PTX, which nvcc has made no machine code of.
TEST_F(MachineCodePrograms, PtxOfTheProgramsOwnIsAssembled) {
  const Finished finished = run("right/driver.cu", {"--nvcc", "-lcuda", "--engine", "sass"});
  EXPECT_EQ(finished.status, 0) << finished.err;
  EXPECT_EQ(finished.out, "PASS\n") << finished.err;
}

// The launches of two kernels of 128 threads a block, by an H200's rules for machine code: 625
// sectors are 5,000 numbers, whatever executes them.
TEST_F(MachineCodePrograms, ReportsEachLaunchAsRunDoes) {
  const Reported reported = run_reported("right/reduction.cu", kSass);
  const Json& json = reported.report;
  EXPECT_EQ(json["engine"], "sass");
  ASSERT_EQ(json["launches"].size(), 2U);
  const Json& first = json["launches"][0];
  EXPECT_EQ(first["engine"], "sass");
  EXPECT_EQ(first["outcome"], "finished");
  EXPECT_EQ(first["counters"]["global"]["load"]["sectors"], 625);
  EXPECT_TRUE(first["occupancy"]["registers_known"]) << first["occupancy"].dump(1);
  EXPECT_FALSE(first.contains("time"));
  std::uint64_t lines = 0;
  for (const Json& line : first["lines"]) {
    const std::string file = line["file"];
    EXPECT_TRUE(file.empty() || file == "tests/programs/right/reduction.cu") << file;
    lines += line["warp_instructions"].get<std::uint64_t>();
  }
  EXPECT_EQ(lines, first["counters"]["warp_instructions"].get<std::uint64_t>());
  EXPECT_EQ(run_reported("right/reduction.cu").report["engine"], "ptx");
}

TEST_F(MachineCodePrograms, ASavedLaunchHasTheMachineCodeWithIt) {
  const std::string saved = test::write_file("machine_code.laneprogram", "");
  const Reported reported =
      run_reported("right/reduction.cu", {"--engine", "sass", "--save", saved});
  ASSERT_EQ(reported.report["launches"].size(), 2U);
  const Finished finished =
      test::run_program({"run", saved, "--launch", "1", "--engine", "sass", "--report", "json"});
  ASSERT_EQ(finished.status, 0) << finished.err;
  const Json json = Json::parse(finished.out);
  EXPECT_EQ(json["engine"], "sass");
  EXPECT_EQ(json["counters"], reported.report["launches"][1]["counters"]);
}

struct Mistake {
  const char* name;
  int status;
  const char* kind;
};
std::ostream& operator<<(std::ostream& out, const Mistake& mistake) { return out << mistake.name; }

class WrongByMachineCode : public MachineCodePrograms,
                           public testing::WithParamInterface<Mistake> {};

TEST_P(WrongByMachineCode, IsToldAndReported) {
  const Mistake& mistake = GetParam();
  const Reported reported = run_reported(std::string("wrong/") + mistake.name + ".cu",
                                         {"--max-steps", "3000000", "--engine", "sass"});
  EXPECT_EQ(reported.finished.status, mistake.status) << reported.finished.err;
  bool found = false;
  for (const Json& hazard : reported.report["hazards"])
    found = found || hazard["kind"] == mistake.kind;
  EXPECT_TRUE(found) << reported.report["hazards"].dump(1);
}

INSTANTIATE_TEST_SUITE_P(All, WrongByMachineCode,
                         testing::Values(Mistake{"use_after_free", 3, "out_of_bounds"},
                                         Mistake{"kernel_fault", 3, "out_of_bounds"},
                                         Mistake{"endless", 122, "step_limit"},
                                         Mistake{"assertion", 3, "trap"},
                                         Mistake{"leak", 0, "leak"},
                                         Mistake{"no_synchronize", 0, "lost_output"}),
                         [](const auto& each) { return std::string(each.param.name); });

TEST_F(MachineCodePrograms, AFaultTellsItsLineAndArray) {
  const Finished finished = run("wrong/kernel_fault.cu", kSass);
  EXPECT_TRUE(holds(finished.err,
                    "wrong/kernel_fault.cu:7: thread (100,0,0) of block (0,0,0) writes 4 bytes at "
                    "d_data[100]"))
      << finished.err;
  EXPECT_TRUE(
      holds(finished.err, "d_data was allocated at tests/programs/wrong/kernel_fault.cu:12"))
      << finished.err;
}

TEST_F(MachineCodePrograms, KernelsThatLaunchKernelsAreNotSupported) {
  const Finished finished = run("right/nested_order.cu", kSass);
  EXPECT_EQ(finished.status, 121) << finished.err;
  EXPECT_TRUE(holds(finished.err, "are executed as PTX only: leave out --engine sass"))
      << finished.err;
}

TEST_F(MachineCodePrograms, OtherArchitecturesRunOrAreRefused) {
  const std::string report = test::write_file("report.txt", "");
  const Finished ampere = run("right/reduction.cu", {"--engine", "sass", "--arch", "sm_80",
                                                     "--report", "text", "--out", report});
  EXPECT_EQ(ampere.out, "PASS\n") << ampere.err;
  EXPECT_TRUE(holds(test::read_file(report), "machine code of sm_80 was not compared"));
  const Finished blackwell = run("right/reduction.cu", {"--engine", "sass", "--arch", "sm_100"});
  EXPECT_EQ(blackwell.status, 121);
  EXPECT_TRUE(holds(blackwell.err, "machine code of sm_100 is not executed")) << blackwell.err;
}

TEST_F(MachineCodePrograms, TimeIsTheLaunchesOwn) {
  const Reported reported = run_reported("right/reduction.cu", {"--time"});
  const Json& json = reported.report;
  EXPECT_EQ(reported.finished.out, "PASS\n") << reported.finished.err;
  EXPECT_EQ(json["engine"], "sass");
  for (const Json& launch : json["launches"]) {
    const Json& time = launch["time"];
    EXPECT_EQ(time["machine"], "h200");
    EXPECT_EQ(time["sm_mhz"], 1980);
    EXPECT_GT(time["cycles"].get<double>(), 2750.0);  // a launch that does nothing
    EXPECT_NEAR(time["microseconds"].get<double>(), time["cycles"].get<double>() / 1980, 0.01);
    EXPECT_TRUE(time["stalls"].contains("long_scoreboard"));
  }
  // The kernels of the timeline are as long as they say.
  for (const Json& work : json["timeline"]["works"]) {
    if (work["kind"] != "kernel") continue;
    const Json& time = json["launches"][work["launch"].get<std::size_t>()]["time"];
    EXPECT_NEAR(work["end"].get<double>() - work["begin"].get<double>(),
                time["microseconds"].get<double>(), 1e-6);
  }
}

TEST_F(MachineCodePrograms, TimeIsThatOfTheMachineAndItsCaches) {
  const auto cycles = [](const std::vector<std::string>& more) {
    std::vector<std::string> words{"--time"};
    words.insert(words.end(), more.begin(), more.end());
    const Json report = run_reported("right/reduction.cu", words).report;
    return report["launches"][0]["time"]["cycles"].get<double>();
  };
  EXPECT_LT(cycles({"--caches", "warm"}), cycles({"--caches", "cold"}));
  EXPECT_GT(cycles({"--machine", "tiny"}), cycles({"--machine", "h200"}));
}

// 10,000 dependent multiply-adds are 4 cycles each (an H200's latency: machine.def); ten launches
// of them one after the other cannot take less, nor much more. The copy of 64 MiB goes over
// PCIe 5.0 x16, whose 63 GB/s it cannot exceed.
TEST_F(MachineCodePrograms, TimesBetweenEventsAreModelled) {
  const Reported reported = run_reported("right/event_times.cu", {"--time"});
  ASSERT_EQ(reported.finished.status, 0) << reported.finished.err;
  double launches = -1.0, copy = -1.0, nothing = -1.0;
  std::istringstream(reported.finished.out) >> launches >> copy >> nothing;
  EXPECT_GT(launches, 10 * 40000 / 1980.0);
  EXPECT_LT(launches, 1.5 * 10 * 40000 / 1980.0);
  EXPECT_GT(copy, double{64 << 20} / 63e3);
  EXPECT_LT(copy, 10 * double{64 << 20} / 63e3);
  EXPECT_GE(nothing, 0.0);
  EXPECT_LT(nothing, 10.0);
  double modelled = 0.0;
  for (const Json& launch : reported.report["launches"]) {
    if (launch["kernel"] == "chain") modelled += launch["time"]["microseconds"].get<double>();
  }
  EXPECT_GE(launches, modelled - 0.001);
  EXPECT_LT(launches, modelled + 10.0) << "but for the first launch's call";
  EXPECT_EQ(run("right/event_times.cu", {"--time"}).out, reported.finished.out)
      << "the same on every computer, at any load";
}

TEST_F(MachineCodePrograms, TimeTakesTheMachineCode) {
  EXPECT_EQ(run("right/vector_add.cu", {"--time", "--engine", "ptx"}).status, 2);
  EXPECT_EQ(run("right/vector_add.cu", {"--time", "--machine", "z80"}).status, 2);
  EXPECT_EQ(run("right/vector_add.cu", {"--engine", "spirv"}).status, 2);
}

// Its PTX alone, compressed: what was built for the model needs no machine code to be run by it.
TEST_F(MachineCodePrograms, OfAnExecutableItIsReadOrMade) {
  const cuda::toolchain::Toolchain tools = cuda::toolchain::find_toolchain();
  const std::string program = testing::TempDir() + "/by_machine_code";
  for (const char* code : {"compute_90", "[compute_90,sm_90]"}) {
    const std::string command =
        tools.nvcc.path + " -L$(dirname $(dirname $LANESCOPE_PROGRAM))/lib/cuda -cudart shared " +
        "-gencode 'arch=compute_90,code=" + code + "' tests/programs/right/vector_add.cu -o " +
        program;
    ASSERT_EQ(std::system(command.c_str()), 0);
    const Finished finished =
        test::run_program({"program", program, "--engine", "sass", "--", "50"});
    EXPECT_EQ(finished.status, 0) << code << finished.err;
    EXPECT_EQ(finished.out, "PASS\n") << code << finished.err;
  }
}

}  // namespace
}  // namespace lanescope::programs_test
