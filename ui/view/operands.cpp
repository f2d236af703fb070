#include "ui/view/operands.hpp"

#include "sim/isa/operand_roles.hpp"

namespace lanescope::ui {

TouchedRegisters touched_registers(const ptx::Instruction& instruction) {
  TouchedRegisters touched;
  for (const isa::RegisterUse& use : isa::register_uses(instruction))
    (use.written ? touched.written : touched.read).insert(use.reg);
  return touched;
}

std::vector<std::string> registers_written(const code::Program& program, Pc pc) {
  const auto& function = program.module().functions[program.at(pc).function];
  std::vector<std::string> names;
  for (const std::uint32_t id : touched_registers(program.ptx_at(pc)).written)
    names.push_back(function.registers[id].name);
  return names;
}

}  // namespace lanescope::ui
