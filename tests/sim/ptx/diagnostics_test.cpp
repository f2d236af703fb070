#include <gtest/gtest.h>

#include "tests/sim/ptx/text.hpp"

namespace lanescope::ptx::test {
namespace {

struct Row {
  std::string_view text;
  std::string_view problems;
  std::size_t kept = 0;  // instructions of the last function that are read in spite of it
};

// Bodies start at line 15 (kBodyLine).
constexpr Row kBodies[] = {
    {"add.s32 %r1, %r9, 1;\nret;", "15:14: error: undeclared register '%r9'\n", 1},
    {"mov.f32 %f1, %bogus;", "15:14: error: undeclared register '%bogus'\n", 0},
    {"bra nowhere;", "15:5: error: undeclared label 'nowhere'\n", 1},
    {"call missing, (%r1);", "15:6: error: undeclared function 'missing'\n", 1},
    {"call helper, (lost);", "15:15: error: undeclared name 'lost'\n", 1},
    {"ld.global.u32 %r1, [lost+4];", "15:21: error: undeclared name 'lost'\n", 1},
    {"ts: .branchtargets gone;\nret;", "15:20: error: undeclared label 'gone'\n", 1},
    {"ts: .calltargets gone;\nret;", "15:18: error: undeclared function 'gone'\n", 1},
    {"  add.s32 %r1 %r2, 1;\nret;", "15:15: error: expected ';' after 'add', found '%r2'\n", 1},
    {"mov.u32 %r1, 1\nmov.u32 %r2, 2;\nret;",
     "16:1: error: expected ';' after 'mov', found 'mov'\n", 3},
    {"mov.u32 %r1, ;\nret;", "15:14: error: expected an operand, found ';'\n", 1},
    {"mov.u32 %r1, 0x;\nret;", "15:14: error: expected an operand, found unreadable number '0x'\n",
     1},
    {"mov.u32 %r1, 1 / 0;\nret;", "15:16: error: division by zero in a constant expression\n", 1},
    {"ld.global.u32 %r1, [];\nret;", "15:20: error: an address is missing between '[' and ']'\n",
     1},
    {"ld.global.u32 %r1, [%rd1+];\nret;", "15:26: error: expected a constant, found ']'\n", 1},
    {"ld.global.u32 %r1, [%rd1;\nret;",
     "15:25: error: expected ']' at the end of the operand, found ';'\n", 1},
    {"st.v2.u32 [%rd1], {%r1, %r99};\nret;", "15:25: error: undeclared register '%r99'\n", 1},
    {"mov.u32 %r1, !table;", "15:14: error: '!' needs a register behind it\n", 0},
    {"mov.u32 %r1, %r2.q;", "15:14: error: '%r2' has no part '.q'\n", 0},
    {"@%r1 bra L; L: ret;", "15:2: error: '%r1' is no predicate\n", 1},
    {"@%p9 bra L; L: ret;", "15:2: error: undeclared register '%p9'\n", 1},
    {"@!7 ret;\nret;", "15:3: error: expected the predicate of a guard, found '7'\n", 1},
    {"L: ret; L: ret;", "15:9: error: 'L' is declared twice\n", 2},
    {".reg .b32 %r<4>;", "15:11: error: '%r' is declared twice\n", 0},
    {".reg .b99 %x;\nret;", "15:6: error: unknown type '.b99'\n", 1},
    {".reg .b32 %x<y>;\nret;", "15:14: error: expected how many registers, found 'y'\n", 1},
    {".shared .align 3 .b8 x[4];\nret;",
     "15:16: error: alignment 3 is not a power of two up to 65536\n", 1},
    {"= 5;\nret;", "15:1: error: expected an instruction, found '='\n", 1},
    {".loc 1;\nret;", "15:7: error: expected a line number, found ';'\n", 1},
};

TEST(PtxDiagnostics, ProblemsOfABodyHaveTheirPlaceAndTheRestIsKept) {
  for (const Row& row : kBodies) {
    const Module module = parse(kernel_text(row.text));
    EXPECT_EQ(problems(module), row.problems) << row.text;
    ASSERT_EQ(module.functions.size(), 2U) << row.text;
    EXPECT_EQ(kernel_of(module).body.size(), row.kept) << row.text;
  }
}

// Items start at line 4.
constexpr Row kItems[] = {
    {".global .u32 x = 1.5;", "4:18: error: a floating-point value for a .u32\n"},
    {".global .u32 x[2] = {1, 2, 3};", "4:28: error: too many values for 'x'\n"},
    {".global .u32 x[2][2] = {{1, 2, 3}};", "4:32: error: too many values for 'x'\n"},
    {".global .u32 x[2] = {1, 2;",
     "4:26: error: expected '}' at the end of the initialiser, found ';'\n"},
    {".global .u32 x[-1];", "4:16: error: the extent of an array is negative\n"},
    {".global .u32 x[2][];", "4:19: error: only the first dimension of an array may be left out\n"},
    {".global .u64 x[99999999999999];", "4:14: error: 'x' is larger than any memory\n"},
    {".global .u64 x[9999999] = {1};",
     "4:27: error: an initialised variable of 79999992 bytes is larger than the 67108864 that are "
     "read\n"},
    {".global .u8 x[2] = {0xFF00(y)};",
     "4:21: error: mask 0xFF00 does not continue an address: only the bytes of a whole address, in "
     "order, are read\n"},
    {".global .u64 x = lost;", "4:14: error: undeclared name 'lost' in the initialiser of 'x'\n"},
    {".global .u32 x;\n.global .u32 x;", "5:14: error: 'x' is declared twice\n"},
    {".func x;\n.global .u32 x;", "5:14: error: 'x' is declared twice\n"},
    {".global .u32 x;\n.func x { ret; }", "5:7: error: 'x' is declared twice\n"},
    {".global x;", "4:9: error: expected a type such as .b32, found 'x'\n"},
    {".global .u32 5;", "4:14: error: expected a name, found '5'\n"},
    {".local .u32 x;", "4:1: error: .local variables stand in functions only\n"},
    {".address_size 32", "4:15: error: address size 32: only 64 is supported\n"},
    {"mov.u32 %r1, 5;", "4:1: error: expected a directive such as .entry, found 'mov'\n"},
    {".alias a, b;", "4:8: error: undeclared function 'a'\n"},
    {".section .debug_str { x: .b8 1",
     "4:31: error: expected '}' at the end of a section, found the end of the file\n"},
    {".visible .entry k(.param .u64 p { ret; }",
     "4:33: error: expected ')' after the parameters, found '{'\n"},
    {".visible .entry k(.u64 p) { ret; }", "4:19: error: expected .param or .reg, found '.u64'\n"},
    {".entry (.param .u64 p) { ret; }",
     "4:24: error: expected the name of a function, found '{'\n"},
    {".entry k .maxntid x { ret; }", "4:19: error: expected a number behind .maxntid, found 'x'\n"},
    {".entry k { ret; }\n.entry k { ret; }", "5:8: error: 'k' is defined twice\n"},
    {".entry k {\n  ret;\n", "4:10: error: the body of 'k' does not end\n"},
    {".entry k { ret;\n.visible .entry l { ret; }",
     "5:1: error: expected '}' at the end of 'k', found '.visible'\n"},
    {".entry k { ret; } /* open",
     "4:19: error: expected a directive such as .entry, found a comment that does not end\n"},
};

TEST(PtxDiagnostics, ProblemsOfTheModuleHaveTheirPlace) {
  for (const Row& row : kItems) {
    const Module module = parse(std::string(kHead).append(row.text));
    EXPECT_EQ(problems(module), row.problems) << row.text;
  }
}

TEST(PtxDiagnostics, WhatIsNotPtxGivesOneMessage) {
  using namespace std::string_view_literals;
  constexpr Row kOthers[] = {
      {"", "1:1: error: not PTX: the text is empty\n"},
      {" \n// only a comment\n", "3:1: error: not PTX: the text is empty\n"},
      {"#include <cstdio>\nint main() { return 0; }",
       "1:1: error: not PTX: expected '.version', found '#'\n"},
      {"extern \"C\" __global__ void k() {}",
       "1:1: error: not PTX: expected '.version', found 'extern'\n"},
      {".text\n.globl main\n", "1:1: error: not PTX: expected '.version', found '.text'\n"},
      {"\x7f"
       "ELF\x02\x01\x01\0\0"sv,
       "1:1: error: not PTX: this is an ELF file, such as a cubin\n"},
      {"\x50\xed\x55\xba\x01\0"sv, "1:1: error: not PTX: this is a fat binary\n"},
      {"\xff\xfe\x00\x01zzz"sv,
       "1:1: error: not PTX: expected '.version', found character '\\xff'\n"},
  };
  for (const Row& row : kOthers) {
    const Module module = parse(row.text);
    EXPECT_EQ(problems(module), row.problems) << row.text;
    EXPECT_TRUE(module.functions.empty());
  }
}

TEST(PtxDiagnostics, AFileWithoutItsFirstLineIsStillRead) {
  const Module module = parse(".visible .entry k() { ret; }");
  EXPECT_EQ(problems(module), "1:1: warning: a PTX file begins with .version and .target\n");
  EXPECT_EQ(module.functions.size(), 1U);
}

TEST(PtxDiagnostics, ANewerVersionIsAWarning) {
  const Module module = parse(".version 9.3\n.target sm_100\n.address_size 64\n");
  EXPECT_EQ(problems(module),
            "1:10: warning: PTX 9.3 is newer than 9.0, the newest that is known\n");
}

TEST(PtxDiagnostics, ManyProblemsAreCountedNotListed) {
  std::string body;
  for (int i = 0; i < 1000; ++i) body += "mov.u32 %r1, %none;\n";
  const Module module = parse(kernel_text(body));
  ASSERT_EQ(module.diagnostics.size(), 201U);
  EXPECT_EQ(module.diagnostics.back().message, "800 further problems are not listed");
  EXPECT_EQ(module.diagnostics.back().severity, Diagnostic::Severity::Error);
}

}  // namespace
}  // namespace lanescope::ptx::test
