#include <array>
#include <cstdlib>
#include <fstream>
#include <random>
#include <sstream>

#include <gtest/gtest.h>

#include "sim/ptx/printer.hpp"
#include "tests/fuzz/mutate.hpp"
#include "tests/sim/ptx/text.hpp"

namespace lanescope::ptx::test {
namespace {

// How many texts to try; the long test asks for more.
int mutation_count() {
  constexpr int kQuick = 2000;
  const char* wanted = std::getenv("LANESCOPE_PTX_MUTATIONS");
  return wanted == nullptr ? kQuick : std::atoi(wanted);
}

std::string compiled_text() {
  const std::ifstream file("tests/sim/ptx/data/inlined.ptx");
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::string varied_text() {
  return kernel_text(
             "ts: .branchtargets $a, $b;\n"
             "proto: .callprototype (.param .b32 _) _ (.param .align 8 .b8 _[16]);\n"
             "{ .reg .v4 .f32 %v<3>; .param .b32 param0; mov.f32 %v1.x, -0f3F800000;\n"
             "L: call (%r1), %rd1, (param0), proto; { bra L; L: } }\n"
             "@!%p1 shfl.sync.down.b32 %r1|%p2, %r2, (1 << 4) ? 16 : ~3, 31, -1;\n"
             "tex.2d.v4.f32.f32 {%f1,_,%f3,%f4}, [%rd1, {%f5,%f6}];\n"
             "brx.idx %r1, ts; .loc 1 2 3, function_name s+1, inlined_at 1 4 5\n"
             "$a: ld.global.nc.L2::128B.u32 %r3, [table+-4]; $b: .pragma \"nounroll\"; ret;\n") +
         ".const .f32 c[][2] = {{1.5, 2}, {0f7FC00000}};\n"
         ".global .u64 g[3] = {generic(c)+4, helper, 0xFFFFFFFFFFFFFFFF(g)};\n"
         ".section .debug_str { s: .b8 65,66,0 }\n.file 1 \"a.cu\"\n";
}

// Every index of an operand points somewhere, or is kNone.
void expect_sound(const Module& module, const Function& function, const Operand& operand) {
  std::size_t size = 0;
  switch (operand.kind) {
    case Operand::Kind::Register:
      size = function.registers.size();
      break;
    case Operand::Kind::ModuleVariable:
      size = module.variables.size();
      break;
    case Operand::Kind::LocalVariable:
      size = function.variables.size();
      break;
    case Operand::Kind::Function:
      size = module.functions.size();
      break;
    case Operand::Kind::Label:
      size = function.body.size() + 1;
      break;
    case Operand::Kind::BranchTargets:
      size = function.branch_targets.size();
      break;
    case Operand::Kind::CallPrototype:
      size = function.prototypes.size();
      break;
    default:
      break;
  }
  const bool may_be_missing = module.has_errors() && (operand.kind == Operand::Kind::Function ||
                                                      operand.kind == Operand::Kind::Label);
  EXPECT_TRUE(size == 0 || operand.index < size || (may_be_missing && operand.index == kNone));
  for (const Operand& element : operand.elements) expect_sound(module, function, element);
}

void expect_sound(const Module& module) {
  for (const Variable& one : module.variables) EXPECT_LE(one.initial.size(), one.size);
  for (const SourceLocation& one : module.locations) {
    EXPECT_LT(one.file, module.files.size());
    EXPECT_TRUE(one.inlined_at == kNone || one.inlined_at < module.locations.size());
  }
  for (const Function& function : module.functions) {
    for (const auto i : function.parameters) EXPECT_LT(i, function.variables.size());
    for (const Label& label : function.labels) EXPECT_LE(label.at, function.body.size());
    for (const Instruction& one : function.body) {
      EXPECT_TRUE(!one.has_guard || one.guard < function.registers.size());
      EXPECT_TRUE(one.location == kNone || one.location < module.locations.size());
      for (const Operand& operand : one.operands) expect_sound(module, function, operand);
      EXPECT_FALSE(print(module, function, one).empty());
    }
  }
}

TEST(PtxMutations, DamagedTextIsReadWithoutHarm) {
  const std::array<std::string, 2> texts{compiled_text(), varied_text()};
  ASSERT_EQ(problems(parse(texts[0])), "");
  ASSERT_EQ(problems(parse(texts[1])), "");
  const int count = mutation_count();
  for (int seed = 0; seed < count; ++seed) {
    const auto number = static_cast<std::size_t>(seed);
    const std::string text = fuzz_test::Mutator(number).mutate(texts);
    expect_sound(parse(text));
    if (::testing::Test::HasFailure()) {
      FAIL() << "seed " << seed << "\n" << text;
    }
  }
}

TEST(PtxMutations, EveryPrefixIsRead) {
  const std::string text = varied_text();
  for (std::size_t length = 0; length < text.size(); ++length) {
    expect_sound(parse(std::string_view(text).substr(0, length)));
  }
}

TEST(PtxMutations, DeepNestingIsReadWithoutHarm) {
  constexpr int kDepth = 200000;
  const auto many = [](std::string_view one) {
    std::string out;
    for (int i = 0; i < kDepth; ++i) out += one;
    return out;
  };
  const std::array<std::string, 7> texts{kernel_text(many("{")),
                                         kernel_text(many("{") + many("}")),
                                         kernel_text("mov.u32 %r1, " + many("{") + ";"),
                                         kernel_text("mov.u32 %r1, " + many("[")),
                                         kernel_text("call " + many("(")),
                                         std::string(kHead) + ".global .u32 x = " + many("{"),
                                         std::string(kHead) + ".section .debug_info " + many("{")};
  for (const std::string& text : texts) {
    const Module module = parse(text);
    EXPECT_TRUE(module.has_errors() || text.ends_with("{")) << text.substr(0, 400);
    expect_sound(module);
  }
}

TEST(PtxMutations, RandomBytesGiveOneMessage) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 500; ++i) {
    std::string text;
    for (std::size_t n = random() % 400; n > 0; --n) text += static_cast<char>(random());
    EXPECT_LE(parse(text).diagnostics.size(), 1U);
  }
}

}  // namespace
}  // namespace lanescope::ptx::test
