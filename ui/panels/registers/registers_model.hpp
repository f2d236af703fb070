#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ui/panels/registers/watch_model.hpp"
#include "ui/session/session.hpp"

namespace lanescope::ui::panels::registers {

// The Registers panel: registers of the shown warp by lanes, in the state after the shown step.
//
//            0    1    2    3  …
//   %f2    31   27   44   12         ← written by this step
//   %r7     0    1    2    3
//   %p1   not live here
struct RegisterRow {
  std::uint32_t index = 0;  // into engine::Program::registers
  std::string name, type;
  bool live = true;
  bool written = false;             // by the shown step
  bool read = false;                // by the shown step
  LaneMask changed = 0;             // lanes whose value differs from before the step
  bool uniform = false;             // the same in all existing lanes
  std::vector<std::string> values;  // by lane; empty text: lane does not exist
};
struct RegistersModel {
  int lanes = 32;
  LaneMask active = 0;            // lanes that executed the shown step
  std::vector<WatchRow> watches;  // above the registers
  std::vector<RegisterRow> rows;  // written, read, then the other live ones
  std::uint32_t not_live = 0;     // registers left out because they are not live here
  std::string sentence;
};
[[nodiscard]] std::optional<RegistersModel> registers_model(const session::Session& session,
                                                            std::size_t value_width = 6);

}  // namespace lanescope::ui::panels::registers
