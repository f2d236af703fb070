#include "ui/figures/program/launch_list.hpp"

#include <cmath>
#include <map>

#include <fmt/format.h>

#include "ui/figures/program/schedule_strip.hpp"
#include "ui/view/numbers.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::figures::program {
namespace {

using lanescope::program::SavedProgram;

constexpr int kWarpSize = 32;  // of every launch of a whole program

std::string extents(const Dim3& d) {
  if (d.z > 1) return fmt::format("{}×{}×{}", d.x, d.y, d.z);
  return d.y > 1 ? fmt::format("{}×{}", d.x, d.y) : fmt::format("{}", d.x);
}

void count(const events::Counters& total, LaunchRow& row) {
  row.conflicts = row.efficiency = "–";
  if (total.warp_instructions == 0) return;
  const std::uint64_t conflicts = total.shared_load.bank_conflicts +
                                  total.shared_store.bank_conflicts +
                                  total.shared_atomic.bank_conflicts;
  row.conflicting = conflicts != 0;
  row.conflicts = view::with_commas(conflicts);
  row.efficiency = fmt::format("{} %", std::lround(100.0 * total.simt_efficiency(kWarpSize)));
}

std::string on_gpu_words(double microseconds) {
  return say("{} on the GPU", time_words(false, microseconds));
}

}  // namespace

std::vector<LaunchRow> launch_rows(const SavedProgram& program) {
  std::vector<LaunchRow> rows;
  std::map<std::string, int> counts;
  for (const runtime::record::Launch& launch : program.run.record.launches) {
    const std::string title = lanescope::program::kernel_title(launch);
    LaunchRow row;
    row.title = fmt::format("{} #{}", title, ++counts[title]);
    row.shape = extents(launch.grid) + " · " + extents(launch.block);
    row.steps = view::with_commas(launch.steps);
    row.place = launch.place.text();
    count(launch.total, row);
    rows.push_back(std::move(row));
  }
  for (const auto& launch : program.run.launches) {
    rows[launch.index].wrong = lanescope::program::has_error(*launch.run);
    if (launch.gpu_milliseconds)
      rows[launch.index].gpu = on_gpu_words(1000.0 * *launch.gpu_milliseconds);
  }
  if (!program.run.gpu) return rows;
  for (const auto& one : program.run.gpu->times.activities)  // without what a launch costs
    if (one.launch) rows[*one.launch].gpu = on_gpu_words(one.end - one.begin);
  return rows;
}

std::string launches_title(const session::Session& session) {
  const SavedProgram* program = session.open_program();
  if (program == nullptr) return {};
  const std::size_t count = program->run.record.launches.size();
  if (count == 0) return tr("it launched nothing");
  if (!session.shows_launch()) return say_many(count, "1 launch", "{} launches", count);
  return say("launch {} of {}", session.state().program.launch + 1, count);
}

}  // namespace lanescope::ui::figures::program
