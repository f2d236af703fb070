#pragma once

#include <memory>

#include "ui/background/device_texture.hpp"
#include "ui/panels/panel.hpp"
#include "ui/widgets/picture_texture.hpp"

namespace lanescope::ui::panels::image {

// The Image panel's live picture, the times that its pictures took, and what way they come.
class ImageLive {
 public:
  void draw(Frame& frame);

 private:
  void take_picture(const background::LivePictures& live, const hardware::LivePicture& shown);
  void take_from_device(const background::LivePictures& live, const hardware::LivePicture& shown);

  widgets::PictureTexture texture_;
  [[nodiscard]] bool fits(const hardware::LivePicture& shown) const;

  // What device_ copies from, and the size of what it copies.
  std::shared_ptr<const hardware::LiveMemory> memory_;
  std::uint32_t width_ = 0, height_ = 0;
  std::uint64_t number_ = 0;                           // of the picture that was copied last
  std::unique_ptr<background::DeviceTexture> device_;  // ends before the texture does
};

}  // namespace lanescope::ui::panels::image
