#include "cuda/toolchain/diagnostics.hpp"

#include <gtest/gtest.h>

// The logs are those that NVRTC 13.0, nvcc 13.0, g++ 12, ptxas 13.0 and nvJitLink 13.0 printed.
namespace lanescope::cuda::toolchain {
namespace {

using Severity = ports::toolchain::Diagnostic::Severity;

TEST(Diagnostics, CaretGivesTheColumn) {
  const auto found = parse_log(
      "k.cu(4): error: identifier \"zz\" is undefined\n"
      "  \tint \ty = zz;\n"
      "  \t    \t    ^\n"
      "\n"
      "1 error detected in the compilation of \"k.cu\".\n");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0], (ports::toolchain::Diagnostic{"k.cu", 4, 11, Severity::Error,
                                                    "identifier \"zz\" is undefined"}));
  EXPECT_EQ(found[0].place(), "k.cu:4:11");
}

TEST(Diagnostics, AllErrorsAndWarningsAreKept) {
  const auto found = parse_log(
      "k.cu(1): error: identifier \"x\" is undefined\n"
      "  __global__ void f(int*p){ *p=x; int y=; \n"
      "                               ^\n"
      "\n"
      "k.cu(3): warning #1105-D: #warning directive: hi\n"
      "  #warning hi\n"
      "   ^\n"
      "\n"
      "Remark: The warnings can be suppressed with \"-diag-suppress <warning-number>\"\n"
      "\n"
      "k.cu(2): catastrophic error: cannot open source file \"nope.h\"\n"
      "  #include \"nope.h\"\n"
      "                   ^\n"
      "\n"
      " and 1 catastrophic error detected in the compilation of \"k.cu\".\n"
      "Compilation terminated.\n");
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[0], (ports::toolchain::Diagnostic{"k.cu", 1, 30, Severity::Error,
                                                    "identifier \"x\" is undefined"}));
  EXPECT_EQ(found[1], (ports::toolchain::Diagnostic{"k.cu", 3, 2, Severity::Warning,
                                                    "#warning directive: hi"}));
  EXPECT_EQ(found[2], (ports::toolchain::Diagnostic{"k.cu", 2, 18, Severity::Error,
                                                    "cannot open source file \"nope.h\""}));
  EXPECT_TRUE(has_errors(found));
}

TEST(Diagnostics, ExplanationsStayWithTheirMessage) {
  const auto found = parse_log(
      "k.cu(2): error: expression must have class type but it has type \"int\"\n"
      "  template<class T> __device__ int h(T t){ return t.x; }\n"
      "                                                  ^\n"
      "          detected during instantiation of \"int h(T) [with T=int]\" at line 3\n"
      "\n"
      "3 errors detected in the compilation of \"k.cu\".\n");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].column, 49);
  EXPECT_EQ(found[0].message,
            "expression must have class type but it has type \"int\" (detected during "
            "instantiation of \"int h(T) [with T=int]\" at line 3)");
}

TEST(Diagnostics, FileNamesMayHoldBracketsAndColons) {
  const auto found = parse_log("a (copy): x(2).cu(7): error: no\n");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].file, "a (copy): x(2).cu");
  EXPECT_EQ(found[0].line, 7);
}

TEST(Diagnostics, HostCompilerNamesItsColumn) {
  const auto found = parse_log(
      "In file included from b.cu:1:\n"
      "k.cu:2:10: fatal error: nope.h: No such file or directory\n"
      "    2 | #include \"nope.h\"\n"
      "      |          ^~~~~~~~\n"
      "compilation terminated.\n");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0], (ports::toolchain::Diagnostic{"k.cu", 2, 10, Severity::Error,
                                                    "nope.h: No such file or directory"}));
}

TEST(Diagnostics, AssemblerNamesItsLine) {
  const auto found = parse_log(
      "ptxas /tmp/bad.ptx, line 64; error   : Not a name of any known instruction: 'rett'\n"
      "ptxas /tmp/bad.ptx, line 65; warning : odd\n"
      "ptxas fatal   : Ptx assembly aborted due to errors\n");
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0],
            (ports::toolchain::Diagnostic{"/tmp/bad.ptx", 64, 1, Severity::Error,
                                          "Not a name of any known instruction: 'rett'"}));
  EXPECT_EQ(found[1].severity, Severity::Warning);
}

TEST(Diagnostics, ToolsSpeakForThemselves) {
  const auto found = parse_log(
      "nvcc fatal   : Value 'sm_10' is not defined for option 'gpu-architecture'\n"
      "Command-line error: invalid macro definition: A B\n");
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].message, "Value 'sm_10' is not defined for option 'gpu-architecture'");
  EXPECT_EQ(found[0].place(), "");
  EXPECT_EQ(found[1].message, "invalid macro definition: A B");
}

TEST(Diagnostics, FirstErrorBecomesTheFailure) {
  const ports::toolchain::CompileFailure failure =
      failure_from(parse_log("k.cu(1): warning #1-D: w\n\nk.cu(2): error: e\n"), "log", "fallback");
  EXPECT_EQ(failure.error.text(), "k.cu:2:1: e");
  EXPECT_EQ(failure.diagnostics.size(), 2U);
  EXPECT_EQ(failure_from({}, "log", "fallback").error.text(), "fallback");
}

TEST(Diagnostics, SaysHowToGetHeadersThatAreAbsent) {
  const auto told = [](const char* log) {
    return failure_from(parse_log(log), "", "fallback").error.message;
  };
  EXPECT_EQ(told("k.cu(1): catastrophic error: cannot open source file \"curand_kernel.h\"\n"),
            "cannot open source file \"curand_kernel.h\". It is NVIDIA's; get it with \"lanescope "
            "fetch curand\"");
  EXPECT_NE(told("k.cu:1:10: fatal error: cub/cub.cuh: No such file or directory\n")
                .find("\"lanescope fetch nvrtc\""),
            std::string::npos);
  EXPECT_EQ(told("k.cu(1): catastrophic error: cannot open source file \"my_curand.h\"\n"),
            "cannot open source file \"my_curand.h\"");
}

TEST(Diagnostics, AnyTextIsReadable) {
  EXPECT_TRUE(parse_log("").empty());
  EXPECT_TRUE(parse_log("\n\n   ^\n ( : ) : error\n(3): error: x\n").empty());
  EXPECT_TRUE(parse_log(": : : : :::\nptxas\nptxas , line ;\nerror").empty());
}

}  // namespace
}  // namespace lanescope::cuda::toolchain
