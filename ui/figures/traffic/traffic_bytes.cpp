#include "ui/figures/traffic/traffic_bytes.hpp"

#include <algorithm>
#include <string>
#include <string_view>

#include "ports/toolchain/sass.hpp"
#include "sim/events/memory_units.hpp"

namespace lanescope::ui::figures::traffic {
namespace {

std::string_view opcode_of(std::string_view text) {
  if (text.starts_with('@')) text.remove_prefix(std::min(text.find(' ') + 1, text.size()));
  return text.substr(0, text.find(' '));
}

// Of an instruction to shared memory: bytes of a lane. Matrices of 8 rows of 16 bytes are 4 bytes a
// lane each.
std::uint64_t width_of(std::string_view opcode) {
  if (opcode.starts_with("LDSM") || opcode.starts_with("STSM"))
    return opcode.ends_with(".4") ? 16 : opcode.ends_with(".2") ? 8 : 4;
  if (opcode.starts_with("ATOMS") || opcode.starts_with("REDS"))
    return opcode.find(".64") == std::string_view::npos ? 4 : 8;
  return ports::toolchain::sass_access(opcode).bytes;
}

// The counters have no bytes of shared memory: active lanes times the opcode's width.
void add_instruction(std::string_view text, const events::Counters& counters, Traffic& traffic) {
  const std::string_view opcode = opcode_of(text);
  if (opcode.starts_with("LDGSTS")) traffic.copied.in += counters.global_load.bytes;
  const bool loads = counters.shared_load.requests > 0;
  if (!loads && counters.shared_store.requests + counters.shared_atomic.requests == 0) return;
  const std::uint64_t bytes = counters.thread_instructions * width_of(opcode);
  (loads ? traffic.shared.in : traffic.shared.out) += bytes;
}

void add_counted(const run::ModelRun& counted, Traffic& traffic) {
  const auto& launches = counted.plan().launches;
  for (std::size_t i = 0; i < counted.counters_by_pc.size() && i < launches.size(); ++i) {
    const auto& by_pc = counted.counters_by_pc[i];
    for (std::uint32_t pc = 0; pc < by_pc.size(); ++pc)
      add_instruction(launches[i].program->text_at(Pc{pc}), by_pc[pc], traffic);
  }
  traffic.counters = counted.counters();
  const events::Counters& c = traffic.counters;
  const std::uint64_t loads = c.global_load.bytes + c.local_load.bytes + c.texture_load.bytes;
  traffic.l1.in = loads - std::min(loads, traffic.copied.in);
  traffic.l1.out = c.global_store.bytes + c.local_store.bytes + c.global_atomic.bytes;
}

std::uint64_t sector_bytes(std::int64_t sectors) {
  return static_cast<std::uint64_t>(std::max<std::int64_t>(sectors, 0)) * events::kSectorBytes;
}

}  // namespace

Traffic traffic_of(const background::TimedRun& timed) {
  Traffic traffic;
  add_counted(*timed.counted, traffic);
  double loaded = 0, stored = 0;
  for (const timing::Timing& launch : timed.time->launches) {
    traffic.l1_counts += launch.l1;
    traffic.l2_counts += launch.l2;
    loaded += launch.dram_load_bytes;
    stored += launch.dram_store_bytes;
  }
  const std::int64_t missed = traffic.l1_counts.sectors - traffic.l1_counts.hits;
  traffic.l2 = {sector_bytes(missed), sector_bytes(traffic.l2_counts.sectors - missed)};
  traffic.dram = {static_cast<std::uint64_t>(loaded), static_cast<std::uint64_t>(stored)};
  return traffic;
}

}  // namespace lanescope::ui::figures::traffic
