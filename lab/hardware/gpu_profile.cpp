#include "lab/hardware/gpu_profile.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "lab/hardware/counter_reasons.hpp"
#include "sim/events/memory_units.hpp"

namespace lanescope::hardware {
namespace {

using Verdict = CounterComparison::Verdict;
using Unit = ProfiledComparison::Unit;

constexpr auto kSectorBytes = static_cast<double>(events::kSectorBytes);
constexpr const char* kNotTold = "the GPU's figures do not tell why";

// What is known of the run beside the profile.
struct ProfileContext {
  const run::ModelRun& run;
  const ports::device::GpuDevice& device;
  const std::vector<CounterComparison>& counters;
  const ports::device::GpuProfile& profile;
  events::Counters model;

  [[nodiscard]] const CounterComparison* counted(std::string_view id) const {
    const auto at = std::ranges::find(counters, id, &CounterComparison::id);
    return at == counters.end() ? nullptr : &*at;
  }
  // What the machine code asked for; what neither side counted is 0.
  [[nodiscard]] double asked(std::initializer_list<std::string_view> ids) const {
    double sum = 0.0;
    for (const std::string_view id : ids)
      if (const CounterComparison* at = counted(id)) sum += static_cast<double>(at->gpu);
    return sum;
  }
};

void explain(ProfiledComparison& one, std::string why) {
  one.verdict = Verdict::Explained;
  one.why = std::move(why);
}
void leave_open(ProfiledComparison& one) {
  one.verdict = Verdict::Different;
  one.why = kNotTold;
}

// How a launch's blocks fill the GPU.
struct Filled {
  double fit = 0.0;     // blocks that an SM can hold
  double an_sm = 0.0;   // blocks that one gets at most, in the first round
  double rounds = 0.0;  // how often they fill the GPU
  double most = 0.0;    // percent of an SM's warps that it can hold then
};
std::vector<Filled> filled(const ProfileContext& context) {
  std::vector<Filled> out;
  const auto& launches = context.run.plan().launches;
  const auto& occupancy = context.run.prepared->occupancy;
  const auto sms = static_cast<double>(context.device.sms);
  for (std::size_t i = 0; i < std::min(launches.size(), occupancy.size()); ++i) {
    const Dim3 grid = launches[i].grid;
    const double blocks =
        static_cast<double>(grid.x) * static_cast<double>(grid.y) * static_cast<double>(grid.z);
    const double fit = occupancy[i].blocks_per_sm;
    if (fit == 0.0 || sms <= 0.0) return {};
    const double an_sm = std::min(std::ceil(blocks / sms), fit);
    out.push_back({fit, an_sm, blocks / (sms * fit), occupancy[i].theoretical * 100 * an_sm / fit});
  }
  return out;
}

void judge_occupancy(ProfiledComparison& one, const ProfileContext& context) {
  one.why = "the warps that an SM held on average while it had any";
  const std::vector<Filled> launches = filled(context);
  if (launches.empty()) return;
  const double most = std::ranges::max_element(launches, {}, &Filled::most)->most;
  if (one.gpu > most + 1.0) return leave_open(one);
  const Filled& first = launches.front();
  if (most < one.model) {
    explain(one, launches.size() > 1
                     ? fmt::format("the grids are small: an SM holds at most {:.1f} %", most)
                     : fmt::format("the grid is small: an SM gets {:.0f} of the {:.0f} blocks that "
                                   "fit, which is {:.1f} %",
                                   first.an_sm, first.fit, most));
    return;
  }
  if (launches.size() > 1) return;
  // Round by round, of blocks that take equally long.
  const double rounds = first.rounds;
  const double expected = one.model * rounds / std::ceil(rounds);
  constexpr double kNear = 5.0;  // percent
  if (one.model - expected > 1.0 && std::abs(one.gpu - expected) <= kNear)
    explain(one, fmt::format("the blocks fill the GPU {:.2f} times, and in the last round it is "
                             "not full: {:.1f} % if all take equally long",
                             rounds, expected));
}

// Counters of the hardware miss a few, or have a few more: other ones in each run of a kernel that
// always does the same (seen on an H200: 4,095 and 4,112 for 4,096 and 4,113 stored sectors).
bool strays(const ProfiledComparison& one, double asked) {
  return asked == one.model && std::abs(one.gpu - asked) <= std::max(1.0, asked / 1000.0);
}
constexpr const char* kStrays =
    "code in the kernel counts as many as the model; counters of the hardware stray by a few from "
    "run to run";
constexpr const char* kOrder =
    "the kernel waits or tries again, and how often depends on which warp is faster";
// No matter of who is faster any more: so many times what another run of it asked for.
constexpr double kPatience = 256.0;

void judge_loads(ProfiledComparison& one, const ProfileContext& context) {
  const double asked = context.asked({"global.load.sectors", "local.load.sectors"}) +
                       static_cast<double>(context.model.texture_load.sectors);
  if (context.counters.empty()) return leave_open(one);
  if (one.gpu < asked)
    return explain(one, fmt::format("L1 answered {:.0f} of the {:.0f} sectors that the machine "
                                    "code asks for",
                                    asked - one.gpu, asked));
  if (one.gpu == asked)
    return explain(one, "the machine code asks for other sectors (global.load.sectors)");
  if (one.gpu <= asked + context.asked({"global.atomic.sectors"}))
    return explain(one, "what atomic operations give back comes the same way");
  const bool waits = depends_on_order(context.run, "global.load") ||
                     depends_on_order(context.run, "global.atomic");
  if (waits && one.gpu <= kPatience * asked) return explain(one, kOrder);
  if (strays(one, asked)) return explain(one, kStrays);
  leave_open(one);
}

void judge_stores(ProfiledComparison& one, const ProfileContext& context) {
  const double asked = context.asked({"global.store.sectors", "local.store.sectors"});
  if (context.counters.empty()) return leave_open(one);
  if (one.gpu == asked)
    return explain(one, "the machine code writes other sectors (global.store.sectors)");
  if (one.gpu < asked && context.asked({"local.store.sectors"}) > 0.0)
    return explain(one, "L1 keeps local memory until it needs the room");
  if (depends_on_order(context.run, "global.store") && one.gpu <= kPatience * asked)
    return explain(one, kOrder);
  if (strays(one, asked)) return explain(one, kStrays);
  leave_open(one);
}

// Bounds: something must come from DRAM once, since L2 held none of the buffers; and no more than
// four sectors for each that L1 did not have.
void judge_dram(ProfiledComparison& one, const ProfileContext& context) {
  // Of code and arguments.
  constexpr double kOwnBytes = 65'536.0;
  constexpr double kMostFetched = 4.0;  // sectors for one
  const double past_l1 = kSectorBytes * (context.profile.l1_read_sectors +
                                         static_cast<double>(context.model.global_atomic.sectors));
  const double asked = std::isnan(past_l1) ? one.model : std::min(one.model, past_l1);
  if (one.gpu < kSectorBytes) return leave_open(one);
  if (one.gpu < one.model && one.gpu <= kMostFetched * asked + kOwnBytes)
    return explain(one,
                   "L1 and L2 answered the rest: read before, or written by the run; it began with "
                   "an L2 that held none of the buffers");
  if (one.gpu <= kMostFetched * asked + kOwnBytes)
    return explain(one,
                   "the GPU reads its code and arguments too, and L2 may fetch up to four sectors "
                   "for one (cudaLimitMaxL2FetchGranularity)");
  leave_open(one);
}

void judge_conflicts(ProfiledComparison& one, const CounterComparison* wavefronts) {
  if (wavefronts == nullptr) return leave_open(one);
  if (wavefronts->verdict == Verdict::Explained)
    return explain(one, fmt::format("as {}: {}", wavefronts->id, wavefronts->why));
  if (wavefronts->verdict == Verdict::Equal && one.gpu > one.model)
    return explain(one,
                   "the instructions take as many wavefronts as on the model; this counter also "
                   "has accesses that wait for a bank that others use");
  leave_open(one);
}
void judge_load_conflicts(ProfiledComparison& one, const ProfileContext& context) {
  judge_conflicts(one, context.counted("shared.load.wavefronts"));
}
void judge_store_conflicts(ProfiledComparison& one, const ProfileContext& context) {
  judge_conflicts(one, context.counted("shared.store.wavefronts"));
}

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

std::vector<ProfiledComparison> compare_profile(const run::ModelRun& run,
                                                const ports::device::GpuDevice& device,
                                                const std::vector<CounterComparison>& counters,
                                                const ports::device::GpuProfile& profile) {
  const ProfileContext context{run, device, counters, profile, run.counters()};
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
