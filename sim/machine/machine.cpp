#include "sim/machine/machine.hpp"

#include <utility>

#include "sim/machine/definedness/definedness.hpp"
#include "sim/machine/races.hpp"

namespace lanescope::machine {

Machine::Machine(const engine::MachineOptions& the_spec, ExecutionOptions the_options,
                 std::uint64_t room, ReservedBytes::Kind kind)
    : own_spec(the_spec),
      options(std::move(the_options)),
      memory(room, kind),
      spec(&own_spec),
      requests(&lane_requests()) {
  if (options.hazards) definedness = std::make_shared<Definedness>();
  if (options.recording != Recording::Full) options.listeners.clear();
}

}  // namespace lanescope::machine
