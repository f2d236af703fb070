#include "sim/machine/call_ops.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>
#include <vector>

#include "sim/machine/control/divergence.hpp"
#include "sim/machine/definedness/watch.hpp"
#include "sim/machine/faults.hpp"
#include "sim/machine/lane_file.hpp"
#include "sim/machine/system_calls.hpp"

namespace lanescope::machine {
namespace {

constexpr std::uint32_t kMaxLocalBytes = 512 * 1024;
constexpr std::size_t kMaxDepth = 4096;
constexpr std::uint32_t kFrameAlignment = 16;

std::uint32_t aligned(std::uint32_t at, std::uint32_t alignment) {
  return (at + alignment - 1) / alignment * alignment;
}

std::byte* local_of(const Issue& issue, int lane) {
  return issue.block.local.data() +
         std::size_t{issue.machine.thread_of(issue.warp, lane)} * issue.block.local_stride;
}

std::uint32_t depth_of(const LaneGroup& group) {
  return static_cast<std::uint32_t>(group.frames.size());
}

// The callee's registers of all lanes, file by file.
std::shared_ptr<const AlignedBytes> save_registers(const Issue& issue,
                                                   const code::FunctionCode& callee) {
  const std::size_t bytes = callee.registers_end - callee.registers_begin;
  auto saved = std::make_shared<AlignedBytes>(bytes * issue.machine.files);
  for (std::uint32_t file = 0; file < issue.machine.files; ++file) {
    const std::byte* from =
        issue.file + std::size_t{file} * issue.machine.code->file_bytes + callee.registers_begin;
    if (bytes != 0) std::memcpy(saved->data() + file * bytes, from, bytes);
  }
  return saved;
}

void copy_lane(std::byte* to, const std::byte* from, const code::Slot& slot, std::uint32_t begin,
               int lane) {
  const std::size_t at =
      slot.offset - begin + static_cast<std::size_t>(lane % kFileLanes) * slot.lane_bytes;
  std::memcpy(to + at, from + at, slot.lane_bytes);
}

void restore_registers(const Issue& issue, const code::FunctionCode& callee,
                       const AlignedBytes& saved, LaneMask lanes) {
  const std::size_t bytes = callee.registers_end - callee.registers_begin;
  for (const code::Slot& slot : callee.slots) {
    for_lanes(lanes, [&](int lane) {
      const auto file = static_cast<std::size_t>(lane / kFileLanes);
      copy_lane(issue.file + file * issue.machine.code->file_bytes + callee.registers_begin,
                saved.data() + file * bytes, slot, callee.registers_begin, lane);
    });
  }
}

// The executed lanes alone make the call; the others go on below and wait there.
void keep_executed(Issue& issue) {
  if (issue.executed == issue.active) return;
  const LaneMask passing = issue.active & ~issue.executed;
  split_group(issue, {passing, issue.pc + 1, issue.pc, issue.pc + 1, depth_of(*issue.group),
                      issue.machine.code->loop_of_pc[issue.pc]});
  for (LaneGroup& group : issue.warp.groups) {
    if (group.lanes == issue.executed) issue.group = &group;
  }
  issue.active = issue.executed;
}

void pass_arguments(Issue& issue, const code::CallOp& call, std::uint32_t caller,
                    std::uint32_t callee) {
  for_lanes(issue.active, [&](int lane) {
    std::byte* local = local_of(issue, lane);
    for (const code::CallOp::Copy& copy : call.arguments) {
      std::byte* to = local + callee + copy.to;
      if (copy.slot.used()) {
        const std::uint64_t value = read_lane(issue, copy.slot, lane);
        std::memcpy(to, &value, std::min<std::size_t>(copy.size, sizeof value));
      } else {
        std::memcpy(to, local + caller + copy.from, copy.size);
      }
    }
  });
}

Next enter(Issue& issue, const code::CallOp& call, std::uint32_t callee_index) {
  const code::Code& code = *issue.machine.code;
  const code::FunctionCode& callee = code.functions[callee_index];
  keep_executed(issue);
  LaneGroup& group = *issue.group;
  const std::uint32_t local = aligned(local_end(issue), kFrameAlignment);
  if (group.frames.size() >= kMaxDepth || !reserve_local(issue.block, local + callee.frame_bytes)) {
    return fault(issue, issue.active, events::HazardKind::OutOfBounds,
                 "overflows its stack; the recursion is too deep");
  }
  Frame frame;
  frame.return_pc = issue.pc + 1;
  frame.call = issue.op().detail;
  frame.callee = callee_index;
  frame.caller_local = group.local;
  frame.caller_top = group.top;
  if (callee.recursive) frame.saved = save_registers(issue, callee);
  if (issue.block.definedness != nullptr) watch_call(issue, call, callee, group.local, local);
  pass_arguments(issue, call, group.local, local);
  group.frames.push_back(std::move(frame));
  group.local = group.top = local;
  group.pc = callee.entry;
  return Next::Reselect;
}

// An indirect call goes to one function at a time; lanes that call another come again.
Next enter_indirect(Issue& issue, const code::CallOp& call) {
  const std::uint64_t address = read_lane(issue, call.target, std::countr_zero(issue.executed));
  LaneMask same = 0;
  for_lanes(issue.executed, [&](int lane) {
    if (read_lane(issue, call.target, lane) == address)
      same |= LaneMask{1} << static_cast<unsigned>(lane);
  });
  const std::uint32_t callee = code::function_at(*issue.machine.code, address);
  if (callee == code::kNoTarget) {
    return fault(issue, same, events::HazardKind::Trap,
                 "calls through a pointer that is no function's address");
  }
  if (const LaneMask others = issue.executed & ~same; others != 0) {
    // ptxas sets up no barrier around a call: under its the lanes go on apart.
    const bool its = issue.machine.spec->policy == engine::Policy::Its;
    split_group(issue, {others, issue.pc, issue.pc, its ? code::kNoTarget : issue.pc + 1,
                        depth_of(*issue.group), issue.machine.code->loop_of_pc[issue.pc]});
    for (LaneGroup& group : issue.warp.groups) {
      if ((group.lanes & same) == same) issue.group = &group;
    }
    issue.active &= ~others;
    issue.executed = same;
  }
  code::CallOp bound = call;  // the formal areas of this callee
  const code::FunctionCode& code = issue.machine.code->functions[callee];
  for (std::size_t i = 0; i < bound.arguments.size() && i < code.parameters.size(); ++i) {
    bound.arguments[i].to = code.parameters[i].offset;
    bound.arguments[i].size = std::min(bound.arguments[i].size, code.parameters[i].size);
  }
  return enter(issue, bound, callee);
}

void return_results(Issue& issue, const Frame& frame,
                    const std::vector<std::vector<std::byte>>& results) {
  const code::CallOp& call = issue.machine.code->calls[frame.call];
  for (std::size_t i = 0; i < call.results.size() && i < results.size(); ++i) {
    const code::CallOp::Copy& copy = call.results[i];
    std::size_t next = 0;
    const std::size_t size =
        results[i].size() / static_cast<std::size_t>(std::max(1, std::popcount(issue.executed)));
    for_lanes(issue.executed, [&](int lane) {
      const std::byte* from = results[i].data() + size * next++;
      if (copy.slot.used()) {
        std::uint64_t value = 0;
        std::memcpy(&value, from, std::min(size, sizeof value));
        write_lane(issue, copy.slot, lane, value);
      } else {
        std::memcpy(local_of(issue, lane) + frame.caller_local + copy.from, from,
                    std::min<std::size_t>(size, copy.size));
      }
    });
  }
}

std::vector<std::vector<std::byte>> take_results(const Issue& issue,
                                                 const code::FunctionCode& callee) {
  std::vector<std::vector<std::byte>> results;
  for (const code::FunctionCode::Area& area : callee.results) {
    std::vector<std::byte>& bytes = results.emplace_back();
    for_lanes(issue.executed, [&](int lane) {
      const std::byte* from = local_of(issue, lane) + issue.group->local + area.offset;
      bytes.insert(bytes.end(), from, from + area.size);
    });
  }
  return results;
}

}  // namespace

std::shared_ptr<const AlignedBytes> blend_saved(const Machine& machine, const Frame& into,
                                                const Frame& from, LaneMask lanes) {
  if (!into.saved || !from.saved) return into.saved ? into.saved : from.saved;
  const code::FunctionCode& callee = machine.code->functions[into.callee];
  const std::size_t bytes = callee.registers_end - callee.registers_begin;
  auto blended = std::make_shared<AlignedBytes>(*into.saved);
  for (const code::Slot& slot : callee.slots) {
    for_lanes(lanes, [&](int lane) {
      const std::size_t file = static_cast<std::size_t>(lane / kFileLanes) * bytes;
      copy_lane(blended->data() + file, from.saved->data() + file, slot, callee.registers_begin,
                lane);
    });
  }
  return blended;
}

bool reserve_local(Block& block, std::uint32_t bytes) {
  if (bytes <= block.local_stride) return true;
  if (bytes > kMaxLocalBytes) return false;
  const std::uint32_t stride = std::min(kMaxLocalBytes, std::max(bytes, 2 * block.local_stride));
  std::vector<std::byte> grown(std::size_t{stride} * block.threads);
  for (std::uint32_t t = 0; t < block.threads; ++t) {
    if (block.local_stride == 0) break;
    std::memcpy(grown.data() + std::size_t{t} * stride,
                block.local.data() + std::size_t{t} * block.local_stride, block.local_stride);
  }
  block.local = std::move(grown);
  block.local_stride = stride;
  return true;
}

std::uint32_t local_end(const Issue& issue) {
  const code::Code& code = *issue.machine.code;
  const code::FunctionCode& function = code.functions[code.function_of_pc[issue.pc]];
  return std::max(issue.group->local + function.frame_bytes, issue.group->top);
}

namespace {

std::uint64_t largest(const Issue& issue, const code::Slot& slot) {
  std::uint64_t most = 0;
  for_lanes(issue.executed, [&](int lane) { most = std::max(most, read_lane(issue, slot, lane)); });
  return most;
}

// Lanes that run together take as much as the one of them that wants the most.
Next allocate(Issue& issue, const code::StackOp& stack) {
  const std::uint32_t end = local_end(issue), begin = aligned(end, stack.alignment);
  const std::uint64_t bytes = largest(issue, stack.value);
  if (bytes > kMaxLocalBytes ||
      !reserve_local(issue.block, begin + static_cast<std::uint32_t>(bytes))) {
    return fault(issue, issue.executed, events::HazardKind::OutOfBounds,
                 "overflows its stack by alloca");
  }
  issue.group->top = begin + static_cast<std::uint32_t>(bytes);
  if (issue.block.definedness != nullptr) watch_allocated(issue, begin, issue.group->top);
  write_lanes(issue, stack.result, issue.executed, begin);
  return Next::Advance;
}

}  // namespace

// PTX ISA 9.7.17: of the running function's frame; what it took goes when it returns.
Next do_stack(Issue& issue) {
  if (issue.executed == 0) return Next::Advance;
  const code::StackOp& stack = issue.machine.code->stack_ops[issue.op().detail];
  if (stack.what == code::StackOp::What::Allocate) return allocate(issue, stack);
  if (stack.what == code::StackOp::What::Save) {
    write_lanes(issue, stack.result, issue.executed, local_end(issue));
  } else {
    issue.group->top = static_cast<std::uint32_t>(
        std::min<std::uint64_t>(largest(issue, stack.value), issue.group->top));
  }
  return Next::Advance;
}

Next do_call(Issue& issue) {
  if (issue.executed == 0) return Next::Advance;
  const code::CallOp& call = issue.machine.code->calls[issue.op().detail];
  if (call.builtin != code::Builtin::None) return call_builtin(issue, call);
  return call.callee != code::kNoTarget ? enter(issue, call, call.callee)
                                        : enter_indirect(issue, call);
}

// A guarded ret is a divergent branch: lanes that return wait for the others where they return to.
Next do_return(Issue& issue) {
  if (issue.executed == 0) return Next::Advance;
  if (issue.group->frames.empty()) return Next::Stop;
  if (issue.executed != issue.active) {
    const std::uint32_t meet = issue.group->frames.back().return_pc;
    const LaneMask staying = issue.active & ~issue.executed;
    split_group(issue, {staying, issue.pc + 1, issue.pc, meet, depth_of(*issue.group) - 1,
                        issue.machine.code->loop_of_pc[meet - 1]});
    for (LaneGroup& group : issue.warp.groups) {
      if (group.lanes == issue.executed) issue.group = &group;
    }
    issue.active = issue.executed;
  }
  LaneGroup& group = *issue.group;
  const Frame frame = group.frames.back();
  const code::FunctionCode& callee = issue.machine.code->functions[frame.callee];
  const auto results = take_results(issue, callee);
  if (issue.block.definedness != nullptr) watch_return(issue, frame);
  if (frame.saved) restore_registers(issue, callee, *frame.saved, issue.executed);
  return_results(issue, frame, results);
  group.local = frame.caller_local;
  group.top = frame.caller_top;
  group.pc = frame.return_pc;
  group.frames.pop_back();
  return Next::Reselect;
}

}  // namespace lanescope::machine
