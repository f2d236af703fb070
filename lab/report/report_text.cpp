// The text report:
//
//   reduce<256>   reduce.cu · sm_90 · NVRTC 13.0.88
//   grid 8 × 1 × 1   block 128 × 1 × 1   1,024 threads in 32 warps   shared 512 + 0 bytes
//
//   finished   3,120 warp instructions in 0.2 ms
//
//   global memory  requests  sectors  ideal   bytes  used
//   load                 64      256    256   8,192  100.0 %
//   …
#include "lab/report/report_text.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "lab/experiment/element.hpp"
#include "lab/experiment/text_table.hpp"
#include "lab/experiment/texture.hpp"
#include "lab/hardware/report_gpu.hpp"
#include "lab/report/findings.hpp"
#include "lab/run/machine_code_run.hpp"
#include "lab/run/model_time.hpp"
#include "lab/run/prepare.hpp"
#include "lab/run/report_counters.hpp"
#include "sim/base/hash.hpp"
#include "sim/engine/engine.hpp"
#include "sim/events/counter_table.hpp"

namespace lanescope::report {
namespace {

constexpr std::size_t kMostLines = 40;
constexpr std::size_t kMostHazards = 20;
constexpr std::size_t kMostLaunches = 20;
constexpr std::uint64_t kShownElements = 6;

std::string text(const Dim3& d) { return fmt::format("{} × {} × {}", d.x, d.y, d.z); }

std::string duration(double seconds) {
  if (seconds >= 1.0) return fmt::format("{:.2f} s", seconds);
  return fmt::format("{:.{}f} ms", seconds * 1e3, seconds < 0.01 ? 2 : 0);
}

// "1 warp", "1,024 warps"
std::string counted(std::uint64_t count, std::string_view one) {
  return fmt::format("{} {}{}", experiment::grouped(count), one, count == 1 ? "" : "s");
}

std::string heading(const run::ModelRun& run) {
  const run::Prepared& prepared = *run.prepared;
  const engine::Launch& launch = run.plan().launches.front();
  const engine::MachineOptions& options = run.plan().options;
  const auto warp_size = static_cast<std::uint64_t>(options.warp_size);
  const std::uint64_t warps = (launch.block.count() + warp_size - 1) / warp_size;
  std::string out = fmt::format("{}   {} · {} · {}\n", run::kernel_label(prepared, 0),
                                prepared.experiment.source.file_name, prepared.experiment.arch,
                                prepared.compiled->compiler);
  out +=
      fmt::format("grid {}   block {}   {} in {} of {}   shared {} + {} bytes\n", text(launch.grid),
                  text(launch.block), counted(launch.grid.count() * launch.block.count(), "thread"),
                  counted(launch.grid.count() * warps, "warp"), warp_size,
                  launch.program->static_shared_bytes(), launch.dynamic_shared_bytes);
  for (const auto& texture : experiment::textures_of(prepared.experiment.launches.front()))
    out += fmt::format("texture {}   {}\n", texture.name, experiment::texture_text(*texture.value));
  const std::size_t launches = run.plan().launches.size();
  if (launches > 1) {
    out += fmt::format("the first of {} launches; what follows is counted over all of them\n",
                       launches);
  }
  return out;
}

// Who launched what, where kernels did.
std::string nested_launches(const run::ModelRun& run) {
  const std::vector<engine::Launch>& all = run.plan().launches;
  if (!run::has_nested_launches(run)) return "";
  experiment::TextTable table("rlllrl");
  table.add({"launch", "kernel", "grid", "block", "warp instr.", "launched by"});
  for (std::size_t i = 0; i < std::min(all.size(), kMostLaunches); ++i) {
    table.add({std::to_string(i), run::kernel_label(*run.prepared, i), text(all[i].grid),
               text(all[i].block),
               experiment::grouped(run::launch_counters(run, i).warp_instructions),
               all[i].depth > 0 ? fmt::format("launch {}", all[i].parent) : "the host"});
  }
  std::string out = "\n" + table.text();
  if (all.size() > kMostLaunches)
    out += fmt::format("  and {} more; the JSON report has all of them\n",
                       experiment::grouped(all.size() - kMostLaunches));
  return out;
}

std::string outcome(const run::ModelRun& run) {
  static constexpr std::string_view kWords[] = {
      "stopped early",          "finished",
      "ended by a fault",       "deadlock: no thread can go on",
      "stopped by --max-steps", "stopped: an instruction is not supported"};
  std::string out =
      fmt::format("{}   {} warp instructions in {}", kWords[static_cast<std::size_t>(run.outcome)],
                  experiment::grouped(run.machine_steps), duration(run.seconds));
  if (run.seconds > 1e-4) {
    out += fmt::format(" ({:.1f} million a second)",
                       static_cast<double>(run.machine_steps) / run.seconds / 1e6);
  }
  out += "\n";
  if (!run.unsupported.empty()) out += "  " + run.unsupported + "\n";
  if (run::is_machine_code(*run.prepared)) out += not_compared(run.prepared->experiment.arch);
  return out;
}

// "bank conflicts"
std::string words(std::string_view name) {
  std::string out(name);
  std::ranges::replace_if(out, [](char c) { return c == '_' || c == '.'; }, ' ');
  return out;
}

std::string control_flow(const events::Counters& c, const run::ModelRun& run) {
  experiment::TextTable table("lrl");
  table.add({run::is_machine_code(*run.prepared) ? "instructions of the machine code"
                                                 : "instructions of the PTX",
             "", ""});
  for (const events::CounterInfo& counter : events::counter_table()) {
    if (counter.is_of_memory()) continue;
    std::string remark;
    if (counter.name == "thread_instructions")
      remark =
          "SIMT efficiency " + experiment::percent(c.simt_efficiency(run.plan().options.warp_size));
    if (counter.name == "divergent_branches")
      remark = experiment::share(c.divergent_branches, c.branches);
    table.add({words(counter.name), experiment::grouped(counter.value(c)), remark});
  }
  return table.text();
}

// Groups of accesses that count `of`, a line each that was used; a column a counter, and how near
// `of` is to its ideal.
std::string accesses(const events::Counters& c, const char* heading, std::string_view of) {
  std::vector<std::vector<std::string>> rows;
  for (const auto group : events::counter_groups()) {
    const auto main = std::ranges::find(group, of, &events::CounterInfo::field);
    if (main == group.end() || group.front().value(c) == 0) continue;
    const events::CounterInfo& ideal = *events::find_counter(main->ideal);
    std::vector<std::string> titles{heading}, cells{words(group.front().group)};
    for (const events::CounterInfo& counter : group) {
      titles.push_back(counter.name == ideal.name ? "ideal" : words(counter.field));
      cells.push_back(experiment::grouped(counter.value(c)));
    }
    titles.push_back(fmt::format("ideal / {}", of));
    cells.push_back(experiment::share(ideal.value(c), main->value(c)));
    if (main->unit == events::CounterUnit::Sectors) {
      titles.push_back(fmt::format("{} / request", of));
      cells.push_back(fmt::format("{:.2f}", static_cast<double>(main->value(c)) /
                                                static_cast<double>(group.front().value(c))));
    }
    if (rows.empty()) rows.push_back(std::move(titles));
    rows.push_back(std::move(cells));
  }
  if (rows.empty()) return "";
  experiment::TextTable table("l" + std::string(rows.front().size() - 1, 'r'));
  for (auto& row : rows) table.add(std::move(row));
  return "\n" + table.text();
}

std::string constants(const events::Counters& c) {
  if (c.constant_load.requests == 0) return "";
  return fmt::format("\n  constant memory: {} loads, {} distinct words\n",
                     experiment::grouped(c.constant_load.requests),
                     experiment::grouped(c.constant_load.distinct_words));
}

// Lines of the source file, read from the experiment; other files (headers) have no text here.
std::vector<std::string_view> source_lines(const run::ModelRun& run) {
  std::vector<std::string_view> lines;
  std::string_view rest = run.prepared->experiment.source.text;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    lines.push_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return lines;
}

std::string source_of(const run::ModelRun& run, const run::ReportLine& line,
                      const std::vector<std::string_view>& lines) {
  if (line.line == 0) return "(no line)";
  if (line.file != run.prepared->experiment.source.file_name) {
    return fmt::format("({})", line.file.substr(line.file.rfind('/') + 1));
  }
  if (line.line > lines.size()) return "";
  std::string_view code = lines[line.line - 1];
  code.remove_prefix(std::min(code.find_first_not_of(" \t"), code.size()));
  return code.size() > 60 ? std::string(code.substr(0, 57)) + "..." : std::string(code);
}

// What the line costs, in words: only what there is.
std::string remarks(const events::Counters& c) {
  std::string out;
  const auto say = [&out](const std::string& words) { out += (out.empty() ? "" : ", ") + words; };
  const std::uint64_t requests = events::sum_of(c, "global.requests");
  if (requests > 0) {
    say(fmt::format(
        "{:.1f} sectors a request",
        static_cast<double>(events::sum_of(c, "global.sectors")) / static_cast<double>(requests)));
  }
  const std::uint64_t conflicts = events::sum_of(c, "shared.bank_conflicts");
  if (conflicts > 0) say(fmt::format("{} bank conflicts", experiment::grouped(conflicts)));
  if (c.divergent_branches > 0)
    say(fmt::format("{} divergent", experiment::grouped(c.divergent_branches)));
  if (c.barriers > 0) say(fmt::format("{} barriers", experiment::grouped(c.barriers)));
  return out;
}

std::string lines_table(const run::ModelRun& run, const events::Counters& totals) {
  std::vector<run::ReportLine> lines = run::report_lines(run);
  if (lines.empty()) return "";
  const std::size_t all = lines.size();
  std::string out;
  if (all > kMostLines) {
    std::ranges::stable_sort(lines, std::greater{},
                             [](const run::ReportLine& l) { return l.counters.warp_instructions; });
    lines.resize(kMostLines);
    out = fmt::format("  the {} busiest of {} lines; the JSON report has all of them\n", kMostLines,
                      all);
  }
  const std::vector<std::string_view> source = source_lines(run);
  experiment::TextTable table("rrrrll");
  table.add({"line", "warp instr.", "share", "SIMT eff.", "source", ""});
  for (const run::ReportLine& line : lines) {
    const events::Counters& c = line.counters;
    table.add({line.line == 0 ? "-" : fmt::format("{}", line.line),
               experiment::grouped(c.warp_instructions),
               experiment::share(c.warp_instructions, totals.warp_instructions),
               experiment::percent(c.simt_efficiency(run.plan().options.warp_size)),
               source_of(run, line, source), remarks(c)});
  }
  return "\n" + table.text() + out;
}

std::string occupancy(const run::ModelRun& run) {
  if (run.prepared->occupancy.empty()) return "";
  const analysis::Occupancy& o = run.prepared->occupancy.front();
  const ports::toolchain::KernelImage* image = run::kernel_image(*run.prepared, 0);
  const bool known = image != nullptr && image->resources.has_value();
  const std::string registers = known ? fmt::format("{} a thread", o.registers_per_thread)
                                      : std::string("number not known: there is no cubin");
  std::string limiters;
  for (const analysis::Limiter& limiter : o.limiters) {
    const char* between = &limiter == &o.limiters.back() ? " and " : ", ";
    limiters += fmt::format("{}{}", limiters.empty() ? "" : between, analysis::spelling(limiter));
  }
  const std::string barriers =
      o.limit_barriers < o.limit_blocks
          ? fmt::format("   barriers {} ({} a block)", o.limit_barriers, o.barriers_per_block)
          : std::string();
  return fmt::format(
      "\n  occupancy {}: {} of {} on an SM, limited by {}\n"
      "  blocks an SM can hold by   warps {}   blocks {}   registers {} ({})   "
      "shared {} ({} bytes a block){}\n",
      experiment::percent(o.theoretical), counted(o.blocks_per_sm, "block"),
      counted(o.warps_per_block, "warp"), limiters, o.limit_warps, o.limit_blocks,
      o.limit_registers, registers, o.limit_shared, experiment::grouped(o.shared_bytes_per_block),
      barriers);
}

std::string hazards(const run::ModelRun& run) {
  if (run.hazards.empty()) return "\n  hazards: none\n";
  std::string out = "\n  hazards\n";
  for (std::size_t i = 0; i < std::min(run.hazards.size(), kMostHazards); ++i) {
    const events::Hazard& hazard = run.hazards[i];
    const run::ReportPlace place = run::report_place(run, hazard.launch, hazard.pc);
    out += fmt::format(
        "  {:<7}  {}  {}{}{}\n", events::spelling(hazard.severity), events::spelling(hazard.kind),
        hazard.message, place.file.empty() ? "" : fmt::format("  [{}:{}]", place.file, place.line),
        hazard.count > 1 ? fmt::format("  {} times", experiment::grouped(hazard.count)) : "");
  }
  if (run.hazards.size() > kMostHazards) {
    out += fmt::format("  and {} more; the JSON report has all of them\n",
                       run.hazards.size() - kMostHazards);
  }
  return out;
}

// Hazards have a list of their own.
std::string findings_table(const run::ModelRun& run) {
  std::string out;
  for (const Finding& finding : findings(run)) {
    if (finding.kind == FindingKind::Hazard) continue;
    const FindingWords& words = words_of(finding.kind);
    out += fmt::format("  {:>3.0f} %  {}: {} of {} {}{}\n         {}\n", finding.share() * 100,
                       words.title, experiment::grouped(finding.wasted),
                       experiment::grouped(finding.of), words.unit,
                       finding.lines.empty()
                           ? ""
                           : fmt::format("  [{}:{}]", finding.file, fmt::join(finding.lines, ", ")),
                       words.remedy);
  }
  return out.empty() ? "" : "\n  findings: what is lost of what the run does\n" + out;
}

std::string buffers(const run::ModelRun& run) {
  experiment::TextTable table("lrll");
  table.add({"buffer", "type", "fnv1a64", "first elements"});
  for (const run::BufferResult& buffer : run.buffers) {
    std::string first;
    const std::uint32_t size = experiment::size_of(buffer.type);
    for (std::uint64_t i = 0; i < std::min(buffer.count, kShownElements); ++i) {
      first += (i == 0 ? "" : "  ") +
               experiment::element_text(buffer.type, buffer.bytes.data() + i * size);
    }
    if (buffer.count > kShownElements) first += "  …";
    table.add({buffer.name, fmt::format("{}[{}]", experiment::spelling(buffer.type), buffer.count),
               fmt::format("{:016x}", fnv1a64(buffer.bytes)), first});
  }
  return table.empty() ? "" : "\n" + table.text();
}

// What warps waited for, the most first.
std::string stalls(const timing::ReasonCycles& cycles) {
  std::string out;
  const auto all = static_cast<std::uint64_t>(cycles.sum());
  for (const timing::ReasonPart& part : cycles.parts()) {
    const auto share = static_cast<std::uint64_t>(part.cycles);
    if (share * 100 < all) break;
    out += fmt::format("    {:<20} {:>6}   {}\n", timing::spelling(part.reason),
                       experiment::share(share, all), timing::meaning(part.reason));
  }
  return out;
}

std::string time(const run::ModelRun& run) {
  if (!run.time) return "";
  const run::ModelTime& time = *run.time;
  std::uint64_t blocks = 0, all = 0;
  for (std::size_t n = 0; n < time.launches.size(); ++n) {
    blocks += time.launches[n].simulated.blocks;
    all += run.plan().launches[n].grid.count();
  }
  const std::string part = blocks < all
                               ? fmt::format("; {} of {} blocks simulated",
                                             experiment::grouped(blocks), experiment::grouped(all))
                               : std::string();
  return fmt::format(
      "\n  modelled time on {}: {} cycles, {:.2f} us at {} MHz{}{}\n{}", time.machine.title,
      experiment::grouped(static_cast<std::uint64_t>(time.cycles())), time.microseconds(),
      time.machine.sm_mhz, time.machine.measured ? "" : " (a machine made up for teaching)", part,
      stalls(time.stalls()));
}

}  // namespace

std::string not_compared(std::string_view arch) {
  return run::is_compared_with_a_gpu(arch)
             ? std::string()
             : fmt::format("  machine code of {} was not compared with a GPU; that of sm_90 was\n",
                           arch);
}

std::string report_text(const run::ModelRun& run, const hardware::GpuReport* gpu) {
  const events::Counters totals = run.counters();
  std::string out = heading(run) + nested_launches(run) + "\n" + outcome(run);
  if (totals.thread_instructions > 0) {
    out += "\n" + control_flow(totals, run);
    out += accesses(totals, "memory", "sectors") + accesses(totals, "shared memory", "wavefronts") +
           constants(totals) + lines_table(run, totals) + findings_table(run);
  }
  out += occupancy(run) + time(run) + hazards(run) + buffers(run);
  return gpu == nullptr ? out : out + hardware::gpu_text(*gpu);
}

}  // namespace lanescope::report
