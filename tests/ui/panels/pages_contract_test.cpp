// The pages of managed memory in the Program panel: what a lesson's step shows of them before and
// after its answer, at every size and scale.

#include <string>

#include "tests/ui/model/studio.hpp"
#include "tests/ui/panels/contract.hpp"
#include "ui/figures/program/host_strip.hpp"
#include "ui/figures/program/lesson_timeline.hpp"
#include "ui/figures/program/page_map.hpp"
#include "ui/panels/program/program.hpp"

namespace lanescope::ui::panels::program {
namespace {

using figures::program::PageMap;
using schedule::Where;
using test::Studio;

class PagesContract : public ::testing::Test {
 protected:
  void go_to(const std::string& step) {
    const auto& lesson = find("memory-kinds");
    const auto at = std::ranges::find(lesson.steps, step, &lesson::LessonStep::id);
    ASSERT_NE(at, lesson.steps.end()) << step;
    studio_.run("lesson id=memory-kinds step=" + std::to_string(at - lesson.steps.begin() + 1));
  }
  [[nodiscard]] PageMap shown() const {
    const auto* migration = figures::program::shown_migration(studio_.session());
    EXPECT_NE(migration, nullptr);
    if (migration == nullptr) return {};
    return figures::program::page_map(*migration, studio_.session().run().get(),
                                      figures::program::timeline_is_revealed(studio_.session()));
  }
  const lesson::Lesson& find(const std::string& id) const {
    const auto& lessons = studio_.session().lessons();
    return *std::ranges::find(lessons, id, &lesson::Lesson::id);
  }

  mutable Studio studio_;
};

TEST_F(PagesContract, Everywhere) {
  for (const char* step : {"managed", "turns", "frontier"}) {
    go_to(step);
    EXPECT_TRUE(ProgramPanel().suits(studio_.session())) << step;
    test::check_everywhere(test::some_panels<ProgramPanel>, studio_.session(), step);
    studio_.run("reveal");
    test::check_everywhere(test::some_panels<ProgramPanel>, studio_.session(),
                           std::string(step) + ", revealed");
  }
  studio_.run("set side=16");
  test::check_everywhere(test::some_panels<ProgramPanel>, studio_.session(), "a larger grid");
  go_to("sparse");
  studio_.run("reveal; set n=16384");
  test::check_everywhere(test::some_panels<ProgramPanel>, studio_.session(), "sixteen pages");
}

// Nothing of the answer is told before.
TEST_F(PagesContract, AreKeptBackUntilTheReveal) {
  go_to("managed");
  const PageMap before = shown();
  ASSERT_EQ(before.rows.size(), 3U);
  EXPECT_EQ(before.rows[0].does, "1  the host writes v");
  EXPECT_EQ(before.rows[1].does, "2  launch 0");
  for (const auto& row : before.rows) EXPECT_TRUE(row.cells.empty() && row.moves.empty());
  EXPECT_NE(before.words.find("Predict"), std::string::npos);
  studio_.run("reveal");
  const PageMap after = shown();
  ASSERT_EQ(after.pages, 4U);
  EXPECT_EQ(after.rows[0].moves, "nothing moves");
  EXPECT_EQ(after.rows[1].moves, "4 pages move, 16 KiB");
  for (const auto& cell : after.rows[0].cells)
    EXPECT_TRUE(cell.where == Where::Host && !cell.moved);
  for (const auto& cell : after.rows[1].cells)
    EXPECT_TRUE(cell.where == Where::Device && cell.moved);
  EXPECT_EQ(after.rows[2].cells[3].words, "v, page 3: at the host, moved in this step");
  EXPECT_TRUE(after.words.starts_with("In all 8 pages move, 32 KiB.")) << after.words;
}

// The pages are those of the run on screen: half as many numbers are half as many pages.
TEST_F(PagesContract, FollowTheSliders) {
  go_to("managed");
  studio_.run("reveal; set n=2048");
  EXPECT_EQ(shown().pages, 2U);
  EXPECT_EQ(shown().rows[1].moves, "2 pages move, 8 KiB");
  studio_.run("rung id=strided");
  EXPECT_EQ(figures::program::shown_migration(studio_.session()), nullptr) << "another kernel";
}

TEST_F(PagesContract, CopiesAreAtBoth) {
  go_to("read-mostly");
  studio_.run("reveal");
  const PageMap map = shown();
  ASSERT_EQ(map.rows.size(), 6U);
  EXPECT_EQ(map.rows[1].does, "2  advice: in is read mostly");
  EXPECT_EQ(map.rows[2].moves, "4 pages are copied, 16 KiB");
  for (const auto& cell : map.rows[2].cells) EXPECT_TRUE(cell.where == Where::Both && cell.moved);
  for (const auto& cell : map.rows[5].cells) EXPECT_TRUE(cell.where == Where::Both && !cell.moved);
  EXPECT_EQ(figures::program::letters_of(Where::Both), "HG");
}

TEST_F(PagesContract, ArePrintedToo) {
  go_to("frontier");
  const auto before = figures::program::host_strip_svg(studio_.session(), true);
  ASSERT_TRUE(before);
  EXPECT_EQ(before->find("pages move, "), std::string::npos);
  studio_.run("reveal");
  const auto svg = figures::program::host_strip_svg(studio_.session(), false);
  ASSERT_TRUE(svg);
  for (const char* words :
       {"the host writes 7 arrays", "host: as launches 0 to 2", "launches 3 to 11",
        "7 pages move, 28 KiB", "destination", "HG: at both"})
    EXPECT_NE(svg->find(words), std::string::npos) << words;
}

}  // namespace
}  // namespace lanescope::ui::panels::program
