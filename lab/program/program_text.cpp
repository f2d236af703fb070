#include <algorithm>
#include <cstring>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "lab/experiment/element.hpp"
#include "lab/experiment/text_table.hpp"
#include "lab/program/program_report.hpp"
#include "lab/report/report_text.hpp"
#include "lab/run/model_time.hpp"
#include "lab/run/report_counters.hpp"
#include "runtime/timeline/timeline.hpp"

namespace lanescope::program {
namespace {

constexpr std::size_t kMostLaunches = 60;
constexpr std::size_t kMostHazards = 40;

std::string extents(const Dim3& d) { return fmt::format("{}×{}×{}", d.x, d.y, d.z); }

std::string heading(const ProgramRun& program) {
  std::string out = fmt::format("{} · {}{}\n", fmt::join(program.files, " "), program.arch,
                                program.engine == "sass" ? ", by its machine code" : "");
  if (program.engine == "sass") out += report::not_compared(program.arch);
  if (program.ending.signal != 0) {
    out += fmt::format("ended by a signal: {}\n", strsignal(program.ending.signal));
  } else {
    out += fmt::format("exit status {}\n", program.ending.status);
  }
  if (program.gpu) out += gpu_words(*program.gpu) + "\n";
  return out;
}

std::string launches(const ProgramRun& program) {
  if (program.launches.empty()) return "\n  no kernel was launched\n";
  const bool timed = program.record.has_times();
  experiment::TextTable table("rlllrrrrrl");
  table.add({"launch", "kernel", "grid", "block", "stream", "warp instr.", "SIMT eff.",
             timed ? "modelled us" : "", program.gpu ? "GPU ms" : "", "host"});
  for (std::size_t i = 0; i < std::min(program.launches.size(), kMostLaunches); ++i) {
    const LaunchRun& launch = program.launches[i];
    const run::ModelRun& run = *launch.run;
    const engine::Launch& planned = run.plan().launches.front();
    const events::Counters totals = run.counters();
    std::string end = launch.place.text();
    if (const auto& parent = program.record.launches[launch.index].parent)
      end = fmt::format("by launch {}, {}", *parent, end);
    if (run.outcome != engine::Outcome::Finished)
      end += fmt::format("  {}", run.complete ? run::spelling(run.outcome) : "interrupted");
    table.add({std::to_string(i), run::kernel_label(*run.prepared, 0), extents(planned.grid),
               extents(planned.block), std::to_string(launch.stream),
               experiment::grouped(run.machine_steps),
               totals.warp_instructions == 0 ? "" : experiment::percent(totals.simt_efficiency(32)),
               run.time ? fmt::format("{:.2f}", run.time->microseconds()) : "",
               launch.gpu_milliseconds ? fmt::format("{:.4g}", *launch.gpu_milliseconds) : "",
               end});
  }
  std::string out = "\n" + table.text();
  if (program.launches.size() > kMostLaunches)
    out += fmt::format("  and {} more; the JSON report has all of them\n",
                       program.launches.size() - kMostLaunches);
  return out;
}

std::string calls(const ProgramRun& program) {
  struct Sum {
    std::uint64_t calls = 0, bytes = 0, failed = 0;
  };
  std::map<std::string, Sum> sums;
  for (const runtime::record::Call& call : program.record.calls) {
    Sum& sum = sums[call.name];
    ++sum.calls;
    sum.bytes += call.bytes;
    if (call.result != "cudaSuccess") ++sum.failed;
  }
  if (sums.empty()) return {};
  experiment::TextTable table("lrrr");
  table.add({"call", "times", "bytes", "failed"});
  for (const auto& [name, sum] : sums) {
    table.add({name, experiment::grouped(sum.calls),
               sum.bytes == 0 ? "" : experiment::grouped(sum.bytes),
               sum.failed == 0 ? "" : experiment::grouped(sum.failed)});
  }
  return "\n" + table.text();
}

std::string hazards(const ProgramRun& program) {
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < program.launches.size(); ++i) {
    const run::ModelRun& run = *program.launches[i].run;
    for (const events::Hazard& hazard : run.hazards) {
      const run::ReportPlace place = run::report_place(run, 0, hazard.pc);
      lines.push_back(fmt::format(
          "  {:<7}  {}  {}{}  launch {}\n", events::spelling(hazard.severity),
          events::spelling(hazard.kind), hazard.message,
          place.file.empty() ? "" : fmt::format("  [{}:{}]", place.file, place.line), i));
    }
  }
  for (const runtime::record::Problem& problem : program.record.problems) {
    const std::string place = problem.place.text();
    lines.push_back(fmt::format("  {:<7}  {}  {}{}\n", events::spelling(problem.severity),
                                runtime::record::spelling(problem.kind), problem.message,
                                place.empty() ? "" : fmt::format("  [{}]", place)));
  }
  if (lines.empty()) return "\n  hazards: none\n";
  std::string out = "\n  hazards\n";
  for (std::size_t i = 0; i < std::min(lines.size(), kMostHazards); ++i) out += lines[i];
  if (lines.size() > kMostHazards)
    out += fmt::format("  and {} more; the JSON report has all of them\n",
                       lines.size() - kMostHazards);
  return out;
}

std::string timeline(const ProgramRun& program, const Lengths& lengths) {
  std::string out;
  for (const unsigned engines : {2U, 1U}) {
    const schedule::Schedule made = timeline_of(program.record, lengths, engines).schedule;
    if (made.busy <= 0.0) return {};
    out +=
        fmt::format("  {} copy engine{}  {:.1f} {}, {:.0f} % of the GPU's busy time overlapped\n",
                    engines == 2 ? "two" : "one", engines == 2 ? "s" : " ", made.end,
                    lengths.device().empty() ? "units" : "us", made.overlapped_percent());
  }
  return (lengths.device().empty()
              ? "\n  timeline, modelled: each copy and kernel a unit long\n"
              : fmt::format("\n  timeline, modelled: lengths by the {}'s recorded rates{}\n",
                            lengths.device(),
                            program.record.has_times() ? ", kernels by their machine code" : "")) +
         out;
}

}  // namespace

std::string program_text(const ProgramRun& program, const Lengths& lengths) {
  return heading(program) + launches(program) + calls(program) + timeline(program, lengths) +
         hazards(program);
}

}  // namespace lanescope::program
