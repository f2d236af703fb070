#include "app/gl_textures.hpp"

#include <utility>

#include "app/device_textures.hpp"
#include "cuda/gl/gl_picture.hpp"
#include "cuda/toolchain/toolchain.hpp"

namespace lanescope::app {
namespace {

class GlTexture final : public ui::background::DeviceTexture {
 public:
  explicit GlTexture(std::unique_ptr<cuda::gl::GlPicture> picture) : picture_(std::move(picture)) {}
  Result<void> copy(std::uint64_t offset) override { return picture_->copy(offset); }

 private:
  std::unique_ptr<cuda::gl::GlPicture> picture_;
};

}  // namespace

Result<void> GlTextures::load() {
  if (driver_) return {};
  Result<cuda::gl::GlDriver> loaded = cuda::gl::load_gl_driver(path_);
  if (!loaded) return loaded.error();
  driver_ = *loaded;
  return {};
}

// Where there is none, `open` says why.
int GlTextures::device() {
  if (device_) return *device_;
  device_ = 0;
  if (path_.empty() || !load()) return *device_;
  if (const Result<cuda::device::CuDevice> draws = cuda::gl::drawing_device(*driver_); draws)
    device_ = *draws;
  return *device_;
}

Result<std::unique_ptr<ui::background::DeviceTexture>> GlTextures::open(
    std::uint64_t texture, const experiment::PictureShape& shape,
    const hardware::LiveMemory& memory) {
  if (Result<void> loaded = load(); !loaded) return loaded.error();
  auto opened = cuda::gl::GlPicture::open(
      *driver_, memory.device, {static_cast<unsigned>(texture), shape.width, shape.height},
      memory.shared, memory.bytes);
  if (!opened) return opened.error();
  return std::unique_ptr<ui::background::DeviceTexture>(
      std::make_unique<GlTexture>(std::move(*opened)));
}

std::unique_ptr<ui::background::DeviceTextures> device_textures() {
  return std::make_unique<GlTextures>(cuda::toolchain::find_toolchain().driver.path);
}

}  // namespace lanescope::app
