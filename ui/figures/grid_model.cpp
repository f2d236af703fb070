#include "ui/figures/grid_model.hpp"

#include <algorithm>
#include <cmath>

#include "ui/view/numbers.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::figures {
namespace {

constexpr std::size_t kMostRunning = 64;  // taken apart

LaneState state_of_lane(const engine::WarpState& warp, std::uint32_t lane) {
  const LaneMask bit = LaneMask{1} << lane;
  if ((warp.existing & bit) == 0) return LaneState::Absent;
  if ((warp.exited & bit) != 0) return LaneState::Exited;
  for (const engine::Group& group : warp.groups)
    if ((group.lanes & bit) != 0) return state_of(group.status);
  return LaneState::Ready;
}

RunningBlock taken_apart(const engine::Execution& machine, const GridModel& model, BlockIndex block,
                         const trace::Step& step) {
  RunningBlock out{block, {}};
  for (std::uint32_t w = 0; w < model.warps; ++w) {
    const auto warp = machine.warp(block, WarpIndex{w});
    const bool issues = step.block == block && step.warp.value == w;
    for (std::uint32_t lane = 0; lane < static_cast<std::uint32_t>(model.lane_count); ++lane) {
      LaneState is = warp ? state_of_lane(*warp, lane) : LaneState::Exited;
      if (issues && (step.executed >> lane & 1U) != 0) is = LaneState::Executed;
      if (is == LaneState::Absent) continue;
      const bool joins = !out.runs.empty() && out.runs.back().warp == w &&
                         out.runs.back().state == is && out.runs.back().last == lane;
      if (joins)
        ++out.runs.back().last;
      else
        out.runs.push_back({w, lane, lane + 1, is});
    }
  }
  return out;
}

void describe(GridModel& model) {
  const std::uint64_t ended =
      model.begun - std::min<std::uint64_t>(model.begun, model.running.size());
  const std::uint64_t to_come = model.blocks - model.begun;
  model.sentence =
      say("{} blocks of {} threads, {} in all.", view::with_commas(model.blocks),
          view::with_commas(model.threads), view::with_commas(model.blocks * model.threads));
  if (!model.in_order)
    model.sentence += tr(" Their order is permuted: only those that run are told apart.");
  else if (ended == model.blocks)
    model.sentence += tr(" All have ended.");
  else
    model.sentence +=
        say_many(ended, " {} has ended, {}.", " {} have ended, {}.", view::with_commas(ended),
                 say_many(to_come, "{} is still to come", "{} are still to come",
                          view::with_commas(to_come)));
  model.note = say("block {} shown", view::with_commas(model.shown.value));
}

}  // namespace

const RunningBlock* GridModel::find(std::uint64_t block) const {
  const auto at = std::lower_bound(
      running.begin(), running.end(), block,
      [](const RunningBlock& r, std::uint64_t number) { return r.block.value < number; });
  return at != running.end() && at->block.value == block ? &*at : nullptr;
}

BlockState GridModel::state(std::uint64_t block) const {
  if (find(block) != nullptr) return BlockState::Running;
  if (!in_order) return BlockState::Unknown;
  return block < begun ? BlockState::Ended : BlockState::Ahead;
}

std::optional<GridModel> grid_model(const view::View& view) {
  const auto step = view.shown_step();
  const engine::Execution* machine = view.machine();
  if (!step || machine == nullptr) return std::nullopt;
  const trace::LaunchRecord& launch = view.trace()->launches()[step->launch];
  GridModel model;
  model.grid = launch.grid;
  model.blocks = launch.grid.count();
  model.threads = launch.block.count();
  model.lane_count = view.run()->plan().options.warp_size;
  const auto lanes = static_cast<std::uint64_t>(model.lane_count);
  model.warps = static_cast<std::uint32_t>((model.threads + lanes - 1) / lanes);
  model.shown = step->block;
  model.in_order = view.run()->plan().options.schedule_seed == 0;
  const bool over =
      machine->launch() > step->launch || machine->outcome() != engine::Outcome::Running;
  const auto resident = over ? std::vector<BlockIndex>{} : machine->resident_blocks();
  model.begun = resident.empty() ? model.blocks : 0;
  for (const BlockIndex block : resident) {
    model.begun = std::max<std::uint64_t>(model.begun, block.value + 1);
    if (model.running.size() < kMostRunning)
      model.running.push_back(taken_apart(*machine, model, block, *step));
  }
  std::sort(model.running.begin(), model.running.end(),
            [](const RunningBlock& a, const RunningBlock& b) { return a.block < b.block; });
  describe(model);
  return model;
}

GridLayout lay_out(const GridModel& model, double width, double height) {
  // A block is as wide as its lanes and as high as its warps, within what can still be seen.
  const double shape = std::clamp(static_cast<double>(model.warps) / model.lane_count, 0.3, 1.0);
  const auto blocks = std::max<std::uint64_t>(model.blocks, 1);
  const bool rows_of_grid = model.grid.y > 1 && model.grid.x <= blocks;
  GridLayout out;
  out.columns = rows_of_grid ? model.grid.x
                             : static_cast<std::uint64_t>(std::max(
                                   1.0, std::floor(std::sqrt(static_cast<double>(blocks) * width *
                                                             shape / std::max(height, 1.0)))));
  out.columns = std::min(out.columns, blocks);
  const auto fits = [&] {
    out.rows = (blocks + out.columns - 1) / out.columns;
    out.width = std::min(width / static_cast<double>(out.columns), height / shape);
    out.height = std::min(out.width * shape, height / static_cast<double>(out.rows));
    return out.width * shape * static_cast<double>(out.rows) <= height;
  };
  while (!fits() && !rows_of_grid && out.columns < blocks) ++out.columns;
  return out;
}

}  // namespace lanescope::ui::figures
