#pragma once

#include <cstdint>
#include <string>
#include <utility>

namespace lanescope::ui::view {

enum class Theme : std::uint8_t { Dark, Light };
enum class Depth : std::uint8_t { Simple, Full };  // panels on screen: few, or all

// Whether Arrays shows what flows between arrays. Auto: in the place of a phase view that has no
// arcs.
enum class FlowView : std::uint8_t { Auto, On, Off };

// How the run is looked at. Kept in session files as it is; undo leaves it alone.
struct Appearance {
  Theme theme = Theme::Dark;
  Depth depth = Depth::Full;
  std::string heat;            // heat_choice.hpp; empty: chosen from the run
  std::string array;           // shown in Arrays; empty: chosen from the run
  std::string shown_register;  // in Warps; empty: the destination of the step
  bool phase_view = true;
  FlowView flow_view = FlowView::Auto;
  bool grid_view = false;  // Warps shows the blocks of the whole grid
  friend bool operator==(const Appearance&, const Appearance&) = default;
};

// The panel that was asked for last. Each window brings it to its front when `times` is not what
// it has seen; a session file keeps the panel.
struct Focus {
  std::string panel;
  std::uint64_t times = 0;  // also for the same panel
  std::uint64_t steps = 0;  // entered: all panels that the step is about are asked for
  void go_to(std::string to) {
    panel = std::move(to);
    ++times;
  }
  friend bool operator==(const Focus&, const Focus&) = default;
};

// What suits this screen and who sits before it. In no file.
struct Screen {
  double scale = 1.0;  // 1 … 2.5
  bool presenter = false;
  bool reduced_motion = false;
  bool palette_open = false;  // command palette
  std::string palette_words;  // what it is opened with
  friend bool operator==(const Screen&, const Screen&) = default;
};

}  // namespace lanescope::ui::view
