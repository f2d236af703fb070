// The windows themselves, on a display: the projector's opens, shows the same session, and closes
// either way.

#include "ui/gl/windows.hpp"

#include <cstddef>
#include <vector>

#include <GLFW/glfw3.h>

#include "tests/ui/model/studio.hpp"
#include "tests/ui/studio/pixels.hpp"
#include "ui/gl/monitors.hpp"
#include "ui/style/style.hpp"

namespace lanescope::ui::gl {
namespace {

using test::count;

class TwoWindows : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(glfwInit(), GLFW_TRUE) << "no display";
    studio_ = std::make_unique<test::Studio>();
    studio_->run("lesson id=reduction step=3");
    auto opened = Windows::open(1280, 720, studio_->session());
    ASSERT_TRUE(opened) << opened.error().text();
    windows_ = std::move(*opened);
    frames(4);
  }
  void TearDown() override {
    windows_.reset();
    studio_.reset();
    glfwTerminate();
  }
  void frames(int number) {
    for (int i = 0; i < number; ++i) {
      glfwPollEvents();
      windows_->frame(1.0 / 60.0);
    }
  }
  // What the projector shows now.
  Image projected() {
    windows_->projector()->draw(0.0);
    return windows_->projector()->read();
  }
  std::unique_ptr<test::Studio> studio_;
  std::unique_ptr<Windows> windows_;
};

TEST_F(TwoWindows, TheProjectorOpensAndCloses) {
  EXPECT_EQ(windows_->projector(), nullptr);
  for (int time = 0; time < 2; ++time) {
    studio_->run("projector value=on");
    frames(6);
    ASSERT_NE(windows_->projector(), nullptr);
    EXPECT_TRUE(studio_->session().message().empty()) << studio_->session().message();
    // Closed at its own frame, as by its cross.
    glfwSetWindowShouldClose(windows_->projector()->handle(), GLFW_TRUE);
    frames(2);
    EXPECT_EQ(windows_->projector(), nullptr);
    EXPECT_FALSE(studio_->session().state().classroom.projector.on);
    EXPECT_FALSE(windows_->over());
  }
  studio_->run("projector");
  frames(3);
  ASSERT_NE(windows_->projector(), nullptr);
  studio_->run("projector");
  frames(2);
  EXPECT_EQ(windows_->projector(), nullptr);
}

TEST_F(TwoWindows, ClosingTheStudioEndsBoth) {
  studio_->run("projector value=on");
  frames(4);
  ASSERT_NE(windows_->projector(), nullptr);
  EXPECT_FALSE(windows_->over());
  glfwSetWindowShouldClose(windows_->studio().handle(), GLFW_TRUE);
  EXPECT_TRUE(windows_->over());
}

TEST_F(TwoWindows, BothShowOneSession) {
  studio_->run("theme value=dark; projector value=on theme=light");
  frames(8);
  const Image before = projected();
  ASSERT_GT(before.width, 0);
  EXPECT_GT(count(before, style::palette_colour(false, style::Role::Panel)), 100'000U);  // light …
  windows_->studio().draw(0.0);
  EXPECT_GT(count(windows_->studio().read(), style::palette_colour(true, style::Role::Panel)),
            100'000U);
  studio_->run("step-forward count=3");
  frames(4);
  const Image after = projected();
  ASSERT_EQ(after.rgb.size(), before.rgb.size());
  EXPECT_NE(after.rgb, before.rgb);
}

TEST_F(TwoWindows, ThePenIsSeenInBoth) {
  studio_->run("reduced-motion value=on; projector value=on");
  frames(8);
  const style::Rgba ink =
      windows_->studio().studio().style().outline_colour[static_cast<int>(style::Role::Load)];
  const std::size_t before = count(projected(), ink);
  studio_->run("pen-stroke panel=warps colour=load points=\"0.1,0.8 0.9,0.8\"");
  frames(3);
  // 4 pixels high, eight tenths of half a window of 1280.
  EXPECT_GT(count(projected(), ink), before + 800U);
}

TEST_F(TwoWindows, AResizeIsFollowed) {
  studio_->run("projector value=on");
  frames(4);
  glfwSetWindowSize(windows_->projector()->handle(), 900, 600);
  for (int i = 0; i < 200; ++i) {
    frames(1);
    int width = 0, height = 0;
    glfwGetFramebufferSize(windows_->projector()->handle(), &width, &height);
    if (width == 900) break;
  }
  frames(4);
  const Image image = projected();
  EXPECT_EQ(image.width, 900);
  EXPECT_GT(count(image, style::palette_colour(true, style::Role::Panel)), 50'000U);
}

TEST(Monitors, TheClassGetsAnotherOneThanTheStudio) {
  const std::vector<DesktopRect> one{{0, 0, 1920, 1080}};
  EXPECT_FALSE(monitor_for_class(one, {100, 100, 800, 600}));
  EXPECT_FALSE(monitor_for_class({}, {0, 0, 800, 600}));
  const std::vector<DesktopRect> two{{0, 0, 1920, 1080}, {1920, 0, 1024, 768}};
  EXPECT_EQ(monitor_for_class(two, {100, 100, 1600, 900}), 1U);
  EXPECT_EQ(monitor_for_class(two, {2000, 10, 900, 600}), 0U);
  EXPECT_EQ(monitor_for_class(two, {1800, 0, 1000, 700}), 0U);  // mostly on the second
  EXPECT_EQ(monitor_for_class(two, {-5000, -5000, 100, 100}), 1U);
  const std::vector<DesktopRect> mirrored{{0, 0, 1920, 1080}, {0, 0, 1024, 768}};
  EXPECT_FALSE(monitor_for_class(mirrored, {100, 100, 1600, 900}));
  const std::vector<DesktopRect> three{
      {0, 0, 1920, 1080}, {1920, 0, 1024, 768}, {0, 1080, 3840, 2160}};
  EXPECT_EQ(monitor_for_class(three, {0, 0, 800, 600}), 2U);
}

}  // namespace
}  // namespace lanescope::ui::gl
