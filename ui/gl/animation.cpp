#include "ui/gl/animation.hpp"

#include <utility>

#include "ui/gl/panel_picture.hpp"
#include "ui/session/session_editor.hpp"
#include "ui/session/stepping.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui {
namespace {

// A panel that comes to the front, and docking, need some frames; a moment needs two.
constexpr int kFramesToFront = 6, kFramesToShow = 2;

}  // namespace

void Animation::follow(Session& session, const std::function<Image()>& read) {
  if (!session.state().animation) {
    taking_ = false;
    return;
  }
  if (!taking_) {
    begin(session);
    return;
  }
  if (session.state().tick != tick_) {  // the user went elsewhere meanwhile
    show(session);
    waits_ = kFramesToShow;
    return;
  }
  if (--waits_ > 0) return;
  if (!keep(session, read())) return;
  if (!advance(session)) {
    const auto written = write_gif(frames_, session.state().animation->file);
    end(session, written ? std::string{} : written.error().text());
    return;
  }
  show(session);
  waits_ = kFramesToShow;
}

void Animation::begin(Session& session) {
  const Request& request = *session.state().animation;
  taking_ = true;
  frames_.clear();
  place_.reset();
  tick_before_ = session.state().tick;
  tick_ = request.first;
  step_ = 0;
  beat_ = request.beats;
  show(session);
  waits_ = kFramesToFront;
}

bool Animation::advance(Session& session) {
  const Request& request = *session.state().animation;
  if (beat_ < request.beats) {
    ++beat_;
    return true;
  }
  const Tick next = step_forward(session, tick_, request.unit);
  if (step_ == request.steps || next == tick_ || next > request.last) return false;
  tick_ = next;
  ++step_;
  beat_ = 1;
  return true;
}

// The last of a step's beats shows it settled.
void Animation::show(Session& session) const {
  const Request& request = *session.state().animation;
  SessionEditor editor(session);
  editor.set_playing(false);
  editor.show(tick_);
  editor.state().beat = static_cast<double>(beat_) / request.beats;
  editor.state().held = editor.state().beat < 1.0;
}

bool Animation::keep(Session& session, const Image& frame) {
  const Request& request = *session.state().animation;
  if (!request.panel.empty() && !place_) {
    place_ = Studio::place_of_panel(request.panel);
    if (!place_) {
      end(session, say("the panel '{}' is not on the screen", request.panel));
      return false;
    }
  }
  // What stands before the first step is seen as long as one.
  const bool whole = step_ == 0;
  const int delay = whole ? request.delay : request.delay / static_cast<int>(request.beats);
  frames_.push_back({scaled_to(place_ ? cut(frame, *place_) : frame, request.width), delay});
  return true;
}

void Animation::end(Session& session, std::string message) {
  SessionEditor editor(session);
  editor.state().animation.reset();
  editor.show(tick_before_);
  editor.set_message(std::move(message));
  frames_.clear();
  taking_ = false;
}

}  // namespace lanescope::ui
