// --engine sass and --time, as the contract says (docs/CONTRACT.md, "Machine code" and "Modelled
// time"). The figures are an H200's (assets/measurements).
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/app/kernels.hpp"
#include "tests/app/process.hpp"

namespace lanescope::test {
namespace {

using Json = nlohmann::json;

Json report_of(const std::vector<std::string>& more) {
  std::vector<std::string> words{"run", "vector-add/guarded", "--report", "json"};
  words.insert(words.end(), more.begin(), more.end());
  const Finished finished = run_program(words);
  EXPECT_EQ(finished.status, 0) << finished.err;
  return Json::parse(finished.out, nullptr, false);
}

TEST(MachineCode, CountsWhatAnH200Counts) {
  const Json report = report_of({"--engine", "sass"});
  EXPECT_EQ(report["engine"], "sass");
  EXPECT_EQ(report["outcome"], "finished");
  const Json& counters = report["counters"];
  EXPECT_EQ(counters["warp_instructions"], 640);
  EXPECT_EQ(counters["thread_instructions"], 19192);
  EXPECT_EQ(counters["divergent_branches"], 0);
  EXPECT_EQ(counters["global"]["load"]["sectors"], 250);
  EXPECT_EQ(report["buffers"]["c"]["fnv1a64"], "2d9792d11c4c1e6c");
}

TEST(MachineCode, PtxIsWhatRunsUnlessToldOtherwise) {
  const Json report = report_of({});
  EXPECT_EQ(report["engine"], "ptx");
  EXPECT_FALSE(report.contains("time"));
}

TEST(MachineCode, TimeIsInTheReport) {
  const Json time = report_of({"--time"})["time"];
  EXPECT_EQ(time["machine"], "h200");
  EXPECT_EQ(time["sm_mhz"], 1980);
  EXPECT_GT(time["cycles"].get<double>(), 2750.0);  // a launch that does nothing
  EXPECT_NEAR(time["microseconds"].get<double>(), time["cycles"].get<double>() / 1980, 0.01);
  EXPECT_TRUE(time["stalls"].contains("long_scoreboard"));
  EXPECT_EQ(time["simulated"]["blocks"], 4);
}

TEST(MachineCode, AWarmCacheTakesNoLonger) {
  const auto cycles = [](const char* caches) {
    return report_of({"--time", "--caches", caches})["time"]["cycles"].get<double>();
  };
  EXPECT_LT(cycles("warm"), cycles("cold"));
}

TEST(MachineCode, LanesFetchFromDifferentTextures) {
  const auto out = [](const char* engine, const char* arch) {
    const Finished finished = run_program({"run",      write_file("two.cu", kTwoTextures),
                                           "--grid",   "1",
                                           "--block",  "32",
                                           "--engine", engine,
                                           "--arch",   arch,
                                           "--report", "json",
                                           "--arg",    "in:f32[32]=iota",
                                           "--arg",    "other:f32[32]=formula:100-i",
                                           "--arg",    "out:f32[32]=zero",
                                           "--arg",    "a:texture=in,8x4,linear",
                                           "--arg",    "b:texture=other,8x4,linear"});
    EXPECT_EQ(finished.status, 0) << finished.err;
    return Json::parse(finished.out, nullptr, false)["buffers"]["out"]["fnv1a64"];
  };
  const Json expected = out("ptx", "sm_90");
  for (const char* arch : {"sm_75", "sm_80", "sm_90"})
    EXPECT_EQ(out("sass", arch), expected) << arch;
}

TEST(MachineCode, OtherArchitecturesAreSaidNotToBeCompared) {
  const std::vector<std::string> words{"run", "vector-add/guarded", "--engine", "sass", "--arch"};
  const auto with = [&](const char* arch) {
    auto all = words;
    all.emplace_back(arch);
    return run_program(all);
  };
  const Finished ampere = with("sm_80"), hopper = with("sm_90"), blackwell = with("sm_100");
  constexpr const char* kNotCompared = "machine code of sm_80 was not compared with a GPU";
  EXPECT_EQ(ampere.status, 0) << ampere.err;
  EXPECT_NE(ampere.out.find(kNotCompared), std::string::npos) << ampere.out;
  EXPECT_EQ(hopper.out.find("not compared"), std::string::npos);
  EXPECT_EQ(blackwell.status, 2);
  EXPECT_NE(blackwell.err.find("machine code of sm_100 is not executed"), std::string::npos)
      << blackwell.err;
}

TEST(MachineCode, WhatCannotBeIsRefused) {
  EXPECT_EQ(run_program({"run", "vector-add/guarded", "--time", "--engine", "ptx"}).status, 2);
  EXPECT_EQ(run_program({"run", "vector-add/guarded", "--time", "--machine", "z80"}).status, 2);
  EXPECT_EQ(
      run_program({"run", "vector-add/guarded", "--engine", "sass", "--warp-size", "16"}).status,
      2);
}

}  // namespace
}  // namespace lanescope::test
