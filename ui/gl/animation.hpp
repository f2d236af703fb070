#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "ui/gl/gif.hpp"
#include "ui/session/session.hpp"
#include "ui/studio/studio.hpp"

namespace lanescope::ui::gl {

// Serves an AnimationRequest: puts the session to one moment after another, reads the frame that
// was drawn of each, and writes the file after the last. Then the session is where it was.
class Animation {
 public:
  // Once behind each frame; `read` gives the frame's pixels. What goes wrong ends it and becomes
  // Session::message().
  void follow(session::Session& session, const std::function<Image()>& read);
  [[nodiscard]] bool taking() const { return request_.has_value(); }

 private:
  void begin(session::Session& session);
  // False: there is no moment after this one.
  bool advance(const session::Session& session);
  void show(session::Session& session);
  bool keep(session::Session& session, const Image& frame);
  void end(session::Session& session, const std::string& message);

  std::optional<session::AnimationRequest> request_;
  Tick tick_before_, tick_;
  std::uint32_t step_ = 0, beat_ = 0;
  int waits_ = 0;  // frames until the moment is on the screen
  std::optional<studio::Studio::PanelRect> place_;
  std::vector<GifFrame> frames_;
};

}  // namespace lanescope::ui::gl
