// Animated GIFs, read back by another decoder than the library that wrote them.

#include "ui/gl/gif.hpp"

#include <cmath>
#include <fstream>

#include "lab/experiment/file.hpp"
#include "tests/ui/model/studio.hpp"
#include "ui/gl/animation.hpp"
#include "ui/gl/offscreen.hpp"

#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_GIF
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#include <stb_image.h>
#pragma GCC diagnostic pop

namespace lanescope::ui::gl {
namespace {

struct Decoded {
  int width = 0, height = 0;
  std::vector<int> delays;  // milliseconds
  std::vector<std::vector<std::uint8_t>> frames;
};

Decoded decode(const std::vector<std::byte>& bytes) {
  Decoded out;
  int count = 0, channels = 0;
  int* delays = nullptr;
  stbi_uc* pixels = stbi_load_gif_from_memory(reinterpret_cast<const stbi_uc*>(bytes.data()),
                                              static_cast<int>(bytes.size()), &delays, &out.width,
                                              &out.height, &count, &channels, 3);
  const auto size = static_cast<std::size_t>(out.width) * static_cast<std::size_t>(out.height) * 3;
  for (int i = 0; i < count && pixels != nullptr; ++i) {
    out.delays.push_back(delays[i]);
    const stbi_uc* from = pixels + size * static_cast<std::size_t>(i);
    out.frames.emplace_back(from, from + size);
  }
  stbi_image_free(pixels);
  stbi_image_free(delays);
  return out;
}

Image plain_image(int width, int height, std::array<std::uint8_t, 3> colour) {
  Image image{width, height, {}};
  for (int i = 0; i < width * height; ++i)
    image.rgb.insert(image.rgb.end(), colour.begin(), colour.end());
  return image;
}

void paint(Image& image, int x, int y, std::array<std::uint8_t, 3> colour) {
  std::copy(colour.begin(), colour.end(),
            image.rgb.begin() + (static_cast<std::ptrdiff_t>(y) * image.width + x) * 3);
}

TEST(Gif, FewColoursComeBackExactly) {
  std::vector<GifFrame> frames;
  Image image = plain_image(17, 9, {20, 30, 40});
  for (int i = 0; i < 5; ++i) {
    paint(image, i * 3, i, {static_cast<std::uint8_t>(40 * i), 200, 7});
    frames.push_back({image, 120 + 10 * i});
  }
  frames.push_back({image, 90});  // nothing changes, and still it has its time
  const auto bytes = encode_gif(frames);
  ASSERT_TRUE(bytes) << bytes.error().text();
  const Decoded decoded = decode(*bytes);
  EXPECT_EQ(decoded.width, 17);
  EXPECT_EQ(decoded.height, 9);
  ASSERT_EQ(decoded.frames.size(), 6U);
  EXPECT_EQ(decoded.delays, (std::vector<int>{120, 130, 140, 150, 160, 90}));
  for (std::size_t i = 0; i < frames.size(); ++i)
    EXPECT_EQ(decoded.frames[i], frames[i].image.rgb) << "frame " << i;
}

TEST(Gif, ManyColoursComeBackNearlyAndWithoutNoise) {
  std::vector<GifFrame> frames;
  for (int i = 0; i < 3; ++i) {
    Image image = plain_image(128, 64, {250, 250, 250});
    for (int y = 0; y < 32; ++y) {
      for (int x = 0; x < 128; ++x)
        paint(image, x, y,
              {static_cast<std::uint8_t>(2 * x), static_cast<std::uint8_t>(8 * y),
               static_cast<std::uint8_t>(60 * i)});
    }
    frames.push_back({image, 500});
  }
  const auto bytes = encode_gif(frames);
  ASSERT_TRUE(bytes);
  const Decoded decoded = decode(*bytes);
  ASSERT_EQ(decoded.frames.size(), 3U);
  for (std::size_t f = 0; f < 3; ++f) {
    double error = 0;
    const auto& now = decoded.frames[f];
    for (std::size_t i = 0; i < now.size(); ++i) error += std::abs(now[i] - frames[f].image.rgb[i]);
    EXPECT_LT(error / static_cast<double>(now.size()), 10.0) << "256 of 12,288 colours";
    // The flat half stays flat, in its own colour.
    const std::size_t half = now.size() / 2;
    for (std::size_t i = half; i < now.size(); ++i) ASSERT_EQ(now[i], 250);
  }
}

TEST(Gif, RefusesWhatIsNoAnimation) {
  EXPECT_FALSE(encode_gif({}));
  EXPECT_FALSE(encode_gif({{plain_image(2, 2, {}), 10}, {plain_image(3, 2, {}), 10}}));
  EXPECT_FALSE(encode_gif({{Image{}, 10}}));
  const auto written = write_gif({{plain_image(2, 2, {}), 10}}, "/nowhere/at/all.gif");
  ASSERT_FALSE(written);
  EXPECT_NE(written.error().text().find("/nowhere/at/all.gif"), std::string::npos);
}

TEST(Gif, PicturesAreScaledInProportion) {
  Image image = plain_image(4, 2, {10, 10, 10});
  paint(image, 0, 0, {50, 10, 10});
  const Image half = scaled_to(image, 2);
  EXPECT_EQ(half.width, 2);
  EXPECT_EQ(half.height, 1);
  EXPECT_EQ(half.rgb, (std::vector<std::uint8_t>{20, 10, 10, 10, 10, 10}));
  EXPECT_EQ(scaled_to(image, 0).rgb, image.rgb);
}

// Each frame of the file is the studio at its moment, as a picture of that moment alone shows it.
TEST(Gif, TheStudiosStepsAreTheFrames) {
  test::Studio studio;
  studio.run("lesson id=reduction; rung id=sequential; set block=64; set n=64; goto phase=1");
  session::Session& session = studio.session();
  session.complete_ladder();
  auto target = Offscreen::create(800, 600);
  ASSERT_TRUE(target) << target.error().text();
  const Tick before = session.state().cursor.tick;
  const std::string file =
      ::testing::TempDir() + "lanescope-gif-" + std::to_string(::getpid()) + ".gif";
  studio.run("export-gif file=" + session::quote(file) + " steps=3 unit=phase delay=250");
  (void)draw_shot(session, **target);
  EXPECT_EQ(session.message(), "");
  EXPECT_FALSE(session.requests().any());
  EXPECT_EQ(session.state().cursor.tick, before) << "the session is where it was";
  const auto bytes = experiment::read_file(file);
  ASSERT_TRUE(bytes) << bytes.error().text();
  const Decoded decoded = decode(*bytes);
  ASSERT_EQ(decoded.frames.size(), 4U);
  EXPECT_EQ(decoded.delays, std::vector<int>(4, 250));
  EXPECT_EQ(decoded.width, 800);
  for (std::size_t i = 0; i < 4; ++i) {
    const Image alone = draw_shot(session, **target);
    std::size_t far = 0;
    for (std::size_t p = 0; p < alone.rgb.size(); ++p)
      far += std::abs(alone.rgb[p] - decoded.frames[i][p]) > 48 ? 1U : 0U;
    EXPECT_LT(far, alone.rgb.size() / 100) << "frame " << i;
    studio.run("step-forward unit=phase");
  }
  ASSERT_EQ(::unlink(file.c_str()), 0);
}

}  // namespace
}  // namespace lanescope::ui::gl
