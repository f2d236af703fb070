#include "sim/ptx/printer.hpp"

#include <gtest/gtest.h>

#include "tests/sim/ptx/text.hpp"

namespace lanescope::ptx::test {
namespace {

// Written as compilers write them, so that the printed text is the same.
constexpr std::string_view kSame[] = {
    "ret",
    "@%p1 bra $end",
    "@!%p1 bra.uni $end",
    "add.s32 %r1, %r2, -5",
    "mov.u32 %r1, %tid.x",
    "mov.u32 %r1, WARP_SZ",
    "mov.f32 %f1, 0f3F800000",
    "mov.f64 %rd1, 0d3FF0000000000000",
    "ld.shared.f32 %f2, [%r1+32]",
    "ld.global.u32 %r1, [%rd1+-4]",
    "ld.param.u64 %rd1, [k_param_0]",
    "ld.global.b32 %r1, [table+8]",
    "st.shared.v2.f32 [tile], {%f1, %f2}",
    "st.global.b32 [4096], %r1",
    "mov.u64 %rd1, table+8",
    "mov.u64 %rd1, helper",
    "mov.b64 {%r1, _}, %rd1",
    "shfl.sync.down.b32 %r1|%p1, %r2, 16, 31, -1",
    "setp.lt.and.s32 %p1|%p2, %r1, %r2, !%p3",
    "tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, {%f5, %f6}]",
    "atom.global.add.f32 %f1, [%rd1], 0f3F800000",
    "call.uni (%r1), helper, (%r2)",
    "call helper, (4)",
    "vadd.u32.u32.u32.add %r1, %r2.b3, -%r3.h1, %r4",
    "cp.async.ca.shared.global [%r1], [%rd1], 16",
    "mbarrier.arrive.shared::cta.b64 _, [tile]",
    "brx.idx %r1, targets",
    "call (%r1), %rd1, (%r2), proto",
};

TEST(PtxPrinter, PrintsWhatWasRead) {
  for (const std::string_view one : kSame) {
    const Module module =
        parse(kernel_text("targets: .branchtargets $end;\n"
                          "proto: .callprototype (.param .b32 _) _ (.param .b32 _);\n" +
                          std::string(one) + ";\n$end: exit;"));
    ASSERT_EQ(problems(module), "") << one;
    const Function& kernel = kernel_of(module);
    EXPECT_EQ(print(module, kernel, kernel.body.at(0)), one);
  }
}

struct Change {
  std::string_view text;
  std::string_view printed;
};

TEST(PtxPrinter, OtherNotationsBecomeTheUsualOne) {
  constexpr Change kChanges[] = {
      {"and.b32  \t%r1 ,%r2,0xFF", "and.b32 %r1, %r2, 255"},
      {"ld.global.u32 %r1, [ %rd1 + 0 ]", "ld.global.u32 %r1, [%rd1]"},
      {"ld.global.u32 %r1, [%rd1 - 4]", "ld.global.u32 %r1, [%rd1+-4]"},
      {"mov.f32 %f1, 0fbf800000", "mov.f32 %f1, 0fBF800000"},
      {"mov.f64 %rd1, 1.0", "mov.f64 %rd1, 0d3FF0000000000000"},
      {"@ !%p1 ret", "@!%p1 ret"},
      {"call.uni\n(\n%r1\n),\nhelper,\n(\n%r2\n)", "call.uni (%r1), helper, (%r2)"},
  };
  for (const Change& change : kChanges) {
    const Module module = parse(kernel_text(std::string(change.text) + ";"));
    ASSERT_EQ(problems(module), "") << change.text;
    const Function& kernel = kernel_of(module);
    EXPECT_EQ(print(module, kernel, kernel.body.at(0)), change.printed);
  }
}

TEST(PtxPrinter, ALabelWithoutANameIsFoundByItsPlace) {
  Module module = parse(kernel_text("bra $end; $end: ret;"));
  Function& kernel = module.functions.back();
  kernel.body.at(0).operands.at(0).name.clear();
  EXPECT_EQ(print(module, kernel, kernel.body[0]), "bra $end");
}

TEST(PtxPrinter, DanglingIndicesAreNoCrash) {
  const Module module;
  const Function function;
  Instruction broken;
  broken.opcode = "op";
  broken.has_guard = true;
  for (int kind = 0; kind <= static_cast<int>(Operand::Kind::Lanes); ++kind) {
    Operand operand;
    operand.kind = static_cast<Operand::Kind>(kind);
    broken.operands.push_back(operand);
  }
  EXPECT_EQ(print(module, function, broken).substr(0, 5), "@? op");
}

}  // namespace
}  // namespace lanescope::ptx::test
