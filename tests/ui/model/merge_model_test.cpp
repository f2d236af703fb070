#include "ui/figures/structures/merge_model.hpp"

#include <algorithm>
#include <fstream>

#include "tests/ui/model/studio.hpp"
#include "ui/figures/structures/merge_picture.hpp"
#include "ui/teaching/hidden_answer.hpp"

namespace lanescope::ui::figures::structures {
namespace {

using test::Studio;
using Numbers = std::vector<std::uint32_t>;

// The arrays of the notes, 15 and 25 elements: which array each element of the result comes from,
// and the co-ranks of the places 0 to 40 (seed 000, G-MRG).
constexpr const char* kSources = "BBABBBBBBABAAABBBBABABBABBBAAAAABBBBABBA";
const Numbers kCoRanks{0, 0, 0, 1, 1, 1, 1, 1, 1,  1,  2,  2,  3,  4,  5,  5,  5,  5,  5,  6, 6,
                       7, 7, 7, 8, 8, 8, 8, 9, 10, 11, 12, 13, 13, 13, 13, 13, 14, 14, 14, 15};
constexpr const char* kNotes = "; set m=15; set n=25; set block=64; to-start";

MergeScene scene_of(Studio& studio) {
  auto scene = merge_scene(studio.session());
  EXPECT_TRUE(scene) << scene.error().message;
  return scene ? std::move(*scene) : MergeScene{};
}
void open(Studio& studio, const std::string& rung, const std::string& more = kNotes) {
  studio.run("lesson id=merge; rung id=" + rung + more);
}
std::string sources(const MergeScene& scene) {
  std::string out;
  for (std::uint32_t k = 0; k < scene.places(); ++k)
    out += scene.element(k).side == MergeSide::A ? 'A' : 'B';
  return out;
}
// Steps on until something holds of the model; what the scene is, stays.
template <typename Holds>
MergeModel step_until(Studio& studio, const MergeScene& scene, Holds holds) {
  MergeModel model;
  for (int i = 0; i < 3000; ++i) {
    studio.run("step-forward unit=instruction");
    model = merge_model(studio.session(), scene, true);
    if (holds(model)) return model;
  }
  ADD_FAILURE() << "never";
  return model;
}

TEST(MergeModel, ThePathIsThatOfTheNotes) {
  Studio studio;
  for (const char* rung : {"by-rank", "co-ranks", "bounds-that-stay", "sections", "tiled"}) {
    open(studio, rung);
    const MergeScene scene = scene_of(studio);
    EXPECT_EQ(sources(scene), kSources) << rung;
    EXPECT_EQ(scene.rank, kCoRanks) << rung;
  }
  EXPECT_EQ(merge_size_words(scene_of(studio)), "15 + 25 elements · 10 threads")
      << "sections of four";
}

// Forty places in sections of four: thread t writes 4 t to 4 t + 3.
TEST(MergeModel, PiecesAreWhatThreadsWrite) {
  Studio studio;
  open(studio, "sections");
  const MergeScene scene = scene_of(studio);
  EXPECT_EQ(scene.unit, MergeUnit::Thread);
  ASSERT_EQ(scene.pieces.size(), 10U);
  for (std::uint32_t t = 0; t < 10; ++t) {
    EXPECT_EQ(scene.pieces[t].first, 4 * t);
    EXPECT_EQ(scene.pieces[t].last, 4 * t + 4);
    EXPECT_EQ(scene.pieces[t].owner, t);
  }
}

// Threads 0 to 14 have the elements of a, 15 to 39 those of b: the second warp has b[17] to b[24],
// of which b[17] is the ninth one from the end of b, at place 9 + 17.
TEST(MergeModel, ByRankAWarpIsTheSmallestPiece) {
  Studio studio;
  open(studio, "by-rank");
  const MergeScene scene = scene_of(studio);
  EXPECT_EQ(scene.unit, MergeUnit::Warp);
  Numbers second;
  for (std::uint32_t k = 0; k < 40; ++k)
    if (scene.last_writer(k) != nullptr && scene.last_writer(k)->thread.warp == 1)
      second.push_back(k);
  EXPECT_EQ(second, (Numbers{25, 26, 32, 33, 34, 35, 37, 38}));
}

TEST(MergeModel, WhatIsWrittenIsToldFromTheRun) {
  Studio studio;
  open(studio, "sections");
  const MergeScene scene = scene_of(studio);
  EXPECT_EQ(merge_model(studio.session(), scene, true).written, 0U);
  const MergeModel first =
      step_until(studio, scene, [](const MergeModel& model) { return !model.now.empty(); });
  // Each thread's first element: the places that four divides.
  EXPECT_EQ(first.now, (Numbers{0, 4, 8, 12, 16, 20, 24, 28, 32, 36}));
  EXPECT_EQ(first.written, 10U);
  EXPECT_EQ(first.owner[4], 1U);
  EXPECT_EQ(first.owner[5], MergeModel::kNobody);
  EXPECT_EQ(first.sentence,
            "Lane 0 of warp 0 writes out[0] = 16, from b[0]: a step to the right. 9 other lanes "
            "write places of their own.");
  studio.run("select lane=3");
  const MergeModel chosen = merge_model(studio.session(), scene, true);
  EXPECT_EQ(chosen.sentence,
            "Lane 3 of warp 0 writes out[12] = 365, from a[3]: a step down. 9 other lanes write "
            "places of their own.");
  ASSERT_TRUE(chosen.chosen);
  EXPECT_EQ(chosen.chosen->first, 12U);
  EXPECT_EQ(chosen.chosen->last, 16U);
  EXPECT_EQ(chosen.diagonal, 12U);
  studio.run("to-end");
  const MergeModel all = merge_model(studio.session(), scene, true);
  EXPECT_EQ(all.written, 40U);
  EXPECT_EQ(all.wrong_places, 0U);
}

// Thread k looks for k: the first element of a that it reads lies in the middle of those possible,
// and with the one of b before place k it is a cell on diagonal k. Of 20: a[7] and b[12].
TEST(MergeModel, ASearchLooksAtCellsOnItsDiagonal) {
  Studio studio;
  open(studio, "co-ranks", std::string(kNotes) + "; select lane=20");
  const MergeScene scene = scene_of(studio);
  const MergeModel model =
      step_until(studio, scene, [](const MergeModel& one) { return !one.cells.empty(); });
  const auto cell = std::ranges::find(model.cells, 20U, &MergeCell::lane);
  ASSERT_NE(cell, model.cells.end());
  EXPECT_EQ(cell->i, 7U);
  EXPECT_EQ(cell->j, 12U);
  for (const MergeCell& one : model.cells) EXPECT_EQ(one.i + one.j + 1, one.lane);
  EXPECT_TRUE(model.sentence.starts_with(
      "Lane 20 of warp 0 looks at a[7] = 598 and b[12] = 450: their cell is on diagonal 20."))
      << model.sentence;
  studio.run("to-end");
  const MergeModel all = merge_model(studio.session(), scene, true);
  for (std::uint32_t k = 0; k < 40; ++k) EXPECT_EQ(all.points[k], kCoRanks[k]) << k;
}

// The printed search gives up for seven places (seed 000, 1.9).
TEST(MergeModel, WrongPlacesAreNamed) {
  Studio studio;
  open(studio, "bounds-that-stay");
  studio.run("to-end");
  const MergeScene scene = scene_of(studio);
  const MergeModel model = merge_model(studio.session(), scene, true);
  Numbers wrong;
  for (std::uint32_t k = 0; k < 40; ++k)
    if (model.wrong[k]) wrong.push_back(k);
  EXPECT_EQ(wrong, (Numbers{19, 20, 21, 22, 23, 27, 30}));
  EXPECT_FALSE(model.points[19]) << "-1 is no point of the grid";
  const MergePicture picture = merge_picture(scene, model, {600.0F, 400.0F, 12.0F, 1.0F});
  EXPECT_EQ(std::ranges::count_if(picture.dots, [](const MergeDot& dot) { return dot.hollow; }), 7);
  EXPECT_EQ(std::ranges::count_if(picture.dots, [](const MergeDot& dot) { return !dot.hollow; }),
            33);
}

// Elements that lanes read from shared memory are those that were brought there.
TEST(MergeModel, SharedMemoryIsSeenThrough) {
  Studio studio;
  for (const char* rung : {"tiled", "circular"}) {
    open(studio, rung, "; set m=512; set n=512; set block=64; set section=4; goto phase=1");
    const MergeScene scene = scene_of(studio);
    EXPECT_EQ(scene.unit, MergeUnit::Warp);
    const MergeModel model =
        step_until(studio, scene, [](const MergeModel& one) { return one.cells.size() > 20; });
    // The first tile begins with both arrays, so that thread t searches diagonal 4 t.
    for (const MergeCell& one : model.cells) EXPECT_EQ((one.i + one.j + 1) % 4, 0U) << rung;
  }
}

TEST(MergeModel, WhatAQuestionAsksForIsKeptBack) {
  Studio studio;
  studio.run("lesson id=merge step=1");
  const MergeScene scene = scene_of(studio);
  const auto hidden = [&] {
    return teaching::HiddenAnswer(studio.session()).elements_of(scene.out.name);
  };
  EXPECT_TRUE(hidden());
  const auto lines = [&](bool rest) {
    const MergeModel model = merge_model(studio.session(), scene, rest);
    const MergePicture picture = merge_picture(scene, model, {600.0F, 400.0F, 12.0F, 1.0F});
    return std::ranges::count_if(picture.strokes,
                                 [](const MergeStroke& one) { return one.way.size() > 3; });
  };
  EXPECT_EQ(lines(false), 0);
  EXPECT_EQ(lines(true), 1) << "nothing is written: the whole path is one line";
  studio.run("answer-on; reveal");
  EXPECT_FALSE(hidden());
}

TEST(MergeModel, UnsortedArraysAreRefused) {
  Studio studio;
  open(studio, "by-rank", "; set m=15; set n=25; argument name=a value=\"formula:9 - i\"");
  const auto scene = merge_scene(studio.session());
  ASSERT_FALSE(scene);
  EXPECT_TRUE(scene.error().message.starts_with("a is not sorted: a[0] is 9 and a[1] is 8."))
      << scene.error().message;
  studio.run("lesson id=vector-add");
  EXPECT_FALSE(merge_scene(studio.session()));
}

TEST(MergePicture, APointIsFoundWhereItIsDrawn) {
  Studio studio;
  for (const char* size : {"; set m=15; set n=25; to-end", "; set m=3; set n=1000; to-end",
                           "; set m=2048; set n=2048; to-end"}) {
    open(studio, "sections", size);
    const MergeScene scene = scene_of(studio);
    const MergeModel model = merge_model(studio.session(), scene, true);
    const MergePicture picture = merge_picture(scene, model, {500.0F, 400.0F, 12.0F, 1.0F});
    const MergeLayout& at = picture.layout;
    EXPECT_LE(at.right(), 500.0F);
    EXPECT_LE(at.bottom(), 400.0F);
    std::size_t corners = 0;
    for (const MergeStroke& one : picture.strokes) corners += one.way.size();
    EXPECT_LT(corners, 2500U) << "what is too small to be seen is folded";
    for (std::uint32_t k = 0; k < scene.places(); k += scene.places() / 20) {
      const MergeSpot a = point_of(scene, at, k), b = point_of(scene, at, k + 1);
      const auto under = merge_under(scene, model, at, {(a.x + b.x) * 0.5F, (a.y + b.y) * 0.5F});
      ASSERT_TRUE(under && under->place) << size << k;
      const auto off = std::max(*under->place, k) - std::min(*under->place, k);
      EXPECT_LE(static_cast<float>(off) * std::min(at.across, at.down), 1.5F) << k;
    }
  }
}

// By rank, neighbours come from other blocks: some thousand turns of colour on some hundred pixels.
TEST(MergePicture, WhatCannotBeToldApartIsFolded) {
  Studio studio;
  open(studio, "by-rank", "; set m=2048; set n=2048; set block=32; to-end");
  EXPECT_FALSE(scene_of(studio).all_recorded);
  EXPECT_EQ(merge_size_words(scene_of(studio)), "2,048 + 2,048 elements · 32 recorded threads");
  studio.run("record blocks=all; to-end");
  const MergeScene scene = scene_of(studio);
  EXPECT_TRUE(scene.all_recorded);
  EXPECT_GT(scene.pieces.size(), 100U);
  EXPECT_FALSE(scene.told_apart);
  const MergeModel model = merge_model(studio.session(), scene, true);
  const MergePicture picture = merge_picture(scene, model, {500.0F, 400.0F, 12.0F, 1.0F});
  const MergeLayout& at = picture.layout;
  const auto length = static_cast<std::size_t>(at.right() - at.left + at.bottom() - at.top);
  EXPECT_LT(picture.strokes.size(), length);
}

TEST(MergePicture, IsDrawnAsSvg) {
  Studio studio;
  open(studio, "sections");
  const MergeScene scene = scene_of(studio);
  const std::string drawing = merge_svg(studio.session(), scene, false, true);
  std::size_t words = 0;
  for (std::size_t at = 0; (at = drawing.find("<text", at)) != std::string::npos; ++at) ++words;
  EXPECT_GE(words, 15U + 25U + 2U + 1U) << "elements, names and the sentence";
  EXPECT_NE(drawing.find("stroke-dasharray"), std::string::npos);
  const auto file = std::filesystem::temp_directory_path() / "lanescope_merge.svg";
  studio.run("export-picture panel=merge file=" + file.string());
  std::ifstream written(file);
  std::string first;
  std::getline(written, first);
  EXPECT_TRUE(first.starts_with("<svg")) << first;
  std::filesystem::remove(file);
}

}  // namespace
}  // namespace lanescope::ui::figures::structures
