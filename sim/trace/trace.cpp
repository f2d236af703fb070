#include "sim/trace/trace.hpp"

#include <algorithm>

#include "sim/base/hash.hpp"
#include "sim/trace/address_code.hpp"
#include "sim/trace/columns.hpp"
#include "sim/trace/writer.hpp"

namespace lanescope::trace {

Trace::Trace(std::shared_ptr<const Columns> columns) : columns_(std::move(columns)) {}

std::uint64_t Trace::tick_count() const { return columns_->tick_count(); }
std::span<const LaunchRecord> Trace::launches() const { return columns_->launches; }
Records<Phase> Trace::phases() const { return Records(columns_->phases); }
Records<Mark> Trace::marks() const { return Records(columns_->marks); }
std::span<const events::Hazard> Trace::hazards() const { return columns_->hazards; }
std::uint64_t Trace::bytes() const { return columns_->bytes(); }
std::uint64_t Trace::digest() const { return fnv1a64(write(*this)); }
bool Trace::has_digest(std::uint64_t digest) const {
  for (std::uint32_t version = kVersion; version >= kOldestVersion; --version) {
    if (fnv1a64(write(*this, version)) == digest) return true;
  }
  return false;
}

Step Trace::step(Tick tick) const {
  const Columns& c = *columns_;
  const WarpKey key = c.warps[c.warp[tick.value]];
  const Masks& masks = c.mask_values[c.masks[tick.value]];
  return {.tick = tick,
          .machine_step = MachineStep{c.machine_step[tick.value]},
          .launch = key.launch,
          .block = key.block,
          .warp = key.warp,
          .pc = Pc{static_cast<std::uint32_t>(c.pc[tick.value])},
          .active = masks.active,
          .executed = masks.executed};
}

MachineStep Trace::machine_step(Tick tick) const {
  return MachineStep{tick.value < tick_count() ? columns_->machine_step[tick.value]
                                               : columns_->machine_steps};
}

Tick Trace::tick_at_or_after(MachineStep machine_step) const {
  std::uint64_t low = 0, high = tick_count();
  while (low < high) {
    const std::uint64_t middle = low + (high - low) / 2;
    if (columns_->machine_step[middle] < machine_step.value) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return Tick{low};
}

bool Trace::has_accesses(Tick tick) const {
  return tick.value < tick_count() && columns_->has_access.at(tick.value);
}

std::vector<Access> Trace::accesses(Tick tick) const {
  std::vector<Access> result;
  accesses(tick, result);
  return result;
}

void Trace::accesses(Tick tick, std::vector<Access>& into) const {
  into.clear();
  if (!has_accesses(tick)) return;
  const Columns& c = *columns_;
  const std::uint64_t at = c.access_at[c.has_access.rank(tick.value)];
  const LaneMask executed = c.mask_values[c.masks[tick.value]].executed;
  ByteReader in(std::span(c.accesses).subspan(at));
  bool more = true;
  while (more) {
    const RecordHead head = decode_head(in);
    const AccessShape& shape = c.access_shapes[head.shape];
    Access& access = into.emplace_back();
    access.tick = tick;
    access.space = shape.space;
    access.kind = shape.kind;
    access.bytes = shape.bytes;
    access.lanes = shape.lanes != 0 ? shape.lanes : executed;
    access.rule = shape.rule;
    access.fetchers = shape.fetchers;
    more = decode_addresses(in, head, access.lanes, access.addresses) && head.more();
  }
}

std::optional<BranchRecord> Trace::branch(Tick tick) const {
  const Columns& c = *columns_;
  if (tick.value >= tick_count() || !c.has_branch.at(tick.value)) return std::nullopt;
  const BranchShape& shape = c.branch_shapes[c.branches[c.has_branch.rank(tick.value)]];
  LaneMask taken = shape.taken, not_taken = shape.not_taken;
  if (taken == 0 && not_taken == 0) {
    const Masks& masks = c.mask_values[c.masks[tick.value]];
    taken = masks.executed;
    not_taken = masks.active & ~masks.executed;
  }
  return BranchRecord{tick, taken, not_taken, shape.divergent, shape.reconvergence};
}

std::span<const Tick> Trace::steps_of(std::uint32_t launch, BlockIndex block,
                                      WarpIndex warp) const {
  const std::size_t index = columns_->find({launch, block, warp});
  if (index == columns_->warps.size()) return {};
  const auto& steps = columns_->steps_by_warp();
  return std::span(steps.ticks)
      .subspan(steps.first[index], steps.first[index + 1] - steps.first[index]);
}

Records<WaitRecord> Trace::waits_of(std::uint32_t launch, BlockIndex block, WarpIndex warp) const {
  const std::size_t index = columns_->find({launch, block, warp});
  if (index == columns_->warps.size()) return {};
  return {columns_->waits, columns_->waits_of_warp[index], columns_->waits_of_warp[index + 1]};
}

std::span<const BlockIndex> Trace::blocks(std::uint32_t launch) const {
  if (launch >= columns_->blocks.size()) return {};
  return columns_->blocks[launch];
}

std::span<const events::Counters> Trace::counters_by_pc(std::uint32_t launch) const {
  if (launch >= columns_->counters_by_pc.size()) return {};
  return columns_->counters_by_pc[launch];
}

events::Counters Trace::counters(std::uint32_t launch) const {
  events::Counters sum;
  for (const events::Counters& counters : counters_by_pc(launch)) sum += counters;
  return sum;
}

events::Counters Trace::counters() const {
  events::Counters sum;
  for (std::uint32_t launch = 0; launch < columns_->counters_by_pc.size(); ++launch)
    sum += counters(launch);
  return sum;
}

}  // namespace lanescope::trace
