#include "ui/figures/phase_picture.hpp"

#include <set>
#include <utility>

#include "tests/ui/model/studio.hpp"

namespace lanescope::ui::figures {
namespace {

using test::Studio;
using Arcs = std::set<std::pair<std::uint32_t, std::uint32_t>>;

Arcs arcs_of(const PhaseLine& line) {
  Arcs arcs;
  for (const PhaseArc& arc : line.arcs) arcs.emplace(arc.from, arc.to);
  return arcs;
}

PhasePicture picture_of(Studio& studio, const char* name) {
  const auto array = view::find_array(studio.session(), name);
  EXPECT_TRUE(array) << name;
  if (!array) return {};
  const auto question = phase_question(studio.session(), *array);
  EXPECT_TRUE(question);
  if (!question) return {};
  return phase_picture(studio.session(), *array, *question, question->answer(), 1024);
}

const PhaseLine* line_called(const PhasePicture& picture, const std::string& label) {
  for (const PhaseLine& line : picture.lines)
    if (line.label == label) return &line;
  ADD_FAILURE() << "no row " << label;
  return nullptr;
}

// Sequential addressing: for k = 16, 8, … 1 thread t < k adds s[t + k] to s[t].
TEST(PhasePicture, SequentialReductionIsTheTextbookTree) {
  Studio studio;
  studio.run("lesson id=reduction; rung id=sequential; set block=32; set n=32; goto phase=1");
  const PhasePicture picture = picture_of(studio, "s");
  EXPECT_EQ(picture.columns, 32U);
  EXPECT_EQ(picture.fold, 0U);
  ASSERT_FALSE(picture.lines.empty());
  EXPECT_EQ(picture.lines.front().label, "load");
  for (const PhaseCell& cell : picture.lines.front().cells) {
    EXPECT_TRUE(cell.written);
    EXPECT_FALSE(cell.computed);
  }
  for (std::uint32_t k = 16; k > 0; k /= 2) {
    Arcs wanted;
    for (std::uint32_t t = 0; t < k; ++t) {
      wanted.emplace(t, t);
      wanted.emplace(t + k, t);
    }
    const PhaseLine* line = line_called(picture, "stride " + std::to_string(k));
    ASSERT_NE(line, nullptr);
    EXPECT_EQ(arcs_of(*line), wanted) << k;
  }
}

// Interleaved: every (2 k)th element takes in the one k behind it.
TEST(PhasePicture, InterleavedReduction) {
  Studio studio;
  studio.run(
      "lesson id=reduction; rung id=interleaved-modulo; set block=64; set n=64; goto phase=1");
  const PhasePicture picture = picture_of(studio, "s");
  for (std::uint32_t k = 1; k < 64; k *= 2) {
    Arcs wanted;
    for (std::uint32_t i = 0; i < 64; i += 2 * k) {
      wanted.emplace(i, i);
      wanted.emplace(i + k, i);
    }
    const PhaseLine* line = line_called(picture, "stride " + std::to_string(k));
    ASSERT_NE(line, nullptr);
    EXPECT_EQ(arcs_of(*line), wanted) << k;
    for (std::uint32_t i = 0; i < 64; ++i)
      EXPECT_EQ(line->cells[i].computed, i % (2 * k) == 0) << k << " " << i;
  }
}

// Hillis-Steele with two copies: in step k element i takes in i - k, from the other half.
TEST(PhasePicture, HillisSteeleFoldsItsTwoCopies) {
  Studio studio;
  studio.run(
      "lesson id=scan; rung id=hillis-steele; set block=64; set n=64; goto phase=1 launch=0");
  const PhasePicture picture = picture_of(studio, "s");
  EXPECT_EQ(picture.fold, 64U);
  EXPECT_EQ(picture.columns, 64U);
  for (std::uint32_t k = 1; k < 64; k *= 2) {
    Arcs wanted;
    for (std::uint32_t i = 0; i < 64; ++i) {
      wanted.emplace(i, i);
      if (i >= k) wanted.emplace(i - k, i);
    }
    const PhaseLine* line = line_called(picture, "stride " + std::to_string(k));
    ASSERT_NE(line, nullptr);
    EXPECT_EQ(arcs_of(*line), wanted) << k;
  }
}

// 16 random whole numbers below 100, halved in place launch by launch: the first row is the input.
TEST(PhasePicture, LaunchesAreRowsBelowTheInput) {
  Studio studio;
  studio.run("lesson id=reduction; rung id=launches; set block=32; set n=32; goto tick=5");
  const PhasePicture picture = picture_of(studio, "data");
  ASSERT_EQ(picture.lines.size(), 6U);  // the input, and log2 32 launches
  EXPECT_TRUE(picture.lines[0].begins);
  EXPECT_EQ(picture.lines[1].label, "launch 1");
  EXPECT_EQ(picture.lines[5].label, "launch 5");
  EXPECT_EQ(picture.lines[5].arcs.size(), 2U);
  double sum = 0.0;
  for (const PhaseCell& cell : picture.lines[0].cells) sum += std::stod(cell.value);
  EXPECT_EQ(std::stod(picture.lines[5].cells[0].value), sum);
}

TEST(PhasePicture, TheRowOfATick) {
  Studio studio;
  studio.run("lesson id=reduction; rung id=sequential; set block=64; set n=64; goto phase=2");
  const PhasePicture picture = picture_of(studio, "s");
  ASSERT_GT(picture.lines.size(), 3U);
  EXPECT_EQ(line_at(picture, picture.lines[2].last), 2U);
  EXPECT_EQ(line_at(picture, Tick{picture.lines[2].first.value + 1}), 2U);
  EXPECT_EQ(line_at(picture, Tick{0}), picture.lines.size());
}

// Where a launch begins, its row is the shown one, as the transport says "launch 4".
TEST(PhasePicture, TheRowOfALaunchThatBegins) {
  Studio studio;
  studio.run("lesson id=bitonic-sort step=1; goto launch=3 phase=0");
  const PhasePicture picture = picture_of(studio, "data");
  ASSERT_EQ(studio.session().shown_step()->launch, 3U);
  const PhaseMoment begins = phase_moment(studio.session(), picture);
  ASSERT_LT(begins.line, picture.lines.size());
  EXPECT_EQ(picture.lines[begins.line].label, "launch 4");
  studio.run("step-forward unit=instruction");
  EXPECT_EQ(phase_moment(studio.session(), picture).line, begins.line);
}

}  // namespace
}  // namespace lanescope::ui::figures
