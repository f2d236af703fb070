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
#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "lab/element.hpp"
#include "lab/prepare.hpp"
#include "lab/report.hpp"
#include "lab/report_counters.hpp"
#include "lab/report_gpu.hpp"
#include "lab/text_table.hpp"
#include "sim/base/hash.hpp"

namespace lanescope::lab {
namespace {

constexpr std::size_t kMostLines = 40;
constexpr std::size_t kMostHazards = 20;
constexpr std::uint64_t kShownElements = 6;

std::string text(const Dim3& d) { return fmt::format("{} × {} × {}", d.x, d.y, d.z); }

std::string duration(double seconds) {
  if (seconds >= 1.0) return fmt::format("{:.2f} s", seconds);
  return fmt::format("{:.{}f} ms", seconds * 1e3, seconds < 0.01 ? 2 : 0);
}

// "1 warp", "1,024 warps"
std::string counted(std::uint64_t count, std::string_view one) {
  return fmt::format("{} {}{}", grouped(count), one, count == 1 ? "" : "s");
}

std::string heading(const ModelRun& run) {
  const Prepared& prepared = *run.prepared;
  const exec::Launch& launch = run.plan().launches.front();
  const exec::MachineOptions& options = run.plan().options;
  const auto warp_size = static_cast<std::uint64_t>(options.warp_size);
  const std::uint64_t warps = (launch.block.count() + warp_size - 1) / warp_size;
  std::string out = fmt::format("{}   {} · {} · {}\n", kernel_label(prepared, 0),
                                prepared.experiment.source.file_name, prepared.experiment.arch,
                                prepared.compiled->compiler);
  out +=
      fmt::format("grid {}   block {}   {} in {} of {}   shared {} + {} bytes\n", text(launch.grid),
                  text(launch.block), counted(launch.grid.count() * launch.block.count(), "thread"),
                  counted(launch.grid.count() * warps, "warp"), warp_size,
                  launch.program->static_shared_bytes(), launch.dynamic_shared_bytes);
  const std::size_t launches = run.plan().launches.size();
  if (launches > 1) {
    out += fmt::format("the first of {} launches; what follows is counted over all of them\n",
                       launches);
  }
  return out;
}

std::string outcome(const ModelRun& run) {
  static constexpr std::string_view kWords[] = {
      "stopped early",          "finished",
      "ended by a fault",       "deadlock: no thread can go on",
      "stopped by --max-steps", "stopped: an instruction is not supported"};
  std::string out =
      fmt::format("{}   {} warp instructions in {}", kWords[static_cast<std::size_t>(run.outcome)],
                  grouped(run.machine_steps), duration(run.seconds));
  if (run.seconds > 1e-4) {
    out += fmt::format(" ({:.1f} million a second)",
                       static_cast<double>(run.machine_steps) / run.seconds / 1e6);
  }
  out += "\n";
  if (!run.unsupported.empty()) out += "  " + run.unsupported + "\n";
  return out;
}

std::string control_flow(const events::Counters& c, int warp_size) {
  TextTable table("lrl");
  table.add({"instructions", "", ""});
  table.add({"warp instructions", grouped(c.warp_instructions), ""});
  table.add({"thread instructions", grouped(c.thread_instructions),
             "SIMT efficiency " + percent(c.simt_efficiency(warp_size))});
  table.add({"branches", grouped(c.branches), ""});
  table.add({"divergent branches", grouped(c.divergent_branches),
             share(c.divergent_branches, c.branches)});
  table.add({"barriers", grouped(c.barriers), ""});
  return table.text();
}

void add(TextTable* table, const char* name, const events::SectorCounters& c) {
  if (c.requests == 0) return;
  const double average = static_cast<double>(c.sectors) / static_cast<double>(c.requests);
  table->add({name, grouped(c.requests), grouped(c.sectors), grouped(c.ideal_sectors),
              grouped(c.bytes), share(c.ideal_sectors, c.sectors), fmt::format("{:.2f}", average)});
}

std::string sectors(const events::Counters& c) {
  TextTable table("lrrrrrr");
  table.add(
      {"memory", "requests", "sectors", "ideal", "bytes", "ideal / sectors", "sectors / request"});
  add(&table, "global load", c.global_load);
  add(&table, "global store", c.global_store);
  add(&table, "global atomic", c.global_atomic);
  add(&table, "local load", c.local_load);
  add(&table, "local store", c.local_store);
  add(&table, "texture load", c.texture_load);
  return table.empty() ? "" : "\n" + table.text();
}

void add(TextTable* table, const char* name, const events::BankCounters& c) {
  if (c.requests == 0) return;
  table->add({name, grouped(c.requests), grouped(c.wavefronts), grouped(c.ideal_wavefronts),
              grouped(c.bank_conflicts), share(c.ideal_wavefronts, c.wavefronts)});
}

std::string banks(const events::Counters& c) {
  TextTable table("lrrrrr");
  table.add(
      {"shared memory", "requests", "wavefronts", "ideal", "bank conflicts", "ideal / wavefronts"});
  add(&table, "shared load", c.shared_load);
  add(&table, "shared store", c.shared_store);
  add(&table, "shared atomic", c.shared_atomic);
  std::string out = table.empty() ? "" : "\n" + table.text();
  if (c.constant_load.requests > 0) {
    out += fmt::format("\n  constant memory: {} loads, {} distinct words\n",
                       grouped(c.constant_load.requests), grouped(c.constant_load.distinct_words));
  }
  return out;
}

// Lines of the source file, read from the experiment; other files (headers) have no text here.
std::vector<std::string_view> source_lines(const ModelRun& run) {
  std::vector<std::string_view> lines;
  std::string_view rest = run.prepared->experiment.source.text;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    lines.push_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return lines;
}

std::string source_of(const ModelRun& run, const ReportLine& line,
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
  events::SectorCounters global = c.global_load;
  global += c.global_store;
  global += c.global_atomic;
  if (global.requests > 0) {
    say(fmt::format("{:.1f} sectors a request",
                    static_cast<double>(global.sectors) / static_cast<double>(global.requests)));
  }
  events::BankCounters shared = c.shared_load;
  shared += c.shared_store;
  shared += c.shared_atomic;
  if (shared.bank_conflicts > 0)
    say(fmt::format("{} bank conflicts", grouped(shared.bank_conflicts)));
  if (c.divergent_branches > 0) say(fmt::format("{} divergent", grouped(c.divergent_branches)));
  if (c.barriers > 0) say(fmt::format("{} barriers", grouped(c.barriers)));
  return out;
}

std::string lines_table(const ModelRun& run, const events::Counters& totals) {
  std::vector<ReportLine> lines = report_lines(run);
  if (lines.empty()) return "";
  const std::size_t all = lines.size();
  std::string out;
  if (all > kMostLines) {
    std::ranges::stable_sort(lines, std::greater{},
                             [](const ReportLine& l) { return l.counters.warp_instructions; });
    lines.resize(kMostLines);
    out = fmt::format("  the {} busiest of {} lines; the JSON report has all of them\n", kMostLines,
                      all);
  }
  const std::vector<std::string_view> source = source_lines(run);
  TextTable table("rrrrll");
  table.add({"line", "warp instr.", "share", "SIMT eff.", "source", ""});
  for (const ReportLine& line : lines) {
    const events::Counters& c = line.counters;
    table.add({line.line == 0 ? "-" : fmt::format("{}", line.line), grouped(c.warp_instructions),
               share(c.warp_instructions, totals.warp_instructions),
               percent(c.simt_efficiency(run.plan().options.warp_size)),
               source_of(run, line, source), remarks(c)});
  }
  return "\n" + table.text() + out;
}

std::string occupancy(const ModelRun& run) {
  if (run.prepared->occupancy.empty()) return "";
  const analysis::Occupancy& o = run.prepared->occupancy.front();
  const cuda::KernelImage* image = kernel_image(*run.prepared, 0);
  const bool known = image != nullptr && image->resources.has_value();
  const std::string registers = known ? fmt::format("{} a thread", o.registers_per_thread)
                                      : std::string("number not known: there is no cubin");
  std::string limiters;
  for (const analysis::Limiter& limiter : o.limiters) {
    const char* between = &limiter == &o.limiters.back() ? " and " : ", ";
    limiters += fmt::format("{}{}", limiters.empty() ? "" : between, analysis::spelling(limiter));
  }
  return fmt::format(
      "\n  occupancy {}: {} of {} on an SM, limited by {}\n"
      "  blocks an SM can hold by   warps {}   blocks {}   registers {} ({})   "
      "shared {} ({} bytes a block)\n",
      percent(o.theoretical), counted(o.blocks_per_sm, "block"), counted(o.warps_per_block, "warp"),
      limiters, o.limit_warps, o.limit_blocks, o.limit_registers, registers, o.limit_shared,
      grouped(o.shared_bytes_per_block));
}

std::string hazards(const ModelRun& run) {
  if (run.hazards.empty()) return "\n  hazards: none\n";
  std::string out = "\n  hazards\n";
  for (std::size_t i = 0; i < std::min(run.hazards.size(), kMostHazards); ++i) {
    const events::Hazard& hazard = run.hazards[i];
    const ReportPlace place = report_place(run, hazard.launch, hazard.pc);
    out += fmt::format("  {:<7}  {}  {}{}{}\n", events::spelling(hazard.severity),
                       events::spelling(hazard.kind), hazard.message,
                       place.file.empty() ? "" : fmt::format("  [{}:{}]", place.file, place.line),
                       hazard.count > 1 ? fmt::format("  {} times", grouped(hazard.count)) : "");
  }
  if (run.hazards.size() > kMostHazards) {
    out += fmt::format("  and {} more; the JSON report has all of them\n",
                       run.hazards.size() - kMostHazards);
  }
  return out;
}

std::string buffers(const ModelRun& run) {
  TextTable table("lrll");
  table.add({"buffer", "type", "fnv1a64", "first elements"});
  for (const BufferResult& buffer : run.buffers) {
    std::string first;
    const std::uint32_t size = size_of(buffer.type);
    for (std::uint64_t i = 0; i < std::min(buffer.count, kShownElements); ++i) {
      first += (i == 0 ? "" : "  ") + element_text(buffer.type, buffer.bytes.data() + i * size);
    }
    if (buffer.count > kShownElements) first += "  …";
    table.add({buffer.name, fmt::format("{}[{}]", spelling(buffer.type), buffer.count),
               fmt::format("{:016x}", fnv1a64(buffer.bytes)), first});
  }
  return table.empty() ? "" : "\n" + table.text();
}

}  // namespace

std::string report_text(const ModelRun& run, const GpuReport* gpu) {
  const events::Counters totals = run.counters();
  std::string out = heading(run) + "\n" + outcome(run);
  if (totals.thread_instructions > 0) {
    out += "\n" + control_flow(totals, run.plan().options.warp_size);
    out += sectors(totals) + banks(totals) + lines_table(run, totals);
  }
  out += occupancy(run) + hazards(run) + buffers(run);
  return gpu == nullptr ? out : out + gpu_text(*gpu);
}

}  // namespace lanescope::lab
