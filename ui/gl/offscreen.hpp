#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "sim/base/result.hpp"

namespace lanescope::ui::session {
class Session;
}  // namespace lanescope::ui::session

namespace lanescope::ui::gl {

struct Image {
  int width = 0, height = 0;
  std::vector<std::uint8_t> rgb;  // rows from the top, 3 bytes a pixel
};
// The frame buffer that is bound.
[[nodiscard]] Image read_frame(int width, int height);
[[nodiscard]] Result<void> write_png(const Image& image, const std::string& path);

// An OpenGL 3.3 context with no window, through EGL: the surfaceless platform (Mesa), else the
// first device that gives one (NVIDIA). Current in the thread that made it, with a frame buffer
// bound.
class Offscreen {
 public:
  [[nodiscard]] static Result<std::unique_ptr<Offscreen>> create(int width, int height);
  ~Offscreen();
  Offscreen(const Offscreen&) = delete;
  Offscreen& operator=(const Offscreen&) = delete;

  [[nodiscard]] int width() const { return width_; }
  [[nodiscard]] int height() const { return height_; }
  [[nodiscard]] std::string renderer() const;  // "llvmpipe (LLVM 15.0.6, 256 bits)"
  [[nodiscard]] Image read() const;

 private:
  Offscreen(int width, int height);
  Result<void> make_frame_buffer();

  struct Egl;
  std::unique_ptr<Egl> egl_;
  int width_, height_;
  unsigned frame_buffer_ = 0, colour_ = 0;
};

// The studio with this session in a few frames, in the frame buffer that is bound; its pixels.
// While the projector is on, what the class sees.
[[nodiscard]] Image draw_shot(session::Session& session, const Offscreen& target);

}  // namespace lanescope::ui::gl
