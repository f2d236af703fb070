#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>

#include "lab/hardware/live_runner.hpp"
#include "ui/background/device_texture.hpp"
#include "ui/view/state.hpp"

namespace lanescope::ui::background {

// The picture that is made again for every frame: what is on screen of it, and how long each took.
// While one is drawn, the next is made.
class LivePictures {
 public:
  // Both may be null, and outlive this: nothing is live, or nothing comes from the GPU's memory.
  struct Sources {
    hardware::LiveRunner* runner = nullptr;
    DeviceTextures* textures = nullptr;
  };
  explicit LivePictures(Sources sources) : sources_(sources) {}

  // What is run, and the same with a larger picture (or null), whenever they are others.
  void want(std::shared_ptr<const experiment::Experiment> experiment) {
    experiment_ = std::move(experiment);
  }
  void want_large(std::shared_ptr<const experiment::Experiment> large) {
    large_ = std::move(large);
  }
  [[nodiscard]] bool has_large() const { return large_ != nullptr; }
  // Once a frame: takes the picture that is ready, and asks for the next. A frame without time
  // (`seconds` 0: a picture for a file) asks for none.
  void update(const view::ImageView& view, double seconds);
  // Until the picture for `view` is there; from the GPU so many that their times can be compared.
  void wait(const view::ImageView& view);

  // Null: there is none (yet); trouble() says why when it is known. Its memory is not written
  // before the next update.
  [[nodiscard]] const hardware::LivePicture* shown() const { return shown_ ? &*shown_ : nullptr; }
  [[nodiscard]] const std::string& trouble() const { return trouble_; }
  // Milliseconds of the last pictures, oldest first, all made in the same way.
  [[nodiscard]] const std::deque<double>& times() const { return times_; }
  static constexpr std::size_t kMostTimes = 120;
  // Pictures go on coming.
  [[nodiscard]] bool moving() const {
    return on_ && (pattern_ || on_gpu() || sources_.runner->busy());
  }
  // The GPU is at work on them.
  [[nodiscard]] bool on_gpu() const {
    return on_ && shown_ && shown_->way != hardware::LivePicture::Way::Model;
  }

  // For the panel that draws: a texture for the picture on screen. When it is refused, or later
  // fails (`give_up`), pictures come through the host until they are switched off and on.
  [[nodiscard]] std::unique_ptr<DeviceTexture> open(std::uint64_t texture) const;
  void give_up(std::string why) const { not_from_device_ = std::move(why); }

 private:
  [[nodiscard]] hardware::LivePictureRequest wish(const view::ImageView& view) const;
  void take();

  Sources sources_;
  std::shared_ptr<const experiment::Experiment> experiment_, large_;
  bool on_ = false, pattern_ = false;
  std::optional<hardware::LivePicture> shown_;
  std::string trouble_;
  std::deque<double> times_;
  mutable std::string not_from_device_;  // the renderer's answer, once it was asked
};

}  // namespace lanescope::ui::background
