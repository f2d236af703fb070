// In every step that asks something the question, its choices and then the answer are in sight:
// nobody has to scroll to them, in small windows, with large type, or before a class.

#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <imgui_internal.h>

#include "lab/hardware/measurements.hpp"
#include "tests/sanitized.hpp"
#include "tests/ui/studio/lesson_labels.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::teaching {
namespace {

using Audience = studio::Studio::Audience;

struct Window {
  Audience audience;
  float width, height;
  const char* script;
  bool full = false;  // all panels, in type of the usual size
};

class LessonFold : public ::testing::TestWithParam<Window> {
 protected:
  void look(test::Screen& screen) {
    screen.frames(5);
    seen_.clear();
    for (const widgets::Label& label : screen.labels().labels())
      if (label.in_view) seen_.insert(label.text);
  }
  // The lesson has the most of its column; its text is there, and the box of the question is whole.
  void expect_room(const Window& window, const std::string& where, bool revealed) {
    if (!window.full) return;
    const auto place = studio::Studio::place_of_panel("lesson");
    auto other = studio::Studio::place_of_panel("experiment");
    if (!other) other = studio::Studio::place_of_panel("what-if");  // where time is asked for
    ASSERT_TRUE(place && other) << where;
    EXPECT_GE(place->height, 0.65F * (place->height + other->height)) << where;
    const ImGuiWindow* const text = part_of_lesson("###text");
    const ImGuiWindow* const question = part_of_lesson("###question");
    ASSERT_TRUE(text != nullptr && question != nullptr) << where;
    EXPECT_EQ(question->ScrollMax.y, 0.0F) << where << ": all of the box can be seen";
    constexpr float kLine = 21.0F;
    if (!revealed && text->ScrollMax.y > 0.0F) {
      EXPECT_GE(text->Size.y, 4 * kLine) << where << ": lines of the text";
    }
  }
  static const ImGuiWindow* part_of_lesson(std::string_view name) {
    for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows) {
      const std::string_view whole = window->Name;
      const std::size_t last = whole.rfind('/');
      if (window->Active && last != std::string_view::npos &&
          whole.find("###lesson/") != std::string_view::npos &&
          whole.substr(last + 1).starts_with(name))
        return window;
    }
    return nullptr;
  }
  void expect(const std::string& text, const std::string& where) {
    EXPECT_TRUE(seen_.contains(text)) << where << ": " << text;
  }

  std::set<std::string> seen_;
};

TEST_P(LessonFold, ShowsTheQuestion) {
  const Window& window = GetParam();
  const bool user = window.audience == Audience::User;
  test::Screen screen(window.width, window.height, window.audience);
  // As in the studio: a question about recorded times says where they were.
  screen.session().set_measurements(hardware::load_measurements({"assets/measurements"}).files);
  for (const lesson::Lesson& lesson : screen.session().lessons()) {
    for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
      if (!lesson.steps[i].question) continue;
      const std::string where = fmt::format("{}, step {}", lesson.id, i + 1);
      screen.model().run(fmt::format("lesson id={} step={}; {}", lesson.id, i + 1, window.script));
      look(screen);
      const auto open = lesson_model(screen.session());
      ASSERT_TRUE(open && open->question) << where;
      expect(open->question->prompt, where);
      expect_room(window, where, false);
      char letter = 'A';
      for (const ChoiceMark& choice : open->question->choices)
        expect(user ? choice.text : fmt::format("{}   {}", letter++, choice.text), where);
      if (user) {
        EXPECT_TRUE(seen_.contains(std::string(tr("Reveal: play this step"))) ||
                    seen_.contains(std::string(tr("Reveal"))))
            << where;
      }
      screen.model().run("reveal");
      look(screen);
      expect(lesson_model(screen.session())->question->verdict, where);
      expect_room(window, where, true);
    }
  }
}

std::vector<Window> windows() {
  std::vector<Window> all{
      {Audience::User, 1280, 720, "scale value=1; panel id=lesson", true},
      {Audience::Class, 1280, 720, "projector value=on scale=1"},
      {Audience::User, 1024, 768, "scale value=1; panel id=lesson", true},
      {Audience::User, 1280, 720, "scale value=2; panel id=lesson"},
      {Audience::User, 1280, 720, "depth value=simple; panel id=lesson"},
      {Audience::User, 1280, 720, "presenter value=on; panel id=lesson"},
      {Audience::User, 1920, 1080, "scale value=2; panel id=lesson"},
      {Audience::Class, 1280, 720, "projector value=on scale=2"},
  };
  if (lanescope::test::kSanitized) all.resize(2);
  return all;
}
INSTANTIATE_TEST_SUITE_P(Windows, LessonFold, ::testing::ValuesIn(windows()));

}  // namespace
}  // namespace lanescope::ui::teaching
