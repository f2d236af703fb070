// A window that is drawn black all over is told of, once, after two looks.
#include "ui/gl/black_screen.hpp"

#include <gtest/gtest.h>

#include "ui/style/style.hpp"

namespace lanescope::ui::gl {
namespace {

Image one_pixel(style::Rgba colour) { return {1, 1, {colour.r, colour.g, colour.b}}; }

TEST(BlackScreen, IsToldOnceAfterTwoLooks) {
  BlackScreen screen;
  int reads = 0;
  const auto black = [&] {
    ++reads;
    return one_pixel({0, 0, 0});
  };
  EXPECT_FALSE(screen.look(0.5, black));
  EXPECT_EQ(reads, 0) << "not with every frame";
  EXPECT_FALSE(screen.look(0.5, black)) << "once may be a window that is just being shown";
  EXPECT_EQ(reads, 1);
  const auto words = screen.look(1.0, black);
  ASSERT_TRUE(words);
  EXPECT_NE(words->find("restart the machine"), std::string::npos) << *words;
  EXPECT_FALSE(screen.look(10.0, black)) << "once";
}

TEST(BlackScreen, IsNotToldWhereAnythingIsDrawn) {
  BlackScreen screen;
  for (int i = 0; i < 5; ++i) {
    EXPECT_FALSE(screen.look(1.0, [] { return one_pixel({0, 0, 0}); })) << "never twice in a row";
    EXPECT_FALSE(screen.look(1.0, [] { return one_pixel({0, 0, 1}); }));
  }
  EXPECT_FALSE(is_black({2, 1, {0, 0, 0, 0, 9, 0}}));
  EXPECT_FALSE(is_black({})) << "nothing was read";
}

TEST(BlackScreen, NoThemesBackgroundIsBlack) {
  for (const bool dark : {true, false})
    EXPECT_FALSE(is_black(one_pixel(style::palette_colour(dark, style::Role::Background))));
}

}  // namespace
}  // namespace lanescope::ui::gl
