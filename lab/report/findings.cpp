#include "lab/report/findings.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <utility>

#include "lab/run/report_counters.hpp"

namespace lanescope::report {
namespace {

// Marks a text for translators (cmake/texts.sh).
constexpr std::string_view mark(std::string_view text) { return text; }

constexpr std::array kWords{
    FindingWords{
        FindingKind::Hazard, "hazard", mark("The kernel is wrong"), mark("hazards"),
        mark("Look in Hazards: both accesses are named there. Times of a wrong kernel mean "
             "nothing."),
        "barriers", ""},
    FindingWords{
        FindingKind::IdleLanes, "idle_lanes", mark("Lanes are idle"), mark("lane slots"),
        mark("Let the lanes of a warp take the same way: sort the work, or give neighbouring "
             "threads neighbouring tasks of equal length."),
        "divergence", ""},
    FindingWords{
        FindingKind::UncoalescedLoads, "uncoalesced_loads", mark("Loads are scattered"),
        mark("sectors"),
        mark("Let neighbouring lanes load neighbouring words, or go through a tile in shared "
             "memory."),
        "coalescing", "global.load.sectors"},
    FindingWords{
        FindingKind::UncoalescedStores, "uncoalesced_stores", mark("Stores are scattered"),
        mark("sectors"),
        mark("Let neighbouring lanes store neighbouring words, or go through a tile in shared "
             "memory."),
        "transpose", "global.store.sectors"},
    FindingWords{FindingKind::ContendedAtomics, "contended_atomics",
                 mark("Atomics meet at the same words"), mark("sectors"),
                 mark("Count in the warp or in shared memory first, and add once a block."),
                 "histogram", "global.atomic.sectors"},
    FindingWords{FindingKind::LoadConflicts, "load_conflicts", mark("Loads meet in a bank"),
                 mark("wavefronts"),
                 mark("Pad the rows of the tile by a word, or let lanes begin at different words."),
                 "bank-conflicts", "shared.load.wavefronts"},
    FindingWords{FindingKind::StoreConflicts, "store_conflicts", mark("Stores meet in a bank"),
                 mark("wavefronts"),
                 mark("Pad the rows of the tile by a word, or let lanes begin at different words."),
                 "bank-conflicts", "shared.store.wavefronts"},
    FindingWords{FindingKind::SharedAtomics, "shared_atomics",
                 mark("Shared atomics meet in a bank"), mark("wavefronts"),
                 mark("Keep several copies of what is counted, or combine in the warp first."),
                 "histogram", "shared.atomic.wavefronts"},
    FindingWords{FindingKind::DivergentConstants, "divergent_constants",
                 mark("Constant memory is asked for several words"), mark("words"),
                 mark("Let all lanes of a warp ask for one word, or put the table into global or "
                      "shared memory."),
                 "constant-memory", ""},
    FindingWords{FindingKind::LocalMemory, "local_memory", mark("An array lies in local memory"),
                 mark("sectors"),
                 mark("Index it by constants only, by unrolling the loop, so that it fits into "
                      "registers; or put it into shared memory."),
                 "registers", "local.load.sectors"},
    FindingWords{FindingKind::PartialWarps, "partial_warps",
                 mark("The last warp of a block has gaps"), mark("lane slots"),
                 mark("Choose a block size that is a multiple of the warp size."), "vector-add",
                 ""},
    FindingWords{FindingKind::LowOccupancy, "low_occupancy", mark("An SM holds few warps"),
                 mark("warps"),
                 mark("Occupancy shows which limit binds: smaller blocks, fewer registers or less "
                      "shared memory let more warps hide each other's waiting."),
                 "occupancy", ""},
};

// What a line wastes of a kind, and how much of the unit it has.
struct Cost {
  FindingKind kind;
  std::function<std::uint64_t(const events::Counters&)> wasted;
  std::function<std::uint64_t(const events::Counters&)> of;  // of the whole run's counters
};

std::uint64_t beyond(std::uint64_t value, std::uint64_t ideal) {
  return value > ideal ? value - ideal : 0;
}
std::uint64_t memory_sectors(const events::Counters& c) {
  return c.global_load.sectors + c.global_store.sectors + c.global_atomic.sectors +
         c.local_load.sectors + c.local_store.sectors;
}
std::uint64_t wavefronts(const events::Counters& c) {
  return c.shared_load.wavefronts + c.shared_store.wavefronts + c.shared_atomic.wavefronts;
}

// The unit of idle lanes is the whole warp's: they lie idle while it issues.
std::vector<Cost> costs(std::uint64_t warp_size) {
  const auto slots = [warp_size](const events::Counters& c) {
    return c.warp_instructions * warp_size;
  };
  const auto sectors = [](events::SectorCounters events::Counters::*group) {
    return [group](const events::Counters& c) {
      return beyond((c.*group).sectors, (c.*group).ideal_sectors);
    };
  };
  const auto conflicts = [](events::BankCounters events::Counters::*group) {
    return [group](const events::Counters& c) { return (c.*group).bank_conflicts; };
  };
  using C = events::Counters;
  return {
      {FindingKind::IdleLanes,
       [slots](const C& c) { return beyond(slots(c), c.thread_instructions); }, slots},
      {FindingKind::UncoalescedLoads, sectors(&C::global_load), memory_sectors},
      {FindingKind::UncoalescedStores, sectors(&C::global_store), memory_sectors},
      {FindingKind::ContendedAtomics, sectors(&C::global_atomic), memory_sectors},
      {FindingKind::LoadConflicts, conflicts(&C::shared_load), wavefronts},
      {FindingKind::StoreConflicts, conflicts(&C::shared_store), wavefronts},
      {FindingKind::SharedAtomics, conflicts(&C::shared_atomic), wavefronts},
      {FindingKind::DivergentConstants,
       [](const C& c) { return beyond(c.constant_load.distinct_words, c.constant_load.requests); },
       [](const C& c) { return c.constant_load.distinct_words; }},
      {FindingKind::LocalMemory,
       [](const C& c) { return c.local_load.sectors + c.local_store.sectors; }, memory_sectors},
  };
}

// One finding a kind, with the lines that make it up; a line that adds little is not named.
void add(const std::vector<run::ReportLine>& lines, const events::Counters& totals,
         const Cost& cost, std::vector<Finding>& all) {
  Finding found{cost.kind, {}, {}, cost.wasted(totals), cost.of(totals)};
  if (found.of == 0 || found.share() < kLeastShare) return;
  std::vector<std::pair<std::uint64_t, const run::ReportLine*>> dear;
  for (const run::ReportLine& line : lines) {
    if (line.line != 0) dear.emplace_back(cost.wasted(line.counters), &line);
  }
  std::ranges::stable_sort(dear, std::greater(), &decltype(dear)::value_type::first);
  for (const auto& [wasted, line] : dear) {
    if (static_cast<double>(wasted) < kLeastShare * static_cast<double>(found.wasted)) break;
    if (found.file.empty()) found.file = line->file;
    if (found.file == line->file) found.lines.push_back(line->line);
  }
  all.push_back(std::move(found));
}

void add_hazards(const run::ModelRun& run, std::vector<Finding>& all) {
  Finding found;
  for (const events::Hazard& hazard : run.hazards) {
    if (hazard.severity != events::Severity::Error) continue;
    found.wasted += hazard.count;
    const run::ReportPlace place = run::report_place(run, hazard.launch, hazard.pc);
    if (place.file.empty() || (!found.file.empty() && found.file != place.file)) continue;
    found.file = place.file;
    if (std::ranges::find(found.lines, place.line) == found.lines.end())
      found.lines.push_back(place.line);
  }
  found.of = found.wasted;
  if (found.wasted > 0) all.insert(all.begin(), std::move(found));
}

// Lanes that exist in no block, of all that its warps have.
void add_partial_warps(const run::ModelRun& run, std::vector<Finding>& all) {
  const auto size = static_cast<std::uint64_t>(run.plan().options.warp_size);
  Finding found{FindingKind::PartialWarps, {}, {}, 0, 0};
  for (const engine::Launch& launch : run.plan().launches) {
    const std::uint64_t slots = (launch.block.count() + size - 1) / size * size;
    found.wasted += (slots - launch.block.count()) * launch.grid.count();
    found.of += slots * launch.grid.count();
  }
  if (found.of > 0 && found.share() >= kLeastShare) all.push_back(std::move(found));
}

// Half of the warps hide most of what can be hidden; below that it is told.
void add_occupancy(const run::ModelRun& run, std::vector<Finding>& all) {
  constexpr double kEnough = 0.5;
  const auto& launches = run.prepared->occupancy;
  const auto worst = std::ranges::min_element(launches, {}, &analysis::Occupancy::theoretical);
  const auto limits = analysis::sm_limits(run.prepared->experiment.arch);
  if (worst == launches.end() || worst->theoretical >= kEnough || !limits) return;
  all.push_back({FindingKind::LowOccupancy,
                 {},
                 {},
                 beyond(limits->max_warps, worst->warps_per_sm),
                 limits->max_warps});
}

// Lanes that no thread has are told as such, and not as idle too.
void drop_what_is_told_twice(std::vector<Finding>& all) {
  const auto partial = std::ranges::find(all, FindingKind::PartialWarps, &Finding::kind);
  if (partial == all.end()) return;
  const double told = partial->share();
  std::erase_if(all, [told](const Finding& finding) {
    return finding.kind == FindingKind::IdleLanes && finding.share() - told < kLeastShare;
  });
}

}  // namespace

const FindingWords& words_of(FindingKind kind) {
  return *std::ranges::find(kWords, kind, &FindingWords::kind);
}
std::span<const FindingWords> all_finding_words() { return kWords; }

std::vector<Finding> findings(const run::ModelRun& run) {
  const events::Counters totals = run.counters();
  const std::vector<run::ReportLine> lines = run::report_lines(run);
  std::vector<Finding> all;
  for (const Cost& cost : costs(static_cast<std::uint64_t>(run.plan().options.warp_size)))
    add(lines, totals, cost, all);
  add_partial_warps(run, all);
  add_occupancy(run, all);
  drop_what_is_told_twice(all);
  std::ranges::stable_sort(all, std::greater(), &Finding::share);
  add_hazards(run, all);
  return all;
}

}  // namespace lanescope::report
