#include "ui/gl/black_screen.hpp"

#include <algorithm>

#include "ui/words/words.hpp"

namespace lanescope::ui::gl {

bool is_black(const Image& image) {
  return !image.rgb.empty() &&
         std::ranges::all_of(image.rgb, [](std::uint8_t part) { return part == 0; });
}

std::string black_screen_words() {
  return tr(
      "OpenGL draws black on this machine, without an error. After a kernel's fault NVIDIA's "
      "driver "
      "may do so in every program: close all programs that use the GPU and load the driver anew "
      "(sudo modprobe -r nvidia_drm nvidia_modeset nvidia_uvm nvidia && sudo modprobe nvidia), or "
      "restart the machine. LIBGL_ALWAYS_SOFTWARE=1 draws without the GPU until then.");
}

std::optional<std::string> BlackScreen::look(double seconds, const std::function<Image()>& read) {
  constexpr double kEvery = 1.0;
  constexpr int kTimes = 2;  // a window that is just being shown may be black once
  since_ += seconds;
  if (told_ || since_ < kEvery) return std::nullopt;
  since_ = 0.0;
  black_ = is_black(read()) ? black_ + 1 : 0;
  if (black_ < kTimes) return std::nullopt;
  told_ = true;
  return black_screen_words();
}

}  // namespace lanescope::ui::gl
