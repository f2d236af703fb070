#include "ui/figures/network/network_model.hpp"

#include <algorithm>
#include <fstream>
#include <set>

#include "tests/ui/model/studio.hpp"
#include "ui/figures/network/network_picture.hpp"
#include "ui/view/numbers.hpp"

namespace lanescope::ui::figures::network {
namespace {

using test::Studio;
using Pairs = std::set<std::pair<std::uint32_t, std::uint32_t>>;

// The lecture's sixteen elements (seed 002, golden tests).
constexpr const char* kSixteen = "; set n=16; set block=32; to-start";

NetworkScene scene_of(Studio& studio) {
  auto scene = network_scene(studio.session());
  EXPECT_TRUE(scene) << scene.error().message;
  return scene ? std::move(*scene) : NetworkScene{};
}
void open(Studio& studio, const std::string& rung, const std::string& more) {
  studio.run("lesson id=bitonic-sort; rung id=" + rung + "; select none; record blocks=all" + more);
}
NetworkModel model_of(Studio& studio, const NetworkScene& scene) {
  return network_model(studio.session(), scene, {});
}
Pairs pairs(const NetworkScene& scene, std::size_t column) {
  Pairs out;
  const analysis::NetworkColumn& at = scene.network.columns[column];
  for (std::uint32_t c = at.begin; c < at.end; ++c)
    out.emplace(scene.network.comparators[c].first, scene.network.comparators[c].second);
  return out;
}
// Column by column as Batcher's bitonic sort has them: by their distances.
std::vector<std::uint32_t> bitonic(std::uint32_t n) {
  std::vector<std::uint32_t> distances;
  for (std::uint32_t length = 2; length <= n; length *= 2)
    for (std::uint32_t distance = length / 2; distance > 0; distance /= 2)
      distances.push_back(distance);
  return distances;
}

// Launch by launch, in shared memory, and by shuffles: it is the same network.
TEST(NetworkModel, EachRungOfBitonicSortIsTheSameNetwork) {
  struct Case {
    const char* rung;
    std::uint32_t n, block;
  };
  for (const Case& c : {Case{"step-a-launch", 16, 32}, Case{"comparators", 16, 32},
                        Case{"block", 64, 32}, Case{"block", 256, 32}, Case{"warp", 64, 64},
                        Case{"warp", 256, 64}, Case{"warp", 33, 64}}) {
    Studio studio;
    open(studio, c.rung,
         "; set n=" + std::to_string(c.n) + "; set block=" + std::to_string(c.block));
    const NetworkScene scene = scene_of(studio);
    const std::uint32_t wires = scene.wires();
    const std::vector<std::uint32_t> wanted = bitonic(wires);
    const std::string what = std::string(c.rung) + " " + std::to_string(c.n);
    ASSERT_EQ(scene.network.columns.size(), wanted.size()) << what;
    std::uint32_t length = 2;
    for (std::size_t column = 0; column < wanted.size(); ++column) {
      Pairs all;
      for (std::uint32_t i = 0; i < wires; ++i)
        if ((i & wanted[column]) == 0) all.emplace(i, i + wanted[column]);
      EXPECT_EQ(pairs(scene, column), all) << what << ", column " << column;
      const analysis::NetworkColumn& at = scene.network.columns[column];
      for (std::uint32_t one = at.begin; one < at.end; ++one) {
        const bool upwards = (scene.network.comparators[one].first & length) == 0;
        if (scene.larger[one] == Larger::Unknown) continue;  // both are equal
        EXPECT_EQ(scene.larger[one], upwards ? Larger::Second : Larger::First) << what;
      }
      if (wanted[column] == 1) length *= 2;
    }
    std::vector<std::uint64_t> last;
    for (std::uint32_t i = 0; i < wires; ++i) last.push_back(scene.network.value(i, Tick{~0ULL}));
    EXPECT_TRUE(std::ranges::is_sorted(last)) << what;
  }
}

TEST(NetworkModel, FollowsTheRunColumnByColumn) {
  Studio studio;
  open(studio, "step-a-launch", kSixteen);
  const NetworkScene scene = scene_of(studio);
  EXPECT_EQ(network_words(scene, true), "16 elements · 10 columns · 80 comparators");
  NetworkModel model = model_of(studio, scene);
  EXPECT_EQ(model.column, 0U);
  EXPECT_EQ(model.values.front(), "10");
  EXPECT_EQ(model.sentence,
            "Now: distance 1, column 1 of 10. All of its comparators split their warp: other lanes "
            "have nothing to compare.");
  studio.run("goto phase=0 launch=6; select lane=3");
  model = model_of(studio, scene);
  EXPECT_EQ(model.column, 6U);
  ASSERT_TRUE(model.chosen);
  EXPECT_EQ(scene.network.comparators[*model.chosen].first, 3U);
  EXPECT_EQ(scene.network.comparators[*model.chosen].second, 11U);
  EXPECT_TRUE(model.sentence.starts_with(
      "Now: distance 8, column 7 of 10. Lane 3 of warp 0 compares data[3] = "))
      << model.sentence;
  EXPECT_EQ(std::ranges::count(model.progress, Progress::Done), 48);
  EXPECT_EQ(std::ranges::count(model.progress, Progress::Now), 8);
  studio.run("select lane=9");
  EXPECT_NE(model_of(studio, scene).sentence.find("Lane 9 has nothing to compare in it."),
            std::string::npos);
  studio.run("to-end");
  model = model_of(studio, scene);
  EXPECT_FALSE(model.column);
  EXPECT_EQ(model.values, (std::vector<std::string>{"0", "3", "5", "8", "9", "10", "12", "14", "18",
                                                    "20", "23", "35", "40", "60", "90", "95"}));
}

// Values stay those of the column before until both are in their places.
TEST(NetworkModel, ValuesAreThoseInMemory) {
  Studio studio;
  open(studio, "step-a-launch", kSixteen);
  const NetworkScene scene = scene_of(studio);
  const auto ticks = studio.session().trace()->tick_count();
  for (std::uint64_t tick = 0; tick < ticks; tick += 5) {
    studio.run("goto tick=" + std::to_string(tick));
    const NetworkModel model = model_of(studio, scene);
    const auto memory = studio.session().machine()->buffer(scene.array.buffer);
    std::size_t differ = 0;
    for (std::uint32_t i = 0; i < scene.wires(); ++i)
      differ +=
          scene.number(view::load_bits(memory.data() + std::size_t{i} * 4, 4)) != model.values[i]
              ? 1
              : 0;
    // The first of the two stores may be through.
    EXPECT_LE(differ, 8U) << tick;
  }
}

// Distances of 16 and less split warps where each element has a thread (seed 002, 1.18), and none
// do where each comparator has one.
TEST(NetworkModel, MarksWhatSplitsAWarp) {
  Studio studio;
  open(studio, "step-a-launch", "; set n=128; set block=64");
  for (const analysis::NetworkColumn& column : scene_of(studio).network.columns)
    EXPECT_EQ(column.split, column.farthest < 32 ? 64U : 0U) << column.farthest;
  open(studio, "comparators", "; set n=128; set block=32");
  for (const analysis::NetworkColumn& column : scene_of(studio).network.columns)
    EXPECT_EQ(column.split, 0U);
}

TEST(NetworkModel, SaysWhereThereIsNone) {
  Studio studio;
  for (const char* id : {"vector-add", "reduction", "scan", "merge", "histogram", "bfs",
                         "transpose", "matrix-product", "votes-and-shuffles", "jacobi"}) {
    studio.run(std::string("lesson id=") + id);
    const auto scene = network_scene(studio.session());
    ASSERT_FALSE(scene) << id;
    EXPECT_TRUE(scene.error().message.starts_with("No kernel of this run compares")) << id;
  }
}

TEST(NetworkModel, WhatAQuestionAsksForIsKeptBack) {
  Studio studio;
  studio.run("lesson id=bitonic-sort step=2");
  const NetworkScene scene = scene_of(studio);
  const NetworkModel model = network_model(studio.session(), scene, {false, false});
  EXPECT_TRUE(model.values.empty());
  EXPECT_EQ(model.sentence.find("split"), std::string::npos) << model.sentence;
  const NetworkPicture picture = network_picture(scene, model, {600.0F, 400.0F, 12.0F, 1.0F});
  EXPECT_TRUE(picture.arrows.empty());
  const auto pink = [](const auto& one) { return one.role == style::Role::Divergence; };
  EXPECT_TRUE(std::ranges::none_of(picture.dots, pink));
  EXPECT_EQ(network_words(scene, false), "1,024 elements");
}

TEST(NetworkPicture, StaysInItsRoomAndFolds) {
  Studio studio;
  for (const char* size : {"; set n=16", "; set n=64", "; set n=1024"}) {
    open(studio, "comparators", std::string(size) + "; set block=32; goto fraction=0.5");
    const NetworkScene scene = scene_of(studio);
    const NetworkModel model = model_of(studio, scene);
    const NetworkPicture picture = network_picture(scene, model, {560.0F, 330.0F, 12.0F, 1.0F});
    EXPECT_LE(picture.layout.right, 560.5F) << size;
    EXPECT_LE(picture.layout.bottom, 330.0F) << size;
    EXPECT_EQ(picture.layout.folded, scene.wires() > 64) << size;
    EXPECT_LT(picture.strokes.size(), 9000U) << size;
    for (const NetworkArrow& one : picture.arrows) EXPECT_LE(one.tip.x, 560.0F);
    // Every drawn comparator is found where it is drawn.
    for (std::uint32_t c = 0; c < scene.network.comparators.size(); c += 37) {
      const analysis::Comparator& one = scene.network.comparators[c];
      const auto slot = picture.layout.slot(scene.lanes[one.column], scene.lane[c]);
      if (!slot || picture.layout.pitch < 3.0F) continue;
      const float x =
          picture.layout.column[one.column] + static_cast<float>(*slot) * picture.layout.lane;
      const float y = (picture.layout.wire(one.first) + picture.layout.wire(one.second)) * 0.5F;
      const auto under = network_under(scene, picture.layout, {x, y});
      ASSERT_TRUE(under) << size;
      EXPECT_EQ(under->comparator, c) << size;
    }
  }
}

TEST(NetworkPicture, IsDrawnAsSvg) {
  Studio studio;
  open(studio, "step-a-launch", std::string(kSixteen) + "; goto phase=0 launch=6");
  const auto drawing = network_svg(studio.session(), false, {});
  ASSERT_TRUE(drawing);
  std::size_t arrows = 0;
  for (std::size_t at = 0; (at = drawing->find("<polygon", at)) != std::string::npos; ++at)
    ++arrows;
  EXPECT_EQ(arrows, 80U);
  EXPECT_NE(drawing->find("Now: distance 8"), std::string::npos);
  const auto file = std::filesystem::temp_directory_path() / "lanescope_network.svg";
  studio.run("export-picture panel=network file=" + file.string());
  std::ifstream written(file);
  std::string first;
  std::getline(written, first);
  EXPECT_TRUE(first.starts_with("<svg")) << first;
  std::filesystem::remove(file);
}

}  // namespace
}  // namespace lanescope::ui::figures::network
