#include "lab/hardware/gpu_profile.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "lab/hardware/profile_verdicts.hpp"
#include "lab/run/report_counters.hpp"
#include "sim/events/memory_units.hpp"

namespace lanescope::hardware {
namespace {

using Verdict = CounterComparison::Verdict;
using Unit = ProfiledComparison::Unit;

constexpr auto kSectorBytes = static_cast<double>(events::kSectorBytes);

double theoretical(const ProfileContext& context) {
  double most = 0.0;
  for (const analysis::Occupancy& launch : context.run.prepared->occupancy)
    most = std::max(most, launch.theoretical);
  return most * 100.0;
}
double loads(const ProfileContext& context) {
  const events::Counters& c = context.model;
  return static_cast<double>(c.global_load.sectors + c.local_load.sectors + c.texture_load.sectors);
}

struct Figure {
  const char* id;
  Unit unit;
  double ports::device::GpuProfile::*member;
  double (*model)(const ProfileContext& context);
  void (*judge)(ProfiledComparison& one, const ProfileContext& context);  // of one that differs
};
constexpr Figure kFigures[] = {
    {"occupancy", Unit::Percent, &ports::device::GpuProfile::occupancy_percent, theoretical,
     judge_occupancy},
    {"l2.load.sectors", Unit::Count, &ports::device::GpuProfile::l1_read_sectors, loads,
     judge_loads},
    {"l2.store.sectors", Unit::Count, &ports::device::GpuProfile::l1_written_sectors,
     [](const ProfileContext& k) {
       return static_cast<double>(k.model.global_store.sectors + k.model.local_store.sectors);
     },
     judge_stores},
    {"dram.load.bytes", Unit::Bytes, &ports::device::GpuProfile::dram_read_bytes,
     [](const ProfileContext& k) {
       return kSectorBytes * (loads(k) + static_cast<double>(k.model.global_atomic.sectors));
     },
     judge_dram},
    {"shared.load.bank_conflicts", Unit::Count, &ports::device::GpuProfile::load_conflicts,
     [](const ProfileContext& k) {
       return static_cast<double>(k.model.shared_load.bank_conflicts);
     },
     judge_load_conflicts},
    {"shared.store.bank_conflicts", Unit::Count, &ports::device::GpuProfile::store_conflicts,
     [](const ProfileContext& k) {
       return static_cast<double>(k.model.shared_store.bank_conflicts);
     },
     judge_store_conflicts},
};

struct Name {
  double ports::device::GpuProfile::*member;
  const char* metric;
};
constexpr Name kNames[] = {
#define LANESCOPE_PROFILED(member, metric) {&ports::device::GpuProfile::member, metric},
#include "ports/device/profile_metrics.inc"
#undef LANESCOPE_PROFILED
};

}  // namespace

const CounterComparison* ProfileContext::counted(std::string_view id) const {
  const auto at = std::ranges::find(counters, id, &CounterComparison::id);
  return at == counters.end() ? nullptr : &*at;
}

double ProfileContext::asked(std::initializer_list<std::string_view> ids) const {
  double sum = 0.0;
  for (const std::string_view id : ids)
    if (const CounterComparison* at = counted(id)) sum += static_cast<double>(at->gpu);
  return sum;
}

void decide(ProfiledComparison& one, const std::vector<ProfileReason>& reasons) {
  const auto holds = std::ranges::find_if(reasons, [&one](const ProfileReason& reason) {
    return reason.least <= one.gpu && one.gpu <= reason.most;
  });
  if (holds == reasons.end()) {
    one.verdict = Verdict::Different;
    one.why = "the GPU's figures do not tell why";
    return;
  }
  one.verdict = Verdict::Explained;
  one.why = holds->why;
  one.least = holds->least;
  one.most = holds->most;
}

std::vector<ProfiledComparison> compare_profile(
    const run::ModelRun& run, const ports::device::GpuDevice& device,
    const std::vector<CounterComparison>& counters,
    std::span<const ports::device::GpuInstruction> instructions,
    const ports::device::GpuProfile& profile) {
  const ProfileContext context{run,
                               device,
                               counters,
                               instructions,
                               profile,
                               run::host_launched_counters(run),
                               touched_sectors(run)};
  std::vector<ProfiledComparison> out;
  for (const Figure& figure : kFigures) {
    ProfiledComparison one;
    one.id = figure.id;
    one.metric = std::ranges::find(kNames, figure.member, &Name::member)->metric;
    one.unit = figure.unit;
    one.model = figure.model(context);
    one.gpu = profile.*figure.member;
    if (std::isnan(one.gpu) || (one.gpu == 0.0 && one.model == 0.0)) continue;
    if (one.gpu == one.model)
      one.verdict = Verdict::Equal;
    else
      figure.judge(one, context);
    out.push_back(std::move(one));
  }
  return out;
}

}  // namespace lanescope::hardware
