#include "lab/report/report_json.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "lab/experiment/texture.hpp"
#include "lab/hardware/report_gpu.hpp"
#include "lab/report/findings.hpp"
#include "lab/run/model_time.hpp"
#include "lab/run/prepare.hpp"
#include "lab/run/report_counters.hpp"
#include "sim/base/hash.hpp"
#include "sim/engine/engine.hpp"
#include "sim/events/counter_table.hpp"

namespace lanescope::report {
namespace {

using Json = nlohmann::ordered_json;

// "global.load.sectors" lies in "load" of "global".
Json json(const events::Counters& c, int warp_size) {
  Json all = Json::object();
  for (const events::CounterInfo& counter : events::counter_table()) {
    std::string place = "/" + counter.name;
    std::ranges::replace(place, '.', '/');
    all[Json::json_pointer(place)] = counter.value(c);
    if (counter.name == "thread_instructions")
      all["simt_efficiency"] = c.simt_efficiency(warp_size);
  }
  return all;
}
Json json(const Dim3& d) { return Json::array({d.x, d.y, d.z}); }

Json launch_json(const run::ModelRun& run, std::size_t i) {
  const engine::Launch& launch = run.plan().launches[i];
  return {{"grid", json(launch.grid)},
          {"block", json(launch.block)},
          {"dynamic_shared_bytes", launch.dynamic_shared_bytes},
          {"warp_size", run.plan().options.warp_size}};
}

Json launches_json(const run::ModelRun& run) {
  Json all = Json::array();
  for (std::size_t i = 0; i < run.plan().launches.size(); ++i) {
    Json launch = launch_json(run, i);
    launch["kernel"] = run::kernel_label(*run.prepared, i);
    launch["warp_instructions"] = run::launch_counters(run, i).warp_instructions;
    const engine::Launch& planned = run.plan().launches[i];
    if (planned.depth > 0) launch["parent"] = planned.parent;
    if (const auto given = run::given_launch(*run.prepared, i)) {
      for (const auto& texture : experiment::textures_of(run.prepared->experiment.launches[*given]))
        launch["textures"][texture.name] = experiment::texture_text(*texture.value);
    }
    all.push_back(std::move(launch));
  }
  return all;
}

Json lines_json(const run::ModelRun& run) {
  Json all = Json::array();
  for (const run::ReportLine& line : run::report_lines(run)) {
    all.push_back({{"file", line.file},
                   {"line", line.line},
                   {"warp_instructions", line.counters.warp_instructions},
                   {"counters", json(line.counters, run.plan().options.warp_size)}});
  }
  return all;
}

Json occupancy_json(const run::ModelRun& run) {
  if (run.prepared->occupancy.empty()) return nullptr;
  const analysis::Occupancy& o = run.prepared->occupancy.front();
  Json limiters = Json::array();
  for (const analysis::Limiter limiter : o.limiters)
    limiters.push_back(analysis::spelling(limiter));
  const ports::toolchain::KernelImage* image = run::kernel_image(*run.prepared, 0);
  const bool known = image != nullptr && image->resources.has_value();
  return {{"registers_per_thread", o.registers_per_thread},
          {"local_bytes_per_thread", known ? image->resources->local_bytes : 0},
          {"shared_bytes_per_block", o.shared_bytes_per_block},
          {"barriers_per_block", o.barriers_per_block},
          {"blocks_per_sm", o.blocks_per_sm},
          {"warps_per_sm", o.warps_per_sm},
          {"theoretical", o.theoretical},
          {"limits",
           {{"warps", o.limit_warps},
            {"blocks", o.limit_blocks},
            {"registers", o.limit_registers},
            {"shared", o.limit_shared},
            {"barriers", o.limit_barriers}}},
          {"limiters", std::move(limiters)},
          {"registers_known", known}};
}

Json hazard_json(const run::ModelRun& run, const events::Hazard& hazard) {
  const run::ReportPlace place = run::report_place(run, hazard.launch, hazard.pc);
  const bool has_other =
      hazard.other_pc != events::kNoPc && (hazard.kind == events::HazardKind::Race ||
                                           hazard.kind == events::HazardKind::UninitializedRead);
  const run::ReportPlace other =
      has_other ? run::report_place(run, hazard.launch, hazard.other_pc) : run::ReportPlace{};
  Json threads = Json::array();
  for (const Dim3& thread : hazard.threads) threads.push_back(json(thread));
  Json out{{"kind", events::spelling(hazard.kind)},
           {"severity", events::spelling(hazard.severity)},
           {"count", hazard.count},
           {"space", hazard.space},
           {"file", place.file},
           {"line", place.line}};
  if (has_other) {
    out["other_file"] = other.file;
    out["other_line"] = other.line;
  }
  out["block"] = json(hazard.block);
  if (has_other && hazard.kind == events::HazardKind::Race)
    out["other_block"] = json(hazard.other_block);
  out["threads"] = std::move(threads);
  out["address"] = hazard.address;
  out["tick"] = hazard.machine_step.value;
  if (has_other) {
    out["other_thread"] = json(hazard.other_thread);
    out["other_tick"] = hazard.other_machine_step.value;
  }
  out["launch"] = hazard.launch;
  out["message"] = hazard.message;
  return out;
}

Json findings_json(const run::ModelRun& run) {
  Json all = Json::array();
  for (const Finding& finding : findings(run)) {
    const FindingWords& words = words_of(finding.kind);
    all.push_back({{"kind", words.id},
                   {"file", finding.file},
                   {"lines", finding.lines},
                   {"wasted", finding.wasted},
                   {"of", finding.of},
                   {"unit", words.unit},
                   {"share", finding.share()},
                   {"remedy", words.remedy},
                   {"lesson", words.lesson}});
  }
  return all;
}

Json buffers_json(const run::ModelRun& run) {
  Json all = Json::object();
  for (const run::BufferResult& buffer : run.buffers) {
    all[buffer.name] = {{"type", experiment::spelling(buffer.type)},
                        {"count", buffer.count},
                        {"fnv1a64", fmt::format("{:016x}", fnv1a64(buffer.bytes))}};
  }
  return all;
}

Json time_json(const run::ModelTime& time) {
  Json stalls = Json::object();
  timing::Timing sum;
  const timing::ReasonCycles reasons = time.stalls();
  for (int n = 0; n < timing::kReasons; ++n) {
    const auto reason = static_cast<timing::Reason>(n);
    stalls[std::string(timing::spelling(reason))] = reasons[reason];
  }
  for (const timing::Timing& launch : time.launches) {
    sum.l1 += launch.l1;
    sum.l2 += launch.l2;
    sum.dram_load_bytes += launch.dram_load_bytes;
    sum.dram_store_bytes += launch.dram_store_bytes;
    sum.simulated.sms = std::max(sum.simulated.sms, launch.simulated.sms);
    sum.simulated.blocks += launch.simulated.blocks;
  }
  const auto cache = [](const timing::CacheCounts& counts) {
    return Json{{"requests", counts.requests}, {"sectors", counts.sectors}, {"hits", counts.hits}};
  };
  Json launches = Json::array();
  for (const timing::Timing& launch : time.launches) launches.push_back(launch.cycles);
  return {{"machine", time.machine.name},
          {"cycles", time.cycles()},
          {"launches", std::move(launches)},
          {"microseconds", time.microseconds()},
          {"sm_mhz", time.machine.sm_mhz},
          {"stalls", std::move(stalls)},
          {"l1", cache(sum.l1)},
          {"l2", cache(sum.l2)},
          {"dram", {{"load_bytes", sum.dram_load_bytes}, {"store_bytes", sum.dram_store_bytes}}},
          {"simulated", {{"sms", sum.simulated.sms}, {"blocks", sum.simulated.blocks}}}};
}

}  // namespace

std::string report_json(const run::ModelRun& run, const hardware::GpuReport* gpu) {
  const run::Prepared& prepared = *run.prepared;
  const events::Counters totals = run.counters();
  const bool counted = totals.thread_instructions > 0 || run.machine_steps == 0;
  Json counters{{"warp_instructions", run.machine_steps}};
  if (counted) counters = json(totals, run.plan().options.warp_size);
  Json hazards = Json::array();
  for (const events::Hazard& hazard : run.hazards) hazards.push_back(hazard_json(run, hazard));
  Json report{{"schema", 1},
              {"kernel", run::kernel_label(prepared, 0)},
              {"engine", run.plan().engine->name()},
              {"arch", prepared.experiment.arch},
              {"launch", launch_json(run, 0)},
              {"launches", launches_json(run)},
              {"outcome", run::spelling(run.outcome)},
              {"counters", std::move(counters)},
              {"lines", counted ? lines_json(run) : Json::array()},
              {"occupancy", occupancy_json(run)},
              {"hazards", std::move(hazards)},
              {"findings", counted ? findings_json(run) : Json::array()},
              {"buffers", buffers_json(run)},
              {"printf", run.printed.text},
              {"compiler", prepared.compiled->compiler},
              {"model",
               {{"seconds", run.seconds},
                {"warp_instructions_per_second",
                 run.seconds > 0.0 ? static_cast<double>(run.machine_steps) / run.seconds : 0.0}}},
              {"gpu", gpu == nullptr ? Json(nullptr) : hardware::gpu_json(*gpu)}};
  if (run.time) report["time"] = time_json(*run.time);
  if (run.outcome == engine::Outcome::Unsupported) report["unsupported"] = run.unsupported;
  // Names and printf may hold bytes that are no UTF-8.
  return report.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace lanescope::report
