#include "sim/sass/machine/instructions/system_calls.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <iterator>

#include <fmt/format.h>

#include "sim/machine/print_format.hpp"
#include "sim/sass/machine/faults.hpp"
#include "sim/sass/machine/memory.hpp"
#include "sim/sass/machine/races/races.hpp"
#include "sim/sass/machine/values.hpp"

namespace lanescope::sass::machine::instructions {
namespace {

constexpr std::size_t kMostText = 65536;
constexpr std::uint32_t kFirstArgument = 4;  // R4

std::uint32_t& register_of(Issue& issue, std::uint32_t reg, std::uint32_t lane) {
  return issue.warp.rows[reg].lane[lane];
}

std::uint64_t pair_of(Issue& issue, std::uint32_t reg, std::uint32_t lane) {
  return std::uint64_t{register_of(issue, reg + 1, lane)} << 32U | register_of(issue, reg, lane);
}

std::string text_at(Issue& issue, std::uint32_t lane, std::uint64_t address) {
  std::string text;
  while (text.size() < kMostText) {
    const std::byte* byte = generic_bytes(issue, lane, address + text.size(), 1);
    if (byte == nullptr || *byte == std::byte{0}) break;
    text += static_cast<char>(*byte);
  }
  return text;
}

void append(Issue& issue, std::uint32_t lane, const std::string& text) {
  Machine& machine = issue.machine;
  machine.printed.add({0, machine.launch_index, MachineStep{machine.step}, Pc{issue.pc},
                       issue.block.index, WarpIndex{issue.warp.index}, static_cast<int>(lane)},
                      text);
}

// vprintf(format, arguments)
void print(Issue& issue, std::uint32_t lane) {
  std::uint64_t at = pair_of(issue, kFirstArgument + 2, lane);
  std::uint32_t count = 0;
  lanescope::machine::PrintArguments arguments;
  arguments.next = [&](int bytes) -> std::optional<std::uint64_t> {
    const auto size = static_cast<std::uint64_t>(bytes);
    at = (at + size - 1) / size * size;
    const std::byte* place = generic_bytes(issue, lane, at, size);
    at += size;
    ++count;
    if (place == nullptr) return std::nullopt;
    std::uint64_t value = 0;
    std::memcpy(&value, place, size);
    return value;
  };
  arguments.text = [&](std::uint64_t address) { return text_at(issue, lane, address); };
  const std::string format = text_at(issue, lane, pair_of(issue, kFirstArgument, lane));
  append(issue, lane, lanescope::machine::format_print(format, arguments));
  register_of(issue, kFirstArgument, lane) = count;
}

void allocate(Issue& issue, std::uint32_t lane) {
  const std::uint64_t bytes = pair_of(issue, kFirstArgument, lane);
  const std::uint64_t address = issue.machine.memory.allocate(bytes);
  if (issue.machine.races) races::order_allocation(issue.machine, address, bytes);
  register_of(issue, kFirstArgument, lane) = static_cast<std::uint32_t>(address);
  register_of(issue, kFirstArgument + 1, lane) = static_cast<std::uint32_t>(address >> 32U);
}

Next release(Issue& issue) {
  std::uint32_t bad = 0;
  for_lanes(issue.executed, [&](std::uint32_t lane) {
    const std::uint64_t address = pair_of(issue, kFirstArgument, lane);
    if (address != 0 && !issue.machine.memory.release(address)) bad |= 1U << lane;
  });
  if (bad == 0) return Next::Advance;
  return fault(issue, bad, events::HazardKind::Trap,
               "frees what malloc did not give out or what is freed already");
}

// __assertfail(expression, file, line, function, size of a character)
Next fail_assertion(Issue& issue) {
  std::string first;
  for_lanes(issue.executed, [&](std::uint32_t lane) {
    const auto text = [&](std::uint32_t reg) {
      return text_at(issue, lane, pair_of(issue, reg, lane));
    };
    const std::string expression = text(kFirstArgument);
    append(issue, lane,
           lanescope::machine::failed_assertion(
               expression, text(kFirstArgument + 2), register_of(issue, kFirstArgument + 4, lane),
               text(kFirstArgument + 6), issue.block.coordinates,
               issue.machine.launch->block.at(issue.warp.index * kLanes + lane)));
    if (first.empty()) first = expression;
  });
  return fault(issue, issue.executed, events::HazardKind::Trap,
               fmt::format("fails the assertion `{}`", first));
}

}  // namespace

Next carry_out(Issue& issue, SystemCall call) {
  switch (call) {
    case SystemCall::Print:
      for_lanes(issue.executed, [&](std::uint32_t lane) { print(issue, lane); });
      return Next::Advance;
    case SystemCall::Allocate:
      for_lanes(issue.executed, [&](std::uint32_t lane) { allocate(issue, lane); });
      return Next::Advance;
    case SystemCall::Release:
      return release(issue);
    default:
      return fail_assertion(issue);
  }
}

}  // namespace lanescope::sass::machine::instructions
