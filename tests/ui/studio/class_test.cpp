// What the class sees, and the tour's callouts, in every size: nothing clipped, nothing of the
// teacher's, nothing outside of the window.

#include <algorithm>
#include <string>
#include <vector>

#include <imgui_internal.h>

#include "tests/ui/studio/screen.hpp"
#include "ui/teaching/tour.hpp"

namespace lanescope::ui::studio {
namespace {

using Audience = studio::Studio::Audience;

struct Size {
  float width, height;
};
constexpr Size kSizes[] = {{1024, 768}, {1280, 720}, {1920, 1080}, {3840, 2160}};

void check_labels(const test::Screen& screen, const std::string& where) {
  EXPECT_GE(screen.labels().labels().size(), 10U) << where;
  for (const widgets::Label& label : screen.labels().labels()) {
    if (label.room_x <= 0.0F || label.room_y <= 0.0F) continue;
    EXPECT_LE(label.width, label.room_x + 1.0F) << where << ": " << label.text;
    EXPECT_LE(label.height, label.room_y + 4.0F) << where << ": " << label.text;
  }
}

bool shows(const test::Screen& screen, const std::string& words) {
  const auto& labels = screen.labels().labels();
  return std::any_of(labels.begin(), labels.end(), [&](const widgets::Label& label) {
    return label.text.find(words) != std::string::npos;
  });
}

TEST(ClassWindow, FitsEverySizeAndHasNoControls) {
  constexpr const char* kScales[] = {"projector scale=1", "projector scale=2"};
  for (const Size& size : kSizes) {
    for (const char* scale : kScales) {
      test::Screen screen(size.width, size.height, Audience::Class);
      screen.model().run("lesson id=reduction step=3");
      screen.model().run(std::string("projector value=on; ") + scale);
      screen.frames(6);
      EXPECT_TRUE(screen.studio().complaint().empty()) << screen.studio().complaint();
      check_labels(screen, std::to_string(size.width) + ": " + scale);
      for (const char* panel : {"lesson", "experiment", "help", "notes"})
        EXPECT_FALSE(studio::Studio::place_of_panel(panel)) << panel;
      // The step's own panel is in front even where all are tabs of one place.
      const std::string first = screen.session().step()->panels.front();
      EXPECT_TRUE(studio::Studio::place_of_panel(first))
          << first << ", " << size.width << ", " << scale;
      if (scale == kScales[0]) {
        EXPECT_TRUE(studio::Studio::place_of_panel("warps")) << size.width;
      }
      EXPECT_FALSE(shows(screen, "Ctrl+P"));
    }
  }
}

TEST(ClassWindow, ShowsTheQuestionAndKeepsTheAnswer) {
  test::Screen screen(1280, 720, Audience::Class);
  screen.model().run("lesson id=reduction step=3; projector value=on");
  screen.frames(4);
  const auto& choices = screen.session().step()->question->choices;
  ASSERT_GE(choices.size(), 2U);
  EXPECT_TRUE(shows(screen, "A   " + choices[0]));
  EXPECT_TRUE(shows(screen, "B   " + choices[1]));
  screen.model().run("answer choice=0; reveal");
  screen.frames(4);
  EXPECT_TRUE(shows(screen, "A   " + choices[0]));
}

TEST(ClassWindow, ComparesAndShowsPicturesWithoutButtons) {
  for (const char* script : {"lesson id=reduction step=3; compare rung=sequential",
                             "lesson id=image step=3; panel id=image"}) {
    test::Screen screen(1920, 1080, Audience::Class);
    screen.model().run(std::string(script) + "; projector value=on");
    screen.frames(6);
    check_labels(screen, script);
    for (const char* words : {"Pin this run", "at the cursor", "phases", "SASS"})
      EXPECT_FALSE(shows(screen, words)) << script << ": " << words;
  }
}

TEST(ClassWindow, TypeGrowsWithTheScreenAndTheTeachersWish) {
  const auto size_of = [](float width, float height, const char* script) {
    test::Screen screen(width, height, Audience::Class);
    screen.model().run(script);
    screen.frames(3);
    return screen.studio().style().text_size;
  };
  const float usual = size_of(1920, 1080, "projector value=on");
  EXPECT_GE(usual, 19.0F);
  EXPECT_NEAR(size_of(3840, 2160, "projector value=on"), usual * 2, 1.0F);
  EXPECT_NEAR(size_of(1920, 1080, "projector value=on scale=1.5"), usual * 1.5F, 1.0F);
  // The laptop's own scale is its own.
  EXPECT_EQ(size_of(1920, 1080, "projector value=on; scale value=2"), usual);
}

// Both windows show one session: only the user's moves time.
TEST(ClassWindow, DoesNotMoveTimeOn) {
  test::Screen screen(1280, 720, Audience::Class);
  screen.model().run("lesson id=reduction; rung id=sequential; to-start; play");
  screen.frames(60);
  EXPECT_EQ(screen.session().state().cursor.tick.value, 0U);
}

TEST(TourCallouts, StandInsideTheWindowWithTheirWords) {
  for (const Size& size : kSizes) {
    for (const char* scale : {"1", "2.5"}) {
      test::Screen screen(size.width, size.height);
      screen.model().run("lesson id=reduction step=3");
      screen.model().run(std::string("scale value=") + scale);
      screen.frames(6);
      for (std::size_t i = 1; i <= teaching::tour().size(); ++i) {
        const std::string where =
            std::to_string(size.width) + " at " + scale + ", stop " + std::to_string(i);
        screen.model().run("tour step=" + std::to_string(i));
        screen.frames(5);
        const ImGuiWindow* callout = ImGui::FindWindowByName("###tour");
        ASSERT_NE(callout, nullptr) << where;
        const ImRect box = callout->Rect();
        EXPECT_GE(box.Min.x, 0.0F) << where;
        EXPECT_GE(box.Min.y, 0.0F) << where;
        EXPECT_LE(box.Max.x, size.width) << where;
        EXPECT_LE(box.Max.y, size.height) << where;
        EXPECT_LE(callout->ContentSize.x, box.GetWidth()) << where;
        EXPECT_LE(callout->ContentSize.y, box.GetHeight()) << where;
        const std::string panel(teaching::tour()[i - 1].panel);
        EXPECT_TRUE(panel.empty() || studio::Studio::place_of_panel(panel)) << where << panel;
        check_labels(screen, where);
      }
    }
  }
}

TEST(PenTools, FitAtEverySize) {
  for (const Size& size : kSizes) {
    for (const char* scale : {"1", "2.5"}) {
      test::Screen screen(size.width, size.height);
      screen.model().run(std::string("lesson id=reduction step=3; pen value=on; scale value=") +
                         scale);
      screen.frames(6);
      const ImGuiWindow* tools = ImGui::FindWindowByName("###pen-tools");
      ASSERT_NE(tools, nullptr);
      EXPECT_GE(tools->Rect().Min.x, 0.0F) << size.width << " at " << scale;
      EXPECT_LE(tools->Rect().Max.x, size.width) << size.width << " at " << scale;
      check_labels(screen, std::string("pen at ") + scale);
    }
  }
}

// Lines are shares of a panel: in a window of another size they lie at the same place of it.
TEST(PenLines, StayWhereTheyWereWhenTheWindowChanges) {
  for (const Size& size : kSizes) {
    test::Screen screen(size.width, size.height);
    screen.model().run("lesson id=reduction step=3");
    screen.frames(6);
    const auto panel = studio::Studio::place_of_panel("warps");
    ASSERT_TRUE(panel);
    screen.model().run("pen-stroke panel=warps points=\"0.25,0.5 0.75,0.5\"");
    screen.frames(2);
    const ImGuiWindow* layer = ImGui::FindWindowByName("###pen");
    ASSERT_NE(layer, nullptr);
    float left = size.width, right = 0.0F, top = size.height, bottom = 0.0F;
    for (const ImDrawVert& vertex : layer->DrawList->VtxBuffer) {
      left = std::min(left, vertex.pos.x);
      right = std::max(right, vertex.pos.x);
      top = std::min(top, vertex.pos.y);
      bottom = std::max(bottom, vertex.pos.y);
    }
    EXPECT_NEAR(left, panel->x + panel->width * 0.25F, 8.0F);
    EXPECT_NEAR(right, panel->x + panel->width * 0.75F, 8.0F);
    EXPECT_NEAR((top + bottom) / 2, panel->y + panel->height * 0.5F, 2.0F);
  }
}

}  // namespace
}  // namespace lanescope::ui::studio
