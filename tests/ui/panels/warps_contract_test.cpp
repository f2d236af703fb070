// Warps: the values of a row, and thirty-two rows in a low panel.

#include <algorithm>
#include <cctype>
#include <string>

#include "tests/ui/model/studio.hpp"
#include "tests/ui/panels/contract.hpp"
#include "ui/panels/warps/warps.hpp"

namespace lanescope::ui::test {
namespace {

// Of labels of two digits; lanes 10 to 31 have such.
long numbers_of_two_digits(const Stage& stage) {
  return std::ranges::count_if(stage.labels().labels(), [](const widgets::Label& label) {
    return label.in_view && label.text.size() == 2 &&
           std::ranges::all_of(label.text, [](unsigned char c) { return std::isdigit(c) != 0; });
  });
}

bool noted(const Stage& stage, std::string_view words) {
  return std::ranges::any_of(stage.labels().labels(), [&](const widgets::Label& label) {
    return label.text.find(words) != std::string::npos && !label.shortened;
  });
}

// Each lane holds its number: all of them are written, or none, never those of one digit alone.
TEST(WarpsContract, ARowShowsAllOfItsValuesOrNone) {
  Studio studio;
  studio.open(
      test::pasted("extern \"C\" __global__ void k(int* out) { out[threadIdx.x] = threadIdx.x; }\n",
                   "out:i32[32]=zero", {32, 1, 1}));
  studio.step_to("st.global");
  const std::string name = studio.session().program()->text_at(studio.session().shown_step()->pc);
  studio.run("show-register name=" +
             name.substr(name.rfind('%'), name.find_last_not_of("; ") + 1 - name.rfind('%')));
  panels::warps::WarpsPanel warps;
  for (float width = 240.0F; width < 800.0F; width += 20.0F) {
    Stage stage({width, 180.0F, 1.0F, true, false});
    stage.draw(warps, studio.session());
    const long written = numbers_of_two_digits(stage);
    EXPECT_TRUE(written == 0 || written == 22) << written << " at " << width;
    EXPECT_EQ(noted(stage, " shown"), written > 0 && noted(stage, "block 0")) << width;
    EXPECT_FALSE(noted(stage, "no room for ") && written > 0) << width;
    if (width >= 440.0F) {
      EXPECT_EQ(written, 22) << "at " << width;
    }
  }
}

// The states that fit are named, whole, and in front of what is missing.
TEST(WarpsContract, TheHeaderCutsNoWord) {
  Studio studio;
  studio.run("lesson id=reduction step=3; goto phase=4; next-conflict");
  panels::warps::WarpsPanel warps;
  for (float width = 320.0F; width < 900.0F; width += 40.0F) {
    Stage stage({width, 160.0F, 1.0F, true, false});
    stage.draw(warps, studio.session());
    for (const widgets::Label& label : stage.labels().labels())
      EXPECT_FALSE(label.shortened && label.text.starts_with("active")) << label.text << width;
  }
  Stage wide({900.0F, 110.0F, 1.0F, true, false});
  wide.draw(warps, studio.session());
  EXPECT_TRUE(noted(wide, "no room for ")) << "there it has room to be said";
  EXPECT_TRUE(noted(wide, "active · switched off · waiting · exited"));
}

// Strands and sentence below the warps leave them the height to be told apart: nothing scrolls.
TEST(WarpsContract, WarpsAndTheirPathsHaveRoomInALowPanel) {
  Studio studio;
  panels::warps::WarpsPanel warps;
  for (const auto& [moment, height] :
       {std::pair("lesson id=reduction step=3; goto phase=4; next-conflict", 195.0F),
        std::pair("lesson id=stencil step=6; goto phase=3; goto line=34", 228.0F),
        std::pair("lesson id=sparse step=3; goto fraction=0.6", 228.0F)}) {
    studio.run(moment);
    for (const float width : {480.0F, 430.0F}) {
      Stage stage({width, height, 1.0F, true, false});
      stage.draw(warps, studio.session());
      EXPECT_EQ(stage.scroll(), 0.0F) << moment << " at " << width;
    }
  }
}

// The warps of the largest block and the sentence below them are seen without scrolling.
TEST(WarpsContract, ThirtyTwoWarpsHaveRoomInALowPanel) {
  Studio studio;
  studio.run("lesson id=matrix-product; rung id=tiled; set tile=32; to-start");
  panels::warps::WarpsPanel warps;
  for (const float height : {150.0F, 180.0F, 300.0F}) {
    Stage stage({480.0F, height, 1.0F, true, false});
    stage.draw(warps, studio.session());
    EXPECT_EQ(stage.scroll(), 0.0F) << height;
    EXPECT_GE(numbers_of_two_digits(stage), height < 200.0F ? 2 : 0) << "names of warps";
  }
}

}  // namespace
}  // namespace lanescope::ui::test
