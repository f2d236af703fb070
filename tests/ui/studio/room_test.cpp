// What has to be seen without scrolling in a studio of 1280 × 720, and with type of 200 %.

#include <algorithm>
#include <string>
#include <string_view>

#include <imgui_internal.h>

#include "lab/hardware/measurements.hpp"
#include "tests/ui/studio/screen.hpp"
#include "ui/panels/experiment/experiment_model.hpp"
#include "ui/session/source_model.hpp"

namespace lanescope::ui::test {
namespace {

// Whole, or its beginning with "…".
bool in_view(const test::Screen& screen, const std::string& text) {
  return std::ranges::any_of(screen.labels().labels(), [&](const widgets::Label& label) {
    if (!label.in_view) return false;
    if (!label.shortened) return label.text == text;
    return text.starts_with(label.text.substr(0, label.text.size() - std::string("…").size()));
  });
}

// How far a panel can be scrolled down.
float scroll_of(const std::string& panel) {
  for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows)
    if (std::string_view(window->Name).ends_with("###" + panel)) return window->ScrollMax.y;
  return -1.0F;
}

TEST(Room, FiveRungsOfALadderAreInView) {
  test::Screen screen(1280, 720);
  screen.model().run("lesson id=reduction step=3");
  screen.frames(6);
  const panels::experiment::ExperimentModel model =
      panels::experiment::experiment_model(screen.session());
  ASSERT_GE(model.ladder.size(), 8U);
  const auto seen = std::ranges::count_if(
      model.ladder,
      [&](const panels::experiment::LadderRow& row) { return in_view(screen, row.title); });
  EXPECT_GE(seen, 5);
  EXPECT_TRUE(in_view(screen, model.sliders.front().title));
}

TEST(Room, PicturesTakeWhatThereIs) {
  for (const char* lesson : {"lesson id=image step=3", "lesson id=convolution-2d step=1"}) {
    test::Screen screen(1280, 720);
    screen.model().run(lesson);
    screen.frames(6);
    float narrowest = 1.0e9F;
    int pictures = 0;
    for (const widgets::Label& label : screen.labels().labels()) {
      if (!label.text.starts_with("before: ") && !label.text.starts_with("after: ")) continue;
      ++pictures;
      narrowest = std::min(narrowest, label.room_x);  // a caption is as wide as its picture
      EXPECT_TRUE(label.in_view) << label.text;
    }
    EXPECT_EQ(pictures, 2) << lesson;
    EXPECT_GE(narrowest, 130.0F) << lesson;
    EXPECT_EQ(scroll_of("image"), 0.0F) << lesson << ": its sentence is in view";
    screen.model().run("image live=on");
    screen.frames(6);
    EXPECT_EQ(scroll_of("image"), 0.0F) << lesson << ", live";
  }
}

// Which step it is stands in the header also where the window is small; the title is over the text.
TEST(Room, TheNumberOfTheStepIsInTheHeader) {
  for (const ImVec2 size : {ImVec2{1280, 720}, ImVec2{1024, 768}, ImVec2{1920, 1080}}) {
    test::Screen screen(size.x, size.y);
    screen.model().run("lesson id=convolution-2d step=10");
    screen.frames(6);
    EXPECT_TRUE(in_view(screen, "step 10 of 11") || in_view(screen, "10 / 11")) << size.x;
  }
}

// What limits an SM is told without scrolling.
TEST(Room, TheLimitOfOccupancyIsInView) {
  test::Screen screen(1280, 720);
  screen.model().run("lesson id=device-query step=4; reveal; panel id=occupancy");
  screen.frames(6);
  EXPECT_TRUE(std::ranges::any_of(screen.labels().labels(), [](const widgets::Label& label) {
    return label.in_view && label.text.ends_with(" limits");
  }));
}

// The brackets of a launch stand in Grid's header, too.
TEST(Room, TheLaunchIsInTheHeaderOfGrid) {
  test::Screen screen(1280, 720);
  screen.model().run("lesson id=first-kernel step=5; panel id=grid");
  screen.frames(6);
  EXPECT_TRUE(std::ranges::any_of(screen.labels().labels(), [](const widgets::Label& label) {
    return label.in_view && label.text.starts_with("<<<1, ");
  }));
}

// Remarks stand there whole, beside what a GPU counted; the ideal makes room for them.
TEST(Room, RemarksOfCountersAreWhole) {
  test::Screen screen(1280, 720);
  screen.session().set_measurements(hardware::load_measurements({"assets/measurements"}).files);
  screen.model().run("lesson id=convolution-2d step=4");
  screen.frames(6);
  EXPECT_TRUE(in_view(screen, "none in SASS"));
  EXPECT_TRUE(in_view(screen, "recorded"));
  for (const widgets::Label& label : screen.labels().labels())
    EXPECT_FALSE(label.shortened && (label.text.starts_with("none in") ||
                                     label.text.find(" idle") != std::string::npos))
        << label.text;
}

// What waits where, and what would change it, stand beside each other.
TEST(Room, ModelledTimeHasAScreenOfItsOwn) {
  test::Screen screen(1600, 900);
  screen.model().run("lesson id=reduction");
  screen.frames(6);
  const auto is_front = [](std::string_view panel) {
    return std::ranges::any_of(ImGui::GetCurrentContext()->Windows, [&](const ImGuiWindow* window) {
      return window->Active && window->DockTabIsVisible &&
             std::string_view(window->Name).ends_with("###" + std::string(panel));
    });
  };
  EXPECT_FALSE(is_front("schedulers"));
  screen.model().run("time value=on");
  screen.frames(8);
  EXPECT_TRUE(is_front("schedulers"));
  EXPECT_TRUE(is_front("lesson"));
  screen.model().run("time value=off");
  screen.frames(8);
  EXPECT_FALSE(is_front("schedulers"));
}

// Names of panels are whole: what has no room is scrolled to.
TEST(Room, NoTabIsCut) {
  for (const float scale : {1.0F, 1.5F, 2.0F, 2.5F}) {
    test::Screen screen(1280, 720);
    screen.model().run("lesson id=reduction step=3; scale value=" + std::to_string(scale));
    screen.frames(6);
    int tabs = 0;
    for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows) {
      ImGuiDockNode* node = window->DockNode;
      if (!window->Active || node == nullptr || node->TabBar == nullptr) continue;
      if (const ImGuiTabItem* front =
              ImGui::TabBarFindTabByID(node->TabBar, node->TabBar->SelectedTabId)) {
        const float left = front->Offset - node->TabBar->ScrollingAnim;
        EXPECT_GE(left, -0.5F) << window->Name << " at " << scale;
        EXPECT_LE(left + front->Width, node->TabBar->BarRect.GetWidth() + 0.5F)
            << window->Name << " at " << scale;
      }
      for (ImGuiTabItem& tab : node->TabBar->Tabs) {
        ++tabs;
        EXPECT_GE(tab.Width, tab.ContentWidth - 0.5F)
            << ImGui::TabBarGetTabName(node->TabBar, &tab) << " at " << scale;
      }
    }
    EXPECT_GT(tabs, 8);
  }
}

