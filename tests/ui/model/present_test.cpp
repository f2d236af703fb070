// Teaching: the projector, the pen, the tour and the teacher's notes as state; no window.

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <string>

#include "tests/ui/model/studio.hpp"
#include "ui/commands/palette_model.hpp"
#include "ui/session/user_files.hpp"
#include "ui/teaching/lesson_model.hpp"
#include "ui/teaching/lesson_words.hpp"
#include "ui/teaching/notes.hpp"
#include "ui/teaching/question_model.hpp"
#include "ui/teaching/tour.hpp"

namespace lanescope::ui::test {
namespace {

using test::Studio;

class Present : public ::testing::Test {
 protected:
  void SetUp() override { studio_.run("lesson id=reduction step=2"); }
  [[nodiscard]] const view::State& state() { return studio_.session().state(); }
  void refused(const std::string& command) {
    EXPECT_FALSE(commands::execute(studio_.session(), command)) << command;
  }
  [[nodiscard]] std::size_t visible() {
    std::size_t count = 0;
    for (const view::PenStroke& stroke : state().classroom.pen.strokes)
      count += view::is_visible(stroke, state()) ? 1 : 0;
    return count;
  }
  Studio studio_;
};

TEST_F(Present, ProjectorOnAndOff) {
  studio_.run("projector");
  EXPECT_TRUE(state().classroom.projector.on);
  studio_.run("projector scale=1.5");
  EXPECT_TRUE(state().classroom.projector.on);
  EXPECT_DOUBLE_EQ(state().classroom.projector.scale, 1.5);
  studio_.run("projector theme=light");
  EXPECT_EQ(state().classroom.projector.theme, view::Theme::Light);
  EXPECT_EQ(state().appearance.theme, view::Theme::Dark);  // the studio's stays
  studio_.run("projector theme=same");
  EXPECT_FALSE(state().classroom.projector.theme);
  studio_.run("projector value=off");
  EXPECT_FALSE(state().classroom.projector.on);
  studio_.run("projector scale=2");  // no word of turning it on
  EXPECT_FALSE(state().classroom.projector.on);
  for (const char* wrong : {"projector value=maybe", "projector scale=9", "projector scale=nan",
                            "projector theme=blue"})
    refused(wrong);
  EXPECT_DOUBLE_EQ(state().classroom.projector.scale, 2.0);
}

TEST_F(Present, PointerIsForgottenWithTheProjector) {
  studio_.run("projector value=on; point panel=warps points=\"0.25,0.5\"");
  EXPECT_EQ(state().classroom.projector.pointed_panel, "warps");
  EXPECT_FLOAT_EQ(state().classroom.projector.pointer.x, 0.25F);
  studio_.run("point panel=\"\"");
  EXPECT_TRUE(state().classroom.projector.pointed_panel.empty());
  studio_.run("point panel=warps points=\"0.25,0.5\"; projector value=off");
  EXPECT_TRUE(state().classroom.projector.pointed_panel.empty());
}

// A complaint stands until a command answers it; the pointer's moves are none.
TEST_F(Present, PointingLeavesComplaintsAlone) {
  refused("goto phase=99");
  const std::string complaint = studio_.session().message();
  ASSERT_FALSE(complaint.empty());
  studio_.run("point panel=warps points=\"0,0\"");
  EXPECT_EQ(studio_.session().message(), complaint);
}

TEST_F(Present, PenDrawsTakesBackAndClears) {
  studio_.run("pen; pen-stroke panel=warps points=\"0.1,0.2 0.3,0.4\"");
  EXPECT_TRUE(state().classroom.pen.on);
  ASSERT_EQ(state().classroom.pen.strokes.size(), 1U);
  EXPECT_EQ(state().classroom.pen.strokes[0].panel, "warps");
  studio_.run("pen-extend points=\"0.5,-0.25\"");
  const std::vector<view::PenStroke::Point> line{{0.1F, 0.2F}, {0.3F, 0.4F}, {0.5F, -0.25F}};
  EXPECT_EQ(state().classroom.pen.strokes[0].points, line);
  studio_.run("pen colour=load; pen-stroke points=\"0.5,0.5\"; pen-colour");
  EXPECT_EQ(state().classroom.pen.strokes[1].colour, style::Role::Load);
  EXPECT_NE(state().classroom.pen.colour, style::Role::Load);
  studio_.run("pen-undo");
  ASSERT_EQ(state().classroom.pen.strokes.size(), 1U);
  EXPECT_EQ(state().classroom.pen.strokes[0].points, line);
  studio_.run("pen-stroke points=\"0,0\"; pen-clear");
  EXPECT_TRUE(state().classroom.pen.strokes.empty());
  for (const char* wrong :
       {"pen-undo", "pen-clear", "pen-extend points=\"0,0\"", "pen-stroke points=\"\"",
        "pen-stroke points=\"1\"", "pen-stroke points=\"1,x\"", "pen-stroke points=\"nan,0\"",
        "pen-stroke points=\"1,1;2,2\"", "pen-stroke points=\"1e9,0\"", "pen colour=conflict",
        "pen keep=maybe", "pen value=perhaps"})
    refused(wrong);
}

TEST_F(Present, LinesGoWithTheStepUnlessTheyAreKept) {
  studio_.run("pen-stroke points=\"0.5,0.5\"; step-forward");
  EXPECT_EQ(visible(), 1U);  // time goes on under them
  studio_.run("lesson-next");
  EXPECT_EQ(visible(), 0U);
  refused("pen-undo");  // nothing is in sight
  studio_.run("pen keep=on");
  EXPECT_FALSE(state().classroom.pen.on);  // keeping takes no pen into the hand
  EXPECT_EQ(visible(), 1U);
  studio_.run("pen keep=off");
  EXPECT_EQ(visible(), 0U);
  studio_.run("pen-stroke points=\"0.1,0.1\"; next-rung");
  EXPECT_EQ(visible(), 0U);
}

TEST_F(Present, UndoOfTheExperimentLeavesThePenAlone) {
  studio_.run("set block=512; pen-stroke points=\"0.5,0.5\"; undo");
  EXPECT_NE(state().experiment.values.at("block"), 512);
  EXPECT_EQ(state().classroom.pen.strokes.size(), 1U);
}

TEST_F(Present, EscapeLeavesTheTourThenThePenThenTheSelection) {
  studio_.run("tour; select lane=3; pen value=on");
  studio_.run("select-none");
  EXPECT_FALSE(state().tour.stop);
  EXPECT_TRUE(state().classroom.pen.on);
  studio_.run("select-none");
  EXPECT_FALSE(state().classroom.pen.on);
  EXPECT_TRUE(state().cursor.selection.lane);
  studio_.run("select-none");
  EXPECT_FALSE(state().cursor.selection.lane);
}

TEST(Tour, IsShortAndNamesRealPanels) {
  EXPECT_LE(teaching::tour().size(), 8U);
  EXPECT_GE(teaching::tour().size(), 5U);
  std::size_t words = 0;
  for (const teaching::TourStop& stop : teaching::tour()) {
    EXPECT_FALSE(stop.title.empty());
    const auto sentences = std::count(stop.text.begin(), stop.text.end(), '.');
    EXPECT_LE(sentences, 3) << stop.id;
    words += static_cast<std::size_t>(std::count(stop.text.begin(), stop.text.end(), ' '));
  }
  EXPECT_LE(words, 300U);  // two minutes at a slow reader's 150 words a minute
}

TEST_F(Present, TourGoesFromStopToStop) {
  studio_.session().set_panels({"warps", "lesson", "source"});
  refused("tour-next");
  studio_.run("tour");
  EXPECT_EQ(state().tour.stop, 0U);
  EXPECT_EQ(state().focus.panel, teaching::tour()[0].panel);
  refused("tour-back");
  studio_.run("tour-next; tour-next; tour-back");
  EXPECT_EQ(state().tour.stop, 1U);
  studio_.run("tour step=" + std::to_string(teaching::tour().size()));
  studio_.run("tour-next");  // past the last one
  EXPECT_FALSE(state().tour.stop);
  studio_.run("tour; tour-end");
  EXPECT_FALSE(state().tour.stop);
  refused("tour step=0");
  refused("tour step=99");
}

class UserFolder : public Present {
 protected:
  void SetUp() override {
    Present::SetUp();
    std::string name = (std::filesystem::temp_directory_path() / "lanescope-XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder_ = name;
    begin(false);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  void begin(bool tour_offered) {
    session::UserFiles files;
    files.folder = state_folder();
    files.tour_offered = tour_offered;
    studio_.session().take_up(files);
  }
  [[nodiscard]] std::filesystem::path state_folder() const { return folder_ / "state"; }
  std::filesystem::path folder_;
};

TEST_F(UserFolder, TheTourIsOfferedOnce) {
  EXPECT_FALSE(session::was_tour_offered(state_folder()));
  refused("tour-decline");  // it was not offered
  begin(true);
  studio_.run("tour-decline");
  EXPECT_FALSE(state().tour.offered);
  EXPECT_TRUE(session::was_tour_offered(state_folder()));
}

TEST_F(UserFolder, TakingTheTourAnswersTheOffer) {
  begin(true);
  studio_.run("tour");
  EXPECT_FALSE(state().tour.offered);
  EXPECT_TRUE(session::was_tour_offered(state_folder()));
}

TEST_F(UserFolder, NotesAreKeptByStep) {
  studio_.run("note text=\"ask: \\\"who waits?\\\"\\nthen draw\"");
  const std::string key = teaching::note_key(studio_.session());
  EXPECT_EQ(state().progress.notes.at(key), "ask: \"who waits?\"\nthen draw");
  EXPECT_EQ(teaching::read_notes(state_folder()), state().progress.notes);
  studio_.run("lesson-next");
  EXPECT_NE(teaching::note_key(studio_.session()), key);
  EXPECT_TRUE(teaching::notes_model(studio_.session())->note.empty());
  studio_.run("lesson-back");
  EXPECT_EQ(teaching::notes_model(studio_.session())->note, state().progress.notes.at(key));
  studio_.run("note text=\"\"");
  EXPECT_TRUE(teaching::read_notes(state_folder()).empty());
}

// The teacher knows the answer before the class does.
TEST_F(Present, NotesTellTheAnswerBeforeTheReveal) {
  const auto notes = teaching::notes_model(studio_.session());
  ASSERT_TRUE(notes);
  EXPECT_FALSE(notes->prompt.empty());
  const auto lesson = teaching::lesson_model(studio_.session());
  ASSERT_TRUE(lesson && lesson->question);
  EXPECT_FALSE(lesson->question->found);
  studio_.run("reveal");
  const auto revealed = teaching::lesson_model(studio_.session());
  ASSERT_TRUE(revealed->question->found);
  EXPECT_EQ(notes->answer, teaching::claim_number(*revealed->question->found));
  EXPECT_EQ(notes->next, studio_.session().lesson()->steps[2].title);
}

// Every command that can be given now is a line of the palette: at once, or when its title is
// typed, with what it still needs.
TEST_F(Present, ThePaletteLeadsToEveryCommand) {
  for (const commands::CommandRow& row : commands::command_table()) {
    if (row.arguments == "-" || !row.enabled(studio_.session())) continue;
    const auto entries = commands::palette_entries(studio_.session(), std::string(row.title));
    const auto found =
        std::find_if(entries.begin(), entries.end(), [&](const commands::PaletteEntry& entry) {
          return entry.command.substr(0, entry.command.find(' ')) == row.name;
        });
    ASSERT_NE(found, entries.end()) << row.name;
    EXPECT_EQ(found->keys, row.shortcut);
    const bool as_it_is = row.arguments.empty() || row.arguments.front() == '[';
    if (as_it_is) {
      EXPECT_FALSE(found->needs_more) << row.name;
    }
  }
  const auto whole = commands::palette_entries(studio_.session(), "set block=128");
  ASSERT_FALSE(whole.empty());
  EXPECT_EQ(whole.front().command, "set block=128");
  EXPECT_FALSE(whole.front().needs_more);
  const auto part = commands::palette_entries(studio_.session(), "scale ");
  ASSERT_FALSE(part.empty());
  EXPECT_TRUE(part.front().needs_more);
  EXPECT_NE(part.front().detail.find("value="), std::string::npos);
}

// A step is found by words of its text, behind what is called so.
TEST_F(Present, ThePaletteSearchesTheLessonsTexts) {
  const auto entries = commands::palette_entries(studio_.session(), "carry chain nowhere");
  EXPECT_TRUE(entries.empty());
  const lesson::Lesson& lesson = studio_.session().lessons().back();
  const std::string& text = lesson.steps.back().text;
  const std::size_t from = text.find(' ', text.size() / 2) + 1;
  const std::string words = text.substr(from, text.find_first_of(".\n", from + 12) - from);
  const auto found = commands::palette_entries(studio_.session(), words);
  const std::string command =
      fmt::format("lesson id={} step={}", session::quote(lesson.id), lesson.steps.size());
  EXPECT_TRUE(std::ranges::any_of(found, [&](const commands::PaletteEntry& entry) {
    return entry.command == command;
  })) << words;
  for (const commands::PaletteEntry& entry : found) EXPECT_FALSE(entry.title.empty());
}

TEST_F(Present, ThePaletteFindsWordsAndPanels) {
  const auto words = commands::palette_entries(studio_.session(), "word sector");
  ASSERT_FALSE(words.empty());
  EXPECT_EQ(words.front().command, "help topic=\"sector\"");
}

}  // namespace
}  // namespace lanescope::ui::test
