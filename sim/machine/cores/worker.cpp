#include "sim/machine/cores/worker.hpp"

#include <cstring>
#include <utility>

#include "sim/machine/control/scheduler.hpp"
#include "sim/machine/definedness/definedness.hpp"
#include "sim/machine/launch.hpp"
#include "sim/machine/races.hpp"

namespace lanescope::machine {

Worker::Worker(const Machine& origin)
    : origin_(origin),
      machine_(*origin.spec, {origin.options.recording, {}, origin.options.hazards}, 0),
      copied_(origin.memory.page_count(), 0),
      footprint_(origin.memory.page_count(), [this](std::uint64_t page) { copy(page); }) {
  machine_.memory = origin.memory.same_places();
  machine_.textures = origin.textures;
  machine_.footprint = &footprint_;
  if (origin.races) machine_.races = make_races(origin.spec->max_memory);
  add_launch(machine_, *origin.launch);
  begin_launch(machine_);
  machine_.step = 1;  // 0 stands for "never" in a group's last_run
}

void Worker::copy(std::uint64_t page) {
  if (copied_[page] != 0) return;
  copied_[page] = 1;
  const std::uint64_t address = engine::kGlobalBase + page * kPageBytes;
  std::memcpy(machine_.memory.host(address), origin_.memory.host(address), kPageBytes);
  copy_definedness(origin_, machine_, page * kPageBytes, kPageBytes);
}

void Worker::run(std::uint64_t first, std::uint64_t count, std::uint64_t budget) {
  footprint_.clear();
  count_ = count;
  begin_ = machine_.step;
  machine_.next_block = first;
  if (machine_.races) order_launch(machine_);
  succeeded_ = run_blocks(machine_, count, begin_ + budget) && machine_.hazards.empty() &&
               !footprint_.needs_order();
}

LaunchCounts Worker::take_counts() {
  LaunchCounts& counts = *machine_.current_counts;
  LaunchCounts taken = std::exchange(counts, {});
  counts.resize(machine_.program->size());
  return taken;
}

void copy_definedness(const Machine& from, Machine& to, std::uint64_t offset, std::size_t bytes) {
  if (!from.definedness) return;
  const std::uint8_t* bits = from.definedness->global(offset);
  std::uint8_t* into =
      bits != nullptr ? to.definedness->make_global(offset) : to.definedness->global(offset);
  if (into == nullptr) return;
  if (bits != nullptr)
    std::memcpy(into, bits, bytes);
  else
    std::memset(into, 0, bytes);
}

}  // namespace lanescope::machine
