#include "sim/machine/system_calls.hpp"

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include <fmt/core.h>

#include "sim/machine/cores/footprint.hpp"
#include "sim/machine/definedness/watch.hpp"
#include "sim/machine/faults.hpp"
#include "sim/machine/lane_file.hpp"
#include "sim/machine/memory/access.hpp"
#include "sim/machine/print_format.hpp"
#include "sim/machine/races.hpp"

namespace lanescope::machine {
namespace {

constexpr std::size_t kMaxText = 65536;

std::byte* local_of(const Issue& issue, int lane) {
  return issue.block.local.data() +
         std::size_t{issue.machine.thread_of(issue.warp, lane)} * issue.block.local_stride;
}

// Argument `index` of the call in one lane.
std::uint64_t argument(const Issue& issue, const code::CallOp& call, std::size_t index, int lane) {
  if (index >= call.arguments.size()) return 0;
  const code::CallOp::Copy& copy = call.arguments[index];
  if (copy.slot.used()) return read_lane(issue, copy.slot, lane);
  std::uint64_t value = 0;
  std::memcpy(&value, local_of(issue, lane) + issue.group->local + copy.from,
              std::min<std::size_t>(copy.size, 8));
  return value;
}

// The same of any size.
std::vector<std::byte> bytes_of(const Issue& issue, const code::CallOp::Copy& copy, int lane) {
  std::vector<std::byte> bytes(copy.size);
  if (copy.slot.used()) {
    const std::uint64_t value = read_lane(issue, copy.slot, lane);
    std::memcpy(bytes.data(), &value, std::min<std::size_t>(bytes.size(), sizeof value));
  } else {
    std::memcpy(bytes.data(), local_of(issue, lane) + issue.group->local + copy.from, bytes.size());
  }
  return bytes;
}

void set_result(Issue& issue, const code::CallOp& call, int lane, std::uint64_t value) {
  if (call.results.empty()) return;
  if (issue.block.definedness != nullptr) watch_result(issue, call, lane);
  const code::CallOp::Copy& copy = call.results[0];
  if (copy.slot.used()) {
    write_lane(issue, copy.slot, lane, value);
  } else {
    std::memcpy(local_of(issue, lane) + issue.group->local + copy.from, &value,
                std::min<std::size_t>(copy.size, 8));
  }
}

std::string text_at(Issue& issue, int lane, std::uint64_t address) {
  std::string text;
  while (text.size() < kMaxText) {
    const std::byte* byte = lane_bytes_at(issue, lane, address + text.size(), 1);
    if (byte == nullptr || *byte == std::byte{0}) break;
    text += static_cast<char>(*byte);
  }
  return text;
}

void append(Issue& issue, int lane, const std::string& text) {
  Machine& machine = issue.machine;
  machine.printed.add({0, machine.launch_index, MachineStep{machine.step}, Pc{issue.pc},
                       issue.block.index, WarpIndex{issue.warp.index}, lane},
                      text);
}

// vprintf(format, arguments): the arguments lie one behind the other, each at its alignment.
void print(Issue& issue, const code::CallOp& call, int lane) {
  std::uint64_t at = argument(issue, call, 1, lane);
  int count = 0;
  PrintArguments arguments;
  arguments.next = [&](int bytes) -> std::optional<std::uint64_t> {
    const auto size = static_cast<std::uint64_t>(bytes);
    at = (at + size - 1) / size * size;
    const std::byte* place = lane_bytes_at(issue, lane, at, size);
    at += size;
    ++count;
    if (place == nullptr) return std::nullopt;
    if (issue.block.definedness != nullptr) watch_passed(issue, lane, place, size);
    std::uint64_t value = 0;
    std::memcpy(&value, place, size);
    return value;
  };
  arguments.text = [&](std::uint64_t address) { return text_at(issue, lane, address); };
  append(issue, lane,
         format_print(text_at(issue, lane, argument(issue, call, 0, lane)), arguments));
  set_result(issue, call, lane, static_cast<std::uint64_t>(count));
}

// __assertfail(expression, file, line, function, character size)
Next fail_assertion(Issue& issue, const code::CallOp& call) {
  std::string first;
  for_lanes(issue.executed, [&](int lane) {
    const auto text = [&](std::size_t index) {
      return text_at(issue, lane, argument(issue, call, index, lane));
    };
    const std::string expression = text(0);
    append(issue, lane,
           failed_assertion(
               expression, text(1), static_cast<std::uint32_t>(argument(issue, call, 2, lane)),
               text(3), issue.block.coordinates,
               issue.machine.launch->block.at(issue.machine.thread_of(issue.warp, lane))));
    if (first.empty()) first = expression;
  });
  return fault(issue, issue.executed, events::HazardKind::Trap,
               fmt::format("fails the assertion `{}`", first));
}

Next release(Issue& issue, const code::CallOp& call) {
  LaneMask bad = 0;
  std::uint64_t first_bad = 0;
  for_lanes(issue.executed, [&](int lane) {
    const std::uint64_t address = argument(issue, call, 0, lane);
    if (address == 0 || issue.machine.memory.release(address)) return;
    if (bad == 0) first_bad = address;
    bad |= LaneMask{1} << static_cast<unsigned>(lane);
  });
  for (RangeCache& range : issue.machine.ranges) range = {};
  if (bad == 0) return Next::Advance;
  return fault(issue, bad, events::HazardKind::Trap,
               fmt::format("frees {:#x}, which malloc did not give out or which is freed already",
                           first_bad));
}

}  // namespace

Next call_builtin(Issue& issue, const code::CallOp& call) {
  if (issue.machine.footprint != nullptr) issue.machine.footprint->need_order();
  switch (call.builtin) {
    case code::Builtin::Printf:
      for_lanes(issue.executed, [&](int lane) { print(issue, call, lane); });
      return Next::Advance;
    case code::Builtin::AssertFail:
      return fail_assertion(issue, call);
    case code::Builtin::Malloc:
      for_lanes(issue.executed, [&](int lane) {
        const std::uint64_t bytes = argument(issue, call, 0, lane);
        const std::uint64_t address = issue.machine.memory.allocate(bytes);
        if (issue.machine.races) order_allocation(issue.machine, address, bytes);
        if (issue.machine.definedness) watch_allocated(issue.machine, address, bytes);
        set_result(issue, call, lane, address);
      });
      return Next::Advance;
    case code::Builtin::Free:
      return release(issue, call);
    case code::Builtin::None:
      return Next::Advance;
    default:
      for_lanes(issue.executed, [&](int lane) {
        CallArguments all;
        for (const code::CallOp::Copy& each : call.arguments)
          all.push_back(bytes_of(issue, each, lane));
        set_result(issue, call, lane, call_device_runtime(issue, call.builtin, lane, all));
      });
      return Next::Advance;
  }
}

}  // namespace lanescope::machine
