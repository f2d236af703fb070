#include "ui/panels/image/live_words.hpp"

#include "ui/session/gpu_words.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui {
namespace {

std::string way_words(const lab::LivePicture& picture) {
  switch (picture.way) {
    case lab::LivePicture::Way::Device:
      return say(
          "Drawn from the memory of {} through OpenGL interop, without a copy through the host.",
          picture.device);
    case lab::LivePicture::Way::Host:
      return say("Made on {} and copied through the host: {}.", picture.device, picture.why);
    case lab::LivePicture::Way::Model:
      break;
  }
  return say("The model's picture, as small as the one that is stepped: {}.", picture.why);
}

std::string time_sentence(const lab::LivePicture& picture, const std::deque<double>& times) {
  const lab::Spread time = lab::spread({times.begin(), times.end()});
  if (picture.way == lab::LivePicture::Way::Model)
    return say("Its run takes the model {}; that is no time of a GPU.", time_words(time.median));
  return say("The kernel takes {} a picture ({} to {} in the last {}).", time_words(time.median),
             time_words(time.min), time_words(time.max), times.size());
}

}  // namespace

std::string live_sentence(const Session& session) {
  const LivePictures& live = session.live();
  const lab::LivePicture* picture = live.shown();
  if (picture == nullptr) return {};
  std::string text =
      say("{}, {} × {} pixels.", picture->shape.name, picture->shape.width, picture->shape.height);
  text += " " + way_words(*picture) + " " + time_sentence(*picture, live.times());
  if (session.state().tools.image.pattern)
    text += tr(" The test pattern is made on the host and goes in with each picture.");
  return text;
}

std::string no_live_picture(const Session& session) {
  const LivePictures& live = session.live();
  if (!live.trouble().empty()) return say("There is no live picture: {}.", live.trouble());
  return tr("The first live picture is under way.");
}

}  // namespace lanescope::ui
