// From the worker's memory into a texture, on a driver of our own whose textures are ordinary
// memory: the pixels, the way they take, and that every call may fail.
#include "cuda/gl/gl_picture.hpp"

#include <cstring>

#include <gtest/gtest.h>

#include "cuda/device/live_session.hpp"
#include "tests/cuda/device/fake_driver.hpp"

namespace lanescope::cuda::gl {
namespace {

using test::fake;

constexpr unsigned kName = 7;  // of the texture
struct Screen {
  std::vector<std::byte> texture = std::vector<std::byte>(256);
  device::CuDevice drawn_by = 0;
};
Screen& screen() {
  static Screen one;
  return one;
}

// Counts and fails like the driver's own functions.
device::CuResult call(const char* name) {
  test::Fake& seen = fake();
  ++seen.by_name[name];
  if (seen.calls++ != seen.fail_at) return 0;
  seen.failed = name;
  return seen.code;
}

GlDriver fake_gl_driver() {
  screen() = {};
  GlDriver d;
  d.cu = test::fake_driver();
  d.cuGLGetDevices = [](unsigned* count, device::CuDevice* devices, unsigned, int) {
    *count = 1;
    *devices = screen().drawn_by;
    return call("cuGLGetDevices");
  };
  d.cuGraphicsGLRegisterImage = [](CuGraphics* out, unsigned name, unsigned target, unsigned) {
    const device::CuResult code = call("cuGraphicsGLRegisterImage");
    if (code != 0) return code;
    EXPECT_EQ(name, kName);
    EXPECT_EQ(target, 0x0de1U);
    ++fake().open;
    *out = &screen();
    return 0;
  };
  d.cuGraphicsUnregisterResource = [](CuGraphics) {
    --fake().open;
    return call("cuGraphicsUnregisterResource");
  };
  d.cuGraphicsMapResources = [](unsigned, CuGraphics*, device::CuStream) {
    const device::CuResult code = call("cuGraphicsMapResources");
    fake().open += code == 0 ? 1 : 0;
    return code;
  };
  d.cuGraphicsUnmapResources = [](unsigned, CuGraphics*, device::CuStream) {
    --fake().open;
    return call("cuGraphicsUnmapResources");
  };
  d.cuGraphicsSubResourceGetMappedArray = [](CuArray* array, CuGraphics, unsigned, unsigned) {
    *array = screen().texture.data();
    return call("cuGraphicsSubResourceGetMappedArray");
  };
  d.cuMemcpy2DUnaligned = [](const CuCopy2D* copy) {
    EXPECT_EQ(copy->from.type, 2) << "from the GPU's memory";
    EXPECT_EQ(copy->to.type, 3) << "into an array";
    for (std::size_t row = 0; row < copy->height; ++row)
      std::memcpy(static_cast<std::byte*>(copy->to.array) + row * copy->width_bytes,
                  // NOLINTNEXTLINE(performance-no-int-to-ptr)
                  reinterpret_cast<const std::byte*>(copy->from.device) + row * copy->from.pitch,
                  copy->width_bytes);
    return call("cuMemcpy2DUnaligned");
  };
  return d;
}

constexpr GlPicture::Texture kTexture{kName, 16, 4};
constexpr std::uint64_t kBytes = 2 * ports::device::live_slot_bytes(256);

std::uint32_t texel(int index) {
  std::uint32_t colour = 0;
  std::memcpy(&colour, screen().texture.data() + std::size_t{4} * static_cast<unsigned>(index),
              sizeof colour);
  return colour;
}

// The whole way, from the kernel to the texture: no copy to the host.
TEST(GlPicture, TheWayLeavesOutTheHost) {
  const GlDriver driver = fake_gl_driver();
  {
    device::LiveSession session(driver.cu);
    ASSERT_TRUE(
        std::holds_alternative<ports::device::LiveFrame>(session.frame(test::live_of("twice"))));
    auto picture = GlPicture::open(driver, 0, kTexture, session.take_descriptor(), kBytes);
    ASSERT_TRUE(picture) << picture.error().message;
    ASSERT_TRUE((*picture)->copy(0));
    // Number i of the buffer is 2 i, its lowest byte the grey of pixel 4 i.
    EXPECT_EQ(texel(0), 0xff000000U);
    EXPECT_EQ(texel(60), 0xff1e1e1eU);
    EXPECT_EQ(texel(61), 0xff000000U);
    ports::device::LiveRequest ones;
    ones.slot = 1;
    ones.input.assign(64, std::byte{1});
    ASSERT_TRUE(std::holds_alternative<ports::device::LiveFrame>(session.frame(ones)));
    EXPECT_EQ(texel(61), 0xff000000U) << "the texture changes when it is told";
    ASSERT_TRUE((*picture)->copy(ports::device::live_slot_bytes(256)));
    EXPECT_EQ(texel(61), 0xff020202U);
    EXPECT_EQ(fake().by_name["cuMemcpyDtoH"], 0);
    EXPECT_EQ(fake().by_name["cuMemcpy2DUnaligned"], 2);
  }
  EXPECT_EQ(fake().open, 0);
}

TEST(GlPicture, EveryCallMayFail) {
  int sentences = 0;
  for (int i = 0; i < 40; ++i) {
    const GlDriver driver = fake_gl_driver();
    {
      device::LiveSession session(driver.cu);
      ASSERT_TRUE(
          std::holds_alternative<ports::device::LiveFrame>(session.frame(test::live_of("twice"))));
      const ports::device::Descriptor shared = session.take_descriptor();
      fake().fail_at = fake().calls + i;
      fake().code = 999;
      const auto picture = GlPicture::open(driver, 0, kTexture, shared, kBytes);
      const Result<void> done = picture ? (*picture)->copy(0) : Result<void>(picture.error());
      fake().fail_at = -1;
      if (!done) {
        ++sentences;
        EXPECT_NE(done.error().message.find("a fake error (error 999"), std::string::npos)
            << done.error().message;
      }
    }
    EXPECT_EQ(fake().open, 0) << i << " " << fake().failed;
  }
  // Devices, retain, current, granularity, import, reserve, map, access, register; then current,
  // map, array, copy, unmap, synchronise.
  EXPECT_EQ(sentences, 15);
}

TEST(GlPicture, SaysWhenAnotherDeviceDraws) {
  const GlDriver driver = fake_gl_driver();
  screen().drawn_by = 1;
  EXPECT_EQ(*drawing_device(driver), 1);
  const auto other = GlPicture::open(driver, 0, kTexture, ports::device::Descriptor(), kBytes);
  ASSERT_FALSE(other);
  EXPECT_NE(other.error().message.find("not drawn by the NVIDIA GPU"), std::string::npos);
  EXPECT_NE(other.error().message.find("__NV_PRIME_RENDER_OFFLOAD=1"), std::string::npos);
  fake().fail_at = fake().calls;
  fake().code = 999;
  const auto none = drawing_device(driver);
  ASSERT_FALSE(none);
  EXPECT_NE(none.error().message.find("a fake error (error 999"), std::string::npos);
}

}  // namespace
}  // namespace lanescope::cuda::gl
