#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

#include "ui/view/cursor.hpp"

namespace lanescope::ui::session {

// A panel's picture, or everything's, to be taken from a frame that follows.
struct PictureRequest {
  std::string panel, file;
};

// To be taken from the frames that follow.
struct AnimationRequest {
  std::string file, panel;  // no panel: everything
  view::StepUnit unit = view::StepUnit::WarpInstruction;
  Tick first, last;  // from the one to the other, at most `steps` steps
  std::uint32_t steps = 8;
  std::uint32_t beats = 1;  // frames of each step: 1 shows it settled
  int width = 0;            // in pixels; 0: as on the screen
  int delay = 500;          // of a step, in milliseconds
};

struct CopyRequest {
  std::string text;  // for the clipboard
};

// A file is to be chosen.
struct DialogRequest {
  enum class For : std::uint8_t { Open, Save, SaveRun, SaveGif, SavePhases, SaveProgram, Input };
  For purpose = For::Open;
  std::string argument;  // For::Input: which one the file is for
};

struct QuitRequest {};

// What is to happen once, outside of the session: commands ask for it, and who can do it takes it
// (Session::take). One of each kind waits, the newest.
class Requests {
 public:
  template <typename Request>
  void ask(Request request) {
    slot<Request>(all_) = std::move(request);
  }
  template <typename Request>
  [[nodiscard]] std::optional<Request> take() {
    return std::exchange(slot<Request>(all_), std::nullopt);
  }
  // Null: nobody has asked since it was taken.
  template <typename Request>
  [[nodiscard]] const Request* waiting() const {
    const auto& found = slot<Request>(all_);
    return found ? &*found : nullptr;
  }
  [[nodiscard]] bool any() const {
    return std::apply([](const auto&... each) { return (each.has_value() || ...); }, all_);
  }

 private:
  template <typename Request, typename All>
  static auto& slot(All& all) {
    return std::get<std::optional<Request>>(all);
  }
  std::tuple<std::optional<PictureRequest>, std::optional<AnimationRequest>,
             std::optional<CopyRequest>, std::optional<DialogRequest>, std::optional<QuitRequest>>
      all_;
};

}  // namespace lanescope::ui::session
