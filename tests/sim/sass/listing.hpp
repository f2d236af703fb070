#pragma once

#include <algorithm>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "sim/engine/engine.hpp"
#include "sim/ptx/parser.hpp"
#include "sim/sass/machine/execution/sass_engine.hpp"
#include "sim/sass/program.hpp"

// Kernels written down as nvdisasm lists them.
namespace lanescope::sass::test {

// Lines "@P0 IADD3 R0, R1, R2, RZ", or ".L_1:"; 16 bytes each, whose scheduling bits are 0.
inline Function function_of(const std::vector<std::string>& lines) {
  Function function;
  function.name = "k";
  std::uint32_t address = 0;
  for (std::string_view text : lines) {
    Line line;
    if (text.ends_with(':')) {
      line.label = text.substr(0, text.size() - 1);
    } else {
      const auto word = [&text] {
        const std::size_t end = std::min(text.find(' '), text.size());
        const std::string_view first = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        return std::string(first);
      };
      if (text.starts_with('@')) line.guard = word();
      line.opcode = word();
      line.operands = text;
      line.address = address;
      address += 16;
    }
    function.lines.push_back(std::move(line));
  }
  function.code.resize(address);
  return function;
}

// k(out), which the listing is of.
inline std::shared_ptr<const Program> program_of(const std::vector<std::string>& lines,
                                                 std::uint32_t shared_bytes = 0,
                                                 std::uint32_t sm = 90) {
  auto module = std::make_shared<ptx::Module>(ptx::parse(
      ".version 9.0\n.target sm_90\n.address_size 64\n.entry k(.param .u64 out) { ret; }\n"));
  auto ptx = code::Program::decode(module, "k");
  EXPECT_TRUE(ptx);
  KernelCode code;
  code.functions = {function_of(lines)};
  code.registers = 32;
  code.sm = sm;
  if (sm < 90) {
    code.parameter_base = 0x160;
    code.shared_base = 0;
  }
  code.static_shared_bytes = shared_bytes;
  auto program = Program::make(std::move(code), *ptx);
  EXPECT_TRUE(program) << (program ? "" : program.error().message);
  return program ? *program : nullptr;
}

// One launch of it; `out` has a word for each thread.
inline std::shared_ptr<const engine::Plan> plan_of(std::shared_ptr<const Program> program,
                                                   std::uint32_t blocks, std::uint32_t threads) {
  auto plan = std::make_shared<engine::Plan>();
  plan->engine = &machine::execution::sass_engine();
  engine::Buffer out;
  out.name = "out";
  out.bytes = std::uint64_t{blocks} * threads * 4;
  plan->buffers.push_back(out);
  engine::Launch launch;
  launch.program = std::move(program);
  launch.grid = {blocks, 1, 1};
  launch.block = {threads, 1, 1};
  const std::uint64_t address = plan->address_of(0).value;
  launch.parameters.resize(8);
  std::memcpy(launch.parameters.data(), &address, sizeof address);
  plan->launches.push_back(std::move(launch));
  return plan;
}

inline std::vector<std::uint32_t> words_of(const engine::Execution& run) {
  const auto bytes = run.buffer(0);
  std::vector<std::uint32_t> words(bytes.size() / 4);
  std::memcpy(words.data(), bytes.data(), bytes.size());
  return words;
}

// R2 is the thread's place in the grid, R4:R5 where its word lies.
inline std::vector<std::string> with_place(std::vector<std::string> rest) {
  std::vector<std::string> lines{"S2R R0, SR_TID.X", "S2R R1, SR_CTAID.X",
                                 "IMAD R2, R1, c[0x0][0x0], R0", "LDC.64 R4, c[0x0][0x210]",
                                 "IMAD.WIDE.U32 R4, R2, 0x4, R4"};
  lines.insert(lines.end(), rest.begin(), rest.end());
  return lines;
}

}  // namespace lanescope::sass::test
