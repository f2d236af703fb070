#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include "tests/sim/ptx/text.hpp"

namespace lanescope::ptx::test {
namespace {

// data/inlined.ptx is what nvcc 13.0.88 made of data/inlined.cu with -arch=sm_90 -lineinfo.
Module compiled() {
  const std::ifstream file("tests/sim/ptx/data/inlined.ptx");
  EXPECT_TRUE(file.is_open());
  std::ostringstream text;
  text << file.rdbuf();
  return parse(text.str());
}

TEST(PtxLocations, CompiledFileIsReadWhole) {
  const Module module = compiled();
  EXPECT_EQ(problems(module), "");
  // Counted in the text with grep and a script of another language.
  ASSERT_EQ(module.functions.size(), 3U);
  EXPECT_EQ(module.functions[0].name, "vprintf");
  EXPECT_EQ(module.functions[1].body.size(), 46U);
  EXPECT_EQ(module.functions[1].labels.size(), 10U);
  EXPECT_EQ(module.functions[2].body.size(), 75U);
  EXPECT_EQ(module.functions[2].labels.size(), 4U);
  EXPECT_EQ(module.functions[2].max_threads[0], 128U);
  EXPECT_EQ(module.files, std::vector<std::string>{"inlined.cu"});
}

TEST(PtxLocations, InliningIsAChainOutwardsToTheKernel) {
  const Module module = compiled();
  const Function* kernel = function_named(module, "inlined");
  ASSERT_NE(kernel, nullptr);
  const Instruction* load = nullptr;
  for (const Instruction& one : kernel->body) {
    if (one.opcode == "ld" && one.modifiers.front() == "const") load = &one;
  }
  ASSERT_NE(load, nullptr);
  const SourceLocation& weigh = module.locations.at(load->location);
  EXPECT_EQ(weigh.line, 5U);
  EXPECT_EQ(weigh.column, 3U);
  EXPECT_EQ(weigh.function, "_Z5weighfi");
  const SourceLocation& twice = module.locations.at(weigh.inlined_at);
  EXPECT_EQ(twice.line, 8U);
  EXPECT_EQ(twice.function, "_Z5twicefi");
  const SourceLocation& in_kernel = module.locations.at(twice.inlined_at);
  EXPECT_EQ(in_kernel.line, 26U);
  EXPECT_EQ(in_kernel.column, 3U);
  EXPECT_EQ(in_kernel.function, "");
  EXPECT_EQ(in_kernel.inlined_at, kNone);
}

TEST(PtxLocations, FilesAreDenseWhateverTheirNumbersAndPlace) {
  const Module module = parse(kernel_text(".loc 7 12 3\nret;\n.loc 3 1 2\nret;") +
                              ".file 3 \"b.cu\", 123, 456\n.file 7 \"a.cu\"\n");
  EXPECT_EQ(problems(module), "");
  ASSERT_EQ(module.files.size(), 2U);
  const auto& body = kernel_of(module).body;
  const SourceLocation& first = module.locations.at(body.at(0).location);
  EXPECT_EQ(module.files.at(first.file), "a.cu");
  EXPECT_EQ(first.line, 12U);
  EXPECT_EQ(module.files.at(module.locations.at(body.at(1).location).file), "b.cu");
}

TEST(PtxLocations, TheLastLocInForceHoldsUntilTheNext) {
  const Module module =
      parse(kernel_text("ret;\n.loc 1 5 1\nret;\nret;\n.loc 1 5 1\nret;\n") + ".file 1 \"a.cu\"\n");
  EXPECT_EQ(problems(module), "");
  const auto& body = kernel_of(module).body;
  EXPECT_EQ(body.at(0).location, kNone);
  EXPECT_EQ(body.at(1).location, body.at(2).location);
  EXPECT_EQ(body.at(1).location, body.at(3).location);
  EXPECT_EQ(module.locations.size(), 1U);
}

TEST(PtxLocations, NamesMayStandInsideAString) {
  const Module module =
      parse(kernel_text(".loc 1 9 1\n.loc 1 2 3, function_name names+4, inlined_at 1 9 1\nret;") +
            ".file 1 \"a.cu\"\n"
            ".section .debug_str { names:\n.b8 102,111,111,0\n.b8 98,97,114,0 }\n");
  EXPECT_EQ(problems(module), "");
  EXPECT_EQ(module.locations.at(kernel_of(module).body.at(0).location).function, "bar");
}

TEST(PtxLocations, WhatNothingNamesIsAWarning) {
  const Module module =
      parse(kernel_text(".loc 1 2 3, function_name lost, inlined_at 1 9 1\nret;"));
  EXPECT_FALSE(module.has_errors());
  ASSERT_EQ(module.diagnostics.size(), 2U);
  EXPECT_EQ(module.diagnostics[0].message, "no .file directive names file 1");
  EXPECT_EQ(module.diagnostics[1].message, "no string 'lost' in section .debug_str");
  EXPECT_EQ(module.diagnostics[1].position.line, kBodyLine);
  const SourceLocation& inner = module.locations.at(kernel_of(module).body.at(0).location);
  EXPECT_EQ(inner.line, 2U);
  EXPECT_EQ(module.locations.at(inner.inlined_at).line, 9U);
}

}  // namespace
}  // namespace lanescope::ptx::test
