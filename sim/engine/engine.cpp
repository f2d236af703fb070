#include "sim/engine/engine.hpp"

#include <utility>

namespace lanescope::engine {

Outcome Execution::run(std::uint64_t steps) {
  const std::uint64_t now = machine_step().value;
  return run_to(MachineStep{steps > ~now ? ~std::uint64_t{0} : now + steps});
}

std::unique_ptr<Execution> start(std::shared_ptr<const Plan> plan, ExecutionOptions options) {
  const Engine& engine = *plan->engine;
  return engine.start(std::move(plan), std::move(options));
}

}  // namespace lanescope::engine
