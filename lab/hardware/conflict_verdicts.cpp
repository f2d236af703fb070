#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "lab/hardware/hardware_counters.hpp"
#include "lab/hardware/profile_verdicts.hpp"

// Bank conflicts are wavefronts beyond one for each group of lanes (docs/CONTRACT.md, "Wavefronts
// and bank conflicts"). Code in the kernel counts wavefronts, lanes and widths of each instruction.
namespace lanescope::hardware {
namespace {

using ports::device::GpuInstruction;

constexpr double kLanes = 32.0;
constexpr const char* kOthers =
    "this counter also has accesses that wait for a bank that others use, a pass for each at most";

struct Kind {
  const char* id;
  std::uint64_t GpuInstruction::*requests;
  bool halves_merge;  // of an access of 8 bytes, and quarters of a half of 16
};
constexpr Kind kLoads{"shared.load", &GpuInstruction::shared_loads, true};
constexpr Kind kStores{"shared.store", &GpuInstruction::shared_stores, false};

// Conflicts that the wavefronts of an instruction come to: a request has one to four groups, by the
// width, but none without a lane.
struct Conflicts {
  double least = 0.0, most = 0.0;
};
Conflicts conflicts_of(const GpuInstruction& i, const Kind& kind) {
  const auto wavefronts = static_cast<double>(i.wavefronts);
  const auto lanes = static_cast<double>(i.threads);
  const double parts = std::max(1.0, static_cast<double>(bytes_of_lane(i)) / 4.0);
  const double fewest_parts = kind.halves_merge ? std::max(1.0, parts / 2.0) : parts;
  const double fewest = std::ceil(lanes * fewest_parts / kLanes);
  const double most = std::min({static_cast<double>(i.*kind.requests) * parts, lanes, wavefronts});
  return {wavefronts - std::max(fewest, most), wavefronts - std::min(fewest, wavefronts)};
}

Conflicts conflicts_of(const ProfileContext& context, const Kind& kind) {
  Conflicts sum;
  for (const GpuInstruction& i : context.instructions) {
    if (i.*kind.requests == 0) continue;
    const Conflicts one = conflicts_of(i, kind);
    sum.least += std::max(0.0, one.least);
    sum.most += std::max(0.0, one.most);
  }
  return sum;
}

void judge_conflicts(ProfiledComparison& one, const ProfileContext& context, const Kind& kind) {
  using Verdict = CounterComparison::Verdict;
  const std::string id(kind.id);
  const CounterComparison* wavefronts = context.counted(id + ".wavefronts");
  if (wavefronts == nullptr || wavefronts->verdict == Verdict::Different) return decide(one, {});
  const double waits = context.asked({id + ".requests"});
  if (wavefronts->verdict == Verdict::Equal)
    return decide(
        one, {{std::string("the instructions take as many wavefronts as on the model; ") + kOthers,
               one.model, one.model + waits}});
  const Conflicts by_code = conflicts_of(context, kind);
  decide(one,
         {{fmt::format("as {}: {}", wavefronts->id, wavefronts->why), by_code.least, by_code.most},
          {kOthers, by_code.least, by_code.most + waits}});
}

}  // namespace

void judge_load_conflicts(ProfiledComparison& one, const ProfileContext& context) {
  judge_conflicts(one, context, kLoads);
}
void judge_store_conflicts(ProfiledComparison& one, const ProfileContext& context) {
  judge_conflicts(one, context, kStores);
}

}  // namespace lanescope::hardware
