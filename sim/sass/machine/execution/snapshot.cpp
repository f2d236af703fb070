#include "sim/sass/machine/execution/snapshot.hpp"

#include "sim/sass/machine/execution/launch.hpp"

namespace lanescope::sass::machine::execution {

std::shared_ptr<const Snapshot> take_snapshot(Machine& machine) {
  auto snapshot = std::make_shared<Snapshot>();
  snapshot->outcome = machine.outcome;
  snapshot->step = machine.step;
  snapshot->launch_index = machine.launch_index;
  snapshot->launch_running = machine.launch_running;
  snapshot->next_block = machine.next_block;
  snapshot->resident_steps = machine.resident_steps;
  snapshot->cluster_steps = machine.cluster_steps;
  snapshot->resident = machine.resident;
  snapshot->waiting_blocks = machine.waiting_blocks;
  snapshot->idle_blocks = machine.idle_blocks;
  for (const auto& block : machine.residents) snapshot->blocks.push_back(*block);
  snapshot->pages = machine.memory.pages();
  snapshot->heap = machine.memory.heap();
  snapshot->printed = machine.printed;
  snapshot->hazards = machine.hazards;
  snapshot->unsupported = machine.unsupported;
  return snapshot;
}

void restore_snapshot(Machine& machine, const Snapshot& snapshot) {
  machine.options.recording = Recording::None;
  machine.options.listeners.clear();
  machine.options.hazards = false;  // the run that left the snapshot has found them
  machine.races = nullptr;
  machine.outcome = snapshot.outcome;
  machine.step = snapshot.step;
  machine.launch_index = snapshot.launch_index;
  machine.launch_running = snapshot.launch_running;
  machine.memory.restore(snapshot.pages, snapshot.heap);
  if (machine.launch_running) bind_launch(machine, machine.launch_index);
  machine.next_block = snapshot.next_block;
  machine.resident_steps = snapshot.resident_steps;
  machine.cluster_steps = snapshot.cluster_steps;
  machine.resident = snapshot.resident;
  machine.waiting_blocks = snapshot.waiting_blocks;
  machine.idle_blocks = snapshot.idle_blocks;
  machine.residents.clear();
  for (const Block& block : snapshot.blocks) {
    machine.residents.push_back(std::make_unique<Block>(block));
    machine.residents.back()->listeners.clear();
  }
  machine.printed = snapshot.printed;
  machine.hazards = snapshot.hazards;
  machine.unsupported = snapshot.unsupported;
}

}  // namespace lanescope::sass::machine::execution
