#pragma once

#include <array>
#include <bit>
#include <cstring>
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "sim/code/program.hpp"
#include "sim/engine/plan.hpp"
#include "sim/ptx/parser.hpp"
#include "sim/sass/machine/instructions/bind.hpp"
#include "sim/sass/machine/machine.hpp"
#include "sim/sass/program.hpp"

// One instruction at a time, on registers of one warp. What whole kernels give is compared with the
// values of an H200 elsewhere (tests/sim/isa/rows).
namespace lanescope::sass::machine::instructions {
inline constexpr std::uint32_t kNan = 0x7fffffff;

inline std::uint32_t bits(float value) { return std::bit_cast<std::uint32_t>(value); }
inline std::uint64_t bits(double value) { return std::bit_cast<std::uint64_t>(value); }

inline std::shared_ptr<const code::Program> empty_kernel() {
  static const auto kProgram = [] {
    const auto module = std::make_shared<const ptx::Module>(
        ptx::parse(".version 8.0\n.target sm_90\n.address_size 64\n"
                   ".visible .entry test() { ret; }\n"));
    return *code::Program::decode(module, "test");
  }();
  return kProgram;
}

// "FADD R0, R1, 1.5" with the word that its encoding has for the immediate.
inline std::shared_ptr<const Program> program_of(const std::string& text, std::uint32_t immediate) {
  Function function;
  function.name = "test";
  Line line;
  const std::size_t space = text.find(' ');
  line.opcode = text.substr(0, space);
  line.operands = text.substr(space + 1);
  function.lines.push_back(line);
  function.code.resize(16);
  std::memcpy(function.code.data() + 4, &immediate, sizeof immediate);
  KernelCode code;
  code.registers = 64;
  code.functions.push_back(function);
  return *Program::make(std::move(code), empty_kernel());
}

class LaneOps : public testing::Test {
 protected:
  LaneOps() : machine_(std::make_shared<engine::Plan>(), {}) {
    warp_.rows.resize(256);
    warp_.predicates[kTrue] = 0xffffffff;
    warp_.groups.resize(1);
  }

  std::uint32_t& lane(std::uint32_t reg, std::uint32_t lane = 0) {
    return warp_.rows[reg].lane[lane];
  }
  void set(std::uint32_t reg, std::uint32_t value) { warp_.rows[reg].lane.fill(value); }
  void set_double(std::uint32_t reg, double value) {
    set(reg, static_cast<std::uint32_t>(bits(value)));
    set(reg + 1, static_cast<std::uint32_t>(bits(value) >> 32U));
  }
  std::uint64_t wide(std::uint32_t reg) { return std::uint64_t{lane(reg + 1)} << 32U | lane(reg); }
  std::uint32_t& predicate(std::uint32_t index) { return warp_.predicates[index]; }

  // False: it is not covered.
  bool run(const std::string& text, std::uint32_t immediate = 0,
           std::uint32_t executed = 0xffffffffU) {
    const auto program = program_of(text, immediate);
    const auto code = bind(*program, [](std::string_view) { return std::uint64_t{0}; });
    const Op& op = code->ops.front();
    if (!is_covered(op)) return false;
    machine_.program = program.get();
    machine_.code = code.get();
    Issue issue{machine_, block_, warp_, op, 0, 0xffffffffU, executed};
    return op.handler(issue) == Next::Advance;
  }

  // R0 afterwards, of lane 0.
  std::uint32_t result(const std::string& text, std::uint32_t immediate = 0) {
    set(0, 0xdeadbeef);
    EXPECT_TRUE(run(text, immediate)) << text;
    return lane(0);
  }

 private:
  Machine machine_;
  Block block_;
  Warp warp_;
};

}  // namespace lanescope::sass::machine::instructions
