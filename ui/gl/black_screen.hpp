#pragma once

#include <functional>
#include <optional>
#include <string>

#include "ui/gl/offscreen.hpp"

namespace lanescope::ui::gl {

// After a kernel's fault the driver of some machines draws black in every process, without an
// error, until it is loaded anew. No theme's background is black, so a picture that is black all
// over was not drawn.
[[nodiscard]] bool is_black(const Image& image);
// What it means, and the remedy; fits a terminal, since nothing can be read in the window.
[[nodiscard]] std::string black_screen_words();

// Looks at a pixel of the studio's background once a second.
class BlackScreen {
 public:
  // After a frame that took `seconds`; `read` gives that pixel. The words, once.
  [[nodiscard]] std::optional<std::string> look(double seconds, const std::function<Image()>& read);

 private:
  double since_ = 0.0;
  int black_ = 0;  // times in a row
  bool told_ = false;
};

}  // namespace lanescope::ui::gl
