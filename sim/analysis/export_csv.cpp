#include <bit>
#include <ostream>
#include <string>

#include <fmt/format.h>

#include "sim/analysis/export.hpp"
#include "sim/analysis/export_step.hpp"

namespace lanescope::analysis {
namespace {

constexpr const char* kHeading =
    "tick,machine_step,launch,kernel,block_x,block_y,block_z,warp,pc,file,line,instruction,"
    "active,executed,active_lanes,executed_lanes,space,access,bytes_per_lane,sectors,"
    "ideal_sectors,wavefronts,bank_conflicts,distinct_words,divergent,taken,not_taken\n";

// RFC 4180, section 2: quotes where a comma, a quote or a line end stands; quotes are doubled.
std::string field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

std::string request_fields(const trace::Trace& trace, Tick tick) {
  const StepRequests r = requests_of(trace, tick);
  if (r.spaces.empty()) return ",,,,,,,";
  return fmt::format("{},{},{},{},{},{},{},{}", r.spaces, r.access, r.bytes, r.sectors,
                     r.ideal_sectors, r.wavefronts, r.bank_conflicts, r.distinct_words);
}

std::string branch_fields(const trace::Trace& trace, Tick tick) {
  const auto branch = trace.branch(tick);
  if (!branch) return ",,";
  return fmt::format("{},0x{:x},0x{:x}", branch->divergent ? 1 : 0, branch->taken,
                     branch->not_taken);
}

}  // namespace

void write_csv(const engine::Plan& plan, const trace::Trace& trace, std::ostream& out) {
  const StepWords words(plan, trace);
  out << kHeading;
  for (Tick t; t.value < trace.tick_count(); ++t.value) {
    const trace::Step step = trace.step(t);
    const Dim3 block = words.block(step);
    out << fmt::format(
        "{},{},{},{},{},{},{},{},{},{},{},{},0x{:x},0x{:x},{},{},{},{}\n", t.value,
        step.machine_step.value, step.launch, field(words.kernel(step.launch)), block.x, block.y,
        block.z, step.warp.value, step.pc.value, field(words.file(step)), words.line(step),
        field(words.instruction(step)), step.active, step.executed, std::popcount(step.active),
        std::popcount(step.executed), request_fields(trace, t), branch_fields(trace, t));
  }
}

}  // namespace lanescope::analysis
