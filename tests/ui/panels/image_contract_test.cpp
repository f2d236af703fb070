// Pictures and grids in rounds at every size and scale: no words clipped, nothing sticking out. And
// the pointer on a picture.

#include "tests/ui/model/studio.hpp"
#include "tests/ui/panels/contract.hpp"
#include "ui/panels/image.hpp"
#include "ui/panels/occupancy.hpp"

namespace lanescope::ui {
namespace {

using test::Stage;
using test::Studio;

template <typename P>
void draw_everywhere(const Session& session, const std::string& state) {
  test::check_everywhere(test::some_panels<P>, session, state);
}

TEST(ImageContract, WithAndWithoutPictures) {
  Studio studio;
  draw_everywhere<ImagePanel>(studio.session(), "no run");
  test::check_help(test::some_panels<ImagePanel>());
  studio.run("lesson id=vector-add");
  draw_everywhere<ImagePanel>(studio.session(), "no picture");
  studio.run("lesson id=image; rung id=grey; set width=64; set height=40; to-end");
  draw_everywhere<ImagePanel>(studio.session(), "a picture");
  studio.run("rung id=blur; record blocks=all; image overlay=divergence; goto tick=300");
  draw_everywhere<ImagePanel>(studio.session(), "tiles");
  studio.run("image part=difference overlay=conflicts moment=tick");
  draw_everywhere<ImagePanel>(studio.session(), "difference");
  studio.run("rung id=blur-separable; image part=after after=sums; to-start");
  draw_everywhere<ImagePanel>(studio.session(), "sums");
  studio.run("rung id=blur; set width=256; set height=16; image part=all after=out");
  draw_everywhere<ImagePanel>(studio.session(), "a wide picture");
}

TEST(ImageContract, GridsInRounds) {
  Studio studio;
  studio.run("lesson id=block-scheduling; rung id=room; set blocks=64; set sms=16");
  draw_everywhere<OccupancyPanel>(studio.session(), "16 SMs");
  studio.run("set kilobytes=1; set sms=3");
  draw_everywhere<OccupancyPanel>(studio.session(), "many places");
}

// A click on the picture selects the pixel.
TEST(ImageContract, AClickSelectsAPixel) {
  Studio studio;
  studio.run("lesson id=image; rung id=grey; set width=64; set height=40; image part=after");
  Stage stage({700, 400, 1.0F, true, false});
  ImagePanel panel;
  stage.draw(panel, studio.session());
  stage.point_at(100.0F, 200.0F);
  stage.draw(panel, studio.session());
  stage.press(true);
  stage.frame(panel, studio.session());
  stage.press(false);
  stage.frame(panel, studio.session());
  stage.commands().run_all(studio.session());
  const auto& element = studio.session().state().selection.element;
  ASSERT_TRUE(element);
  EXPECT_EQ(element->array, "out");
  EXPECT_LT(element->index, 64U * 40U);
}

// Pictures of other sizes get textures of their own, and the old ones are let go.
TEST(ImageContract, TexturesDoNotPileUp) {
  Studio studio;
  studio.run("lesson id=image; rung id=grey; set width=64; set height=40");
  Stage stage({700, 400, 1.0F, true, false});
  ImagePanel panel;
  stage.draw(panel, studio.session());
  const int before = ImGui::GetPlatformIO().Textures.Size;
  for (const char* size : {"set width=96", "set height=64", "set width=32"}) {
    studio.run(size);
    stage.draw(panel, studio.session());
    EXPECT_EQ(ImGui::GetPlatformIO().Textures.Size, before) << size;
  }
}

}  // namespace
}  // namespace lanescope::ui
