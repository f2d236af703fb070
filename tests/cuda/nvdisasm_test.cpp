// Listings as nvdisasm 13.2 prints them, and the tool itself where it is installed.

#include "cuda/toolchain/nvdisasm.hpp"

#include <algorithm>
#include <string>

#include "cuda/toolchain/process.hpp"
#include "tests/cuda/support.hpp"

namespace lanescope::cuda::toolchain {
namespace {

constexpr const char* kListing = R"(	.target	sm_90

//--------------------- .text.k                   --------------------------
	.section	.text.k,"ax",@progbits
	.align	128
        .global         k
k:
.text.k:
	//## File "/src/k.cu", line 2
        /*0000*/                   LDC R1, c[0x0][0x28] ;
	//## File "/src/k.cu", line 12
        /*01b0*/              @!P1 LDS R3, [R2] ;
        /*01c0*/                   LDG.E.128.CONSTANT R4, desc[UR8][R2.64] ;
.L_x_1:
	//## File "/usr/include/h.cuh", line 7 inlined at "/src/k.cu", line 13
	//## File "/src/k.cu", line 13
        /*01d0*/               @P0 BRA `(.L_x_1) ;
        /*01e0*/                   EXIT ;
.L_x_2:
        /*01f0*/                   BRA `(.L_x_2);
        /*0200*/                   NOP;
        /*0210*/                   NOP;
.L_x_3:

//--------------------- .nv.info                  --------------------------
	.section	.nv.info,"",@"SHT_CUDA_INFO"
        /*0000*/ 	.byte	0x04, 0x2f
)";

TEST(Sass, ReadsAListing) {
  const auto functions = parse_sass(kListing);
  ASSERT_EQ(functions.size(), 1U);
  EXPECT_EQ(functions[0].name, "k");
  const auto& lines = functions[0].lines;
  ASSERT_EQ(lines.size(), 6U);
  EXPECT_EQ(lines[0],
            (ports::toolchain::SassLine{"", 0, "", "LDC", "R1, c[0x0][0x28]", {{"/src/k.cu", 2}}}));
  EXPECT_EQ(lines[1], (ports::toolchain::SassLine{
                          "", 0x1b0, "@!P1", "LDS", "R3, [R2]", {{"/src/k.cu", 12}}}));
  EXPECT_EQ(lines[2].opcode, "LDG.E.128.CONSTANT");
  EXPECT_EQ(lines[3].label, ".L_x_1");
  EXPECT_EQ(
      lines[4],
      (ports::toolchain::SassLine{
          "", 0x1d0, "@P0", "BRA", "`(.L_x_1)", {{"/usr/include/h.cuh", 7}, {"/src/k.cu", 13}}}));
  EXPECT_EQ(lines[5].opcode, "EXIT");
}

// sm_89 and earlier.
TEST(Sass, LinesAboutASectionDoNotEndIt) {
  const auto functions = parse_sass(
      "\t.section\t.text.k,\"ax\",@progbits\n\t.sectioninfo\t@\"SHI_REGISTERS=16\"\n\t.align\t128\n"
      "        /*0000*/                   MOV R1, c[0x0][0x28] ;\n");
  ASSERT_EQ(functions.size(), 1U);
  EXPECT_EQ(functions[0].lines.size(), 1U);
}

TEST(Sass, LeavesOutWhatItDoesNotUnderstand) {
  EXPECT_TRUE(parse_sass("").empty());
  EXPECT_TRUE(parse_sass("no listing at all\n/*0000*/ EXIT ;\n").empty());
  const auto odd = parse_sass("\t.section\t.text.a,\"ax\"\n/*xyz*/ EXIT ;\n/*0010*/ ;\n/*0020*/");
  ASSERT_EQ(odd.size(), 1U);
  EXPECT_TRUE(odd[0].lines.empty());
}

TEST(Sass, TellsWidthsApart) {
  using Space = ports::toolchain::SassAccess::Space;
  EXPECT_EQ(ports::toolchain::sass_access("LDG.E").bytes, 4U);
  EXPECT_EQ(ports::toolchain::sass_access("LDG.E.64.CONSTANT").bytes, 8U);
  EXPECT_EQ(ports::toolchain::sass_access("LDS.128").bytes, 16U);
  EXPECT_EQ(ports::toolchain::sass_access("STG.E.U8").bytes, 1U);
  EXPECT_EQ(ports::toolchain::sass_access("LDS.U.U16").bytes, 2U);
  EXPECT_EQ(ports::toolchain::sass_access("STS.64").space, Space::Shared);
  EXPECT_FALSE(ports::toolchain::sass_access("STS.64").is_load);
  EXPECT_EQ(ports::toolchain::sass_access("LDL").space, Space::Local);
  EXPECT_EQ(ports::toolchain::sass_access("LDGSTS.E").space, Space::None);
  EXPECT_EQ(ports::toolchain::sass_access("FADD").bytes, 0U);
  EXPECT_TRUE(ports::toolchain::is_sass_branch("BRA"));
  EXPECT_TRUE(ports::toolchain::is_sass_branch("BRA.DIV"));
  EXPECT_FALSE(ports::toolchain::is_sass_branch("BAR.SYNC.DEFER_BLOCKING"));
}

TEST(Sass, IsMadeOfWhatTheCompilerMade) {
  const Toolchain tools = find_toolchain();
  if (!tools.nvdisasm.found()) GTEST_SKIP() << tools.nvdisasm.problem;
  Compiler compiler(test::uncached_options());
  const ports::toolchain::CompileResult compiled =
      compiler.compile(test::request_of("extern \"C\" __global__ void k(float* a, int n) {\n"
                                        "  int i = threadIdx.x;\n"
                                        "  if (i < n)\n"
                                        "    a[i] = a[i] + 1.0f;\n"
                                        "}\n"));
  ASSERT_TRUE(compiled) << test::why(compiled);
  const auto functions = disassemble(tools.nvdisasm.path, compiled->cubin);
  ASSERT_TRUE(functions) << functions.error().text();
  ASSERT_EQ(functions->size(), 1U);
  EXPECT_EQ(functions->front().name, "k");
  const auto& lines = functions->front().lines;
  const auto count = [&](std::string_view opcode, std::uint32_t line) {
    return std::count_if(lines.begin(), lines.end(), [&](const ports::toolchain::SassLine& l) {
      return l.opcode.starts_with(opcode) && !l.places.empty() && l.places.front().line == line;
    });
  };
  EXPECT_EQ(count("LDG", 4), 1);
  EXPECT_EQ(count("STG", 4), 1);
  EXPECT_EQ(count("FADD", 4), 1);
}

TEST(Sass, SaysWhatWentWrong) {
  const auto missing = disassemble("/nowhere/nvdisasm", {});
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, Error::Code::Missing);
  const auto failed = disassemble("/bin/false", {});
  ASSERT_FALSE(failed);
  EXPECT_NE(failed.error().message.find("nvdisasm failed"), std::string::npos);
}

TEST(Process, EndsAtItsLimits) {
  ProcessLimits limits;
  limits.seconds = 0.2;
  const ProcessOutput slow = run_process({"/bin/sleep", "30"}, limits);
  EXPECT_TRUE(slow.started && slow.timed_out);
  EXPECT_NE(slow.status, 0);
  limits = {};
  limits.output_bytes = 1000;
  const ProcessOutput loud = run_process({"/usr/bin/yes"}, limits);
  EXPECT_TRUE(loud.timed_out);
  EXPECT_LT(loud.output.size(), 100'000U);
}

}  // namespace
}  // namespace lanescope::cuda::toolchain
