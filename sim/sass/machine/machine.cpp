#include "sim/sass/machine/machine.hpp"

#include <algorithm>
#include <utility>

#include "sim/machine/machine.hpp"
#include "sim/machine/plan_memory.hpp"
#include "sim/sass/machine/function_pointers.hpp"

namespace lanescope::sass::machine {
namespace {

lanescope::machine::Modules modules_of(const engine::Plan& plan) {
  lanescope::machine::Modules modules;
  for (const engine::Launch& launch : plan.launches) {
    const auto& module = static_cast<const Program&>(*launch.program).ptx().shared_module();
    if (std::ranges::find(modules, module) == modules.end()) modules.push_back(module);
  }
  return modules;
}

}  // namespace

Machine::Machine(std::shared_ptr<const engine::Plan> the_plan, engine::ExecutionOptions the_options)
    : plan(std::move(the_plan)),
      options(std::move(the_options)),
      own_device(std::make_unique<lanescope::machine::Device>(
          plan->options, engine::ExecutionOptions{Recording::None},
          lanescope::machine::room_for(*plan, modules_of(*plan)))),
      device(*own_device),
      memory(device.machine().memory),
      buffer_addresses(lanescope::machine::place(*plan, modules_of(*plan), device)) {
  place_function_pointers(*this);
  for (const engine::Launch& each : plan->launches) counts.emplace_back(each.program->size());
}

Machine::Machine(std::shared_ptr<const engine::Plan> the_plan, engine::ExecutionOptions the_options,
                 lanescope::machine::Device& where)
    : plan(std::move(the_plan)),
      options(std::move(the_options)),
      device(where),
      memory(device.machine().memory) {
  for (const engine::Launch& each : plan->launches) counts.emplace_back(each.program->size());
}

}  // namespace lanescope::sass::machine
