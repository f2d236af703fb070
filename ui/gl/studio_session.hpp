#pragma once

#include <memory>

#include "lab/lesson/runner.hpp"
#include "ui/gl/gui_options.hpp"
#include "ui/session/session.hpp"

namespace lanescope::ui {

// The runners and the session on what the options name: a lesson (reduction unless told otherwise)
// or an experiment. Nothing has been waited for. The
// equipment must outlive them.
struct StudioSession {
  std::unique_ptr<ports::Compiler> compiler;  // the runner's
  std::unique_ptr<lab::Runner> runner;
  std::unique_ptr<lab::GpuRunner> gpu;  // null: no driver was found
  std::unique_ptr<lab::LiveRunner> live;
  std::unique_ptr<Session> session;  // after the runners that it uses
};
[[nodiscard]] Result<StudioSession> open_session(const GuiOptions& options,
                                                 const ports::Equipment& equipment);

}  // namespace lanescope::ui
