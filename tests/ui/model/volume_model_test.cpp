// The volume of the stencils. A point of the seven-point stencil is made of itself and its
// neighbours along x, y and z; which of them its own thread reads follows from the kernels' text:
// all (naive), or the three along z (slices that pass by; the cube's thread reads its own point).

#include <set>
#include <tuple>

#include "tests/ui/model/studio.hpp"
#include "ui/figures/volume/volume_picture.hpp"

namespace lanescope::ui::figures::volume {
namespace {

using test::Studio;
using Place = std::tuple<int, int, int>;  // from the point that is computed

class Volume : public ::testing::Test {
 protected:
  VolumeModel model(const std::string& script) {
    studio_.run(script);
    const auto question = flow::flow_question(studio_.session());
    EXPECT_TRUE(question);
    ground_ = question->answer();
    const auto shape = volume_shape(studio_.session(), ground_);
    EXPECT_TRUE(shape) << shape.error().text();
    flow::FlowCache::Focused focused{flow::flow_focus(studio_.session(), ground_), nullptr};
    EXPECT_TRUE(focused.focus);
    sources_ = flow::flow_sources(*question, ground_, *focused.focus);
    focused.sources = &sources_;
    return volume_model(studio_.session(), ground_, *shape, focused);
  }
  static std::set<Place> marked(const VolumeModel& model, PointMark mark) {
    std::set<Place> found;
    for (std::uint32_t z = 0; z < model.extent.z; ++z)
      for (std::uint32_t y = 0; y < model.extent.y; ++y)
        for (std::uint32_t x = 0; x < model.extent.x; ++x)
          if (model.at(x, y, z).mark == mark)
            found.emplace(static_cast<int>(model.first.x + x) - static_cast<int>(model.focus.x),
                          static_cast<int>(model.first.y + y) - static_cast<int>(model.focus.y),
                          static_cast<int>(model.first.z + z) - static_cast<int>(model.focus.z));
    return found;
  }

