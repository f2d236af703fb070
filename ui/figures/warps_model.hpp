#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ui/figures/lane_groups.hpp"
#include "ui/figures/strands.hpp"
#include "ui/style/style.hpp"
#include "ui/view/beats.hpp"
#include "ui/view/view.hpp"

namespace lanescope::ui::figures {

// The stage: every warp of the shown block with its lanes, in the state after the shown step.
//
//   warp 0   [31][27][44][12] .  .  .  .      16/32
//   warp 1    ▫   ▫   ▫   ▫   ▫  ▫  ▫  ▫      gate
//
//   ◆ line 16  ld.shared.f32 …   lanes 0–15   issues
//   ◇ line 17  bar.sync 0        lanes 16–31  waits to join
enum class LaneState : std::uint8_t {
  Absent,         // the block has no such thread
  Executed,       // of the shown step
  PredicatedOff,  // its guard was false
  Ready,          // could issue, another group or warp did
  AtBarrier,
  AtWarpSync,
  AtJoin,
  Exited,
};
[[nodiscard]] LaneState state_of(engine::Group::Status status);
[[nodiscard]] style::Role role_of(LaneState state);
[[nodiscard]] std::string_view state_words(LaneState state);  // "waits at a barrier"

struct LaneCell {
  LaneState state = LaneState::Absent;
  std::uint8_t path = 0;  // number of its group in the warp, smallest pc first
  std::string value;      // of the shown register; empty: no room or not live
};
// A barrier as a gate: shut before a warp that waits, not reached by those still on their way,
// opening for all with the shown step.
enum class BarrierGate : std::uint8_t { None, Ahead, Shut, Opens };
[[nodiscard]] double gate_height(BarrierGate gate, double moment);  // 0 … 1 of the row
struct WarpRow {
  WarpIndex warp;
  std::vector<LaneCell> lanes;
  bool issues = false;  // the shown step is this warp's
  bool selected = false;
  BarrierGate gate = BarrierGate::None;
  std::string note;  // "16/32", "gate", "exited", "2 paths"
  style::Role note_role = style::Role::TextSecondary;
  std::size_t paths = 0;
};
struct WarpsModel {
  int lane_count = 32;
  std::vector<WarpRow> rows;
  LaneGroups groups;               // of the shown warp
  Strands paths;                   // of the shown warp; empty while it is one group
  std::vector<std::string> joins;  // reconvergence points waiting, outermost first
  std::optional<view::RequestBeats>
      beats;                  // of the row that issues, where its step asks for memory
  bool gate_opens = false;    // the shown step has opened a barrier
  std::string register_name;  // whose values stand in the cells
  std::string sentence, note;
  Dim3 block_shape;
};
[[nodiscard]] std::optional<WarpsModel> warps_model(const view::View& view);

}  // namespace lanescope::ui::figures
