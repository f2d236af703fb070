#include "tests/programs/support.hpp"

// Programs with one mistake each: it is told in words, with the host's line, and the report has it.
namespace lanescope::programs_test {
namespace {

struct Mistake {
  const char* name;
  int status;
  const char* kind;  // of the report's hazard
  const char* words;
};
std::ostream& operator<<(std::ostream& out, const Mistake& mistake) { return out << mistake.name; }

class Wrong : public Programs, public testing::WithParamInterface<Mistake> {};

TEST_P(Wrong, IsToldAndReported) {
  const Mistake& mistake = GetParam();
  const Reported reported =
      run_reported(std::string("wrong/") + mistake.name + ".cu", {"--max-steps", "3000000"});
  EXPECT_EQ(reported.finished.status, mistake.status) << reported.finished.err;
  EXPECT_TRUE(holds(reported.finished.err, mistake.words)) << reported.finished.err;
  bool found = false;
  for (const Json& hazard : reported.report["hazards"])
    found = found || hazard["kind"] == mistake.kind;
  EXPECT_TRUE(found) << reported.report["hazards"].dump(1);
}

constexpr const char* kFault =
    "wrong/kernel_fault.cu:7: thread (100,0,0) of block (0,0,0) writes 4 bytes at d_data[100], 0 "
    "bytes past the end of d_data (100 elements)";

INSTANTIATE_TEST_SUITE_P(
    All, Wrong,
    testing::Values(
        Mistake{"copy_size", 3, "bad_copy",
                "copy_size.cu:11: cudaMemcpy: the host writes 400 bytes"},
        Mistake{"wrong_direction", 3, "bad_copy", "a destination that is not device memory"},
        Mistake{"capture", 3, "bad_call",
                "capture.cu:12: cudaMalloc: not while a stream is being captured"},
        Mistake{"array_copy", 3, "bad_copy",
                "array_copy.cu:10: cudaMemcpy2DToArray: 32 bytes of 5 rows from byte 0 of row 0"},
        Mistake{"graph_copy", 3, "bad_copy", "graph_copy.cu:15: cudaGraphLaunch: the host writes"},
        Mistake{"use_after_free", 3, "out_of_bounds", "d_data[0], which has been freed"},
        Mistake{"copy_after_free", 3, "use_after_free",
                "copy_after_free.cu:7: cudaMemcpy: the host "
                "reads 4 bytes: d_data[0], which has been"},
        Mistake{"kernel_fault", 3, "out_of_bounds", kFault},
        Mistake{"missing_check", 0, "unchecked_error",
                "missing_check.cu:8: cudaLaunchKernel led to cudaErrorInvalidValue"},
        Mistake{"leak", 0, "leak", "leak.cu:6: d_lost (4096 bytes) was never freed"},
        Mistake{"deadlock", 3, "deadlock", "warp 0: 32 threads wait at barrier 1"},
        Mistake{"endless", 122, "step_limit", "stopped after 3000000 warp instructions"},
        Mistake{"host_crash", 139, "crash",
                "host_crash.cu:9: the host's part of the program crashed"},
        Mistake{"host_access", 139, "host_access",
                "host_access.cu:9: the host reads d_data[3], memory of the device"},
        Mistake{"assertion", 3, "trap", "fails the assertion"},
        Mistake{"nested_refused", 0, "bad_call",
                "launches kernels of which 952 are refused: too many wait"},
        Mistake{"no_synchronize", 0, "lost_output", "22 bytes that kernels printed are lost"},
        Mistake{"cluster_exit", 1, "race", "a cluster.sync() before the end is missing"},
        Mistake{"cluster_race", 0, "race", "a cluster.sync() between the two is missing"},
        Mistake{"uninitialised", 0, "uninitialized_read",
                "d_in was allocated at tests/programs/wrong/uninitialised.cu:7"}),
    [](const auto& each) { return std::string(each.param.name); });

class WrongPrograms : public Programs {};

TEST_F(WrongPrograms, EachKindIsToldWithThePageThatExplainsIt) {
  const Finished finished = run("wrong/copy_size.cu");
  for (const std::string kind : {"bad_copy", "cudaErrorInvalidValue"}) {
    const std::string line = "lanescope: about [" + kind + "]: ";
    const std::size_t at = finished.err.find(line);
    ASSERT_NE(at, std::string::npos) << finished.err;
    const std::size_t begin = at + line.size();
    const std::string page = finished.err.substr(begin, finished.err.find('\n', begin) - begin);
    EXPECT_TRUE(test::read_file(page).starts_with("# " + kind)) << page;
  }
  EXPECT_FALSE(holds(run("right/vector_add.cu").err, "about [")) << "nothing is wrong there";
}

TEST_F(WrongPrograms, AFaultTellsWhereItsArrayWasAllocatedAndWhoLaunched) {
  const Finished finished = run("wrong/kernel_fault.cu");
  EXPECT_TRUE(
      holds(finished.err, "d_data was allocated at tests/programs/wrong/kernel_fault.cu:12"))
      << finished.err;
  EXPECT_TRUE(holds(finished.err, "launched at tests/programs/wrong/kernel_fault.cu:13"))
      << finished.err;
  EXPECT_EQ(finished.out, "cudaSuccess, cudaErrorIllegalAddress, cudaErrorIllegalAddress\n");
}

TEST_F(WrongPrograms, AStatusOfErrorsIsTakenOnlyWhereTheModelFoundOne) {
  EXPECT_EQ(run("wrong/kernel_fault.cu", {"--error-exitcode", "9"}).status, 9);
  EXPECT_EQ(run("wrong/uninitialised.cu", {"--error-exitcode", "9"}).status, 9);
  EXPECT_EQ(run("wrong/uninitialised.cu", {"--error-exitcode", "9", "--hazards", "off"}).status, 0);
  EXPECT_EQ(run("wrong/leak.cu", {"--error-exitcode", "9"}).status, 0) << "a warning";
}

TEST_F(WrongPrograms, AnInterruptLeavesTheReport) {
  const std::string report = test::write_file("interrupted.json", "");
  static_cast<void>(test::interrupt_program({"program", source("wrong/endless.cu"), "--max-steps",
                                             "100000000000", "--report", "json", "--out", report}));
  const Json json = Json::parse(test::read_file(report), nullptr, false);
  ASSERT_FALSE(json.is_discarded());
  ASSERT_EQ(json["launches"].size(), 1U);
  EXPECT_EQ(json["launches"][0]["outcome"], "interrupted");
  EXPECT_EQ(json["exit"]["signal"], 2);
}

}  // namespace
}  // namespace lanescope::programs_test
