// Flow between arrays on the shipped lessons: what an element is made of is worked out here from
// what the kernel is for, not from its instructions.
#include <algorithm>
#include <cstring>
#include <set>
#include <string>

#include "tests/ui/model/studio.hpp"
#include "ui/figures/flow/flow_cache.hpp"
#include "ui/figures/flow/flow_svg.hpp"
#include "ui/figures/flow/flow_words.hpp"

namespace lanescope::ui::figures::flow {
namespace {

using test::Studio;
using Elements = std::set<std::uint32_t>;

struct Flow {
  FlowGround ground;
  FlowFocus focus;
  FlowSources sources;
  [[nodiscard]] Elements of(const std::string& array, FlowPart part = FlowPart::Value) const {
    Elements out;
    for (const FlowSource& source : sources.sources)
      if (ground.arrays[source.array].info.name == array && source.part == part)
        out.insert(source.element);
    return out;
  }
};

Flow flow_of(Studio& studio) {
  const auto question = flow_question(studio.session());
  EXPECT_TRUE(question);
  if (!question) return {};
  Flow flow{question->answer(), {}, {}};
  const auto focus = flow_focus(studio.session(), flow.ground);
  EXPECT_TRUE(focus);
  if (!focus) return flow;
  flow.focus = *focus;
  flow.sources = flow_sources(*question, flow.ground, *focus);
  return flow;
}
Flow flow_into(Studio& studio, const std::string& array, std::uint32_t element) {
  studio.run("show-array name=" + array + "; select array=" + array +
             " index=" + std::to_string(element));
  Flow flow = flow_of(studio);
  EXPECT_EQ(flow.ground.target().info.name, array);
  EXPECT_EQ(flow.focus.element, element);
  return flow;
}

// c[row][column] takes a row of a and a column of b, by whatever way; a lies left of it, b above.
TEST(Flow, AProductTakesARowAndAColumn) {
  Studio studio;
  for (const char* rung : {"rows", "tiled", "register-tiled", "vectorised"}) {
    studio.run(std::string("lesson id=matrix-product; rung id=") + rung +
               "; set tile=8; set n=16; select block=1; goto fraction=0.5");
    const std::uint32_t row = 5, column = 11;
    const Flow flow = flow_into(studio, "c", row * 16 + column);
    Elements of_a, of_b;
    for (std::uint32_t k = 0; k < 16; ++k) {
      of_a.insert(row * 16 + k);
      of_b.insert(k * 16 + column);
    }
    EXPECT_EQ(flow.of("a"), of_a) << rung;
    EXPECT_EQ(flow.of("b"), of_b) << rung;
    EXPECT_EQ(flow.ground.shape, FlowShape::Product) << rung;
    EXPECT_EQ(flow.ground.arrays[0].info.name, "a") << rung;
    EXPECT_EQ(flow.sources.shared, std::string(rung) != "rows") << rung;
  }
}

TEST(Flow, ATransposeTurns) {
  Studio studio;
  for (const char* rung : {"naive", "tiled-padded"}) {
    studio.run(std::string("lesson id=transpose; rung id=") + rung +
               "; set n=64; set rows=8; select block=2; to-end");
    const Flow flow = flow_into(studio, "out", 7 * 64 + 40);  // block (0, 1) reads rows 32 to 63
    EXPECT_EQ(flow.of("in"), Elements{40 * 64 + 7}) << rung;
    EXPECT_EQ(flow.ground.target().columns, 64U);
  }
}

TEST(Flow, AVectorIsAddedElementByElement) {
  Studio studio;
  studio.run("lesson id=vector-add; to-end");
  const Flow flow = flow_of(studio);
  const Elements own{flow.focus.element};
  for (const FlowArray& array : flow.ground.arrays) {
    if (array.info.name == flow.ground.target().info.name) continue;
    EXPECT_EQ(flow.of(array.info.name), own) << array.info.name;
  }
  EXPECT_EQ(flow.ground.arrays.size(), 3U);
}

// 2r + 1 neighbours, fewer at the ends, and the whole mask.
TEST(Flow, AConvolutionTakesItsNeighbours) {
  Studio studio;
  studio.run("lesson id=convolution-1d; rung id=basic; set n=64; set r=2; to-end");
  for (const std::uint32_t i : {0U, 1U, 20U}) {
    const Flow flow = flow_into(studio, "out", i);
    Elements wanted, mask;
    for (std::uint32_t k = 0; k < 5; ++k) {
      if (i + k < 2) continue;
      wanted.insert(i + k - 2);
      mask.insert(k);
    }
    EXPECT_EQ(flow.of("in"), wanted) << i;
    EXPECT_EQ(flow.of("mask"), mask) << i;
  }
}

// y[row] takes the values of its row and the elements of x that `column` tells; where to read and
// how often, column and start say.
TEST(Flow, ASparseRowGathers) {
  Studio studio;
  studio.run("lesson id=sparse; rung id=csr-thread; set n=16; set long=6; to-end");
  const auto* machine = studio.session().machine();
  ASSERT_NE(machine, nullptr);
  const auto words = [&](const char* name) {
    const auto array = view::find_array(studio.session(), name);
    const auto bytes = machine->buffer(array->buffer);
    std::vector<std::uint32_t> out(array->count);
    std::memcpy(out.data(), bytes.data(), out.size() * 4);
    return out;
  };
  const auto start = words("start"), column = words("column");
  for (const std::uint32_t row : {0U, 3U, 9U}) {
    const Flow flow = flow_into(studio, "y", row);
    Elements values, from;
    for (std::uint32_t e = start[row]; e < start[row + 1]; ++e) {
      values.insert(e);
      from.insert(column[e]);
    }
    EXPECT_EQ(flow.of("value"), values) << row;
    EXPECT_EQ(flow.of("x"), from) << row;
    EXPECT_EQ(flow.of("column", FlowPart::Steers), values) << row;
    EXPECT_EQ(flow.of("start", FlowPart::Steers), Elements{row}) << row;
    EXPECT_EQ(flow.of("start", FlowPart::AlsoRead), Elements{row + 1}) << "it ends the loop";
  }
}

// Of the block's letters those of the bin's four lead to it.
TEST(Flow, LettersFillABin) {
  Studio studio;
  for (const char* rung : {"global", "privatised"}) {
    studio.run(std::string("lesson id=histogram; rung id=") + rung +
               "; set n=128; set block=32; to-end");
    const auto array = view::find_array(studio.session(), "text");
    const auto bytes = studio.session().machine()->buffer(array->buffer);
    const Flow flow = flow_into(studio, "bins", 1);  // e to h
    EXPECT_TRUE(flow.focus.atomic);
    const auto lit = flow.of("text", FlowPart::Steers);
    Elements read;
    for (const auto& interval : flow.ground.arrays[0].footprint.intervals)
      for (const auto& touch : interval.read) read.insert(touch.element);
    Elements wanted;
    for (const std::uint32_t i : read) {
      const auto letter = std::to_integer<char>(bytes[i]);
      if (letter >= 'e' && letter <= 'h') wanted.insert(i);
    }
    EXPECT_FALSE(wanted.empty());
    EXPECT_EQ(lit, wanted) << rung;
    EXPECT_EQ(flow.of("text"), Elements{}) << rung;
  }
}

// Nothing is read at the start; in the midst of the first of four tiles at most its part.
TEST(Flow, ThePictureFollowsTheTime) {
  Studio studio;
  studio.run("lesson id=matrix-product; rung id=tiled; set tile=8; set n=32; select lane=13");
  FlowCache cache;
  const auto values = [&](bool later) {
    const FlowGround* ground = cache.ground(studio.session());
    EXPECT_NE(ground, nullptr);
    std::size_t count = 0;
    for (const FlowFigure& figure : cache.picture(studio.session(), false).figures)
      count += static_cast<std::size_t>(std::ranges::count_if(figure.cells, [&](const auto& cell) {
        return cell.mark == FlowMark::Value && cell.later == later;
      }));
    return count;
  };
  studio.run("to-start");
  EXPECT_EQ(values(false), 0U);
  EXPECT_EQ(values(true), 64U);
  studio.run("goto phase=1");
  EXPECT_EQ(values(false), 16U) << "a tile of 8 by 8 of both";
  EXPECT_EQ(values(true), 48U);
  studio.run("to-end");
  EXPECT_EQ(values(true), 0U);
  const FlowPicture picture = cache.picture(studio.session(), false);
  ASSERT_TRUE(picture.figures[2].frame);
  EXPECT_EQ(picture.figures[2].frame->rows, 8U);
  EXPECT_EQ(picture.figures[2].frame->columns, 8U);
}

bool overlap(const FlowBox& a, const FlowBox& b) {
  const auto end = [](float from, std::uint32_t cells, float cell) {
    return from + static_cast<float>(cells) * cell - 0.01F;
  };
  return a.x < end(b.x, b.columns, b.cell_x) && b.x < end(a.x, a.columns, a.cell_x) &&
         a.y < end(b.y, b.rows, b.cell_y) && b.y < end(a.y, a.rows, a.cell_y);
}

TEST(FlowLayout, LiesInItsRoomWithoutOverlap) {
  const auto strip = [](std::uint32_t count) { return FlowRegion{0, 0, 1, count, 0}; };
  const auto matrix = [](std::uint32_t side) { return FlowRegion{0, 0, side, side, side}; };
  const std::vector<std::vector<FlowRegion>> all = {
      {strip(256), strip(256), strip(256)},
      {strip(5), strip(64), strip(64)},
      {matrix(64), matrix(64)},
      {matrix(9), matrix(96), matrix(96)},
      {strip(4000), strip(7)},
      {strip(1)},
      {matrix(128), strip(128), strip(3), strip(1000), strip(128)}};
  for (const auto& regions : all) {
    for (const FlowRoom room : {FlowRoom{700, 300}, FlowRoom{320, 220}, FlowRoom{1400, 700}}) {
      const FlowLayout layout = flow_layout(FlowShape::Free, regions, room);
      ASSERT_EQ(layout.boxes.size(), regions.size());
      EXPECT_GT(layout.cell, 0.0F);
      EXPECT_LE(layout.width, room.width + 0.5F);
      EXPECT_LE(layout.height, room.height + 0.5F);
      for (std::size_t i = 0; i < regions.size(); ++i) {
        const FlowBox& box = layout.boxes[i];
        EXPECT_GE(box.columns * box.rows, regions[i].columns * regions[i].rows);
        for (std::size_t j = 0; j < i; ++j)
          EXPECT_FALSE(overlap(box, layout.boxes[j])) << i << " and " << j;
      }
    }
  }
}

// Strips in a low panel, whose cells are lower than a line: each caption has one.
TEST(FlowLayout, CaptionsAtTheLeftDoNotOverlap) {
  int low = 0;
  for (const std::size_t count : {2U, 3U, 4U, 5U}) {
    const std::vector<FlowRegion> strips(count, FlowRegion{0, 0, 1, 96, 0});
    for (float height = 40.0F; height < 200.0F; height += 10.0F) {
      const FlowRoom room{900.0F, height, 16.5F, 16.0F, 80.0F};
      const FlowLayout layout = flow_layout(FlowShape::Free, strips, room);
      ASSERT_EQ(layout.boxes.size(), count);
      if (!layout.labels_left) continue;
      low += layout.cell < room.line ? 1 : 0;
      for (std::size_t i = 0; i + 1 < count; ++i)
        EXPECT_GE(layout.boxes[i + 1].label_y, layout.boxes[i].label_y + room.line - 0.01F)
            << count << " strips in " << height;
    }
  }
  EXPECT_GT(low, 0);
}

// The row of a that flows in lies in the row of the element, the column of b above it.
TEST(FlowLayout, AProductLiesInItsAngle) {
  const FlowRegion a{0, 0, 16, 24, 24}, b{0, 0, 24, 32, 32}, c{0, 0, 16, 32, 32};
  const FlowLayout layout = flow_layout(FlowShape::Product, {a, b, c}, {700, 500});
  EXPECT_EQ(layout.y(0, 5 * 24), layout.y(2, 5 * 32));
  EXPECT_EQ(layout.x(1, 7), layout.x(2, 7));
  EXPECT_LT(layout.boxes[0].x, layout.boxes[2].x);
  EXPECT_LT(layout.boxes[1].y, layout.boxes[2].y);
}

TEST(FlowSvg, HoldsArraysValuesAndWords) {
  Studio studio;
  studio.run(
      "lesson id=convolution-1d; rung id=basic; set n=64; set r=2; to-end; select array=out "
      "index=9");
  const auto now = flow_now(studio.session());
  ASSERT_TRUE(now);
  const std::string svg = flow_svg(now->ground.shape, now->picture,
                                   flow_values(studio.session(), now->ground, now->picture), {});
  for (const char* words : {"<svg", ">in<", ">mask<", ">out<", "out[9]", "</svg>"})
    EXPECT_NE(svg.find(words), std::string::npos) << words;
  EXPECT_EQ(std::ranges::count(svg, '\n') > 100, true);
}

// What was read besides has a dot, which leaves the number in its cell alone.
TEST(FlowScene, ADotStandsBesideTheNumber) {
  FlowTile tile;
  tile.dot = true;
  tile.x1 = tile.y1 = 24.0F;
  const FlowDot corner = dot_of(tile);
  EXPECT_GT(corner.x - corner.radius, 12.0F + 4.0F);
  EXPECT_GT(corner.y - corner.radius, 12.0F + 4.0F);
  EXPECT_LT(corner.x + corner.radius, 24.0F);
  tile.x1 = tile.y1 = 10.0F;  // no number has room there
  EXPECT_FLOAT_EQ(dot_of(tile).x, 5.0F);
  EXPECT_FLOAT_EQ(dot_of(tile).y, 5.0F);
}

// A block's bin takes from a hundred places of a text of 4,096: each line crosses no more of it
// than its own column, and of the many some are drawn, which is said.
TEST(Flow, OfManyLinesSomeStandForAll) {
  Studio studio;
  studio.run(
      "lesson id=histogram; rung id=privatised; set n=4096; flow-view value=on; goto fraction=0.3");
  const auto now = flow_now(studio.session());
  ASSERT_TRUE(now && now->picture.focus);
  FlowSceneOptions options;
  options.room = {700.0F, 260.0F, 18.0F, 16.0F, 60.0F, 36.0F};
  options.width = [](std::string_view words) { return static_cast<float>(words.size()) * 7.0F; };
  options.values = [](std::size_t, std::uint32_t) { return std::string(); };
  const FlowScene scene = flow_scene(now->ground.shape, now->picture, options);
  ASSERT_GT(scene.all_strokes, 60U);
  EXPECT_LE(scene.strokes.size(), 24U);
  EXPECT_GE(scene.strokes.size(), 12U) << "enough to see from where";
  const FlowBox& text = scene.layout.boxes.front();
  const float bottom = text.y + static_cast<float>(text.rows) * text.cell_y;
  for (const FlowStroke& one : scene.strokes) {
    if (one.y0 > bottom || one.y1 < bottom) continue;
    EXPECT_EQ(one.bend_x0, one.x0);
    EXPECT_GE(one.bend_y0, bottom);
  }
  EXPECT_EQ(left_out_words(scene), " Of " + std::to_string(scene.all_strokes) + " lines " +
                                       std::to_string(scene.strokes.size()) + " are drawn.");
  // A product's row and column are two lines.
  studio.run(
      "lesson id=matrix-product; rung id=rows; set n=16; show-array name=c; goto fraction=0.5");
  const auto few = flow_now(studio.session());
  ASSERT_TRUE(few);
  EXPECT_EQ(left_out_words(flow_scene(few->ground.shape, few->picture, options)), "");
}

}  // namespace
}  // namespace lanescope::ui::figures::flow
