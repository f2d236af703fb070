// No label is wider than its rectangle, whatever the window, the scale and the theme.

#include <string>

#include "tests/ui/studio/screen.hpp"

namespace lanescope::ui::test {
namespace {

struct Screenful {
  float width, height;
  const char* script;
};

void check_labels(const test::Screen& screen, const std::string& where, std::size_t least = 50) {
  EXPECT_GE(screen.labels().labels().size(), least) << where;
  for (const widgets::Label& label : screen.labels().labels()) {
    if (label.room_x <= 0.0F || label.room_y <= 0.0F) continue;
    EXPECT_LE(label.width, label.room_x + 1.0F) << where << ": " << label.text;
    EXPECT_LE(label.height, label.room_y + 4.0F) << where << ": " << label.text;
  }
}

TEST(Labels, FitTheirRectangles) {
  const Screenful looks[] = {{1024, 768, "scale value=1"},
                             {1024, 768, "scale value=2.5"},
                             {1280, 720, "theme value=light; scale value=1.5"},
                             {1920, 1080, "scale value=1"},
                             {1920, 1080, "presenter value=on; theme value=light"},
                             {1280, 720, "depth value=simple"},
                             {1920, 1080, "scale value=2.5; depth value=simple"}};
  for (const Screenful& look : looks) {
    test::Screen screen(look.width, look.height);
    screen.model().run("lesson id=reduction step=3");
    screen.model().run(look.script);
    screen.frames(6);
    EXPECT_TRUE(screen.studio().complaint().empty()) << screen.studio().complaint();
    check_labels(screen, std::to_string(look.width) + ": " + look.script);
  }
}

TEST(Labels, FitWithNothingRunAndWithAMistake) {
  test::Screen screen(1280, 720);
  screen.frames(4);
  check_labels(screen, "nothing run", 10);
  screen.model().run("lesson id=scan");
  std::string text = screen.session().source_text();
  text.insert(text.find('{') + 1, " this is not CUDA; ");
  ASSERT_TRUE(commands::execute(screen.session(), "edit text=" + session::quote(text)));
  screen.session().settle();
  ASSERT_TRUE(screen.session().failure());
  screen.frames(4);
  check_labels(screen, "a mistake");
}

TEST(Labels, FitInEveryPanelInFront) {
  test::Screen screen(1024, 768);
  screen.model().run("lesson id=transpose");
  for (const char* id :
       {"help", "registers", "occupancy", "hazards", "lesson", "counters", "timings", "device"}) {
    screen.model().run(std::string("panel id=") + id);
    screen.frames(6);
    check_labels(screen, id);
  }
  screen.model().run("palette value=on");
  screen.frames(4);
  check_labels(screen, "palette");
  screen.model().run("palette value=off; rung id=naive; compare rung=tiled; panel id=compare");
  for (const char* picture : {"requests", "phases"}) {
    screen.model().run(std::string("compare picture=") + picture);
    screen.frames(6);
    check_labels(screen, std::string("compare, ") + picture);
  }
}

}  // namespace
}  // namespace lanescope::ui::test
