#include "ui/background/live_pictures.hpp"

#include <utility>

#include "ui/words/words.hpp"

namespace lanescope::ui::background {

hardware::LivePictureRequest LivePictures::wish(const view::ImageView& view) const {
  hardware::LivePictureRequest out{experiment_,  large_, view.after,
                                   view.pattern, 0,      not_from_device_};
  if (sources_.textures != nullptr)
    out.device = sources_.textures->device();
  else if (out.not_from_device.empty())
    out.not_from_device = tr("this program was built without OpenGL interop");
  return out;
}

void LivePictures::take() {
  auto made = sources_.runner->poll();
  if (!made) return;
  if (!*made) {
    trouble_ = made->error().message;
    shown_.reset();
    times_.clear();
    return;
  }
  trouble_.clear();
  if (!shown_ || shown_->way != (*made)->way) times_.clear();
  shown_ = std::move(**made);
  times_.push_back(shown_->milliseconds);
  if (times_.size() > kMostTimes) times_.pop_front();
}

void LivePictures::update(const view::ImageView& view, double seconds) {
  on_ = view.live && sources_.runner != nullptr;
  pattern_ = view.pattern;
  if (!on_) {
    shown_.reset();
    times_.clear();
    not_from_device_.clear();
    return;
  }
  // Asked before: a picture that is done after that is taken first, so that none is made over the
  // one that is drawn.
  const bool idle = !sources_.runner->busy();
  take();
  if (idle && seconds > 0.0 && experiment_ != nullptr) sources_.runner->ask(wish(view));
}

void LivePictures::wait(const view::ImageView& view) {
  update(view, 0.0);
  if (!on_ || experiment_ == nullptr) return;
  constexpr int kSome = 30;
  sources_.runner->wait();
  take();
  for (int i = 0; i < kSome; ++i) {
    sources_.runner->ask(wish(view));
    sources_.runner->wait();
    take();
    if (!on_gpu()) break;
  }
}

std::unique_ptr<DeviceTexture> LivePictures::open(std::uint64_t texture) const {
  if (!shown_ || shown_->memory == nullptr || sources_.textures == nullptr ||
      !not_from_device_.empty())
    return nullptr;
  auto opened = sources_.textures->open(texture, shown_->shape, *shown_->memory);
  if (opened) return std::move(*opened);
  give_up(opened.error().message);
  return nullptr;
}

}  // namespace lanescope::ui::background
