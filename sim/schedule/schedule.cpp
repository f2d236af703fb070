#include "sim/schedule/schedule.hpp"

#include <algorithm>
#include <map>

#include "sim/schedule/simulation.hpp"

namespace lanescope::schedule {
namespace {

void measure(Schedule& schedule) {
  std::vector<Span> spans;
  for (const HostSpan& call : schedule.calls) schedule.end = std::max(schedule.end, call.end);
  for (const Placed& placed : schedule.works) {
    schedule.end = std::max(schedule.end, placed.end);
    if (placed.engine != Engine::None && placed.engine != Engine::HostThread)
      spans.push_back({placed.begin, placed.end});
  }
  static_cast<Busy&>(schedule) = busy_in(spans);
}

}  // namespace

Busy busy_in(const std::vector<Span>& spans) {
  std::map<double, int> changes;  // of how many there are
  for (const Span& span : spans) {
    ++changes[span.begin];
    --changes[span.end];
  }
  Busy busy;
  int running = 0;
  double since = 0.0;
  for (const auto& [time, change] : changes) {
    if (running >= 1) busy.busy += time - since;
    if (running >= 2) busy.overlapped += time - since;
    running += change;
    since = time;
  }
  return busy;
}

Schedule make(const Program& program, const Machine& machine) {
  Simulation simulation(program, machine);
  simulation.run();
  Schedule schedule = simulation.take();
  measure(schedule);
  return schedule;
}

}  // namespace lanescope::schedule
