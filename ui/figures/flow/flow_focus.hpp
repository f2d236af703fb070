#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "ui/figures/flow/flow_ground.hpp"

namespace lanescope::ui::figures::flow {

// The element of the target that is looked at, and the stores that make it: the selected element,
// else what the selected thread writes next, else what anyone does.
struct FlowFocus {
  std::uint32_t element = 0;
  std::uint32_t thread = 0;  // that stores it
  Tick tick;                 // of the store in question
  bool atomic = false;       // then all of the block's atomics on the element are looked at
  Tick since;                // the thread's store before, or the start of the launch
  std::vector<analysis::Stored> stores;
};
[[nodiscard]] std::optional<FlowFocus> flow_focus(const view::View& view, const FlowGround& ground);
// Linear index in its block of the thread in the picture: the selected lane, else one in the midst
// of those that execute the shown instruction.
[[nodiscard]] std::optional<std::uint32_t> shown_thread(const view::View& view);

// An element that the focus is made of, or that a thread which stores it has read besides.
enum class FlowPart : std::uint8_t {
  Value,    // its bits are in it
  Steers,   // it said where or which
  AlsoRead  // none of both: it may have decided a branch
};
struct FlowSource {
  std::size_t array = 0;  // of FlowGround::arrays
  std::uint32_t element = 0;
  FlowPart part = FlowPart::Value;
  Tick read;
  bool own = true;  // the thread that stores the focus has read it itself
};
// What the answer is made of owns all it needs: on a thread of its own where the way back is long.
struct FlowSources {
  std::vector<FlowSource> sources;  // by array and element, each element once
  bool shared = false, exchanged = false, copied = false, truncated = false, constant = false;
};
[[nodiscard]] FlowSources flow_sources(const FlowQuestion& question, const FlowGround& ground,
                                       const FlowFocus& focus);

}  // namespace lanescope::ui::figures::flow
