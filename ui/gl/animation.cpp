#include "ui/gl/animation.hpp"

#include <fmt/format.h>

#include "ui/commands/commands.hpp"
#include "ui/gl/panel_picture.hpp"
#include "ui/session/stepping.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::gl {
namespace {

// A panel that comes to the front, and docking, need some frames; a moment needs two.
constexpr int kFramesToFront = 6, kFramesToShow = 2;

}  // namespace

void Animation::follow(session::Session& session, const std::function<Image()>& read) {
  if (!request_) {
    request_ = session.take<session::AnimationRequest>();
    if (request_) begin(session);
    return;
  }
  if (session.state().cursor.tick != tick_) {  // the user went elsewhere meanwhile
    show(session);
    waits_ = kFramesToShow;
    return;
  }
  if (--waits_ > 0) return;
  if (!keep(session, read())) return;
  if (!advance(session)) {
    const auto written = write_gif(frames_, request_->file);
    end(session, written ? std::string{} : written.error().text());
    return;
  }
  show(session);
  waits_ = kFramesToShow;
}

void Animation::begin(session::Session& session) {
  frames_.clear();
  place_.reset();
  tick_before_ = session.state().cursor.tick;
  tick_ = request_->first;
  step_ = 0;
  beat_ = request_->beats;
  show(session);
  waits_ = kFramesToFront;
}

bool Animation::advance(const session::Session& session) {
  if (beat_ < request_->beats) {
    ++beat_;
    return true;
  }
  const Tick next = session::step_forward(session, tick_, request_->unit);
  if (step_ == request_->steps || next == tick_ || next > request_->last) return false;
  tick_ = next;
  ++step_;
  beat_ = 1;
  return true;
}

// The last of a step's beats shows it settled.
void Animation::show(session::Session& session) {
  const auto shown =
      commands::execute(session, fmt::format("goto tick={}; beat value={} hold", tick_.value,
                                             static_cast<double>(beat_) / request_->beats));
  if (!shown) end(session, shown.error().text());  // the run is another one, and shorter
}

bool Animation::keep(session::Session& session, const Image& frame) {
  if (!request_->panel.empty() && !place_) {
    place_ = studio::Studio::place_of_panel(request_->panel);
    if (!place_) {
      end(session, say("the panel '{}' is not on the screen", request_->panel));
      return false;
    }
  }
  // What stands before the first step is seen as long as one.
  const bool whole = step_ == 0;
  const int delay = whole ? request_->delay : request_->delay / static_cast<int>(request_->beats);
  frames_.push_back({scaled_to(place_ ? cut(frame, *place_) : frame, request_->width), delay});
  return true;
}

void Animation::end(session::Session& session, const std::string& message) {
  (void)commands::execute(session, fmt::format("goto tick={}", tick_before_.value));
  if (!message.empty()) (void)commands::complain(session, message);
  frames_.clear();
  request_.reset();
}

}  // namespace lanescope::ui::gl
