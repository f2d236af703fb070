// What kernels print, at every size and scale: no words clipped, nothing sticking out. And the
// pointer on it, and what a frame costs.

#include <chrono>
#include <cstdio>

#include "tests/ui/model/studio.hpp"
#include "tests/ui/panels/contract.hpp"
#include "ui/panels/output/output.hpp"

namespace lanescope::ui::panels::output {
namespace {

using test::Stage;
using test::Studio;

// A line longer than any panel, signs of several bytes, an empty line, and one without an end.
constexpr const char* kLongLines =
    "#include <cstdio>\n"
    "extern \"C\" __global__ void k(int* out) {\n"
    "  printf(\"thread %d: a b c d e f g h i j k l m n o p q r s t u v w x y z 0 1 2 3 4 5 6 7 8 9 "
    "\"\n"
    "         \"\xC3\xA4\xC3\xB6\xC3\xBC \xE2\x86\x92 %d\\n\\n\", threadIdx.x, out[0]);\n"
    "  if (threadIdx.x == 31) printf(\"without an end\");\n}\n";

constexpr const char* kManyLines =
    "#include <cstdio>\n"
    "extern \"C\" __global__ void k(int* out) {\n"
    "  for (int i = 0; i < 4; ++i) printf(\"%d of thread %d\\n\", i, threadIdx.x);\n}\n";

bool is_drawn(const Stage& stage, const std::string& text) {
  return std::ranges::any_of(stage.labels().labels(), [&](const widgets::Label& label) {
    return label.text == text && label.in_view;
  });
}

TEST(OutputContract, FromTheStartToTheEnd) {
  Studio studio;
  studio.run("lesson id=first-kernel; rung id=hello; set blocks=4; set block=8; record blocks=all");
  test::check_everywhere(test::some_panels<OutputPanel>, studio.session(), "asked for");
  studio.run("reveal");
  for (const char* moment : {"to-start", "goto fraction=0.6", "to-end"}) {
    studio.run(moment);
    test::check_everywhere(test::some_panels<OutputPanel>, studio.session(), moment);
  }
  studio.run("lesson id=first-kernel; rung id=warps; set bx=5; set by=7; set bz=3; to-end");
  test::check_everywhere(test::some_panels<OutputPanel>, studio.session(), "indices of three");
}

TEST(OutputContract, LongLines) {
  Studio studio;
  studio.open(test::pasted(kLongLines, "out:i32[32]=zero", {32, 1, 1}));
  studio.run("to-end");
  test::check_everywhere(test::some_panels<OutputPanel>, studio.session(), "long lines");
}

TEST(OutputContract, WhereThereIsNothingToShow) {
  Studio studio;
  test::check_everywhere(test::some_panels<OutputPanel>, studio.session(), "no run");
  test::check_help(test::some_panels<OutputPanel>());
  studio.run("lesson id=vector-add");
  test::check_everywhere(test::some_panels<OutputPanel>, studio.session(), "prints nothing");
}

TEST(OutputContract, NextToNoWidth) {
  Studio studio;
  studio.run("lesson id=first-kernel; rung id=hello; reveal; to-end");
  for (const float width : {4.0F, 20.0F, 34.0F, 60.0F}) {
    Stage stage({width, 300, 1.0F, true, false});
    OutputPanel panel;
    stage.draw(panel, studio.session());
    EXPECT_GT(stage.vertices(), 0) << width;
  }
}

// The threads give way to the text, not the other way round.
TEST(OutputContract, ThreadsStandBesideTheirLinesWhereThereIsRoom) {
  Studio studio;
  studio.run("lesson id=first-kernel; rung id=hello; set blocks=2; set block=4; reveal; to-end");
  for (const bool wide : {true, false}) {
    Stage stage({wide ? 700.0F : 180.0F, 400, 1.0F, true, false});
    OutputPanel panel;
    stage.draw(panel, studio.session());
    EXPECT_EQ(is_drawn(stage, "block 0 · thread 3"), wide);
    EXPECT_EQ(is_drawn(stage, "Hello from thread 3 of block 0"), wide);
  }
}

TEST(OutputContract, AClickSelectsTheThreadThatPrinted) {
  Studio studio;
  studio.run(
      "lesson id=first-kernel; rung id=hello; set blocks=2; set block=4; record blocks=all; "
      "reveal; to-end");
  Stage stage({700, 400, 1.0F, true, false});
  OutputPanel panel;
  stage.draw(panel, studio.session());
  const view::Selection& selected = studio.session().state().cursor.selection;
  for (float y = 30.0F; y < 120.0F && !selected.lane; y += 4.0F) {
    stage.point_at(300.0F, y);
    stage.frame(panel, studio.session());
    for (const bool down : {true, false}) {
      stage.press(down);
      stage.frame(panel, studio.session());
    }
    stage.commands().run_all(studio.session());
  }
  EXPECT_EQ(selected.lane, 0U) << "the first line is that of thread 0";
  EXPECT_EQ(selected.block, BlockIndex{0});
  EXPECT_EQ(selected.warp, WarpIndex{0});
  EXPECT_TRUE(selected.line);
}

// Of thousands of lines those in view are drawn.
TEST(OutputContract, KeepsToTheBudget) {
  Studio studio;
  studio.open(test::pasted(kManyLines, "out:i32[1024]=zero", {1024, 1, 1}));
  studio.run("to-end");
  ASSERT_EQ(std::ranges::count(studio.session().run()->printed.text, '\n'), 4096);
  Stage stage({1400, 900, 1.0F, true, false});
  OutputPanel panel;
  stage.draw(panel, studio.session());
  double frame = 1.0;
  for (int i = 0; i < 50; ++i) {
    const auto begin = std::chrono::steady_clock::now();
    stage.frame(panel, studio.session());
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
    frame = std::min(frame, taken.count());
  }
  std::printf("a frame %.2f ms\n", frame * 1e3);
  EXPECT_LT(frame, 0.010);
}

}  // namespace
}  // namespace lanescope::ui::panels::output
