#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "lab/hardware/counter_reasons.hpp"
#include "lab/hardware/profile_verdicts.hpp"
#include "sim/events/memory_units.hpp"

// Of what goes from L1 to L2 and from there to DRAM.
namespace lanescope::hardware {
namespace {

constexpr auto kSectorBytes = static_cast<double>(events::kSectorBytes);
constexpr auto kLineBytes = static_cast<double>(events::kLineBytes);

// Counters of the hardware miss a few, or have a few more: other ones in each run of a kernel that
// always does the same (seen on an H200: 4,095 and 4,112 for 4,096 and 4,113 stored sectors).
double strays(double sectors) { return std::max(1.0, std::floor(sectors / 1000.0)); }
constexpr const char* kStrays =
    "code in the kernel counts as many as the model; counters of the hardware stray by a few from "
    "run to run";
constexpr const char* kOrder =
    "the kernel waits or tries again, and how often depends on which warp is faster";
// No matter of who is faster any more: so many times what another run of it asked for.
constexpr double kPatience = 256.0;

// What the machine code leaves out of what the PTX asks for, or does more.
double beyond_model(const ProfileContext& context, std::string_view id) {
  const CounterComparison* at = context.counted(id);
  return at == nullptr ? 0.0 : static_cast<double>(at->gpu) - static_cast<double>(at->model);
}

// Of sectors that the PTX touches before it has stored there, those that the machine code touches
// too: each that it left out may have been another one.
double left_of(std::uint64_t sectors, const ProfileContext& context) {
  const double less = std::max(0.0, -beyond_model(context, "global.load.sectors"));
  return std::max(0.0, static_cast<double>(sectors) - less);
}

// L1 begins a launch without anything: what is loaded first came from L2, once at least.
double least_loaded(const ProfileContext& context, double asked) {
  const double first = context.touched ? left_of(context.touched->loaded_first, context) : 1.0;
  return std::min(asked, first);
}

// L1 joins what is stored to one sector, and has nothing to join where that is stored to once: seen
// on an H200, where the warps of a block store to parts of one.
double least_stored(const ProfileContext& context) {
  const double less = std::max(0.0, -beyond_model(context, "global.store.sectors"));
  const double different = context.touched ? static_cast<double>(context.touched->stored) : 1.0;
  return std::max(0.0, different - less);
}

// What a print call does, in code of the driver's that no counter of code counts, to its buffer.
bool leaves_to_printing(ProfiledComparison& one, const ProfileContext& context) {
  if (context.run.printed.parts.empty()) return false;
  one.why = "the kernel prints, and what printing reads and writes is in the GPU's figure alone";
  return true;
}

// L2 was overwritten twice over. It keeps e^-2 (an eighth) of what it had if it chooses by chance
// what to drop, and less if it drops the oldest.
double least_from_dram(const ProfileContext& context) {
  if (!context.touched) return kSectorBytes;
  const double kept = std::exp(-2.0);
  const double first = left_of(context.touched->read_first, context);
  return kSectorBytes * std::max(std::min(first, 1.0), std::floor(first * (1.0 - kept)));
}

// Each line once, where L2 can hold all of them; one half of it is near an SM, and may have a copy
// of what is in the other.
double most_lines(const ProfileContext& context) {
  if (!context.touched) return HUGE_VAL;
  double lines = static_cast<double>(context.touched->lines_read) +
                 static_cast<double>(context.model.texture_load.sectors) +
                 context.asked({"local.load.sectors"});
  for (const char* id : {"global.load.sectors", "global.atomic.sectors"})
    lines += std::max(0.0, beyond_model(context, id));
  const double bytes = kLineBytes * lines;
  return bytes <= static_cast<double>(context.device.l2_bytes) / 2 ? bytes : HUGE_VAL;
}

}  // namespace

void judge_loads(ProfiledComparison& one, const ProfileContext& context) {
  const double asked = context.asked({"global.load.sectors", "local.load.sectors"}) +
                       static_cast<double>(context.model.texture_load.sectors);
  if (leaves_to_printing(one, context)) return;
  if (context.counters.empty()) return decide(one, {});
  const double least = least_loaded(context, asked);
  // The metric of machine instructions counts lanes that meet on a word once, L2 answers each.
  const double given_back = std::max(context.asked({"global.atomic.sectors"}),
                                     static_cast<double>(context.model.global_atomic.sectors));
  std::vector<ProfileReason> reasons{
      {one.gpu == asked ? "the machine code asks for other sectors (global.load.sectors)"
                        : fmt::format("L1 answered {:.0f} of the {:.0f} sectors that the machine "
                                      "code asks for, and none that the launch loads first",
                                      asked - one.gpu, asked),
       least, asked}};
  if (given_back > 0.0)
    reasons.push_back(
        {"what atomic operations give back comes the same way", least, asked + given_back});
  if (depends_on_order(context.run, "global.load") ||
      depends_on_order(context.run, "global.atomic"))
    reasons.push_back({kOrder, least, kPatience * asked});
  if (asked == one.model)
    reasons.push_back({kStrays, least - strays(least), asked + strays(asked)});
  decide(one, reasons);
}

void judge_stores(ProfiledComparison& one, const ProfileContext& context) {
  const double global = context.asked({"global.store.sectors"});
  const double local = context.asked({"local.store.sectors"});
  const double asked = global + local;
  if (leaves_to_printing(one, context)) return;
  if (context.counters.empty()) return decide(one, {});
  const double least = least_stored(context);
  std::vector<ProfileReason> reasons{
      {"the machine code writes other sectors (global.store.sectors)", asked, asked}};
  if (local > 0.0)
    reasons.push_back({"L1 keeps local memory until it needs the room", global, asked});
  reasons.push_back(
      {"L1 joined stores of several requests to one sector", std::min(least, global), asked});
  if (depends_on_order(context.run, "global.store"))
    reasons.push_back({kOrder, static_cast<double>(settled_requests(context.run, "global.store")),
                       kPatience * asked});
  if (asked == one.model)
    reasons.push_back({kStrays, asked - strays(asked), asked + strays(asked)});
  decide(one, reasons);
}

void judge_dram(ProfiledComparison& one, const ProfileContext& context) {
  // Of code, arguments and page tables; and all constant memory that there is.
  constexpr double kOwnBytes = 65'536.0, kConstantBytes = 65'536.0;
  constexpr double kMostFetched = 4.0;  // sectors for one
  const double past_l1 = kSectorBytes * (context.profile.l1_read_sectors +
                                         static_cast<double>(context.model.global_atomic.sectors));
  const double asked = std::isnan(past_l1) ? one.model : std::min(one.model, past_l1);
  const double constants = context.model.constant_load.requests == 0 ? 0.0 : kConstantBytes;
  const double most = std::min(kMostFetched * asked, most_lines(context)) + kOwnBytes + constants;
  decide(one, {{one.gpu < one.model
                    ? "L1 and L2 answered the rest: read before, or written by the run; it began "
                      "with an L2 in which other bytes lay, twice as many as it holds"
                    : "the GPU reads its code and arguments too, and L2 may fetch up to four "
                      "sectors for one (cudaLimitMaxL2FetchGranularity)",
                least_from_dram(context), most}});
}

}  // namespace lanescope::hardware
