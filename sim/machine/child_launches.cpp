#include "sim/machine/child_launches.hpp"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <string_view>
#include <utility>

#include "sim/code/program.hpp"
#include "sim/machine/definedness/watch.hpp"
#include "sim/machine/faults.hpp"
#include "sim/machine/machine.hpp"
#include "sim/machine/memory/access.hpp"
#include "sim/machine/races.hpp"

namespace lanescope::machine {
namespace {

// CUDA's numbers (driver_types.h).
constexpr std::uint32_t kInvalidValue = 1, kInvalidConfiguration = 9, kTooDeep = 65,
                        kTooManyWaiting = 69, kInvalidFunction = 98;
constexpr std::uint64_t kTailStream = 3, kFirstStream = 16;

std::uint64_t number(const CallArguments& arguments, std::size_t at) {
  std::uint64_t value = 0;
  if (at < arguments.size())
    std::memcpy(&value, arguments[at].data(), std::min<std::size_t>(8, arguments[at].size()));
  return value;
}

Dim3 extents(const CallArguments& arguments, std::size_t at) {
  Dim3 extents{0, 0, 0};
  if (at < arguments.size() && arguments[at].size() == sizeof extents)
    std::memcpy(&extents, arguments[at].data(), sizeof extents);
  return extents;
}

// Each thread has errors of its own.
std::pair<std::uint64_t, std::uint32_t> thread_of(const Issue& issue, int lane) {
  return {issue.block.index.value, issue.machine.thread_of(issue.warp, lane)};
}

std::uint64_t fail(Issue& issue, int lane, std::uint32_t error) {
  issue.machine.children.errors[thread_of(issue, lane)] = error;
  return error;
}

std::uint64_t last_error(Issue& issue, int lane, bool forget) {
  auto& errors = issue.machine.children.errors;
  const auto at = errors.find(thread_of(issue, lane));
  if (at == errors.end()) return 0;
  const std::uint32_t error = at->second;
  if (forget) errors.erase(at);
  return error;
}

// One of the latest launches of this kernel; null: there is none.
const engine::Launch* launch_of(const Machine& machine, const std::string& kernel) {
  constexpr std::size_t kSearched = 64;
  const auto same = [&](const engine::Launch& launch) {
    const code::Program& program = *code::Program::of(*launch.program);
    return program.kernel() == kernel &&
           program.shared_module() == machine.program->shared_module();
  };
  const auto& launched = machine.children.launched;
  for (std::size_t i = 0; i < std::min(kSearched, launched.size()); ++i) {
    const engine::Launch& launch = launched[launched.size() - 1 - i].launch;
    if (same(launch)) return &launch;
  }
  for (std::size_t i = 0; i <= std::min<std::size_t>(kSearched, machine.launch_index); ++i) {
    const engine::Launch& launch = machine.launches[machine.launch_index - i];
    if (same(launch)) return &launch;
  }
  return nullptr;
}

// The kernel whose address this is, decoded; null: there is none.
std::shared_ptr<const engine::Program> kernel_at(const Machine& machine, std::uint64_t address) {
  const auto& module = machine.program->shared_module();
  const std::uint64_t index = (address - code::kFunctionBase) / 16;
  if (address < code::kFunctionBase || index >= module->functions.size() ||
      !module->functions[index].is_entry)
    return nullptr;
  const std::string& name = module->functions[index].name;
  if (const engine::Launch* before = launch_of(machine, name)) return before->program;
  auto program = code::Program::decode(module, name);
  return program ? *program : nullptr;
}

// Memory of the device's heap, which the caller fills.
std::uint64_t buffer_of(Issue& issue, std::uint64_t bytes) {
  Machine& machine = issue.machine;
  const std::uint64_t room = std::max<std::uint64_t>(bytes, 1);
  const std::uint64_t address = machine.memory.allocate(room);
  if (machine.races) order_allocation(machine, address, room);
  return address;
}

// cudaGetParameterBufferV2(kernel, grid, block, shared): null where there can't be one.
std::uint64_t get_buffer(Issue& issue, int lane, const CallArguments& arguments) {
  Machine& machine = issue.machine;
  engine::Launch launch;
  launch.program = kernel_at(machine, number(arguments, 0));
  if (launch.program == nullptr) {
    fail(issue, lane, kInvalidFunction);
    return 0;
  }
  launch.grid = extents(arguments, 1);
  launch.block = extents(arguments, 2);
  launch.dynamic_shared_bytes = static_cast<std::uint32_t>(number(arguments, 3));
  launch.parameters.resize(launch.program->parameter_bytes());
  engine::Plan alone;
  alone.options = *machine.spec;
  alone.launches = {launch};
  if (!engine::validate(alone)) {
    fail(issue, lane, kInvalidConfiguration);
    return 0;
  }
  const std::uint64_t address = buffer_of(issue, launch.parameters.size());
  if (address != 0) machine.children.open[address] = std::move(launch);
  return address;
}

// cudaLaunchDeviceV2(buffer, stream)
std::uint64_t launch_buffer(Issue& issue, int lane, const CallArguments& arguments) {
  Machine& machine = issue.machine;
  const std::uint64_t address = number(arguments, 0);
  auto open = machine.children.open.extract(address);
  if (open.empty()) return fail(issue, lane, kInvalidValue);
  engine::Launch& launch = open.mapped();
  const bool tail = number(arguments, 1) == kTailStream;
  const std::uint32_t above = machine.launch->depth;
  launch.depth = tail ? std::max(1U, above) : above + 1;
  const std::byte* from = lane_bytes_at(issue, lane, address, launch.parameters.size());
  if (from != nullptr) std::memcpy(launch.parameters.data(), from, launch.parameters.size());
  static_cast<void>(machine.memory.release(address));
  for (RangeCache& range : machine.ranges) range = {};
  ChildLaunches& children = machine.children;
  const bool too_deep = launch.depth > kDeepest;
  if (too_deep || children.waiting >= children.most_waiting) {
    ++children.refused;
    return fail(issue, lane, too_deep ? kTooDeep : kTooManyWaiting);
  }
  ++children.waiting;
  children.launched.push_back({std::move(launch), tail});
  return 0;
}

std::uint64_t text_of(Issue& issue, std::string_view text) {
  const std::uint64_t address = buffer_of(issue, text.size() + 1);
  if (address == 0) return 0;
  std::memcpy(issue.machine.memory.host(address), text.data(), text.size());
  issue.machine.memory.host(address)[text.size()] = std::byte{0};
  issue.machine.memory.mark_written(address, text.size() + 1);
  return address;
}

std::uint64_t error_text(Issue& issue, std::uint64_t error) {
  switch (error) {
    case 0:
      return text_of(issue, "no error");
    case kInvalidValue:
      return text_of(issue, "invalid argument");
    case kInvalidConfiguration:
      return text_of(issue, "invalid configuration argument");
    case kTooDeep:
      return text_of(issue, "launch would exceed maximum depth of nested launches");
    case kTooManyWaiting:
      return text_of(issue,
                     "launch failed because launch would exceed "
                     "cudaLimitDevRuntimePendingLaunchCount");
    case kInvalidFunction:
      return text_of(issue, "invalid device function");
    default:
      return text_of(issue, "unknown error");
  }
}

// A handle or a number that the function gives through its first argument, a pointer.
std::uint64_t give(Issue& issue, int lane, const CallArguments& arguments, std::uint64_t value,
                   std::size_t bytes) {
  std::byte* to = lane_bytes_at(issue, lane, number(arguments, 0), bytes);
  if (to == nullptr) return fail(issue, lane, kInvalidValue);
  std::memcpy(to, &value, bytes);
  if (issue.block.definedness != nullptr) watch_defined(issue, to, bytes);
  return 0;
}

}  // namespace

std::vector<engine::Launch> take_launched(ChildLaunches& children) {
  std::vector<ChildLaunch> all = std::exchange(children.launched, {});
  std::ranges::stable_partition(all, [](const ChildLaunch& child) { return !child.tail; });
  std::vector<engine::Launch> launches;
  launches.reserve(all.size());
  for (ChildLaunch& child : all) launches.push_back(std::move(child.launch));
  return launches;
}

void begin_launched(ChildLaunches& children, const engine::Launch& launch) {
  children.errors.clear();
  if (launch.depth > 0 && children.waiting > 0) --children.waiting;
}

void run_children(Machine& machine) {
  std::vector<engine::Launch> children = take_launched(machine.children);
  if (children.empty()) return;
  if (machine.launches.size() + children.size() > kMostLaunches)
    return report_launch_limit(machine, kMostLaunches);
  for (engine::Launch& child : children) child.parent = machine.launch_index;
  const auto behind = static_cast<std::ptrdiff_t>(machine.launch_index) + 1;
  machine.counts.insert(machine.counts.begin() + behind, children.size(), {});
  machine.launches.insert(machine.launches.begin() + behind,
                          std::make_move_iterator(children.begin()),
                          std::make_move_iterator(children.end()));
  machine.launch = &machine.launches[machine.launch_index];  // they have moved
  machine.current_counts = &machine.counts[machine.launch_index];
  machine.launches_copy = nullptr;
}

std::uint64_t call_device_runtime(Issue& issue, code::Builtin function, int lane,
                                  const CallArguments& arguments) {
  switch (function) {
    case code::Builtin::GetParameterBuffer:
      return get_buffer(issue, lane, arguments);
    case code::Builtin::LaunchDevice:
      return launch_buffer(issue, lane, arguments);
    case code::Builtin::GetLastError:
      return last_error(issue, lane, true);
    case code::Builtin::PeekAtLastError:
      return last_error(issue, lane, false);
    case code::Builtin::GetErrorString:
      return error_text(issue, number(arguments, 0));
    case code::Builtin::CreateHandle:
      return give(issue, lane, arguments, kFirstStream + issue.machine.children.streams++, 8);
    case code::Builtin::GetDevice:
      return give(issue, lane, arguments, 0, 4);
    case code::Builtin::GetDeviceCount:
      return give(issue, lane, arguments, 1, 4);
    default:
      return 0;  // streams and events order nothing more: children run in the order of their launch
  }
}

}  // namespace lanescope::machine
