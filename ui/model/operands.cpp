#include "ui/model/operands.hpp"

#include <algorithm>
#include <iterator>

namespace lanescope::ui {
namespace {

using ptx::Operand;

void collect(const Operand& operand, std::set<std::uint32_t>& registers) {
  if (operand.kind == Operand::Kind::Register) registers.insert(operand.index);
  for (const auto& element : operand.elements) collect(element, registers);
}

// PTX writes the destination first; these have none.
bool has_destination(const ptx::Instruction& instruction) {
  static constexpr const char* kWithout[] = {"st",      "red",  "bra",      "brx",      "bar",
                                             "barrier", "ret",  "exit",     "trap",     "membar",
                                             "fence",   "call", "prefetch", "nanosleep"};
  return std::none_of(std::begin(kWithout), std::end(kWithout),
                      [&](const char* name) { return instruction.opcode == name; });
}

}  // namespace

TouchedRegisters touched_registers(const ptx::Instruction& instruction) {
  TouchedRegisters touched;
  if (instruction.has_guard) touched.read.insert(instruction.guard);
  for (std::size_t i = 0; i < instruction.operands.size(); ++i) {
    const bool destination = i == 0 && has_destination(instruction);
    collect(instruction.operands[i], destination ? touched.written : touched.read);
  }
  return touched;
}

std::vector<std::string> registers_written(const exec::Program& program, Pc pc) {
  const auto& function = program.module().functions[program.at(pc).function];
  std::vector<std::string> names;
  for (const std::uint32_t id : touched_registers(program.ptx_at(pc)).written)
    names.push_back(function.registers[id].name);
  return names;
}

}  // namespace lanescope::ui
