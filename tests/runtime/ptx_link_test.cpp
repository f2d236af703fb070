#include "runtime/ptx_link.hpp"

#include <array>

#include <gtest/gtest.h>

#include "sim/code/program.hpp"
#include "sim/ptx/parser.hpp"

namespace lanescope::runtime::test {
namespace {

constexpr std::string_view kUser = R"(.version 9.0
.target sm_90
.address_size 64
// .func in a comment { ; }
.extern .func  (.param .b32 func_retval0) twice
(
  .param .b32 twice_param_0
)
;
.extern .global .align 4 .u32 total;
.visible .entry kernel(
  .param .u64 out
)
{
  .reg .b32 %r<4>;
  .reg .b64 %rd<3>;
  .loc 1 5 0
  ld.param.u64 %rd1, [out];
  ld.global.u32 %r1, [total];
  { .param .b32 p; st.param.b32 [p], %r1; .param .b32 q;
  call.uni (q), twice, (p);
  ld.param.b32 %r2, [q]; }
  st.global.u32 [%rd1], %r2;
  ret;
}
.weak .func both() { ret; }
.file 1 "/a/user.cu"
)";
constexpr std::string_view kOwner = R"(.version 9.0
.target sm_90
.address_size 64
.visible .global .align 4 .u32 total = 21;
.global .align 1 .b8 text[4] = {59, 123, 125, 0};
.visible .func  (.param .b32 func_retval0) twice(
  .param .b32 twice_param_0
)
{
  .reg .b32 %r<3>;
  .loc 1 7 0, function_name text, inlined_at 1 9 0
  ld.param.u32 %r1, [twice_param_0];
  shl.b32 %r2, %r1, 1;
  st.param.b32 [func_retval0], %r2;
  ret;
}
.weak .func both() { ret; }
.file 1 "/a/owner.cu"
)";

TEST(LinkPtx, DeclarationsMeetTheirDefinitions) {
  const std::array<std::string_view, 2> texts{kUser, kOwner};
  const std::string linked = link_ptx(texts);
  auto module = std::make_shared<const ptx::Module>(ptx::parse(linked));
  ASSERT_FALSE(module->has_errors()) << module->diagnostics.front().message << "\n" << linked;
  EXPECT_EQ(linked.find(".extern"), std::string::npos) << "an assembler refuses it";
  ASSERT_EQ(module->files.size(), 2U);
  EXPECT_EQ(module->files[0], "/a/user.cu");
  EXPECT_EQ(module->files[1], "/a/owner.cu");
  EXPECT_EQ(module->variables.size(), 2U) << "total and text, once each";
  const auto program = code::Program::decode(module, "kernel");
  ASSERT_TRUE(program) << program.error().message;
  // The call reaches the other file's function, whose lines are that file's.
  bool reached = false;
  for (std::uint32_t pc = 0; pc < (*program)->size(); ++pc) {
    const SourceLocation at = (*program)->location_at(Pc{pc});
    reached = reached || (at.line == 7 && module->files[at.file] == "/a/owner.cu");
  }
  EXPECT_TRUE(reached);
}

TEST(LinkPtx, OrderDoesNotMatter) {
  const std::array<std::string_view, 2> texts{kOwner, kUser};
  EXPECT_FALSE(ptx::parse(link_ptx(texts)).has_errors());
}

TEST(LinkPtx, UnfinishedTextsEnd) {
  for (std::size_t size = 0; size < kOwner.size(); ++size) {
    const std::array<std::string_view, 2> texts{kUser, kOwner.substr(0, size)};
    EXPECT_GE(link_ptx(texts).size(), 100U);
  }
}

}  // namespace
}  // namespace lanescope::runtime::test
