#include "ui/model/counters_model.hpp"

#include <fmt/format.h>

#include "sim/analysis/lines.hpp"
#include "ui/model/numbers.hpp"
#include "ui/model/withheld.hpp"

namespace lanescope::ui {
namespace {

constexpr const char* kSectorRule =
    "A sector is 32 aligned bytes. A request touches as many as its active lanes need; ideal are "
    "just enough for the "
    "bytes asked for.";
constexpr const char* kWavefrontRule =
    "A wavefront is one pass of the shared-memory pipeline. A bank serves one word a pass, so a "
    "request takes as many "
    "as the most different words that its lanes want from one bank.";

void add(CountersModel& model, std::string id, std::string name, std::uint64_t value,
         const char* rule) {
  model.rows.push_back(
      {std::move(id), std::move(name), with_commas(value), "–", "", "", Role::TextSecondary, rule});
}

void add_with_ideal(CountersModel& model, std::string id, std::string name, std::uint64_t value,
                    std::uint64_t ideal, Role role, const char* rule) {
  CounterRow row{std::move(id),       std::move(name),
                 with_commas(value),  "–",
                 with_commas(ideal),  "",
                 Role::TextSecondary, rule};
  if (value > ideal) {
    row.remark = with_commas(value - ideal) + " too many";
    row.role = role;
  }
  model.rows.push_back(std::move(row));
}

void add_sectors(CountersModel& model, const std::string& id, const std::string& name,
                 const events::SectorCounters& counters) {
  if (counters.requests == 0) return;
  add(model, id + ".requests", name + " requests", counters.requests,
      "One warp memory instruction with at least one active lane.");
  add_with_ideal(model, id + ".sectors", name + " sectors", counters.sectors,
                 counters.ideal_sectors, Role::Store, kSectorRule);
}

void add_banks(CountersModel& model, const std::string& id, const std::string& name,
               const events::BankCounters& counters) {
  if (counters.requests == 0) return;
  add_with_ideal(model, id + ".wavefronts", name + " wavefronts", counters.wavefronts,
                 counters.ideal_wavefronts, Role::Conflict, kWavefrontRule);
  add_with_ideal(model, id + ".bank_conflicts", name + " bank conflicts", counters.bank_conflicts,
                 0, Role::Conflict,
                 "Wavefronts beyond the first of each group of lanes that is served together.");
}

void add_execution(CountersModel& model, const events::Counters& counters, int warp_size) {
  add(model, "warp_instructions", "Warp instructions", counters.warp_instructions,
      "Instructions of the PTX that a warp issued. The GPU's machine code has another number of "
      "them.");
  const double efficiency = counters.simt_efficiency(warp_size);
  CounterRow row{"simt_efficiency",
                 "SIMT efficiency",
                 percent(efficiency),
                 "–",
                 "100 %",
                 "",
                 Role::TextSecondary,
                 "Thread instructions divided by warp instructions times the warp size."};
  if (efficiency < 0.9995) {
    row.remark = percent(1.0 - efficiency) + " of lanes idle";
    row.role = Role::Divergence;
  }
  model.rows.push_back(std::move(row));
  if (counters.branches > 0) {
    add(model, "branches", "Branches", counters.branches,
        "Conditional branches of the PTX, executed by a warp.");
    add_with_ideal(model, "divergent_branches", "Divergent branches", counters.divergent_branches,
                   0, Role::Divergence,
                   "Branches at which active lanes of a warp went different ways, at PTX level. "
                   "Short ones often "
                   "become predicated code on the GPU.");
  }
  if (counters.barriers > 0)
    add(model, "barriers", "Barriers", counters.barriers,
        "Barrier instructions, executed by a warp.");
}

void add_memory(CountersModel& model, const events::Counters& counters) {
  add_sectors(model, "global.load", "Global load", counters.global_load);
  add_sectors(model, "global.store", "Global store", counters.global_store);
  add_sectors(model, "global.atomic", "Global atomic", counters.global_atomic);
  add_sectors(model, "local.load", "Local load", counters.local_load);
  add_sectors(model, "local.store", "Local store", counters.local_store);
  add_sectors(model, "texture.load", "Texture", counters.texture_load);
  add_banks(model, "shared.load", "Shared load", counters.shared_load);
  add_banks(model, "shared.store", "Shared store", counters.shared_store);
  add_banks(model, "shared.atomic", "Shared atomic", counters.shared_atomic);
  if (counters.constant_load.requests > 0)
    add_with_ideal(
        model, "constant.load.distinct_words", "Constant words",
        counters.constant_load.distinct_words, counters.constant_load.requests, Role::Store,
        "Different words that requests to constant memory asked for; one word a request is best.");
}

std::optional<events::Counters> of_line(const lab::ModelRun& run, std::uint32_t line) {
  events::Counters sum;
  for (std::size_t launch = 0; launch < run.plan().launches.size(); ++launch) {
    if (launch >= run.counters_by_pc.size()) break;
    for (const auto& entry :
         analysis::by_line(*run.plan().launches[launch].program, run.counters_by_pc[launch]))
      if (entry.line == line && entry.file == run.prepared->experiment.source.file_name)
        sum += entry.counters;
  }
  if (sum.warp_instructions == 0) return std::nullopt;
  return sum;
}

}  // namespace

std::optional<CountersModel> counters_model(const Session& session) {
  const auto& run = session.run();
  if (!run) return std::nullopt;
  CountersModel model;
  model.complete = run->complete;
  const std::size_t launches = run->plan().launches.size();
  model.scope = Withheld(session).launches() ? "whole run"
                : launches == 1              ? "whole launch"
                                             : fmt::format("all {} launches", launches);
  events::Counters counters = run->counters();
  if (const auto line = session.state().selection.line)
    if (const auto of_this = of_line(*run, *line)) {
      counters = *of_this;
      model.scope = fmt::format("line {}", *line);
    }
  add_execution(model, counters, run->plan().options.warp_size);
  add_memory(model, counters);
  const Withheld withheld(session);
  for (CounterRow& row : model.rows) {
    if (!withheld.counter(row.id)) continue;
    row.model = kWithheldSign;
    row.ideal.clear();
    row.remark = "predict first";
    row.role = Role::Accent;
    row.rule = kWithheldWords;
  }
  return model;
}

}  // namespace lanescope::ui
