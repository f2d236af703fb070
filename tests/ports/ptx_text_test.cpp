#include "ports/toolchain/ptx_text.hpp"

#include <gtest/gtest.h>

namespace lanescope::ports::toolchain {
namespace {

constexpr std::string_view kPtx = R"(//
// Cuda compilation tools, release 13.0, V13.0.88
.version 9.0
.target sm_90a, debug
.address_size 64
// .entry commented(
/* .entry also_commented() {} */
.extern .entry declared(.param .u64 a);
.visible .entry _Z5plainPi(
	.param .u64 _Z5plainPi_param_0
)
.maxntid 128, 1, 1
{
	.loc	1 7 0
	.loc	2 99 1
	mov.u32 	%r1, 1;
	.loc	1 8 17, function_name $L__info, inlined_at 1 7 3
	ret;
}
.weak .entry no_parameters
{ ret; }
	.file	1 "/home/u/sub/../k.cu"
	.file	2 "/home/u/inc/h.cuh", 123, 456
	.file	3 "/usr/include/x.h"
)";

TEST(PtxText, ListsEntriesWithABody) {
  EXPECT_EQ(ptx_entries(kPtx), (std::vector<std::string>{"_Z5plainPi", "no_parameters"}));
  EXPECT_TRUE(ptx_entries("").empty());
  EXPECT_TRUE(ptx_entries(".entry").empty());
  EXPECT_TRUE(ptx_entries(".entry x(").empty());
  EXPECT_TRUE(ptx_entries("not PTX at all /*").empty());
}

TEST(PtxText, KnowsCompilerAndTarget) {
  EXPECT_EQ(ptx_compiler_version(kPtx), "13.0.88");
  EXPECT_EQ(ptx_compiler_version("nothing"), "");
  EXPECT_EQ(ptx_target(kPtx), "sm_90a");
  EXPECT_EQ(ptx_target(".target"), "");
}

TEST(PtxText, FilesGetTheirGivenNames) {
  const std::string text = relabel_files(kPtx, "/home/u", "k.cu");
  EXPECT_NE(text.find(".file\t1 \"k.cu\"\n"), std::string::npos);
  EXPECT_NE(text.find(".file\t2 \"inc/h.cuh\", 123, 456\n"), std::string::npos);
  EXPECT_NE(text.find(".file\t3 \"/usr/include/x.h\"\n"), std::string::npos);
  const std::string dotted = relabel_files(kPtx, "/home/u/sub", "../k.cu");
  EXPECT_NE(dotted.find(".file\t1 \"../k.cu\"\n"), std::string::npos);
  const std::string elsewhere = relabel_files("a\nb", "/", "k.cu");
  EXPECT_EQ(elsewhere, "a\nb");
}

TEST(PtxText, FindsTheSourceLineOfAPtxLine) {
  EXPECT_EQ(source_line_at(kPtx, 16), 7);
  EXPECT_EQ(source_line_at(kPtx, 18), 8);
  EXPECT_EQ(source_line_at(kPtx, 3), 0);
}

}  // namespace
}  // namespace lanescope::ports::toolchain
