// The studio drawn off screen through EGL: the picture has the palette's colours where they belong,
// and the same session gives the same pixels.

#include <array>
#include <cstddef>

#include "tests/ui/model/studio.hpp"
#include "tests/ui/studio/pixels.hpp"
#include "ui/gl/offscreen.hpp"
#include "ui/gl/phase_shot.hpp"
#include "ui/style/style.hpp"

namespace lanescope::ui::test {
namespace {

style::Rgba pixel(const gl::Image& image, int x, int y) {
  const std::size_t at = (static_cast<std::size_t>(y) * static_cast<std::size_t>(image.width) +
                          static_cast<std::size_t>(x)) *
                         3;
  return {image.rgb[at], image.rgb[at + 1], image.rgb[at + 2]};
}

using test::count;

TEST(Shot, ShowsTheStudioInBothThemes) {
  test::Studio studio;
  studio.run("lesson id=reduction step=3");
  for (const bool dark : {true, false}) {
    studio.run(dark ? "theme value=dark" : "theme value=light");
    auto target = gl::Offscreen::create(1280, 720);
    ASSERT_TRUE(target) << target.error().text();
    const gl::Image image = gl::draw_shot(studio.session(), **target);
    ASSERT_EQ(image.rgb.size(), std::size_t{1280} * 720 * 3);
    EXPECT_EQ(pixel(image, 2, 2), style::palette_colour(dark, style::Role::Background));
    EXPECT_GT(count(image, style::palette_colour(dark, style::Role::Panel)), 100'000U);
    EXPECT_GT(count(image, style::palette_colour(dark, style::Role::Active)), 2'000U);
    EXPECT_EQ(gl::draw_shot(studio.session(), **target).rgb, image.rgb);
  }
}

// 256 elements in a window that shows a tenth of them.
TEST(Shot, ThePhaseViewIsDrawnWhole) {
  test::Studio studio;
  studio.run(
      "lesson id=reduction; rung id=sequential; set n=1024; set block=256; "
      "phase-view value=on; theme value=dark; goto phase=2");
  auto target = gl::Offscreen::create(640, 480);
  ASSERT_TRUE(target) << target.error().text();
  const auto whole = gl::whole_phase_view(studio.session());
  ASSERT_TRUE(whole && *whole);
  const gl::Image& image = **whole;
  EXPECT_GT(image.width, 256 * 24);
  std::size_t loaded = 0;  // of the last element in the first row
  for (int y = 16; y < 40; ++y) {
    for (int x = image.width - 38; x < image.width - 18; ++x)
      loaded += pixel(image, x, y) == style::palette_colour(true, style::Role::Load) ? 1U : 0U;
  }
  EXPECT_GT(loaded, 100U);
  EXPECT_EQ((*target)->read().width, 640);
  EXPECT_EQ(gl::draw_shot(studio.session(), **target).width, 640)
      << "its frame buffer is bound again";
  studio.run("phase-view value=off");
  EXPECT_FALSE(gl::whole_phase_view(studio.session())) << "then the panel is the picture";
}

// 55 launches of 1,024 elements: the comparators are found beside the frames.
TEST(Shot, WaitsForWhatIsMadeBesideTheFrames) {
  test::Studio studio;
  studio.run(
      "theme value=dark; lesson id=bitonic-sort step=3; answer choice=1; reveal; panel id=network");
  auto target = gl::Offscreen::create(1280, 720);
  ASSERT_TRUE(target) << target.error().text();
  const gl::Image image = gl::draw_shot(studio.session(), **target);
  const style::Rgba ground = style::palette_colour(true, style::Role::Panel);
  std::size_t drawn = 0;
  constexpr int kLeft = 350, kRight = 750, kTop = 160, kBottom = 340;  // inside the panel
  for (int y = kTop; y < kBottom; ++y)
    for (int x = kLeft; x < kRight; ++x) drawn += pixel(image, x, y) == ground ? 0U : 1U;
  EXPECT_GT(drawn, std::size_t{(kRight - kLeft) * (kBottom - kTop)} / 4);
}

TEST(Shot, RefusesImpossibleSizes) {
  EXPECT_FALSE(gl::Offscreen::create(0, 100));
  EXPECT_FALSE(gl::Offscreen::create(1 << 20, 100));
}

TEST(Shot, SaysWhichFileItCannotWrite) {
  const gl::Image image{2, 1, {0, 0, 0, 255, 255, 255}};
  const auto written = gl::write_png(image, "/nowhere/at/all.png");
  ASSERT_FALSE(written);
  EXPECT_NE(written.error().text().find("/nowhere/at/all.png"), std::string::npos);
}

}  // namespace
}  // namespace lanescope::ui::test
