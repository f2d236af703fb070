// Pictures before and after, the blocks that made them, and the grid in rounds. Expected values are
// computed by hand from the kernels and from the test picture's definition.

#include "ui/panels/image/image_model.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "tests/ui/model/studio.hpp"
#include "ui/figures/refill_model.hpp"
#include "ui/figures/rounds_model.hpp"

namespace lanescope::ui::test {
namespace {

using test::Studio;

// The sun of the test picture is (255, 238, 150): 0.21, 0.72 and 0.07 of it are 235.41.
TEST(ImageModel, ColourBecomesGrey) {
  Studio studio;
  studio.run("lesson id=image; rung id=grey; set width=64; set height=32");
  const auto model = panels::image::image_model(studio.session());
  ASSERT_TRUE(model && model->before && model->after && model->difference);
  EXPECT_EQ(model->before->buffer.channels, 3U);
  EXPECT_EQ(model->after->buffer.channels, 1U);
  EXPECT_EQ(model->after->pixels.width, 64U);
  EXPECT_EQ(model->after->pixels.height, 32U);
  EXPECT_EQ(panels::image::pixel_words(*model, 46, 15),
            "Column 46, row 15: in is 255, 238, 150, out is 235.");
  const std::size_t sun = 15 * 64 + 46;
  EXPECT_EQ(model->before->pixels.rgba[sun], 0xff96eeffU);
  EXPECT_EQ(model->after->pixels.rgba[sun], 0xffebebebU);
  EXPECT_EQ(model->difference->values.values[sun], 85.0F);  // blue: 150 to 235
  EXPECT_EQ(model->results, std::vector<std::string>{"out"});
}

// The same picture from three planes.
TEST(ImageModel, PlanesShowTheSamePicture) {
  Studio studio;
  studio.run("lesson id=image; rung id=grey; set width=64; set height=32");
  const auto pixels = panels::image::image_model(studio.session());
  studio.run("rung id=grey-planes");
  const auto planes = panels::image::image_model(studio.session());
  ASSERT_TRUE(pixels && planes && planes->before);
  EXPECT_TRUE(planes->before->buffer.planes);
  EXPECT_EQ(planes->before->pixels.rgba, pixels->before->pixels.rgba);
  EXPECT_EQ(planes->after->pixels.rgba, pixels->after->pixels.rgba);
}

// At the start nothing has been written; when all blocks are recorded, the last tick is the end.
TEST(ImageModel, ShowsTheMoment) {
  Studio studio;
  studio.run("lesson id=image; rung id=blur; set width=64; set height=16; set r=1");
  studio.run("record blocks=all; image moment=tick; to-start");
  const auto start = panels::image::image_model(studio.session());
  ASSERT_TRUE(start);
  EXPECT_EQ(std::ranges::count(start->after->values.values, 0.0F), 64 * 16);
  studio.run("to-end");
  const auto end = panels::image::image_model(studio.session());
  studio.run("image moment=end");
  const auto whole = panels::image::image_model(studio.session());
  ASSERT_TRUE(end && whole);
  EXPECT_EQ(end->after->values.values, whole->after->values.values);
}

// The first load of the blur asks for the row of pixels below and to the left, or what is there.
TEST(ImageModel, MarksWhatTheInstructionReads) {
  Studio studio;
  studio.run("lesson id=image; rung id=grey; set width=64; set height=16; to-start");
  studio.step_to("ld.global");
  const auto model = panels::image::image_model(studio.session());
  ASSERT_TRUE(model && model->before);
  ASSERT_EQ(model->before->touched.size(), 32U);
  EXPECT_EQ(model->before->touched[31].x, 31U);
  EXPECT_EQ(model->before->touched[31].y, 0U);
  EXPECT_FALSE(model->before->touched[31].written);
  EXPECT_TRUE(model->after->touched.empty());
}

// 64 × 16 pixels in blocks of 32 × 8, radius 1. Each block touches one side of the picture; the
// test splits a warp once for every row of the window that lies in the picture: 3 for 7 of its 8
// rows, 2 for the one at the top or at the bottom.
TEST(ImageModel, TilesAreTheBlocks) {
  Studio studio;
  studio.run("lesson id=image; rung id=blur; set width=64; set height=16; set rows=8; set r=1");
  studio.run("record blocks=all; image overlay=divergence");
  const auto model = panels::image::image_model(studio.session());
  ASSERT_TRUE(model);
  const auto figures = panels::image::block_figures(
      *studio.session().trace(), panels::image::place_of(studio.session(), model->after->buffer));
  ASSERT_EQ(figures.size(), 4U);
  for (const panels::image::BlockFigure& figure : figures) {
    EXPECT_EQ(figure.left, figure.block.value % 2 * 32);
    EXPECT_EQ(figure.top, figure.block.value / 2 * 8);
    EXPECT_EQ(figure.right - figure.left, 32U);
    EXPECT_EQ(figure.bottom - figure.top, 8U);
    EXPECT_EQ(figure.divergent, 23U);
  }
  const panels::image::ImageTiles tiles = panels::image::image_tiles(studio.session(), figures);
  EXPECT_EQ(tiles.tiles.size(), 4U);
  EXPECT_EQ(tiles.tiles[0].text, "23");
  EXPECT_EQ(tiles.tiles[0].share, 1.0);
  EXPECT_EQ(tiles.sentence,
            "Frames: blocks with divergent branches in the PTX: 23. 4 of 4 blocks recorded.");
}

// A block of 32 × 32 threads makes 24 × 24 pixels where the radius is 4.
TEST(ImageModel, ATileIsWhatABlockWrote) {
  Studio studio;
  studio.run("lesson id=convolution-2d; rung id=input-tile; set n=48; set tile=32; set r=4");
  studio.run("record blocks=all; image overlay=sectors");
  const auto model = panels::image::image_model(studio.session());
  ASSERT_TRUE(model);
  const auto figures = panels::image::block_figures(
      *studio.session().trace(), panels::image::place_of(studio.session(), model->after->buffer));
  ASSERT_EQ(figures.size(), 4U);
  EXPECT_EQ(figures[3].left, 24U);
  EXPECT_EQ(figures[3].right, 48U);
  EXPECT_EQ(figures[3].bottom - figures[3].top, 24U);
}

TEST(ImageModel, ValuesBeyondAByteAreStretched) {
  const view::PictureValues values{2, 2, 1, {-1.0F, 0.0F, 1.0F, 3.0F}};
  const view::PicturePixels pixels = view::picture_pixels(values);
  EXPECT_EQ(pixels.low, -1.0F);
  EXPECT_EQ(pixels.high, 3.0F);
  EXPECT_EQ(pixels.rgba,
            (std::vector<std::uint32_t>{0xff000000U, 0xff404040U, 0xff808080U, 0xffffffffU}));
}

TEST(ImageModel, WithoutPicturesThereIsNone) {
  Studio studio;
  EXPECT_FALSE(panels::image::image_model(studio.session()));
  studio.run("lesson id=vector-add");
  EXPECT_FALSE(panels::image::image_model(studio.session()));
}

TEST(ImageCommands, RefuseWhatIsNot) {
  Studio studio;
  studio.run("lesson id=image; rung id=grey");
  for (const char* wrong : {"image overlay=heat", "image part=left", "image moment=now",
                            "record blocks=0", "record blocks=5000", "record"})
    EXPECT_FALSE(commands::execute(studio.session(), wrong)) << wrong;
  EXPECT_EQ(studio.session().state().tools.image.overlay, view::ImageOverlay::None);
  studio.run("image overlay=conflicts part=after moment=tick");
  EXPECT_EQ(studio.session().state().tools.image.overlay, view::ImageOverlay::Conflicts);
  EXPECT_EQ(studio.session().state().tools.image.part, view::ImagePart::After);
  EXPECT_TRUE(studio.session().state().tools.image.at_tick);
}

// The lecture notes: 8 blocks on 2 SMs are 4 each, on 4 SMs 2 each.
TEST(Rounds, SameGridOnMoreSms) {
  const figures::RoundsModel two = figures::rounds_of(8, 2, 1);
  EXPECT_EQ(two.rounds, 4U);
  EXPECT_EQ(two.idle, 0U);
  EXPECT_EQ(two.block_at(3, 1, 0), std::optional<std::uint64_t>(7));
  EXPECT_EQ(two.sentence,
            "8 blocks on 2 SMs with 1 place each: 4 rounds, if all blocks take equally long.");
  EXPECT_EQ(figures::rounds_of(8, 4, 1).rounds, 2U);
  const figures::RoundsModel tail = figures::rounds_of(9, 4, 1);
  EXPECT_EQ(tail.rounds, 3U);
  EXPECT_EQ(tail.idle, 3U);
  EXPECT_EQ(tail.block_at(2, 0, 0), std::optional<std::uint64_t>(8));
  EXPECT_FALSE(tail.block_at(2, 1, 0));
  const figures::RoundsModel places = figures::rounds_of(24, 2, 3);
  EXPECT_EQ(places.rounds, 4U);
  EXPECT_EQ(figures::rounds_of(8, 2, 16).shown_places, 4U);
}

// Who is where, as "SM 1: 4 from 12 to 15", by hand from the rule.
std::vector<std::string> refill_words(const figures::RefillModel& model) {
  std::vector<std::string> words;
  for (const figures::RefillBlock& one : model.blocks)
    words.push_back(fmt::format("SM {}: {} from {} to {}", one.sm, one.block, one.begin, one.end));
  return words;
}

// The lesson's blocks on two SMs: 6 1 1 1 1 1 1 6. The last one begins after 6 and ends after 12.
TEST(Refill, AFreePlaceTakesTheNextBlock) {
  const std::vector<std::uint64_t> lengths{6, 1, 1, 1, 1, 1, 1, 6};
  const figures::RefillModel two = figures::refill_of(lengths, 2, 1);
  EXPECT_EQ(
      refill_words(two),
      (std::vector<std::string>{"SM 0: 0 from 0 to 6", "SM 1: 1 from 0 to 1", "SM 1: 2 from 1 to 2",
                                "SM 1: 3 from 2 to 3", "SM 1: 4 from 3 to 4", "SM 1: 5 from 4 to 5",
                                "SM 1: 6 from 5 to 6", "SM 0: 7 from 6 to 12"}));
  EXPECT_EQ(two.end, 12U);
  EXPECT_EQ(two.idle, 6U);  // 2 * 12 - 18
  const std::vector<std::uint64_t> sorted{6, 6, 1, 1, 1, 1, 1, 1};
  EXPECT_EQ(figures::refill_of(sorted, 2, 1).end, 9U);
  EXPECT_EQ(figures::refill_of(sorted, 2, 1).idle, 0U);
}

// Two places an SM: one block to each SM in turn first; a place more than there are blocks is none.
TEST(Refill, PlacesOfAnSmAreFilledInTurn) {
  const std::vector<std::uint64_t> lengths{5, 4, 3, 2, 1};
  const figures::RefillModel model = figures::refill_of(lengths, 2, 2);
  EXPECT_EQ(
      refill_words(model),
      (std::vector<std::string>{"SM 0: 0 from 0 to 5", "SM 1: 1 from 0 to 4", "SM 0: 2 from 0 to 3",
                                "SM 1: 3 from 0 to 2", "SM 1: 4 from 2 to 3"}));
  EXPECT_EQ(model.blocks[2].place, 1U);
  EXPECT_EQ(model.blocks[4].place, 1U);
  EXPECT_EQ(model.idle, 4U * 5U - 15U);
  EXPECT_EQ(figures::refill_of(lengths, 2, 16).places, 3U);
  EXPECT_TRUE(figures::refill_of({}, 2, 1).blocks.empty());
}

// From the run: a long block has five rounds more than a short one, and all short ones are alike.
TEST(Refill, BlocksAreAsLongAsTheirLongestWarp) {
  Studio studio;
  studio.run("lesson id=block-scheduling; rung id=refilled; set blocks=8; set sms=2; set sorted=0");
  EXPECT_FALSE(figures::refill_model(studio.session())) << "not all blocks are recorded";
  studio.run("record blocks=all");
  const auto model = figures::refill_model(studio.session());
  ASSERT_TRUE(model);
  ASSERT_EQ(model->blocks.size(), 8U);
  const auto length = [&](std::size_t block) {
    return model->blocks[block].end - model->blocks[block].begin;
  };
  for (std::size_t block = 2; block < 7; ++block) EXPECT_EQ(length(block), length(1));
  EXPECT_EQ(length(7), length(0));
  EXPECT_EQ((length(0) - length(1)) % 5, 0U);
  EXPECT_GT(length(0), length(1));
  const trace::Trace& trace = *studio.session().trace();
  std::uint64_t steps = 0;  // of a warp of block 0: its four are alike
  for (Tick tick{0}; tick.value < trace.tick_count(); ++tick.value)
    steps += trace.step(tick).block.value == 0 ? 1 : 0;
  EXPECT_EQ(length(0), steps / 4);
  EXPECT_EQ(model->blocks[7].sm, 0U) << "the first SM is free when the short ones are not done";
  EXPECT_NE(model->sentence.find("8 blocks of "), std::string::npos) << model->sentence;
  studio.run("rung id=any-order; record blocks=all");
  EXPECT_FALSE(figures::refill_model(studio.session())) << "equally long: the rounds show them";
}

TEST(Refill, IsDrawnForSlides) {
  const std::vector<std::uint64_t> lengths{6, 1, 1, 1, 1, 1, 1, 6};
  const std::string drawing = figures::refill_svg(figures::refill_of(lengths, 2, 1), true);
  std::size_t boxes = 0;
  for (std::size_t at = 0; (at = drawing.find("<rect", at)) != std::string::npos; ++at) ++boxes;
  EXPECT_EQ(boxes, 1U + 8U) << "the ground and the blocks";
  EXPECT_NE(drawing.find(">SM 1<"), std::string::npos);
  for (const char* words : {"8 blocks of 1 to 6 steps on 2 SMs with 1 place each", "left out."})
    EXPECT_NE(drawing.find(words), std::string::npos) << words;
}

// Every block once, whatever the numbers are.
TEST(Rounds, EveryBlockOnce) {
  for (const std::uint64_t blocks : {1U, 7U, 64U, 100U}) {
    const figures::RoundsModel model = figures::rounds_of(blocks, 3, 5);
    std::vector<std::uint64_t> seen;
    for (std::uint64_t round = 0; round < model.rounds; ++round)
      for (std::uint32_t sm = 0; sm < model.sms; ++sm)
        for (std::uint32_t place = 0; place < model.places; ++place)
          if (const auto block = model.block_at(round, sm, place)) seen.push_back(*block);
    std::ranges::sort(seen);
    ASSERT_EQ(seen.size(), blocks);
    for (std::uint64_t i = 0; i < blocks; ++i) EXPECT_EQ(seen[i], i);
  }
}

// 128 KB a block leave room for one on an SM of sm_90.
TEST(Rounds, TakesPlacesFromTheOccupancy) {
  Studio studio;
  studio.run("lesson id=block-scheduling; rung id=room; set blocks=9; set sms=4");
  const auto model = figures::rounds_model(studio.session());
  ASSERT_TRUE(model);
  EXPECT_EQ(model->places, 1U);
  EXPECT_EQ(model->rounds, 3U);
  studio.run("lesson id=vector-add");
  EXPECT_FALSE(figures::rounds_model(studio.session()));
}

}  // namespace
}  // namespace lanescope::ui::test
