#include "lab/run/report_counters.hpp"

#include <algorithm>
#include <map>

namespace lanescope::run {

std::vector<ReportLine> report_lines(const ModelRun& run) {
  std::map<std::pair<std::string, std::uint32_t>, events::Counters> lines;
  for (std::size_t i = 0; i < run.counters_by_pc.size(); ++i) {
    if (run.counters_by_pc[i].empty()) continue;
    const engine::Program& program = *run.plan().launches[i].program;
    for (const analysis::LineCounters& line : analysis::by_line(program, run.counters_by_pc[i])) {
      lines[{line.file, line.line}] += line.counters;
    }
  }
  std::vector<ReportLine> out;
  for (auto& [place, counters] : lines) {
    if (counters.warp_instructions > 0) out.push_back({place.first, place.second, counters});
  }
  return out;
}

ReportPlace report_place(const ModelRun& run, std::uint32_t launch, Pc pc) {
  if (launch >= run.plan().launches.size()) return {};
  const engine::Program& program = *run.plan().launches[launch].program;
  if (pc == events::kNoPc || pc.value >= program.size()) return {};
  const SourceLocation location = program.location_at(pc);
  const auto files = program.files();
  if (location.line > 0 && location.file < files.size()) {
    return {files[location.file], location.line, location.column};
  }
  // A PTX file without .loc lines: the place in it.
  if (run.prepared->experiment.source.is_ptx) {
    return {run.prepared->experiment.source.file_name, program.at(pc).line, program.at(pc).column};
  }
  return {};
}

std::string_view spelling(engine::Outcome outcome) {
  switch (outcome) {
    case engine::Outcome::Running:
      return "running";
    case engine::Outcome::Finished:
      return "finished";
    case engine::Outcome::Fault:
      return "fault";
    case engine::Outcome::Deadlock:
      return "deadlock";
    case engine::Outcome::StepLimit:
      return "step_limit";
    default:
      return "unsupported";
  }
}

events::Counters launch_counters(const ModelRun& run, std::size_t launch) {
  events::Counters sum;
  if (launch >= run.counters_by_pc.size()) return sum;
  for (const events::Counters& counters : run.counters_by_pc[launch]) sum += counters;
  return sum;
}

bool has_nested_launches(const ModelRun& run) {
  return std::ranges::any_of(run.plan().launches,
                             [](const engine::Launch& launch) { return launch.depth > 0; });
}

events::Counters host_launched_counters(const ModelRun& run) {
  events::Counters sum;
  for (std::size_t launch = 0; launch < run.counters_by_pc.size(); ++launch) {
    if (given_launch(*run.prepared, launch)) sum += launch_counters(run, launch);
  }
  return sum;
}

}  // namespace lanescope::run
