// The panels of modelled time: drawn in every shape, with time off, on, and of many warps; and what
// the mouse does in them.

#include <algorithm>
#include <chrono>
#include <cstdio>

#include "tests/ui/model/studio.hpp"
#include "tests/ui/panels/contract.hpp"
#include "ui/figures/cycles/window.hpp"
#include "ui/panels/cycles/cycles.hpp"
#include "ui/panels/schedulers/schedulers.hpp"
#include "ui/panels/sms/sms.hpp"
#include "ui/session/cycles.hpp"

namespace lanescope::ui::test {
namespace {

using panels::cycles::CyclesPanel;
using panels::schedulers::SchedulersPanel;
using panels::sms::SmsPanel;

Panels panels_of_time() { return some_panels<CyclesPanel, SchedulersPanel, SmsPanel>(); }

constexpr const char* kTimed =
    "lesson id=reduction; rung id=interleaved-stride; set block=256; set n=256; to-start; "
    "time value=on";

std::int64_t cycles_of(const session::Session& session) {
  return session::shown_history(session)->cycles;
}

TEST(CyclesContract, OffAndOn) {
  Studio studio;
  studio.run("lesson id=reduction; rung id=interleaved-stride");
  check_everywhere(panels_of_time, studio.session(), "off");
  studio.run(kTimed);
  check_everywhere(panels_of_time, studio.session(), "on");
  studio.run("cycles from=1000 to=1100; cycle at=1040");
  check_everywhere(panels_of_time, studio.session(), "a hundred cycles");
}

TEST(CyclesContract, ManyWarpsAndBlocks) {
  Studio studio;
  studio.run(
      "lesson id=reduction; rung id=sequential; set block=1024; set n=16384; to-start; "
      "time value=on machine=tiny");
  check_everywhere(panels_of_time, studio.session(), "many warps");
}

TEST(CyclesContract, TheButtonTurnsTimeOn) {
  Studio studio;
  studio.run("lesson id=reduction; rung id=interleaved-stride");
  Stage stage({700, 400, 1.0F, true, false});
  CyclesPanel panel;
  stage.draw(panel, studio.session());
  for (float y = 20.0F; y < 200.0F && !studio.session().state().tools.time.on; y += 8.0F) {
    stage.point_at(60.0F, y);
    stage.frame(panel, studio.session());
    for (const bool down : {true, false}) {
      stage.press(down);
      stage.frame(panel, studio.session());
    }
    stage.commands().run_all(studio.session());
  }
  EXPECT_TRUE(studio.session().state().tools.time.on);
}

TEST(CyclesContract, TheWheelZoomsWhatBothShow) {
  Studio studio;
  studio.run(kTimed);
  Stage stage({700, 400, 1.0F, true, false});
  CyclesPanel panel;
  stage.draw(panel, studio.session());
  stage.point_at(400.0F, 120.0F);
  for (int i = 0; i < 3; ++i) {
    stage.wheel(2.0F);
    stage.frame(panel, studio.session());
    stage.frame(panel, studio.session());
    stage.commands().run_all(studio.session());
  }
  const auto window = figures::cycles::shown_window(studio.session());
  EXPECT_LT(window.span(), cycles_of(studio.session()) / 2);
  EXPECT_GT(window.first, 0);
}

TEST(CyclesContract, AClickGoesToTheCycle) {
  Studio studio;
  studio.run(kTimed);
  Stage stage({700, 400, 1.0F, true, false});
  SchedulersPanel panel;
  stage.draw(panel, studio.session());
  stage.point_at(400.0F, 100.0F);
  stage.frame(panel, studio.session());
  for (const bool down : {true, false}) {
    stage.press(down);
    stage.frame(panel, studio.session());
  }
  stage.commands().run_all(studio.session());
  const std::int64_t cycle = session::shown_cycle(studio.session());
  EXPECT_GT(cycle, cycles_of(studio.session()) / 4);
  EXPECT_LT(cycle, cycles_of(studio.session()) * 3 / 4);
}

// All warps of an SM, zoomed out: what is kept, and what is made anew while one zooms.
TEST(CyclesContract, KeepsToTheBudget) {
  Studio studio;
  studio.run(
      "lesson id=reduction; rung id=sequential; set block=1024; set n=16384; to-start; "
      "time value=on machine=tiny");
  Stage stage({1400, 900, 1.0F, true, false});
  CyclesPanel panel;
  for (int i = 0; i < 200 && panel.is_waiting(); ++i) stage.frame(panel, studio.session());
  stage.draw(panel, studio.session());
  const auto seconds = [&] {
    const auto begin = std::chrono::steady_clock::now();
    stage.frame(panel, studio.session());
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  };
  double same = 1.0, zoomed = 1.0;
  for (int i = 0; i < 50; ++i) same = std::min(same, seconds());
  const std::int64_t all = cycles_of(studio.session());
  for (int i = 0; i < 20; ++i) {
    studio.run("cycles from=" + std::to_string(i) + " to=" + std::to_string(all - i));
    zoomed = std::min(zoomed, seconds());
  }
  std::printf("a frame %.2f ms, another window %.2f ms\n", same * 1e3, zoomed * 1e3);
  EXPECT_LT(same, 0.016) << "1 ms, with room for a busy machine";
  EXPECT_LT(zoomed, 0.040);
}

}  // namespace
}  // namespace lanescope::ui::test
