#include "ui/model/counters_model.hpp"

#include "sim/analysis/lines.hpp"
#include "ui/model/gpu_counts.hpp"
#include "ui/model/gpu_profile_rows.hpp"
#include "ui/model/numbers.hpp"
#include "ui/model/withheld.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui {
namespace {

constexpr const char* kSectorRule = mark(
    "A sector is 32 aligned bytes. A request touches as many as its active lanes need; ideal are "
    "just enough for the "
    "bytes asked for.");
constexpr const char* kWavefrontRule = mark(
    "A wavefront is one pass of the shared-memory pipeline. A bank serves one word a pass, so a "
    "request takes as many "
    "as the most different words that its lanes want from one bank.");

void add(CountersModel& model, std::string id, std::string name, std::uint64_t value,
         const char* rule) {
  CounterRow row;
  row.id = std::move(id);
  row.name = std::move(name);
  row.model = with_commas(value);
  row.value = value;
  row.rule = rule;
  model.rows.push_back(std::move(row));
}

void add_with_ideal(CountersModel& model, std::string id, std::string name, std::uint64_t value,
                    std::uint64_t ideal, Role role, const char* rule) {
  add(model, std::move(id), std::move(name), value, rule);
  CounterRow& row = model.rows.back();
  row.ideal = with_commas(ideal);
  if (value <= ideal) return;
  row.remark = say("{} too many", with_commas(value - ideal));
  row.role = role;
}

void add_sectors(CountersModel& model, const std::string& id, const std::string& name,
                 const events::SectorCounters& counters) {
  if (counters.requests == 0) return;
  add(model, id + ".requests", say("{} requests", name), counters.requests,
      tr("One warp memory instruction with at least one active lane."));
  add_with_ideal(model, id + ".sectors", say("{} sectors", name), counters.sectors,
                 counters.ideal_sectors, Role::Store, tr(kSectorRule));
}

void add_banks(CountersModel& model, const std::string& id, const std::string& name,
               const events::BankCounters& counters) {
  if (counters.requests == 0) return;
  add_with_ideal(model, id + ".wavefronts", say("{} wavefronts", name), counters.wavefronts,
                 counters.ideal_wavefronts, Role::Conflict, tr(kWavefrontRule));
  add_with_ideal(model, id + ".bank_conflicts", say("{} bank conflicts", name),
                 counters.bank_conflicts, 0, Role::Conflict,
                 tr("Wavefronts beyond the first of each group of lanes that is served together."));
}

void add_execution(CountersModel& model, const events::Counters& counters, int warp_size) {
  add(model, "warp_instructions", tr("Warp instructions"), counters.warp_instructions,
      tr("Instructions of the PTX that a warp issued. The GPU's machine code has another number of "
         "them."));
  const double efficiency = counters.simt_efficiency(warp_size);
  CounterRow row;
  row.id = "simt_efficiency";
  row.name = tr("SIMT efficiency");
  row.model = percent(efficiency);
  row.ideal = "100 %";
  row.rule = tr("Thread instructions divided by warp instructions times the warp size.");
  if (efficiency < 0.9995) {
    row.remark = say("{} of lanes idle", percent(1.0 - efficiency));
    row.role = Role::Divergence;
  }
  model.rows.push_back(std::move(row));
  if (counters.branches > 0) {
    add(model, "branches", tr("Branches"), counters.branches,
        tr("Conditional branches of the PTX, executed by a warp."));
    add_with_ideal(model, "divergent_branches", tr("Divergent branches"),
                   counters.divergent_branches, 0, Role::Divergence,
                   tr("Branches at which active lanes of a warp went different ways, at PTX level. "
                      "Short ones often "
                      "become predicated code on the GPU."));
  }
  if (counters.barriers > 0)
    add(model, "barriers", tr("Barriers"), counters.barriers,
        tr("Barrier instructions, executed by a warp."));
}

void add_memory(CountersModel& model, const events::Counters& counters) {
  add_sectors(model, "global.load", tr("Global load"), counters.global_load);
  add_sectors(model, "global.store", tr("Global store"), counters.global_store);
  add_sectors(model, "global.atomic", tr("Global atomic"), counters.global_atomic);
  add_sectors(model, "local.load", tr("Local load"), counters.local_load);
  add_sectors(model, "local.store", tr("Local store"), counters.local_store);
  add_sectors(model, "texture.load", tr("Texture"), counters.texture_load);
  add_banks(model, "shared.load", tr("Shared load"), counters.shared_load);
  add_banks(model, "shared.store", tr("Shared store"), counters.shared_store);
  add_banks(model, "shared.atomic", tr("Shared atomic"), counters.shared_atomic);
  if (counters.constant_load.requests > 0)
    add_with_ideal(model, "constant.load.distinct_words", tr("Constant words"),
                   counters.constant_load.distinct_words, counters.constant_load.requests,
                   Role::Store,
                   tr("Different words that requests to constant memory asked for; one word a "
                      "request is best."));
}

std::optional<events::Counters> counters_of_line(const lab::ModelRun& run, std::uint32_t line) {
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

void add_gpu(const GpuCounts& counts, std::optional<std::uint32_t> line, CounterRow& row) {
  std::optional<GpuCount> count =
      line ? counts.of_line(row.id, *line, row.value) : counts.of(row.id);
  if (!count) return;
  row.gpu = std::move(count->text);
  row.gpu_role = count->role;
  row.gpu_words = std::move(count->words);
}

}  // namespace

std::optional<CountersModel> counters_model(const Session& session) {
  const auto& run = session.run();
  if (!run) return std::nullopt;
  CountersModel model;
  model.complete = run->complete;
  const GpuCounts counts(session);
  model.no_gpu = counts.why_none();
  if (counts.are_recorded()) model.gpu_heading = tr("recorded");
  const std::size_t launches = run->plan().launches.size();
  model.scope = Withheld(session).launches() ? tr("whole run")
                : launches == 1              ? tr("whole launch")
                                             : say("all {} launches", launches);
  events::Counters counters = run->counters();
  std::optional<std::uint32_t> of_line;
  if (const auto line = session.state().selection.line)
    if (const auto of_this = counters_of_line(*run, *line)) {
      counters = *of_this;
      of_line = line;
      model.scope = say("line {}", *line);
    }
  add_execution(model, counters, run->plan().options.warp_size);
  add_memory(model, counters);
  const Withheld withheld(session);
  for (CounterRow& row : model.rows) {
    if (!withheld.counter(row.id)) {
      add_gpu(counts, of_line, row);
      continue;
    }
    row.model = kWithheldSign;
    row.ideal.clear();
    row.remark = tr("predict first");
    row.role = Role::Accent;
    row.rule = tr(kWithheldWords);
  }
  if (!of_line) {
    GpuProfileRows profile = gpu_profile_rows(session);
    model.profile = std::move(profile.rows);
    model.no_profile = std::move(profile.why_none);
  }
  return model;
}

}  // namespace lanescope::ui
