// What if, Timings by modelled time and Counters with machine code: without time, while it is asked
// and predicted, with everything revealed, on a made-up machine, and where nothing can be timed.

#include <string>

#include "cuda/toolchain/toolchain.hpp"
#include "tests/ui/model/modelled.hpp"
#include "tests/ui/model/recordings.hpp"
#include "tests/ui/panels/contract.hpp"
#include "ui/panels/counters/counters.hpp"
#include "ui/panels/timings/timings.hpp"
#include "ui/panels/what_if/what_if.hpp"

namespace lanescope::ui::test {
namespace {

test::Panels panels() {
  return test::some_panels<panels::what_if::WhatIfPanel, panels::timings::TimingsPanel,
                           panels::counters::CountersPanel>();
}

class WhatIfContract : public Modelled {
 protected:
  void draw_all(const std::string& state) { check_everywhere(panels, session(), state); }
};

TEST_F(WhatIfContract, WithoutTime) {
  studio_.run("sweep counter=model_time");
  draw_all("time is off");
  check_help(panels());
}

TEST_F(WhatIfContract, AskedAndRevealed) {
  session().set_measurements({reduction_recording()});
  session().set_time_errors({some_time_errors()});
  studio_.run("rung id=sequential; set n=4096; set block=64; time value=on");
  studio_.run("sweep counter=model_time");
  draw_all("the first");
  studio_.run("what-if ask=half_the_latency; what-if warps=0.5 latency=2 l1=16");
  session().complete_ladder();
  draw_all("asked");
  studio_.run("what-if guess=more reveal=half_the_latency");
  draw_all("predicted");
  studio_.run("what-if reveal=all; sweep parameter=block");
  session().complete_ladder();
  draw_all("revealed");
  studio_.run("time machine=laptop caches=warm; select line=12");
  draw_all("made up");
}

TEST_F(WhatIfContract, WhatCannotBeTimed) {
  studio_.run("lesson id=dynamic-parallelism; time value=on; sweep counter=model_time");
  session().complete_ladder();
  draw_all("no time");
}

// The button of an empty panel, then a question, then what is predicted of it: clicked from above
// to below, until each has done what it does.
TEST_F(WhatIfContract, ItIsAllClicked) {
  Stage stage({320, 900, 1.0F, true, false});
  panels::what_if::WhatIfPanel panel;
  const auto click_until = [&](auto done) {
    for (float y = 30.0F; y < 880.0F && !done(); y += 5.0F) {
      stage.point_at(70.0F, y);
      stage.draw(panel, session());
      stage.press(true);
      stage.draw(panel, session());
      stage.press(false);
      stage.draw(panel, session());
      stage.commands().run_all(session());
      session().settle();
    }
    return done();
  };
  const view::TimeView& time = session().state().tools.time;
  EXPECT_TRUE(click_until([&] { return time.on; }));
  EXPECT_TRUE(click_until([&] { return time.changes != timing::Changes{}; }));
  studio_.run("what-if warps=1 latency=1 l1=0");
  EXPECT_TRUE(click_until([&] { return !time.asked.empty(); }));
  EXPECT_TRUE(click_until([&] { return !time.guesses.empty(); }));
  EXPECT_EQ(time.revealed.size(), 1U);
}

}  // namespace
}  // namespace lanescope::ui::test
