#include "sim/exec/machine.hpp"

#include <utility>

namespace lanescope::exec {

Machine::Machine(std::shared_ptr<const Plan> the_plan, ExecutionOptions the_options)
    : plan(std::move(the_plan)),
      options(the_options),
      memory(*plan),
      spec(&plan->options),
      requests(&lane_requests()) {
  counts.resize(plan->launches.size());
}

}  // namespace lanescope::exec
