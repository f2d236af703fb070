#include "ui/panels/counters/counter_remark.hpp"

#include "lab/lesson/metric.hpp"
#include "ui/view/numbers.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::panels::counters {

void name_what_is_judged(const std::optional<figures::GpuCount>& gpu, CounterRow& row) {
  if (gpu && row.id == "divergent_branches") {
    row.role = gpu->value == 0 ? style::Role::Equal : style::Role::Divergence;
    row.remark =
        gpu->value == 0 ? tr("none in SASS") : say("{} in SASS", view::with_commas(gpu->value));
    return;
  }
  const bool is_other_on_gpu = gpu && gpu->role != style::Role::Equal;
  if (lesson::counts_ptx(row.id))
    row.remark = row.remark.empty() ? tr("in the PTX") : say("{} (PTX)", row.remark);
  else if (is_other_on_gpu && !row.remark.empty())
    row.remark = say("{} (PTX)", row.remark);
}

}  // namespace lanescope::ui::panels::counters
