#pragma once

#include <string>

#include "lab/lesson/lesson.hpp"
#include "ui/session/session.hpp"

// What is on screen, in words that name it later.
namespace lanescope::ui::session {

// "Sequential addressing, block 128"
[[nodiscard]] std::string title_of(const Session& session);
// "block 128 · n 1,024": of the rung's own parameters; without a rung, of all.
[[nodiscard]] std::string values_text(const lesson::Rung* rung,
                                      const lesson::ParameterValues& values);

}  // namespace lanescope::ui::session