  Studio studio_;
  flow::FlowGround ground_;
  flow::FlowSources sources_;
};

const std::set<Place> kAlongZ{{0, 0, -1}, {0, 0, 0}, {0, 0, 1}};
const std::set<Place> kInPlane{{-1, 0, 0}, {1, 0, 0}, {0, -1, 0}, {0, 1, 0}};

TEST_F(Volume, ANaiveThreadReadsAllSevenItself) {
  const VolumeModel now = model(
      "lesson id=stencil; rung id=naive; set width=32; set height=8; set depth=8; set "
      "block=32; show-array name=out; to-end");
  std::set<Place> seven = kAlongZ;
  seven.insert(kInPlane.begin(), kInPlane.end());
  EXPECT_EQ(marked(now, PointMark::Own), seven);
  EXPECT_TRUE(marked(now, PointMark::Others).empty());
  EXPECT_NE(now.sentence.find("of 7 points that it reads itself."), std::string::npos)
      << now.sentence;
}

TEST_F(Volume, APassingSliceGivesTheNeighboursInItsPlane) {
  for (const char* rung : {"slices", "registers"}) {
    const VolumeModel now = model(std::string("lesson id=stencil; rung id=") + rung +
                                  "; set width=16; set height=16; set depth=8; show-array "
                                  "name=out; to-end");
    EXPECT_EQ(marked(now, PointMark::Own), kAlongZ) << rung;
    EXPECT_EQ(marked(now, PointMark::Others), kInPlane) << rung;
    EXPECT_NE(
        now.sentence.find("of 7 points: 3 that it reads itself, and 4 that other threads read."),
        std::string::npos)
        << now.sentence;
  }
}

TEST_F(Volume, ACubesThreadReadsItsOwnPoint) {
  const VolumeModel now = model(
      "lesson id=stencil; rung id=tile; set width=16; set height=16; set depth=16; set "
      "tile=8; show-array name=out; to-end");
  EXPECT_EQ(marked(now, PointMark::Own), (std::set<Place>{{0, 0, 0}}));
  EXPECT_EQ(marked(now, PointMark::Others).size(), 6U);
}

// A cube of 8 brings 512 points and makes 6 · 6 · 6 of them.
TEST_F(Volume, CountsWhatTheBlockReadsForEachPoint) {
  const VolumeModel now = model(
      "lesson id=stencil; rung id=tile; set width=20; set height=20; set depth=20; set "
      "tile=8; show-array name=out; to-end");
  EXPECT_NE(now.sentence.find("read 512 different elements of in and written 216: 2.37 for each."),
            std::string::npos)
      << now.sentence;
}

TEST_F(Volume, WhatIsNotReadYetIsLater) {
  const VolumeModel now = model(
      "lesson id=stencil; rung id=naive; set width=32; set height=8; set depth=8; set "
      "block=32; show-array name=out; to-start");
  for (const Point& point : now.points) EXPECT_EQ(point.later, point.mark == PointMark::Own);
  EXPECT_NE(now.sentence.find("The block has read none yet."), std::string::npos) << now.sentence;
}

TEST_F(Volume, ThePointerFindsWhatIsDrawn) {
  const VolumeModel now = model(
      "lesson id=stencil; rung id=naive; set width=32; set height=8; set depth=8; set "
      "block=32; show-array name=out; to-end");
  const VolumePicture picture = volume_picture(now, {900, 500, 12, 1});
  const VolumeLayout& layout = picture.layout;
  // The sheet in front is covered by none.
  for (const Dim3 at :
       {Dim3{0, 0, 0}, Dim3{5, 3, 0}, Dim3{now.extent.x - 1, now.extent.y - 1, 0}}) {
    const Spot corner = layout.corner(at.x, at.y, at.z);
    const Spot middle{corner.x + (layout.across.x + layout.down.x) / 2,
                      corner.y + layout.down.y / 2};
    const std::uint32_t element =
        ((now.first.z + at.z) * 8 + now.first.y + at.y) * 32 + now.first.x + at.x;
    EXPECT_EQ(point_at(now, layout, middle), element);
  }
  EXPECT_FALSE(point_at(now, layout, {-5, -5}));
  for (const Sheet& shape : picture.shapes)
    for (const Spot& spot : shape.corners) {
      EXPECT_GE(spot.x, -1);
      EXPECT_LE(spot.x, 901);
      EXPECT_GE(spot.y, -1);
      EXPECT_LE(spot.y, 501);
    }
}

// In rooms of every form: sheets cover at most a corner of each other, and are wider together than
// the room is for nothing.
TEST_F(Volume, SheetsLieBesideEachOther) {
  const VolumeModel now = model(
      "lesson id=stencil; rung id=naive; set width=32; set height=8; set depth=8; set "
      "block=32; show-array name=out; goto fraction=0.5");
  ASSERT_GT(now.extent.z, 2U);
  for (const VolumeRoom& room : {VolumeRoom{450, 160, 12, 1}, VolumeRoom{900, 500, 12, 1},
                                 VolumeRoom{300, 600, 12, 1}, VolumeRoom{1200, 260, 12, 1}}) {
    const VolumeLayout layout = volume_picture(now, room).layout;
    std::uint32_t covered = 0;
    for (std::uint32_t z = 1; z < now.extent.z; ++z)
      for (std::uint32_t y = 0; y < now.extent.y; ++y)
        for (std::uint32_t x = 0; x < now.extent.x; ++x) {
          const Spot corner = layout.corner(x, y, z);
          const Spot middle{corner.x + (layout.across.x + layout.down.x) / 2,
                            corner.y + layout.down.y / 2};
          const std::uint32_t own =
              ((now.first.z + z) * 8 + now.first.y + y) * 32 + now.first.x + x;
          covered += point_at(now, layout, middle) == own ? 0 : 1;
        }
    const auto points = now.extent.x * now.extent.y * (now.extent.z - 1);
    EXPECT_LT(covered * 100, points * 16) << room.width << " x " << room.height;
  }
}

TEST(VolumeShape, OfOtherRunsThereIsNone) {
  Studio studio;
  studio.run("lesson id=vector-add");
  EXPECT_FALSE(has_volume(*studio.session().run()));
  const auto question = flow::flow_question(studio.session());
  ASSERT_TRUE(question);
  const auto shape = volume_shape(studio.session(), question->answer());
  ASSERT_FALSE(shape);
  EXPECT_NE(shape.error().message.find("no three sides"), std::string::npos);
}

}  // namespace
}  // namespace lanescope::ui::figures::volume
