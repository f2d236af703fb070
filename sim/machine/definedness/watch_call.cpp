#include <algorithm>

#include "sim/machine/definedness/watch.hpp"
#include "sim/machine/definedness/watch_memory.hpp"
#include "sim/machine/definedness/watch_report.hpp"
#include "sim/machine/lane_file.hpp"

namespace lanescope::machine {
namespace {

const std::byte* local_of(const Issue& issue, int lane) {
  return issue.block.local.data() +
         std::size_t{issue.machine.thread_of(issue.warp, lane)} * issue.block.local_stride;
}

constexpr std::uint64_t kUndefinedByte = 0xff;

}  // namespace

void watch_call(Issue& issue, const code::CallOp& call, const code::FunctionCode& callee,
                std::uint32_t caller, std::uint32_t frame) {
  for_lanes(issue.active, [&](int lane) {
    const std::byte* local = local_of(issue, lane);
    WatchedMemory memory(issue, local);
    if (!memory.in_block()) return;
    for (std::uint32_t at = 0; at < callee.frame_bytes; ++at)
      memory.write(local + frame + at, kUndefinedByte, 1);
    for (const code::CallOp::Copy& copy : call.arguments) {
      const std::byte* to = local + frame + copy.to;
      if (!copy.slot.used()) {
        watch_copied(issue, to, local + caller + copy.from, copy.size);
        continue;
      }
      const std::uint64_t bits =
          issue.warp.undefined && registers_of(issue).lanes(copy.slot.offset) != 0
              ? registers_of(issue).bits(copy.slot.offset, lane)
              : 0;
      memory.write(to, bits, std::min<std::size_t>(copy.size, sizeof bits));
    }
  });
}

void watch_allocated(Issue& issue, std::uint32_t begin, std::uint32_t end) {
  for_lanes(issue.executed, [&](int lane) {
    const std::byte* local = local_of(issue, lane);
    WatchedMemory memory(issue, local);
    if (!memory.in_block()) return;
    for (std::uint32_t at = begin; at < end; ++at) memory.write(local + at, kUndefinedByte, 1);
  });
}

void watch_return(Issue& issue, const Frame& frame) {
  const code::CallOp& call = issue.machine.code->calls[frame.call];
  const code::FunctionCode& callee = issue.machine.code->functions[frame.callee];
  for_lanes(issue.executed, [&](int lane) {
    const std::byte* local = local_of(issue, lane);
    for (std::size_t i = 0; i < call.results.size() && i < callee.results.size(); ++i) {
      const code::CallOp::Copy& copy = call.results[i];
      if (copy.slot.used()) continue;
      watch_copied(issue, local + frame.caller_local + copy.from,
                   local + issue.group->local + callee.results[i].offset,
                   std::min(callee.results[i].size, copy.size));
    }
  });
  if (!issue.warp.undefined) return;
  for (const code::CallOp::Copy& copy : call.results) {
    if (copy.slot.used()) registers_of(issue).clear(copy.slot.offset, issue.executed);
  }
  if (!frame.saved) return;
  for (const code::Slot& slot : callee.slots)
    registers_of(issue).clear(slot.offset, issue.executed);
}

void watch_result(Issue& issue, const code::CallOp& call, int lane) {
  if (call.results.empty()) return;
  const code::CallOp::Copy& copy = call.results[0];
  if (!copy.slot.used()) {
    watch_defined(issue, local_of(issue, lane) + issue.group->local + copy.from,
                  std::min<std::size_t>(copy.size, 8));
  } else if (issue.warp.undefined) {
    registers_of(issue).clear(copy.slot.offset, LaneMask{1} << static_cast<unsigned>(lane));
  }
}

}  // namespace lanescope::machine
