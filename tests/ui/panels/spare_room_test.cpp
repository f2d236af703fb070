// What Counters and Registers do with room that their rows leave.

#include <algorithm>
#include <string>

#include "tests/ui/model/studio.hpp"
#include "tests/ui/panels/contract.hpp"
#include "ui/panels/counters/counters.hpp"
#include "ui/panels/registers/registers.hpp"

namespace lanescope::ui::test {
namespace {

bool shows(const Stage& stage, std::string_view words) {
  return std::ranges::any_of(stage.labels().labels(), [&](const widgets::Label& label) {
    return label.in_view && !label.shortened && label.text == words;
  });
}

TEST(SpareRoom, ARegisterIsShownInAllLanesWhereTheHeightHoldsThem) {
  Studio studio;
  studio.run("lesson id=coalescing step=4");
  panels::registers::RegistersPanel registers;
  Stage low({520.0F, 160.0F, 1.0F, true, false});
  low.draw(registers, studio.session());
  EXPECT_TRUE(shows(low, "0"));
  EXPECT_FALSE(shows(low, "16")) << "there is room for one band";
  Stage high({520.0F, 520.0F, 1.0F, true, false});
  high.draw(registers, studio.session());
  for (const char* lane : {"0", "15", "16", "31"}) EXPECT_TRUE(shows(high, lane)) << lane;
  EXPECT_EQ(high.scroll(), 0.0F);
}

TEST(SpareRoom, ACounterSaysHowItIsCountedWhereAllHaveRoom) {
  Studio studio;
  studio.run("lesson id=divergence step=2");
  panels::counters::CountersPanel counters;
  const char* const rule = "Conditional branches of the PTX, executed by a warp.";
  Stage low({680.0F, 200.0F, 1.0F, true, false});
  low.draw(counters, studio.session());
  EXPECT_FALSE(shows(low, rule));
  Stage high({680.0F, 700.0F, 1.0F, true, false});
  high.draw(counters, studio.session());
  EXPECT_TRUE(shows(high, rule));
  EXPECT_EQ(high.scroll(), 0.0F);
}

}  // namespace
}  // namespace lanescope::ui::test
