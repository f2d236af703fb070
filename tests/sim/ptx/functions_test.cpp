#include <gtest/gtest.h>

#include "tests/sim/ptx/text.hpp"

namespace lanescope::ptx::test {
namespace {

Module parse_module(std::string_view items) { return parse(std::string(kHead).append(items)); }

TEST(PtxModule, HeadOfTheFile) {
  const Module module = parse(".version 8.3\n.target sm_80, debug\n.address_size 64\n");
  EXPECT_EQ(problems(module), "");
  EXPECT_EQ(module.version, "8.3");
  EXPECT_EQ(module.target, "sm_80");
  EXPECT_EQ(module.address_size, 64U);
}

TEST(PtxFunctions, KernelWithParametersAndBounds) {
  const Module module = parse_module(
      ".visible .entry k(\n"
      "  .param .u64 .ptr .global .align 1 p0,\n"
      "  .param .align 8 .b8 p1[24]\n"
      ")\n"
      ".maxntid 256, 2\n"
      ".minnctapersm 2\n"
      ".maxnreg 32\n"
      ".pragma \"nounroll\";\n"
      ".explicitcluster\n"
      ".reqnctapercluster 2, 1, 1\n"
      "{ ret; }\n");
  ASSERT_EQ(problems(module), "");
  const Function* k = function_named(module, "k");
  ASSERT_NE(k, nullptr);
  EXPECT_TRUE(k->is_entry);
  EXPECT_TRUE(k->has_body);
  EXPECT_EQ(k->max_threads[0], 256U);
  EXPECT_EQ(k->max_threads[1], 2U);
  EXPECT_EQ(k->max_threads[2], 1U);
  EXPECT_FALSE(k->exact_threads);
  ASSERT_EQ(k->parameters.size(), 2U);
  EXPECT_EQ(k->variables[k->parameters[0]].alignment, 8U);
  EXPECT_EQ(k->variables[k->parameters[1]].size, 24U);
  EXPECT_EQ(k->variables[k->parameters[1]].space, Space::Param);
}

TEST(PtxFunctions, RequiredThreadsAreExact) {
  const Module module = parse_module(".entry k .reqntid 64 { ret; }");
  ASSERT_EQ(problems(module), "");
  EXPECT_TRUE(module.functions[0].exact_threads);
  EXPECT_EQ(module.functions[0].max_threads[0], 64U);
}

TEST(PtxFunctions, RegisterParametersAreRegistersOfTheBody) {
  const Module module = parse_module(
      ".func (.reg .u32 sum) add2 (.reg .u32 a, .reg .u32 b) { add.u32 sum, a, b; ret; }");
  ASSERT_EQ(problems(module), "");
  const Function& f = module.functions.at(0);
  ASSERT_EQ(f.returns.size(), 1U);
  EXPECT_EQ(f.variables[f.returns[0]].space, Space::Reg);
  ASSERT_EQ(f.body.at(0).operands.size(), 3U);
  EXPECT_EQ(f.registers.at(f.body[0].operands[0].index).name, "sum");
  EXPECT_EQ(f.registers.at(f.body[0].operands[2].index).name, "b");
}

TEST(PtxFunctions, ADefinitionKeepsThePlaceOfItsDeclaration) {
  const Module module = parse_module(
      ".func (.param .b32 r) f (.param .b32 a);\n"
      ".entry k { .param .b32 x; call (x), f, (x); ret; }\n"
      ".func (.param .b32 r) f (.param .b32 a) { call (r), f, (a); ret; }\n"
      ".func (.param .b32 r) f (.param .b32 a);\n");
  ASSERT_EQ(problems(module), "");
  ASSERT_EQ(module.functions.size(), 2U);
  EXPECT_TRUE(module.functions[0].has_body);
  EXPECT_EQ(module.functions[1].body.at(0).operands.at(1).index, 0U);
  EXPECT_EQ(module.functions[0].body.at(0).operands.at(1).index, 0U);
}

TEST(PtxFunctions, AnAliasIsTheFunctionUnderAnotherName) {
  const Module module =
      parse_module(".func first;\n.func other;\n.func first { trap; }\n.alias other, first;\n");
  ASSERT_EQ(problems(module), "");
  const Function* other = function_named(module, "other");
  ASSERT_NE(other, nullptr);
  EXPECT_EQ(other->body.size(), 1U);
}

TEST(PtxFunctions, VariablesOfCallsReuseNamesAndAreAllKept) {
  const Module module =
      parse(kernel_text("{ .param .b32 param0; st.param.b32 [param0+0], %r1; }\n"
                        "{ .param .b64 param0; st.param.b64 [param0+0], %rd1; }"));
  ASSERT_EQ(problems(module), "");
  const Function& k = kernel_of(module);
  const auto& first = k.body.at(0).operands.at(0).elements.at(0);
  const auto& second = k.body.at(1).operands.at(0).elements.at(0);
  EXPECT_NE(first.index, second.index);
  EXPECT_EQ(k.variables.at(first.index).size, 4U);
  EXPECT_EQ(k.variables.at(second.index).size, 8U);
}

TEST(PtxFunctions, LabelsOfInnerScopesHideOuterOnes) {
  const Module module =
      parse(kernel_text("L: mov.u32 %r1, 0;\n"
                        "{ bra L; mov.u32 %r1, 1; L: mov.u32 %r1, 2; }\n"
                        "{ L: bra L; }\n"
                        "bra L;"));
  ASSERT_EQ(problems(module), "");
  const Function& k = kernel_of(module);
  EXPECT_EQ(k.body.at(1).operands.at(0).index, 3U);
  EXPECT_EQ(k.body.at(4).operands.at(0).index, 4U);
  EXPECT_EQ(k.body.at(5).operands.at(0).index, 0U);
}

TEST(PtxInstructions, OpcodeModifiersAndGuard) {
  const Module module =
      parse(kernel_text("@!%p1 ld.global.nc.L1::no_allocate.v4.f32 {%f1,%f2,%f3,%f4}, [%rd1];\n"
                        "@%p2 ret;\n"
                        "fence.proxy.tensormap::generic.acquire.gpu [%rd1], 128;"));
  ASSERT_EQ(problems(module), "");
  const Function& k = kernel_of(module);
  ASSERT_EQ(k.body.size(), 3U);
  EXPECT_EQ(k.body[0].opcode, "ld");
  EXPECT_EQ(k.body[0].modifiers,
            (std::vector<std::string>{"global", "nc", "L1::no_allocate", "v4", "f32"}));
  EXPECT_TRUE(k.body[0].has_guard);
  EXPECT_TRUE(k.body[0].guard_negated);
  EXPECT_EQ(k.registers.at(k.body[0].guard).name, "%p1");
  EXPECT_EQ(k.body[0].position.line, kBodyLine);
  EXPECT_EQ(k.body[0].position.column, 7U);
  EXPECT_FALSE(k.body[1].guard_negated);
  EXPECT_FALSE(k.body[2].has_guard);
  EXPECT_EQ(k.body[2].modifiers.at(1), "tensormap::generic");
}

TEST(PtxModule, DirectivesOfDebuggersArePassedOver) {
  const Module module = parse_module(
      ".entry k { ret; }\n"
      ".section .debug_info { .b32 12\n .b8 1,2\n .b64 $L__tmp+4\n $L__x: .b32 .debug_abbrev }\n"
      ".section .debug_macinfo { }\n"
      ".pragma \"nounroll\";\n");
  EXPECT_EQ(problems(module), "");
  EXPECT_EQ(module.functions.size(), 1U);
}

TEST(PtxModule, UnknownDirectivesAreWarnings) {
  const Module module = parse_module(
      ".surprise 1, 2;\n"
      ".wonder { a { b } c }\n"
      ".entry k .marvel 3, 4 { .oddity 1 2\n mov.u32 %clock, 0; ret; }\n");
  EXPECT_EQ(module.functions.at(0).body.size(), 2U);
  EXPECT_EQ(problems(module),
            "4:1: warning: unknown directive '.surprise' passed over\n"
            "5:1: warning: unknown directive '.wonder' passed over\n"
            "6:10: warning: unknown directive '.marvel' passed over\n"
            "6:25: warning: unknown directive '.oddity' passed over\n");
  EXPECT_FALSE(module.has_errors());
}

TEST(PtxModule, AByteOrderMarkAndAClosingZeroDoNotMatter) {
  const std::string text = "\xef\xbb\xbf" + std::string(kHead) + ".entry k { ret; }" + '\0';
  EXPECT_EQ(problems(parse(text)), "");
}

}  // namespace
}  // namespace lanescope::ptx::test
