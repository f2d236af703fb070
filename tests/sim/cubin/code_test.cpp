#include "sim/cubin/code.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "cuda/toolchain/process.hpp"
#include "ports/images/files.hpp"
#include "tests/sim/cubin/compiled.hpp"

namespace lanescope::cubin {
namespace {

using test::code_of;
using test::function_of;
using test::values;

struct Expected {
  const char* arch;
  unsigned sm;
  std::uint32_t parameter_base, reserved_shared_bytes;
};
class CodeOf : public testing::TestWithParam<Expected> {};

TEST_P(CodeOf, HoldsEveryKernelWithItsParameters) {
  LANESCOPE_NEEDS_NVRTC();
  const Code code = code_of(GetParam().arch);
  EXPECT_EQ(code.sm, GetParam().sm);
  EXPECT_TRUE(code.linked);
  EXPECT_EQ(std::ranges::count(code.functions, true, &FunctionCode::entry), 10);
  const FunctionCode& many = function_of(code, "many");
  EXPECT_EQ(many.parameter_base, GetParam().parameter_base);
  ASSERT_EQ(many.parameters.size(), 5U);
  const std::uint32_t expected[][2] = {{0, 1}, {2, 2}, {4, 80}, {88, 8}, {96, 8}};
  for (std::uint32_t i = 0; i < 5; ++i) {
    EXPECT_EQ(many.parameters[i].ordinal, i);
    EXPECT_EQ(many.parameters[i].offset, expected[i][0]);
    EXPECT_EQ(many.parameters[i].size, expected[i][1]);
  }
  EXPECT_EQ(many.parameter_bytes, 104U);
  ASSERT_NE(many.bank(0), nullptr);
  EXPECT_EQ(many.bank(0)->size, many.parameter_base + many.parameter_bytes);
}

TEST_P(CodeOf, HoldsLargeParametersAndLaunchBounds) {
  LANESCOPE_NEEDS_NVRTC();
  const Code code = code_of(GetParam().arch);
  const FunctionCode& huge = function_of(code, "huge");
  ASSERT_EQ(huge.parameters.size(), 3U);
  EXPECT_EQ(huge.parameters[1].size, 4800U);
  EXPECT_EQ(huge.parameters[2].offset, 4808U);
  EXPECT_EQ(huge.max_threads, (std::array<std::uint32_t, 3>{64, 1, 1}));
}

TEST_P(CodeOf, TellsSharedMemoryAndBarriers) {
  LANESCOPE_NEEDS_NVRTC();
  const Code code = code_of(GetParam().arch);
  const FunctionCode& shared = function_of(code, "shared");
  EXPECT_EQ(shared.reserved_shared_bytes, GetParam().reserved_shared_bytes);
  EXPECT_EQ(shared.shared_bytes, 400 + shared.reserved_shared_bytes);
  EXPECT_EQ(shared.barriers, 1);
  EXPECT_GT(shared.registers, 0);
}

TEST_P(CodeOf, KnowsWhereSwitchesGo) {
  LANESCOPE_NEEDS_NVRTC();
  const Code code = code_of(GetParam().arch);
  const FunctionCode& choose = function_of(code, "choose");
  ASSERT_FALSE(choose.indirect_branches.empty());
  EXPECT_FALSE(choose.exits.empty());
  ASSERT_NE(choose.bank(2), nullptr);
  const auto table = values<std::uint32_t>(choose.bank(2)->bytes);
  for (const IndirectBranch& branch : choose.indirect_branches) {
    EXPECT_GE(branch.targets.size(), 2U);
    for (const std::uint32_t target : branch.targets)
      EXPECT_TRUE(std::ranges::count(table, target) > 0) << target;
  }
}

TEST_P(CodeOf, HoldsCopiesOfWhatIsCalled) {
  LANESCOPE_NEEDS_NVRTC();
  const Code code = code_of(GetParam().arch);
  const FunctionCode& divide = function_of(code, "divide");
  ASSERT_EQ(divide.inner.size(), 1U);
  EXPECT_NE(divide.inner[0].name.find("__cuda_sm20_div_rn_f64_full"), std::string_view::npos);
  EXPECT_GT(divide.inner[0].offset, 0U);
  ASSERT_EQ(function_of(code, "recursion").inner.size(), 1U);
  EXPECT_EQ(function_of(code, "recursion").inner[0].name, "$recursion$_Z3fibi");
}

// A pointer to a function is the offset of its row in bank 2 of each kernel that calls one.
TEST_P(CodeOf, HoldsATableOfFunctions) {
  LANESCOPE_NEEDS_NVRTC();
  const Code code = code_of(GetParam().arch);
  const FunctionCode& indirect = function_of(code, "indirect");
  const Variable* functions = code.variable("functions");
  ASSERT_NE(functions, nullptr);
  ASSERT_NE(indirect.bank(2), nullptr);
  const auto bytes = code.data[functions->data].bytes.subspan(functions->offset, functions->size);
  for (const std::uint64_t row : values<std::uint64_t>(bytes)) {
    const auto offset = value_at<std::uint64_t>(indirect.bank(2)->bytes, row);
    ASSERT_TRUE(offset.has_value());
    EXPECT_EQ(std::ranges::count(indirect.inner, *offset, &InnerFunction::offset), 1) << *offset;
  }
}

TEST_P(CodeOf, CallsTheSystemThroughBank4) {
  LANESCOPE_NEEDS_NVRTC();
  const Code code = code_of(GetParam().arch);
  EXPECT_EQ(function_of(code, "calls").system_calls.size(), 3U);
  ASSERT_NE(code.bank(4), nullptr);
  for (const char* name : {"vprintf", "malloc", "free"}) {
    const auto& all = code.bank(4)->relocations;
    const auto found = std::ranges::find(all, std::string_view(name), &Relocation::name);
    ASSERT_NE(found, all.end()) << name;
    EXPECT_EQ(found->type, RelocationType::Address64);
    EXPECT_EQ(code.variable_of(found->symbol), nullptr);
    EXPECT_EQ(code.function_of(found->symbol), nullptr);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Architectures, CodeOf,
    testing::Values(Expected{"sm_75", 75, 0x160, 0}, Expected{"sm_80", 80, 0x160, 0},
                    Expected{"sm_89", 89, 0x160, 0}, Expected{"sm_90", 90, 0x210, 1024},
                    Expected{"sm_90a", 90, 0x210, 1024}, Expected{"sm_100", 100, 0x380, 1024},
                    Expected{"sm_120", 120, 0x380, 1024}),
    [](const auto& tested) { return std::string(tested.param.arch); });

TEST(Code, KnowsItsCluster) {
  LANESCOPE_NEEDS_NVRTC();
  const auto cubin = test::compile(
      "sm_90", R"(extern "C" __global__ __cluster_dims__(2, 1, 1) void k(int* p) { *p = 1; })");
  const auto code = read_code(cubin);
  ASSERT_TRUE(code.ok());
  EXPECT_EQ(function_of(*code, "k").cluster, (std::array<std::uint32_t, 3>{2, 1, 1}));
  EXPECT_EQ(function_of(*code, "k").stack_bytes, 0U);
}

TEST(Code, StaysWhenItsBytesAreGone) {
  LANESCOPE_NEEDS_NVRTC();
  std::vector<std::byte> bytes = test::cubin_of("sm_90");
  const auto code = read_code(bytes);
  ASSERT_TRUE(code.ok());
  std::ranges::fill(bytes, std::byte{0xff});
  EXPECT_EQ(code->functions.size(), 10U);
  EXPECT_NE(code->function("shared"), nullptr);
}

// What is still to be linked has the addresses of variables in its instructions.
TEST(Code, TellsWhatIsNotLinked) {
  LANESCOPE_NEEDS_NVRTC();
  const std::string ptxas = cuda::toolchain::find_toolchain().ptxas.path;
  if (ptxas.empty()) GTEST_SKIP() << "ptxas is not installed";
  const cuda::test::TemporaryDir folder;
  folder.write("k.ptx", R"(.version 7.8
.target sm_90
.address_size 64
.global .u32 there;
.visible .entry k() { .reg .b64 %a; mov.u64 %a, there; st.global.u32 [%a], 7; ret; }
)");
  const auto process = cuda::toolchain::run_process(
      {ptxas, "-c", "-arch=sm_90", "-o", folder.file("k.cubin"), folder.file("k.ptx")});
  ASSERT_EQ(process.status, 0) << process.output;
  const std::string bytes = ports::images::read_file(folder.file("k.cubin")).value_or("");
  const auto code = read_code(std::as_bytes(std::span(bytes)));
  ASSERT_TRUE(code.ok()) << code.error().text();
  EXPECT_FALSE(code->linked);
  const auto& relocations = function_of(*code, "k").relocations;
  for (const RelocationType type : {RelocationType::LowInCode, RelocationType::HighInCode}) {
    const auto found = std::ranges::find(relocations, type, &Relocation::type);
    ASSERT_NE(found, relocations.end());
    EXPECT_EQ(found->name, "there");
    EXPECT_NE(code->variable_of(found->symbol), nullptr);
  }
}

}  // namespace
}  // namespace lanescope::cubin
