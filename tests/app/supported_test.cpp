// `lanescope supported`: which kernels of a file the model runs.

#include <string>

#include <gtest/gtest.h>

#include "tests/app/process.hpp"

namespace lanescope::test {
namespace {

const std::string kHead = ".version 9.0\n.target sm_90a\n.address_size 64\n";
const std::string kRuns =
    ".visible .entry runs(.param .u64 p)\n{ .reg .b64 %d; ld.param.u64 %d, [p]; ret; }\n";
const std::string kLacks =
    ".func helper()\n{ wgmma.fence.sync.aligned; wgmma.commit_group.sync.aligned; ret; }\n"
    ".visible .entry lacks()\n{ wgmma.fence.sync.aligned; call helper; call.uni nowhere; ret; }\n";
const std::string kNowhere = ".extern .func nowhere();\n";

TEST(Supported, ALineAKernelAndTheStatusOfAll) {
  const std::string both = write_file("both.ptx", kHead + kNowhere + kRuns + kLacks);
  const Finished finished = run_program({"supported", both});
  EXPECT_EQ(finished.status, 1) << finished.err;
  EXPECT_EQ(finished.out,
            "runs\tyes\n"
            "lacks\twgmma.fence.sync.aligned,call nowhere,wgmma.commit_group.sync.aligned\n");
  const Finished one = run_program({"supported", write_file("one.ptx", kHead + kRuns)});
  EXPECT_EQ(one.status, 0) << one.err;
  EXPECT_EQ(one.out, "runs\tyes\n");
}

// Kernels have their plain names, templates their arguments; macros are the command line's.
TEST(Supported, ASourceIsCompiled) {
  const std::string file = write_file(
      "three.cu",
      "namespace n { __global__ void first(int* p) { *p = SIZE; } }\n"
      "template <int N> __global__ void many(int* p) { *p = N; }\n"
      "template __global__ void many<1>(int*);\ntemplate __global__ void many<2>(int*);\n");
  const Finished finished = run_program({"supported", file, "-D", "SIZE=3"});
  EXPECT_EQ(finished.status, 0) << finished.err;
  for (const char* line : {"n::first\tyes\n", "many<1>(int*)\tyes\n", "many<2>(int*)\tyes\n"})
    EXPECT_NE(finished.out.find(line), std::string::npos) << finished.out;
  const Finished broken = run_program({"supported", file});
  EXPECT_EQ(broken.status, 2);
  EXPECT_EQ(broken.out, "");
  EXPECT_NE(broken.err.find("SIZE"), std::string::npos) << broken.err;
}

TEST(Supported, WhatCannotBeReadIsBadInput) {
  EXPECT_EQ(run_program({"supported", "/nowhere/k.ptx"}).status, 2);
  EXPECT_EQ(run_program({"supported", write_file("none.ptx", kHead)}).status, 2);
  const Finished wrong = run_program({"supported", write_file("wrong.ptx", kHead + "nonsense\n")});
  EXPECT_EQ(wrong.status, 2);
  EXPECT_NE(wrong.err.find("wrong.ptx:4"), std::string::npos) << wrong.err;
  EXPECT_EQ(run_program({"supported"}).status, 2);
}

}  // namespace
}  // namespace lanescope::test
