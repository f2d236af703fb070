// Pictures and grids in rounds at every size and scale: no words clipped, nothing sticking out. And
// the pointer on a picture.

#include "tests/ui/model/live_experiment.hpp"
#include "tests/ui/model/studio.hpp"
#include "tests/ui/panels/contract.hpp"
#include "ui/figures/refill_model.hpp"
#include "ui/figures/rounds_model.hpp"
#include "ui/panels/image/image.hpp"
#include "ui/panels/occupancy/occupancy.hpp"

namespace lanescope::ui::panels::image {
namespace {

using test::Stage;
using test::Studio;

template <typename P>
void draw_everywhere(const session::Session& session, const std::string& state) {
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

// A renderer that only counts.
class CountingTextures final : public background::DeviceTextures {
 public:
  class Texture final : public background::DeviceTexture {
   public:
    explicit Texture(CountingTextures& owner) : owner_(owner) { ++owner.open_now; }
    ~Texture() override { --owner_.open_now; }
    Result<void> copy(std::uint64_t) override {
      ++owner_.copies;
      if (!owner_.failure.empty()) return missing(owner_.failure);
      return {};
    }

   private:
    CountingTextures& owner_;
  };
  Result<std::unique_ptr<background::DeviceTexture>> open(
      std::uint64_t texture, const lanescope::experiment::PictureShape&,
      const hardware::LiveMemory&) override {
    EXPECT_EQ(texture, 1U) << "the stage's own name";
    ++opened;
    return std::unique_ptr<background::DeviceTexture>(std::make_unique<Texture>(*this));
  }
  int opened = 0, open_now = 0, copies = 0;
  std::string failure;
};

TEST(ImageContract, LivePictures) {
  Studio studio;
  studio.run("lesson id=image; rung id=blur-separable; set width=64; set height=40; image live=on");
  draw_everywhere<ImagePanel>(studio.session(), "the model's live picture");
  studio.run("image pattern=on; set width=256; set height=16");
  draw_everywhere<ImagePanel>(studio.session(), "a wide live pattern");
  studio.run("set width=32; set height=128");
  draw_everywhere<ImagePanel>(studio.session(), "a high live pattern");
  Studio host(0, LANESCOPE_GPU_TEST_WORKER);
  host.open(test::picture("ones"));
  host.run("image live=on");
  ASSERT_TRUE(host.session().live().on_gpu());
  draw_everywhere<ImagePanel>(host.session(), "a live picture through the host");
}

// One texture, into which each picture is copied once, on the GPU; another one for another size.
TEST(ImageContract, LivePicturesAreCopiedOnTheGpu) {
  CountingTextures textures;
  Studio studio(0, LANESCOPE_GPU_TEST_WORKER, &textures);
  studio.open(test::picture("ones"));
  studio.run("image live=on");
  {
    Stage stage({700, 400, 1.0F, true, false});
    ImagePanel panel;
    stage.draw(panel, studio.session());
    EXPECT_EQ(textures.opened, 1);
    EXPECT_EQ(textures.copies, 1) << "the same picture four times";
    studio.run("image live=on");
    stage.draw(panel, studio.session());
    EXPECT_EQ(textures.opened, 1);
    EXPECT_EQ(textures.copies, 2);
    studio.open(test::picture("ones", false, 4));
    stage.draw(panel, studio.session());
    EXPECT_EQ(textures.opened, 2) << "as many pixels, another shape";
    EXPECT_EQ(textures.open_now, 1);
    textures.failure = "the driver has lost the texture";
    studio.run("image live=on");
    stage.draw(panel, studio.session());
    EXPECT_EQ(textures.open_now, 0);
    studio.run("image live=on");
    stage.draw(panel, studio.session());
    const hardware::LivePicture* shown = studio.session().live().shown();
    ASSERT_NE(shown, nullptr);
    EXPECT_EQ(shown->way, hardware::LivePicture::Way::Host);
    EXPECT_EQ(shown->why, "the driver has lost the texture");
    EXPECT_EQ(textures.opened, 2);
  }
}

TEST(ImageContract, GridsInRounds) {
  Studio studio;
  studio.run("lesson id=block-scheduling; rung id=room; set blocks=64; set sms=16");
  draw_everywhere<occupancy::OccupancyPanel>(studio.session(), "16 SMs");
  studio.run("set kilobytes=1; set sms=3");
  draw_everywhere<occupancy::OccupancyPanel>(studio.session(), "many places");
}

// Blocks of unequal length, all recorded: many on one SM, and one on each of many.
TEST(ImageContract, BlocksThatTakeFreePlaces) {
  Studio studio;
  studio.run("lesson id=block-scheduling; rung id=refilled; set blocks=16; set sms=1");
  studio.run("record blocks=all");
  ASSERT_TRUE(figures::refill_model(studio.session()));
  draw_everywhere<occupancy::OccupancyPanel>(studio.session(), "one SM");
  studio.run("set sms=3");
  draw_everywhere<occupancy::OccupancyPanel>(studio.session(), "three SMs");
  studio.run("set sms=16");
  ASSERT_TRUE(figures::refill_model(studio.session()));
  draw_everywhere<occupancy::OccupancyPanel>(studio.session(), "an SM for each block");
}

// Clicks from the top down at this place of the panel, until one has gone to another block.
void click_down(Studio& studio, float x) {
  Stage stage({700, 400, 1.0F, true, false});
  occupancy::OccupancyPanel panel;
  stage.draw(panel, studio.session());
  const auto& shown = studio.session().state().cursor.selection;
  for (float y = 8.0F; y < 160.0F && shown.block.value == 0; y += 8.0F) {
    stage.point_at(x, y);
    stage.draw(panel, studio.session());
    stage.press(true);
    stage.frame(panel, studio.session());
    stage.press(false);
    stage.frame(panel, studio.session());
    stage.commands().run_all(studio.session());
  }
}

// The right half of the first row has the last block alone; of the rounds, block 1 stands beside
// block 0.
TEST(ImageContract, AClickOnAPlaceSelectsItsBlock) {
  Studio studio;
  studio.run("lesson id=block-scheduling; rung id=refilled; set blocks=8; set sms=2");
  studio.run("record blocks=all; to-start");
  click_down(studio, 600.0F);
  EXPECT_EQ(studio.session().state().cursor.selection.block.value, 7U);
  studio.run("rung id=room; set kilobytes=224; set sms=2; record blocks=all; to-start");
  ASSERT_TRUE(figures::rounds_model(studio.session()));
  click_down(studio, 150.0F);
  EXPECT_EQ(studio.session().state().cursor.selection.block.value, 1U);
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
  const auto& element = studio.session().state().cursor.selection.element;
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
}  // namespace lanescope::ui::panels::image
