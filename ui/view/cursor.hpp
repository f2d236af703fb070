#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "sim/base/ids.hpp"

namespace lanescope::ui::view {

// What the user looks at, in all panels at once. Select anything anywhere: it lights up everywhere.
struct Selection {
  std::uint32_t launch = 0;
  BlockIndex block;
  std::optional<WarpIndex> warp;  // follows the tick's warp while empty
  std::optional<std::uint32_t> lane;
  std::optional<std::uint32_t> line;  // of the source file
  std::optional<Pc> pc;
  struct Element {  // of a buffer or a shared array, by name
    std::string array;
    std::uint32_t index = 0;
    friend bool operator==(const Element&, const Element&) = default;
  };
  std::optional<Element> element;
  friend bool operator==(const Selection&, const Selection&) = default;
};

// Where one stands in the run. A session file keeps its place as a RelativeMoment.
struct Cursor {
  Tick tick;
  bool playing = false;
  double beat = 1.0;  // 0…1 inside the current step's animation; 1: settled
  bool held = false;  // paused in mid-beat
  Selection selection;
  friend bool operator==(const Cursor&, const Cursor&) = default;
};

enum class StepUnit : std::uint8_t { WarpInstruction, Round, Line, Phase };

// How one moves on. Kept in session files as it is.
struct Pace {
  StepUnit step_unit = StepUnit::WarpInstruction;
  double steps_per_second = 4.0;
  friend bool operator==(const Pace&, const Pace&) = default;
};

}  // namespace lanescope::ui::view
