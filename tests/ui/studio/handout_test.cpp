// Pictures of panels, and a lesson's handout, drawn off screen.

#include "ui/gl/handout.hpp"

#include <algorithm>
#include <filesystem>

#include "cuda/device/equipment.hpp"
#include "lab/experiment/file.hpp"
#include "lab/lesson/lesson_reader.hpp"
#include "lab/lesson/paths.hpp"
#include "tests/ui/model/studio.hpp"
#include "ui/gl/gui_options.hpp"
#include "ui/gl/offscreen.hpp"
#include "ui/gl/shot.hpp"

namespace lanescope::ui::gl {
namespace {

namespace fs = std::filesystem;

cuda::toolchain::Compiler::Options options() {
  cuda::toolchain::Compiler::Options out;
  out.worker_command = {LANESCOPE_EXECUTABLE, "worker"};
  return out;
}

// Width and height as a PNG's header tells them.
std::pair<int, int> png_size(const std::string& file) {
  const auto bytes = experiment::read_file(file);
  if (!bytes || bytes->size() < 24) return {};
  const auto number = [&](std::size_t at) {
    int value = 0;
    for (std::size_t i = 0; i < 4; ++i)
      value = value * 256 + std::to_integer<int>((*bytes)[at + i]);
    return value;
  };
  return {number(16), number(20)};
}

TEST(Pictures, OfOnePanelAndOfAll) {
  const std::string panel = ::testing::TempDir() + "panel.png";
  const std::string all = ::testing::TempDir() + "all.png";
  test::Studio studio;
  studio.run("lesson id=reduction step=3");
  auto target = Offscreen::create(1280, 720);
  ASSERT_TRUE(target) << target.error().text();
  studio.run("export-picture panel=occupancy file=" + panel);
  (void)draw_shot(studio.session(), **target);
  EXPECT_FALSE(studio.session().requests().any());
  EXPECT_TRUE(studio.session().message().empty()) << studio.session().message();
  const auto [width, height] = png_size(panel);
  EXPECT_GT(width, 300) << "the column of Counters and Occupancy";
  EXPECT_LT(width, 700);
  EXPECT_GT(height, 80);
  EXPECT_LT(height, 400);
  studio.run("export-picture file=" + all);
  (void)draw_shot(studio.session(), **target);
  EXPECT_EQ(png_size(all), (std::pair<int, int>{1280, 720}));
  studio.run("export-picture panel=warps file=/nowhere/x.png");
  (void)draw_shot(studio.session(), **target);
  EXPECT_NE(studio.session().message().find("/nowhere/x.png"), std::string::npos);
}

TEST(Handout, HasEveryStepItsPicturesAndTheAnswers) {
  const fs::path folder = fs::path(::testing::TempDir()) / "handout";
  const cuda::device::Equipment equipment({options(), {}});
  const auto file = write_handout("vector-add", {folder}, equipment);
  ASSERT_TRUE(file) << file.error().text();
  const auto html = experiment::read_text(file->string());
  ASSERT_TRUE(html);
  const auto lessons = lesson::load_lessons(lesson::kernels_folder());
  ASSERT_TRUE(lessons);
  for (const lesson::Lesson& lesson : *lessons) {
    if (lesson.id != "vector-add") continue;
    for (std::size_t i = 0; i < lesson.steps.size(); ++i)
      EXPECT_NE(html->find("<h2>" + std::to_string(i + 1) + ". "), std::string::npos) << i;
  }
  EXPECT_EQ(html->find("{{"), std::string::npos) << "claims are numbers";
  const lesson::Lesson& lesson =
      *std::ranges::find(*lessons, std::string("vector-add"), &lesson::Lesson::id);
  ASSERT_FALSE(lesson.exercises.empty());
  for (const lesson::Exercise& exercise : lesson.exercises)
    EXPECT_NE(html->find(exercise.title + "</h2>"), std::string::npos) << exercise.title;
  EXPECT_EQ(html->find("<ol><li>"), std::string::npos) << "hints are for teachers";
  EXPECT_NE(html->find("<h2>Answers</h2>"), std::string::npos);
  std::size_t pictures = 0;
  for (auto at = html->find("<img src=\""); at != std::string::npos;
       at = html->find("<img src=\"", at + 1)) {
    const std::size_t from = at + 10;
    const std::string name = html->substr(from, html->find('"', from) - from);
    EXPECT_GT(png_size((folder / name).string()).first, 200) << name;
    ++pictures;
  }
  EXPECT_GE(pictures, 3U);
  EXPECT_FALSE(write_handout("no-such-lesson", {folder}, equipment));
}

TEST(Handout, TellsWhoTeachesHowTo) {
  const fs::path folder = fs::path(::testing::TempDir()) / "handout-teacher";
  const cuda::device::Equipment equipment({options(), {}});
  const auto file = write_handout("transpose", {folder, true}, equipment);
  ASSERT_TRUE(file) << file.error().text();
  const auto html = experiment::read_text(file->string());
  ASSERT_TRUE(html);
  EXPECT_NE(html->find("<h2>Teaching this lesson</h2>"), std::string::npos);
  EXPECT_NE(html->find("<p class=\"wrong\"><b>"), std::string::npos);
  EXPECT_NE(html->find("<ol><li>"), std::string::npos) << "the exercises' hints";
}

TEST(DeepLinks, OpenALessonAtItsStep) {
  const cuda::device::Equipment equipment({options(), {}});
  GuiOptions wanted;
  wanted.lesson = "reduction";
  wanted.step = 99;
  EXPECT_FALSE(render_shot(wanted, ::testing::TempDir() + "link.png", equipment))
      << "there is no such step";
  wanted.step = 3;
  wanted.width = 640;
  wanted.height = 480;
  EXPECT_TRUE(render_shot(wanted, ::testing::TempDir() + "link.png", equipment));
}

}  // namespace
}  // namespace lanescope::ui::gl
