#include "sim/timing/blocks.hpp"

#include <algorithm>

namespace lanescope::timing {
namespace {

constexpr std::uint64_t kWarpLanes = 32;

}  // namespace

Blocks::Blocks(const MachineDescription& machine, const Trace& trace, const LaunchShape& shape,
               double share, std::vector<std::unique_ptr<Sm>>& sms)
    : machine_(machine),
      trace_(trace),
      resident_(std::max(1U, shape.resident_blocks)),
      share_(share),
      sms_(sms),
      starts_(sms.size()) {
  const double warps = static_cast<double>((shape.block.count() + kWarpLanes - 1) / kWarpLanes);
  each_ = std::max(machine.block_cycles, warps * machine.warp_start_cycles);
}

void Blocks::give(std::size_t sm, double time) {
  const auto begin = static_cast<std::int64_t>(starts_[sm].turn(time, each_));
  sms_[sm]->start(trace_.blocks[next_++], begin);
  last_start_ = std::max(last_start_, begin);
}

void Blocks::fill() {
  for (std::uint32_t round = 0; round < resident_; ++round)
    for (std::size_t sm = 0; sm < sms_.size() && next_ < trace_.blocks.size(); ++sm) give(sm, 0);
}

void Blocks::refill(std::size_t sm) {
  for (const Sm::Ended& ended : sms_[sm]->take_ended()) {
    spans_.push_back({ended.block->block, static_cast<std::uint32_t>(sm), ended.begin, ended.end});
    const double cost = machine_.retire_cycles / share_;
    const double retired = retire_.turn(static_cast<double>(ended.end), cost) + cost;
    over_ = std::max(over_, static_cast<std::int64_t>(retired));
    if (next_ < trace_.blocks.size()) give(sm, retired + machine_.refill_cycles);
  }
}

}  // namespace lanescope::timing
