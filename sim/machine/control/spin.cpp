#include "sim/machine/control/spin.hpp"

#include <algorithm>

#include "sim/base/hash.hpp"
#include "sim/machine/control/divergence.hpp"
#include "sim/machine/lane_file.hpp"

namespace lanescope::machine {
namespace {

constexpr std::uint32_t kWindow = 16;

// The active lanes of the function's registers.
std::uint64_t hash_registers(const Issue& issue) {
  const code::Code& code = *issue.machine.code;
  const code::FunctionCode& function = code.functions[code.function_of_pc[issue.pc]];
  std::uint64_t hash = issue.group->lanes;
  for (const code::Slot& slot : function.slots) {
    for_lanes(issue.group->lanes,
              [&](int lane) { hash = mix(hash ^ read_lane(issue, slot, lane)); });
  }
  return hash;
}

bool others_ready(const Warp& warp) {
  return std::any_of(warp.groups.begin(), warp.groups.end(), [&](const LaneGroup& group) {
    return &group != &warp.groups[warp.current] && group.status == Group::Status::Ready;
  });
}

std::uint32_t next_multiple(std::uint32_t branches) {
  return (branches / kSpinBranches + 1) * kSpinBranches;
}

}  // namespace

Next check_spin(Issue& issue) {
  SpinWatch& spin = issue.group->spin;
  const std::uint64_t hash = hash_registers(issue);
  if (spin.window != 0 && spin.pc == issue.pc && spin.hash == hash) {
    spin.spinning = true;
    spin.window = 0;
    spin.next_check = spin.branches + 1;
    return Next::Spin;
  }
  if (spin.window == 0) {
    spin.window = kWindow;
    spin.hash = hash;
    spin.pc = issue.pc;
    spin.target = issue.group->pc;
    spin.depth = static_cast<std::uint32_t>(issue.group->frames.size());
    spin.next_check = spin.branches + 1;
  } else if (--spin.window == 0) {
    spin.next_check =
        issue.warp.groups.size() > 1 ? next_multiple(spin.branches) : 2 * spin.branches;
  } else {
    spin.next_check = spin.branches + 1;
  }
  if (spin.branches >= kLongLoop) {
    spin.branches = 0;
    spin.next_check = kSpinBranches;
    spin.window = 0;
    return Next::Spin;
  }
  const bool turns =
      issue.machine.spec->policy == engine::Policy::Its && spin.branches % kSpinBranches == 0;
  return turns && others_ready(issue.warp) ? Next::Spin : Next::Jumped;
}

Next yield(Issue& issue) {
  ++issue.group->pc;
  issue.group->spin.window = kYielded;
  return Next::Spin;
}

bool left_loop(const LaneGroup& group) {
  const SpinWatch& spin = group.spin;
  if (group.frames.size() != spin.depth) return group.frames.size() < spin.depth;
  return group.pc < spin.target || group.pc > spin.pc;
}

SpinChoice after_spin(const Machine& machine, Warp& warp) {
  LaneGroup& group = warp.groups[warp.current];
  const bool proven = group.spin.spinning;
  const bool yielded = group.spin.window == kYielded;
  if (yielded) group.spin.window = 0;
  const bool turns = machine.spec->policy == engine::Policy::Its;
  const bool fresh =
      std::any_of(warp.groups.begin(), warp.groups.end(), [&](const LaneGroup& other) {
        return &other != &group && other.status == Group::Status::Ready && !other.spin.spinning &&
               !other.gives_way;
      });
  if (turns && fresh) {
    rotate_groups(machine, warp);
    return SpinChoice::Stay;
  }
  group.last_run = machine.step;
  if (yielded) return SpinChoice::LeaveYield;
  if (proven) return SpinChoice::LeaveProven;
  return group.spin.branches == 0 ? SpinChoice::LeaveLong : SpinChoice::Stay;
}

}  // namespace lanescope::machine
