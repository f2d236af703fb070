#include "ui/panels/image/live_words.hpp"

#include "ui/session/gpu_words.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::panels::image {
namespace {

std::string way_words(const hardware::LivePicture& picture) {
  switch (picture.way) {
    case hardware::LivePicture::Way::Device:
      return say(
          "Drawn from the memory of {} through OpenGL interop, without a copy through the host.",
          picture.device);
    case hardware::LivePicture::Way::Host:
      return say("Made on {} and copied through the host: {}.", picture.device, picture.why);
    case hardware::LivePicture::Way::Model:
      break;
  }
  return say("The model's picture, as small as the one that is stepped: {}.", picture.why);
}

std::string time_sentence(const hardware::LivePicture& picture, const std::deque<double>& times) {
  const hardware::Spread time = hardware::spread({times.begin(), times.end()});
  if (picture.way == hardware::LivePicture::Way::Model)
    return say("Its run takes the model {}; that is no time of a GPU.",
               session::time_words(time.median));
  return say("The kernel takes {} a picture ({} to {} in the last {}).",
             session::time_words(time.median), session::time_words(time.min),
             session::time_words(time.max), times.size());
}

}  // namespace

std::string live_sentence(const session::Session& session) {
  const background::LivePictures& live = session.live();
  const hardware::LivePicture* picture = live.shown();
  if (picture == nullptr) return {};
  std::string text =
      say("{}, {} × {} pixels.", picture->shape.name, picture->shape.width, picture->shape.height);
  text += " " + way_words(*picture) + " " + time_sentence(*picture, live.times());
  if (session.state().tools.image.pattern)
    text += tr(" The test pattern is made on the host and goes in with each picture.");
  return text;
}

std::string no_live_picture(const session::Session& session) {
  const background::LivePictures& live = session.live();
  if (!live.trouble().empty()) return say("There is no live picture: {}.", live.trouble());
  return tr("The first live picture is under way.");
}

}  // namespace lanescope::ui::panels::image
