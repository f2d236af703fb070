#include "ui/panels/counters/gpu_profile_rows.hpp"

#include <algorithm>
#include <cmath>

#include "sim/events/counter_table.hpp"
#include "ui/figures/gpu_counts.hpp"
#include "ui/teaching/hidden_answer.hpp"
#include "ui/view/counter_list.hpp"
#include "ui/view/numbers.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::panels::counters {
namespace {

using hardware::ProfiledComparison;

// Those that the model's counters have not, by name.
struct Figure {
  const char* id;  // as in the report
  const char* name;
  const char* rule;
  const char* told_by;  // the counter of the model that tells the same
};
constexpr Figure kFigures[] = {
    {"occupancy", mark("Occupancy"),
     mark("The model's is theoretical: the warps that fit on an SM. The GPU's is achieved: those "
          "that an SM held on average."),
     "occupancy"},
    {"l2.load.sectors", mark("Sectors read from L2"),
     mark("The model's are all sectors that loads ask for; it has no cache. The GPU's are those "
          "that L1 had to get from L2."),
     "global.load.sectors"},
    {"l2.store.sectors", mark("Sectors written to L2"),
     mark("The model's are all sectors that stores touch; the GPU's went from L1 to L2."),
     "global.store.sectors"},
    {"dram.load.bytes", mark("Bytes read from DRAM"),
     mark("The model's are the bytes of all sectors that loads and atomic operations touch; it has "
          "no cache. The GPU's came from DRAM."),
     "global.load.sectors"},
};

std::string number(const ProfiledComparison& figure, double value) {
  if (figure.unit == ProfiledComparison::Unit::Percent) return view::percent(value / 100.0);
  return view::with_commas(static_cast<std::uint64_t>(std::llround(std::max(value, 0.0))));
}

// What they are not is told by the rule.
std::string words_of(const ProfiledComparison& figure, const std::string& device) {
  using Verdict = hardware::CounterComparison::Verdict;
  const std::string of = say("NVIDIA calls it {}.", figure.metric);
  if (figure.verdict == Verdict::Equal) return say("{} has the same.", device) + " " + of;
  if (figure.verdict == Verdict::Explained)
    return say("{} has another figure, which is explained: {}.", device, figure.why) + " " +
           figures::bound_words(number(figure, figure.least), number(figure, figure.most)) + " " +
           of;
  if (figure.verdict == Verdict::Different)
    return say("{} has another figure: {}.", device, figure.why) + " " + of;
  return say("{}: {}.", device, figure.why) + " " + of;
}

// Without what the GPU and the model have; nullopt: it is not shown.
struct Told {
  std::string name, rule, by;
};
std::optional<Told> told(std::string_view id) {
  const auto* const figure = std::ranges::find(kFigures, id, &Figure::id);
  if (figure != std::end(kFigures))
    return Told{tr(figure->name), tr(figure->rule), figure->told_by};
  const events::CounterInfo* counter = events::find_counter(id);
  if (counter == nullptr) return std::nullopt;
  return Told{view::counter_title(*counter), tr(counter->meaning), counter->name};
}

CounterRow row_of(const Told& kind, const ProfiledComparison& figure, const std::string& device,
                  bool is_withheld) {
  CounterRow row;
  row.id = "profile." + figure.id;
  row.name = kind.name;
  row.rule = kind.rule;
  row.model = number(figure, figure.model);
  figures::GpuCount gpu =
      figures::gpu_count(number(figure, figure.gpu), figure.verdict, words_of(figure, device));
  row.gpu = std::move(gpu.text);
  row.gpu_role = gpu.role;
  row.gpu_words = std::move(gpu.words);
  if (!is_withheld) return row;
  row.model = teaching::kHiddenAnswerSign;
  row.gpu = teaching::kHiddenAnswerSign;
  row.gpu_role = style::Role::TextSecondary;
  row.rule = tr(teaching::kHiddenAnswerWords);
  row.gpu_words.clear();
  return row;
}

}  // namespace

GpuProfileRows gpu_profile_rows(const session::Session& session) {
  const hardware::GpuRun* run = figures::measured_run(session);
  if (run == nullptr || !run->profile) return {};
  GpuProfileRows out;
  if (!run->profile->why_none.empty()) {
    out.why_none = say("The GPU's own counters cannot be read: {}.", run->profile->why_none);
    return out;
  }
  const teaching::HiddenAnswer withheld(session);
  for (const ProfiledComparison& figure : run->profile->figures) {
    const auto kind = told(figure.id);
    if (kind)
      out.rows.push_back(row_of(*kind, figure, run->device.name, withheld.compared(kind->by)));
  }
  return out;
}

}  // namespace lanescope::ui::panels::counters
