#include "lab/run/arithmetic.hpp"

#include <string_view>

#include "sim/code/program.hpp"

namespace lanescope::run {
namespace {

std::uint64_t operations_of(std::string_view opcode) {
  if (opcode == "fma" || opcode == "mad") return 2;
  return opcode == "add" || opcode == "sub" || opcode == "mul" ? 1 : 0;
}

}  // namespace

Arithmetic arithmetic_of(const ModelRun& run) {
  Arithmetic out;
  for (std::size_t launch = 0; launch < run.counters_by_pc.size(); ++launch) {
    const code::Program* program = code::Program::of(*run.plan().launches[launch].program);
    if (program == nullptr) continue;
    const auto& counters = run.counters_by_pc[launch];
    for (std::uint32_t pc = 0; pc < counters.size(); ++pc) {
      if (counters[pc].thread_instructions == 0) continue;
      const ptx::Instruction& instruction = program->ptx_at(Pc{pc});
      if (instruction.modifiers.empty()) continue;
      const std::uint64_t count =
          operations_of(instruction.opcode) * counters[pc].thread_instructions;
      const std::string& type = instruction.modifiers.back();
      if (type == "f32") out.f32 += count;
      if (type == "f64") out.f64 += count;
    }
  }
  return out;
}

}  // namespace lanescope::run
