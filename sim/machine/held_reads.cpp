#include "sim/machine/held_reads.hpp"

#include <algorithm>

#include "sim/machine/lane_file.hpp"

namespace lanescope::machine {
namespace {

using code::LoadFate;

const LoadFate& fate_of(const Machine& machine, std::uint32_t load) {
  const code::Code& code = *machine.code;
  return code.fates[code.memory[code.ops[load].detail].fate];
}

std::uint64_t key_of(const Issue& issue) {
  return std::uint64_t{issue.block.index.value} << 8U | issue.warp.index;
}

LaneMask holders_of(const Issue& issue, const LoadFate::Step& step, const HeldRead& read) {
  LaneMask lanes = 0;
  for (const LoadFate::Source& source : step.sources) {
    LaneMask holders = read.holders[source.value];
    if (source.predicate != code::kNoSlot && holders != 0)
      holders &= predicate_mask(issue.machine, issue.file, source.predicate, source.negated);
    lanes |= holders;
  }
  return lanes;
}

// Returns the lanes that use what was read.
LaneMask follow(const Issue& issue, std::uint32_t pc, LaneMask executed, HeldRead& read) {
  const auto steps =
      std::ranges::equal_range(fate_of(issue.machine, read.pc).steps, pc, {}, &LoadFate::Step::pc);
  LaneMask users = 0, ended = 0;
  for (const LoadFate::Step& step : steps) {
    const LaneMask lanes = (step.all_lanes ? issue.active : executed) & read.open;
    const LaneMask holders = holders_of(issue, step, read) & lanes;
    if (step.what == LoadFate::Step::What::IsUsed) users |= holders;
    if (step.what == LoadFate::Step::What::Ends) ended |= lanes;
    if (step.what == LoadFate::Step::What::Becomes)
      read.holders[step.value] = (read.holders[step.value] & ~lanes) | holders;
  }
  LaneMask left = 0;
  for (const LaneMask holders : read.holders) left |= holders;
  read.open &= left & ~users & ~ended;
  return users;
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
  order_access_at(load, access, read.step);
}

}  // namespace

void hold_read(const Issue& issue, const Watched& access) {
  const LoadFate& fate = fate_of(issue.machine, issue.pc);
  HeldRead& read = held_reads(issue.machine)[key_of(issue)].emplace_back();
  read.pc = issue.pc;
  read.step = issue.machine.step;
  read.space = access.space;
  read.open = access.lanes;
  read.bytes = access.bytes;
  read.consecutive = access.consecutive;
  read.holders.resize(fate.values);
  std::fill_n(read.holders.begin(), fate.loaded, access.lanes);
  std::copy_n(access.addresses, issue.machine.warp_size, read.addresses.begin());
  issue.warp.holds_reads = true;
}

void settle_held_reads(Issue& issue, std::uint32_t pc, LaneMask executed) {
  if (!issue.machine.races) return;  // restored: the run that left the snapshot has found them
  HeldReads& all = held_reads(issue.machine);
  const auto reads = all.find(key_of(issue));
  if (reads == all.end()) return;
  for (HeldRead& read : reads->second) {
    if ((read.open & issue.active) == 0) continue;
    if (const LaneMask users = follow(issue, pc, executed, read); users != 0)
      tell(issue, read, users);
  }
  std::erase_if(reads->second, [](const HeldRead& read) { return read.open == 0; });
  if (!reads->second.empty()) return;
  all.erase(reads);
  issue.warp.holds_reads = false;
}

}  // namespace lanescope::machine
