#include "sim/machine/snapshot.hpp"

#include <utility>

#include "sim/machine/cores/side_by_side.hpp"
#include "sim/machine/launch.hpp"

namespace lanescope::machine {

std::shared_ptr<const Snapshot> take_snapshot(Machine& machine) {
  auto snapshot = std::make_shared<Snapshot>();
  snapshot->outcome = machine.outcome;
  snapshot->step = machine.step;
  if (!machine.launches_copy || machine.launches_copy->size() != machine.launches.size()) {
    machine.launches_copy = std::make_shared<const std::deque<engine::Launch>>(machine.launches);
  }
  snapshot->launches = machine.launches_copy;
  snapshot->launch_index = machine.launch_index;
  snapshot->launch_running = machine.launch_running;
  snapshot->next_block = machine.next_block;
  snapshot->resident = machine.resident;
  snapshot->blocks.reserve(machine.residents.size());
  for (const std::unique_ptr<Block>& block : machine.residents) snapshot->blocks.push_back(*block);
  snapshot->pages = machine.memory.pages();
  snapshot->heap = machine.memory.heap();
  snapshot->children = machine.children;
  if (!machine.printed_copy || machine.printed_copy->text.size() != machine.printed.text.size()) {
    machine.printed_copy = std::make_shared<const engine::Printed>(machine.printed);
  }
  snapshot->printed = machine.printed_copy;
  snapshot->hazards = machine.hazards;
  snapshot->unsupported = machine.unsupported;
  return snapshot;
}

void restore_snapshot(Machine& machine, const Snapshot& snapshot) {
  machine.options.recording = Recording::None;
  machine.options.cores = {};
  machine.side_by_side = nullptr;
  machine.options.listeners.clear();
  machine.definedness.reset();
  machine.races = nullptr;  // the run that left the snapshot has found them
  machine.outcome = snapshot.outcome;
  machine.step = snapshot.step;
  // A machine that has not come as far, or farther, knows of fewer or more that kernels launched.
  if (machine.launches_copy != snapshot.launches) {
    machine.launches = *snapshot.launches;
    machine.launches_copy = snapshot.launches;
    machine.counts.resize(machine.launches.size());
  }
  machine.launch_index = snapshot.launch_index;
  machine.launch_running = snapshot.launch_running;
  if (machine.launch_index < machine.launches.size()) bind_launch(machine, machine.launch_index);
  machine.next_block = snapshot.next_block;
  machine.residents.clear();
  for (const Block& block : snapshot.blocks) {
    machine.residents.push_back(std::make_unique<Block>(block));
    machine.residents.back()->listeners.clear();
    machine.residents.back()->definedness = nullptr;
    for (Warp& warp : machine.residents.back()->warps) warp.undefined = false;
  }
  machine.resident = snapshot.resident;
  machine.memory.restore(snapshot.pages, snapshot.heap);
  machine.children = snapshot.children;
  machine.printed = *snapshot.printed;
  machine.printed_copy = snapshot.printed;
  machine.hazards = snapshot.hazards;
  machine.unsupported = snapshot.unsupported;
}

}  // namespace lanescope::machine
