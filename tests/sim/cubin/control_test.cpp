#include "sim/cubin/control.hpp"

#include <array>

#include <gtest/gtest.h>

namespace lanescope::cubin {
namespace {

Control control_of_upper(std::uint64_t upper) {
  std::array<std::byte, kInstructionBytes> instruction{};
  std::memcpy(instruction.data() + 8, &upper, sizeof upper);
  return control_of(instruction);
}

// Upper halves of instructions that ptxas 13.0 made for sm_90.
TEST(Control, OfInstructions) {
  constexpr std::uint8_t none = Control::kNone;
  // LDC R7, c[0x0][0x218]: sets scoreboard 1
  EXPECT_EQ(control_of_upper(0x000e620000000800), (Control{1, false, 1, none, 0, 0}));
  // IMAD.WIDE R2, R7, 0x8, R2: waits for it, and for the next instruction to have its result
  EXPECT_EQ(control_of_upper(0x002fcc00078e0202), (Control{6, true, none, none, 2, 0}));
  // LDG.E R4, desc[UR36][R16.64]: result and operands
  EXPECT_EQ(control_of_upper(0x000362000c1e1900), (Control{1, false, 5, 1, 0, 0}));
  // CALL.REL.NOINC R6: waits for 1, 2 and 5
  EXPECT_EQ(control_of_upper(0x026fea0003c3ffff), (Control{5, false, none, none, 38, 0}));
}

TEST(Control, HoldsEachFieldWhole) {
  EXPECT_EQ(control_of_upper(~std::uint64_t{0}), (Control{15, false, 7, 7, 63, 15}));
  EXPECT_EQ(control_of_upper(0), (Control{0, true, 0, 0, 0, 0}));
  EXPECT_EQ(control_of_upper(std::uint64_t{0b1010} << 58U), (Control{0, true, 0, 0, 0, 10}));
}

}  // namespace
}  // namespace lanescope::cubin
