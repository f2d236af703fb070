#pragma once

#include <optional>
#include <string>

#include "ui/session/session.hpp"

namespace lanescope::ui::figures {

// Why panels of modelled time have nothing to show (yet).
struct NoTime {
  std::string words;
  bool is_off = false;  // `time value=on` would change that
};
// None: the time of the run on screen and its history are there.
[[nodiscard]] std::optional<NoTime> why_no_time(const session::Session& session);

}  // namespace lanescope::ui::figures
