#include "ui/view/operands.hpp"

namespace lanescope::ui::view {

TouchedRegisters touched_registers(const engine::InstructionInfo& instruction) {
  TouchedRegisters touched;
  for (const engine::Operand& operand : instruction.operands)
    (operand.role == engine::Role::Write ? touched.written : touched.read).insert(operand.reg);
  return touched;
}

std::vector<std::string> registers_written(const engine::Program& program, Pc pc) {
  std::vector<std::string> names;
  for (const std::uint32_t reg : touched_registers(program.at(pc)).written)
    names.push_back(program.registers()[reg].name);
  return names;
}

}  // namespace lanescope::ui::view
