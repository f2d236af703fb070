#include "sim/sass/machine/function_pointers.hpp"

#include <algorithm>

#include "sim/ptx/module.hpp"

namespace lanescope::sass::machine {
namespace {

using Relocation = ptx::Variable::Relocation;

bool is_function(const ptx::Module& module, const std::string& name) {
  return std::ranges::find(module.functions, name, &ptx::Function::name) != module.functions.end();
}

void put_pointer(Machine& machine, const ptx::Module& module, const ptx::Variable& variable,
                 const Relocation& relocation, const InitialValue& value) {
  const auto place = machine.memory.symbol(&module, variable.name);
  const std::uint64_t end = relocation.offset + relocation.size;
  if (end > place.size() || end > value.bytes.size()) return;
  const std::uint64_t address =
      engine::kGlobalBase +
      static_cast<std::uint64_t>(place.data() - machine.memory.host(engine::kGlobalBase));
  machine.memory.initialise(address + relocation.offset,
                            std::span(value.bytes).subspan(relocation.offset, relocation.size));
}

void place_of_program(Machine& machine, const Program& program) {
  const ptx::Module& module = *program.ptx().shared_module();
  for (const ptx::Variable& variable : module.variables) {
    const auto& values = program.kernel_code().initial;
    const auto value = std::ranges::find(values, variable.name, &InitialValue::variable);
    if (value == values.end()) continue;
    for (const Relocation& relocation : variable.relocations) {
      if (is_function(module, relocation.symbol))
        put_pointer(machine, module, variable, relocation, *value);
    }
  }
}

}  // namespace

void place_function_pointers(Machine& machine) {
  for (const engine::Launch& launch : machine.plan->launches)
    place_of_program(machine, static_cast<const Program&>(*launch.program));
}

}  // namespace lanescope::sass::machine
