#pragma once

#include <string>
#include <vector>

#include "ui/figures/program/host_strip.hpp"
#include "ui/session/session.hpp"

namespace lanescope::ui::figures::program {

// The program of a lesson's step, as the Program panel shows it: the host's calls in the order of
// their issue, and, once the step's question is revealed, when each copy and kernel begins.
struct LessonTimeline {
  std::string title;               // "Chunk after chunk, one copy engine"
  std::vector<std::string> calls;  // "1  copy to GPU · stream 1"
  HostStrip strip;                 // empty until the reveal
  std::string words;               // when all ends, or that one is to predict first
};
[[nodiscard]] LessonTimeline lesson_timeline(const lesson::LessonSchedule& schedule, bool revealed);
// Null: the step on screen has none, or a launch of a program is on screen.
[[nodiscard]] const lesson::LessonSchedule* shown_schedule(const session::Session& session);
// Whether the step's question, if it has one, is revealed.
[[nodiscard]] bool timeline_is_revealed(const session::Session& session);

}  // namespace lanescope::ui::figures::program
