#include "cuda/gl/gl_picture.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

namespace lanescope::cuda::gl {
namespace {

constexpr unsigned kTexture2D = 0x0de1;  // GL_TEXTURE_2D
constexpr unsigned kWriteDiscard = 2;    // CU_GRAPHICS_REGISTER_FLAGS_WRITE_DISCARD
constexpr int kAllDevices = 1;           // CU_GL_DEVICE_LIST_ALL
constexpr int kDeviceMemory = 2, kArrayMemory = 3;

Error drawn_elsewhere(const std::string& why) {
  return missing(
      fmt::format("the window is not drawn by the NVIDIA GPU{}; on a machine with two, start "
                  "with __NV_PRIME_RENDER_OFFLOAD=1 __GLX_VENDOR_LIBRARY_NAME=nvidia",
                  why));
}

// Those that draw for the current OpenGL context.
Result<std::vector<device::CuDevice>> drawing_devices(const GlDriver& driver) {
  std::vector<device::CuDevice> devices(16);
  unsigned count = 0;
  const device::CuResult code = driver.cuGLGetDevices(
      &count, devices.data(), static_cast<unsigned>(devices.size()), kAllDevices);
  if (code != 0)
    return drawn_elsewhere(
        fmt::format(" ({})", device::driver_error(driver.cu, code, "asking OpenGL").message));
  devices.resize(std::min<std::size_t>(count, devices.size()));
  if (devices.empty()) return drawn_elsewhere("");
  return devices;
}

Result<void> check_device(const GlDriver& driver, device::CuDevice device) {
  const Result<std::vector<device::CuDevice>> found = drawing_devices(driver);
  if (!found) return found.error();
  if (std::ranges::find(*found, device) == found->end()) return drawn_elsewhere("");
  return {};
}

}  // namespace

Result<device::CuDevice> drawing_device(const GlDriver& driver) {
  const Result<std::vector<device::CuDevice>> found = drawing_devices(driver);
  if (!found) return found.error();
  return found->front();
}

Result<std::unique_ptr<GlPicture>> GlPicture::open(const GlDriver& driver, device::CuDevice device,
                                                   const Texture& texture,
                                                   const ports::device::Descriptor& shared,
                                                   std::uint64_t bytes) {
  if (Result<void> there = check_device(driver, device); !there) return there.error();
  std::unique_ptr<GlPicture> made(new GlPicture(driver, device, texture));
  if (Result<void> done = made->enter(); !done) return done.error();
  Result<device::MappedMemory> memory =
      device::MappedMemory::import(driver.cu, device, shared, bytes);
  if (!memory) return memory.error();
  made->memory_ = std::move(*memory);
  const device::CuResult code =
      driver.cuGraphicsGLRegisterImage(&made->resource_, texture.name, kTexture2D, kWriteDiscard);
  if (code != 0) return device::driver_error(driver.cu, code, "handing OpenGL's texture to CUDA");
  return made;
}

GlPicture::~GlPicture() {
  if (context_ == nullptr) return;
  gl_->cu.cuCtxSetCurrent(context_);
  if (resource_ != nullptr) gl_->cuGraphicsUnregisterResource(resource_);
  memory_.reset();
  gl_->cu.cuDevicePrimaryCtxRelease(device_);
}

Result<void> GlPicture::enter() {
  const std::string opening = "opening the GPU beside OpenGL";
  if (context_ == nullptr) {
    if (const device::CuResult code = gl_->cu.cuDevicePrimaryCtxRetain(&context_, device_);
        code != 0)
      return device::driver_error(gl_->cu, code, opening);
  }
  if (const device::CuResult code = gl_->cu.cuCtxSetCurrent(context_); code != 0)
    return device::driver_error(gl_->cu, code, opening);
  return {};
}

Result<void> GlPicture::copy(std::uint64_t offset) {
  if (Result<void> done = enter(); !done) return done;
  const std::string doing = "copying the picture into OpenGL's texture";
  if (const device::CuResult code = gl_->cuGraphicsMapResources(1, &resource_, nullptr); code != 0)
    return device::driver_error(gl_->cu, code, doing);
  Result<void> copied = copy_mapped(offset);
  if (const device::CuResult code = gl_->cuGraphicsUnmapResources(1, &resource_, nullptr);
      copied && code != 0)
    return device::driver_error(gl_->cu, code, doing);
  if (!copied) return copied;
  if (const device::CuResult code = gl_->cu.cuCtxSynchronize(); code != 0)
    return device::driver_error(gl_->cu, code, doing);
  return {};
}

Result<void> GlPicture::copy_mapped(std::uint64_t offset) {
  const std::string doing = "copying the picture into OpenGL's texture";
  CuCopy2D copy;
  copy.from.type = kDeviceMemory;
  copy.from.device = memory_->address() + offset;
  copy.from.pitch = std::size_t{4} * texture_.width;
  copy.to.type = kArrayMemory;
  copy.width_bytes = copy.from.pitch;
  copy.height = texture_.height;
  if (const device::CuResult code =
          gl_->cuGraphicsSubResourceGetMappedArray(&copy.to.array, resource_, 0, 0);
      code != 0)
    return device::driver_error(gl_->cu, code, doing);
  if (const device::CuResult code = gl_->cuMemcpy2DUnaligned(&copy); code != 0)
    return device::driver_error(gl_->cu, code, doing);
  return {};
}

}  // namespace lanescope::cuda::gl
