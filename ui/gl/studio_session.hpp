#pragma once

#include <memory>

#include "lab/lesson/runner.hpp"
#include "ui/gl/gui_options.hpp"
#include "ui/session/session.hpp"

namespace lanescope::ui::gl {

// The runners and the session on what the options name: a lesson (reduction unless told otherwise)
// or an experiment. Nothing has been waited for. The
// equipment must outlive them.
struct StudioSession {
  std::unique_ptr<ports::toolchain::Compiler> compiler;  // the runner's
  std::unique_ptr<lesson::Runner> runner;
  std::unique_ptr<hardware::GpuRunner> gpu;  // null: no driver was found
  std::unique_ptr<hardware::LiveRunner> live;
  std::unique_ptr<session::Session> session;  // after the runners that it uses
};
[[nodiscard]] Result<StudioSession> open_session(const GuiOptions& options,
                                                 const ports::equipment::Equipment& equipment);

}  // namespace lanescope::ui::gl
