#include "sim/schedule/schedule.hpp"

#include <algorithm>
#include <map>

#include "sim/schedule/simulation.hpp"

namespace lanescope::schedule {
namespace {

// How many engines' works run between two changes.
void measure(Schedule& schedule) {
  std::map<double, int> changes;
  for (const HostSpan& call : schedule.calls) schedule.end = std::max(schedule.end, call.end);
  for (const Placed& placed : schedule.works) {
    schedule.end = std::max(schedule.end, placed.end);
    if (placed.engine == Engine::None || placed.engine == Engine::HostThread) continue;
    ++changes[placed.begin];
    --changes[placed.end];
  }
  int running = 0;
  double since = 0.0;
  for (const auto& [time, change] : changes) {
    if (running >= 1) schedule.busy += time - since;
    if (running >= 2) schedule.overlapped += time - since;
    running += change;
    since = time;
  }
}

}  // namespace

Schedule make(const Program& program, const Machine& machine) {
  Simulation simulation(program, machine);
  simulation.run();
  Schedule schedule = simulation.take();
  measure(schedule);
  return schedule;
}

}  // namespace lanescope::schedule
