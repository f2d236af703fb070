#pragma once

#include <cstdint>

#include "sim/timing/reasons.hpp"
#include "ui/style/style.hpp"

namespace lanescope::ui::figures {

// How the reasons of waiting look in every picture of time. Each has a colour, and beside it a
// height; those that share a colour differ by their pattern.
struct ReasonLook {
  enum class Pattern : std::uint8_t { Plain, Striped, Dotted };
  style::Role role = style::Role::Pausing;
  Pattern pattern = Pattern::Plain;
  float height = 1.0F;  // share of a row
};
[[nodiscard]] ReasonLook reason_look(timing::Reason reason);

// "short scoreboard": Nsight Compute's name in words.
[[nodiscard]] const char* reason_title(timing::Reason reason);
// What the warp does, behind its name: "waits for shared memory, a shuffle or a special function".
[[nodiscard]] const char* reason_clause(timing::Reason reason);

}  // namespace lanescope::ui::figures