float height_of(const std::string& panel) {
  const auto place = studio::Studio::place_of_panel(panel);
  return place ? place->height : 0.0F;
}

// Two warps need three lines; the picture that the step is about has the rest.
TEST(Room, APanelThatShowsAllLeavesTheRestToThePictureOfTheStep) {
  for (const ImVec2 size : {ImVec2{1280, 720}, ImVec2{1920, 1080}}) {
    test::Screen screen(size.x, size.y);
    screen.model().run("lesson id=first-kernel step=5");
    screen.frames(8);
    const float grid = height_of("grid"), warps = height_of("warps");
    ASSERT_GT(warps, 0.0F);
    EXPECT_GT(grid, 2.0F * warps) << size.y;
    EXPECT_GT(grid, 0.35F * size.y);
    EXPECT_EQ(scroll_of("warps"), 0.0F) << "its sentence is in view";
    // Nothing moves while one steps.
    for (const char* moment : {"to-start", "goto fraction=0.5", "to-end"}) {
      screen.model().run(moment);
      screen.frames(4);
      EXPECT_EQ(height_of("grid"), grid) << moment;
      EXPECT_EQ(height_of("warps"), warps) << moment;
    }
    screen.model().run("set bx=32; set by=16");
    screen.frames(4);
    EXPECT_GT(height_of("warps"), warps) << "sixteen warps need more";
  }
}

// Also where the panels above each other have found their heights after it was scrolled to.
TEST(Room, TheLineInThePictureIsInSight) {
  test::Screen screen(1280, 720);
  for (const char* const lesson : {"lesson id=first-kernel step=5", "lesson id=coalescing step=4",
                                   "lesson id=divergence step=1",
                                   "lesson id=constant-memory step=5", "lesson id=scan step=1"}) {
    screen.model().run(lesson);
    screen.frames(8);
    const auto now = session::source_now(screen.session());
    ASSERT_GT(now.line, 0U) << lesson;
    const std::string text = session::source_model(screen.session()).lines[now.line - 1].text;
    const std::string begin = text.substr(text.find_first_not_of(' '), 20);
    EXPECT_TRUE(std::ranges::any_of(screen.labels().labels(),
                                    [&](const widgets::Label& label) {
                                      return label.in_view &&
                                             label.text.find(begin) != std::string::npos;
                                    }))
        << lesson << ", line " << now.line;
  }
}

TEST(Room, ABorderThatTheUserHasMovedStays) {
  test::Screen screen(1280, 720);
  screen.model().run("lesson id=first-kernel step=5");
  screen.frames(8);
  const auto warps = studio::Studio::place_of_panel("warps");
  ASSERT_TRUE(warps);
  ImGuiIO& io = ImGui::GetIO();
  const float x = warps->x + warps->width / 2, y = warps->y + warps->height + 2.0F;
  io.AddMousePosEvent(x, y);
  screen.frames(3);
  io.AddMouseButtonEvent(0, true);
  screen.frames(2);
  io.AddMousePosEvent(x, y + 60.0F);
  screen.frames(3);
  io.AddMouseButtonEvent(0, false);
  screen.frames(3);
  const float moved = height_of("warps");
  EXPECT_NEAR(moved, warps->height + 60.0F, 4.0F);
  screen.model().run("lesson-next");
  screen.frames(6);
  EXPECT_NEAR(height_of("warps"), moved, 1.0F);
}

}  // namespace
}  // namespace lanescope::ui::test
