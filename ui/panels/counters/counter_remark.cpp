#include "ui/panels/counters/counter_remark.hpp"

#include "lab/lesson/metric.hpp"
#include "ui/view/numbers.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui {

void name_what_is_judged(const std::optional<GpuCount>& gpu, CounterRow& row) {
  if (gpu && row.id == "divergent_branches") {
    row.role = gpu->value == 0 ? Role::Equal : Role::Divergence;
    row.remark = gpu->value == 0 ? tr("none in SASS") : say("{} in SASS", with_commas(gpu->value));
    return;
  }
  const bool is_other_on_gpu = gpu && gpu->role != Role::Equal;
  if (lab::counts_ptx(row.id))
    row.remark = row.remark.empty() ? tr("in the PTX") : say("{} (PTX)", row.remark);
  else if (is_other_on_gpu && !row.remark.empty())
    row.remark = say("{} (PTX)", row.remark);
}

}  // namespace lanescope::ui
