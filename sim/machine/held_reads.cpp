#include "sim/machine/held_reads.hpp"

#include <algorithm>
#include <cstddef>

#include "sim/machine/lane_file.hpp"

namespace lanescope::machine {
namespace {

const code::LoadFate& fate_of(const Machine& machine, std::uint32_t load) {
  const code::Code& code = *machine.code;
  return code.fates[code.memory[code.ops[load].detail].fate];
}

// What is known of the lanes from the instructions up to this one.
void follow(const Issue& issue, const code::LoadFate& fate, std::uint32_t pc, HeldRead& read) {
  for (; read.next < fate.steps.size() && fate.steps[read.next].pc <= pc; ++read.next) {
    const code::LoadFate::Step& step = fate.steps[read.next];
    LaneMask lanes = read.matters[step.from];
    if (step.predicate != code::kNoSlot)
      lanes &= predicate_mask(issue.machine, issue.file, step.predicate, step.negated);
    read.matters[step.to] |= lanes;
  }
}

void tell(const Issue& issue, const HeldRead& read, LaneMask lanes) {
  Issue load = issue;
  load.pc = read.pc;
  load.executed = lanes;
  Watched access;
  access.space = read.space;
  access.lanes = lanes;
  access.addresses = read.addresses.data();
  access.bytes = read.bytes;
  access.consecutive = read.consecutive;
  order_access(load, access);
}

}  // namespace

void hold_read(const Issue& issue, const Watched& access) {
  const code::LoadFate& fate = fate_of(issue.machine, issue.pc);
  HeldRead& read = held_reads(issue.machine).emplace_back();
  read.block = issue.block.index.value;
  read.warp = issue.warp.index;
  read.pc = issue.pc;
  read.space = access.space;
  read.lanes = access.lanes;
  read.bytes = access.bytes;
  read.consecutive = access.consecutive;
  read.matters.resize(fate.values);
  read.matters[code::LoadFate::kLoaded] = access.lanes;
  std::copy_n(access.addresses, issue.machine.warp_size, read.addresses.begin());
  issue.warp.holds_reads = true;
}

void decide_held_reads(Issue& issue, std::uint32_t pc) {
  if (!issue.machine.races) return;  // restored: the run that left the snapshot has found them
  std::vector<HeldRead>& reads = held_reads(issue.machine);
  bool left = false;
  for (std::size_t i = 0; i < reads.size();) {
    HeldRead& read = reads[i];
    const bool of_warp = read.block == issue.block.index.value && read.warp == issue.warp.index;
    const code::LoadFate& fate = fate_of(issue.machine, read.pc);
    const bool here = of_warp && (read.lanes & issue.active) != 0 && pc > read.pc;
    if (here) follow(issue, fate, pc, read);
    if (!here || pc < fate.decided) {
      left = left || of_warp;
      ++i;
      continue;
    }
    follow(issue, fate, ~0U, read);
    const HeldRead decided = std::move(read);
    reads.erase(reads.begin() + static_cast<std::ptrdiff_t>(i));
    if (const LaneMask lanes = decided.matters[code::LoadFate::kRead] & decided.lanes; lanes != 0)
      tell(issue, decided, lanes);
  }
  issue.warp.holds_reads = left;
}

}  // namespace lanescope::machine
