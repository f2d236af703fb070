// Contrasts and colour-blind distances of both palettes, by role.

#include <array>
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "ui/style/colour.hpp"
#include "ui/style/style.hpp"

namespace lanescope::ui::style {
namespace {

std::string name_of(bool dark, Role role) {
  return std::string(dark ? "dark " : "light ") + std::string(role_name(role));
}

// Known pairs: black on white is 21:1; #767676 on white is the usual example of 4.54:1.
TEST(Colour, ContrastOfKnownPairs) {
  EXPECT_NEAR(contrast({0, 0, 0}, {255, 255, 255}), 21.0, 1e-9);
  EXPECT_NEAR(contrast({0x76, 0x76, 0x76}, {255, 255, 255}), 4.54, 0.005);
  EXPECT_NEAR(contrast({10, 20, 30}, {10, 20, 30}), 1.0, 1e-12);
}

// CIELAB: white to black is 100; sRGB red lies at L* 53.24, a* 80.09, b* 67.20.
TEST(Colour, DistanceOfKnownPairs) {
  EXPECT_NEAR(distance({255, 255, 255}, {0, 0, 0}), 100.0, 0.1);
  EXPECT_NEAR(distance({255, 0, 0}, {0, 0, 0}), std::hypot(53.24, 80.09, 67.20), 0.3);
}

TEST(Colour, GreysStayGreyForEveryEye) {
  for (const auto deficiency :
       {Deficiency::Protanopia, Deficiency::Deuteranopia, Deficiency::Tritanopia}) {
    EXPECT_LT(distance(simulate({120, 120, 120}, deficiency), {120, 120, 120}), 1.0);
  }
}

TEST(Colour, RedAndGreenMeetForADeuteranope) {
  const Rgba red{0xd0, 0x60, 0x20}, green{0x8c, 0x8c, 0x20};
  const double seen =
      distance(simulate(red, Deficiency::Deuteranopia), simulate(green, Deficiency::Deuteranopia));
  EXPECT_LT(seen, distance(red, green) / 2);
}

// The palette, written down a second time on purpose.
TEST(Palette, IsTheDesigns) {
  const auto rgb = [](std::uint32_t c) {
    return Rgba{static_cast<std::uint8_t>(c >> 16U), static_cast<std::uint8_t>(c >> 8U),
                static_cast<std::uint8_t>(c)};
  };
  struct Wanted {
    Role role;
    std::uint32_t dark, light;
  };
  constexpr std::array<Wanted, 16> kPalette{{{Role::Background, 0x0e1116, 0xeef1f5},
                                             {Role::Panel, 0x151a21, 0xffffff},
                                             {Role::Header, 0x1a2029, 0xf6f8fa},
                                             {Role::Line, 0x272f3a, 0xd5dbe3},
                                             {Role::Text, 0xdbe2ea, 0x16202b},
                                             {Role::TextSecondary, 0x8593a3, 0x5b6878},
                                             {Role::Accent, 0x56b4e9, 0x0072b2},
                                             {Role::Active, 0x56b4e9, 0x0072b2},
                                             {Role::Inactive, 0x222933, 0xe3e8ee},
                                             {Role::Waiting, 0xe69f00, 0xd18800},
                                             {Role::Load, 0x2bb58a, 0x008566},
                                             {Role::Store, 0xe0703a, 0xc8501a},
                                             {Role::Atomic, 0xcc79a7, 0xa8477f},
                                             {Role::Divergence, 0xcc79a7, 0xa8477f},
                                             {Role::Conflict, 0xf0e442, 0xd6b400},
                                             {Role::Wasted, 0x3a4350, 0xc9d1da}}};
  for (const Wanted& row : kPalette) {
    EXPECT_EQ(palette_colour(true, row.role), rgb(row.dark)) << role_name(row.role);
    EXPECT_EQ(palette_colour(false, row.role), rgb(row.light)) << role_name(row.role);
  }
}

TEST(Palette, TextStandsOutEverywhere) {
  for (const bool dark : {true, false}) {
    const Style style = make_style({dark, false, false, 1.0F});
    for (const Role ground : {Role::Background, Role::Panel, Role::Header}) {
      EXPECT_GE(contrast(style[Role::Text], style[ground]), 7.0) << name_of(dark, ground);
      EXPECT_GE(contrast(style[Role::TextSecondary], style[ground]), 4.5) << name_of(dark, ground);
    }
    for (int i = 0; i < kRoleCount; ++i) {
      const auto role = static_cast<Role>(i);
      if (role == Role::Background || role == Role::Panel || role == Role::Header) continue;
      EXPECT_GE(contrast(style.ink_colour[i], style[Role::Panel]), 4.5) << name_of(dark, role);
      EXPECT_GE(contrast(style.ink_colour[i], style[Role::Header]), 4.5) << name_of(dark, role);
      EXPECT_GE(contrast(style.on_colour[i], style.colour[i]), 4.5) << name_of(dark, role);
    }
  }
}

constexpr std::array kMeaning{
    Role::Accent,    Role::Active,    Role::PredicatedOff, Role::Waiting,    Role::Exited,
    Role::Load,      Role::Store,     Role::Atomic,        Role::Divergence, Role::Conflict,
    Role::Wasted,    Role::Selected,  Role::RunA,          Role::RunB,       Role::Equal,
    Role::Explained, Role::Different, Role::Limit,         Role::Error,      Role::Pausing,
    Role::Ready,     Role::PipeTaken, Role::Fetching};

TEST(Palette, MeaningStandsOutByFillOrOutline) {
  for (const bool dark : {true, false}) {
    const Style style = make_style({dark, false, false, 1.0F});
    for (const Role role : kMeaning) {
      const Rgba outline = style.outline_colour[static_cast<int>(role)];
      EXPECT_GE(contrast(outline, style[Role::Panel]), 3.0) << name_of(dark, role);
    }
  }
}

// Roles that stand side by side in one picture. Their shapes differ too; the colours alone should
// still not fall together for any eye.
const std::vector<std::vector<Role>>& neighbours() {
  static const std::vector<std::vector<Role>> kGroups{
      {Role::Active, Role::Waiting, Role::Divergence, Role::Inactive},
      {Role::Load, Role::Store, Role::Inactive},
      {Role::Active, Role::Conflict, Role::Inactive},
      {Role::RunA, Role::RunB},
      {Role::Equal, Role::Different},
      {Role::Load, Role::Wasted},
      {Role::Waiting, Role::Conflict},
      {Role::Active, Role::Waiting, Role::Load, Role::Conflict, Role::Divergence, Role::Pausing,
       Role::Ready, Role::PipeTaken, Role::Fetching},
  };
  return kGroups;
}

TEST(Palette, NeighboursDifferForEveryEye) {
  constexpr double kApart = 10.0;  // over four times just noticeable
  for (const bool dark : {true, false}) {
    for (const auto& group : neighbours()) {
      for (std::size_t i = 0; i < group.size(); ++i) {
        for (std::size_t j = i + 1; j < group.size(); ++j) {
          for (const auto eye : {Deficiency::None, Deficiency::Protanopia, Deficiency::Deuteranopia,
                                 Deficiency::Tritanopia}) {
            const Rgba a = simulate(palette_colour(dark, group[i]), eye),
                       b = simulate(palette_colour(dark, group[j]), eye);
            EXPECT_GE(distance(a, b), kApart)
                << name_of(dark, group[i]) << " and " << role_name(group[j]) << ", eye "
                << static_cast<int>(eye);
          }
        }
      }
    }
  }
}

// One colour, one meaning. The two pairs that have one colour are the same thing twice.
TEST(Palette, OneColourHasOneMeaning) {
  for (const bool dark : {true, false}) {
    for (int i = 0; i < kRoleCount; ++i) {
      for (int j = i + 1; j < kRoleCount; ++j) {
        const auto a = static_cast<Role>(i), b = static_cast<Role>(j);
        const bool pair = (a == Role::Accent && b == Role::Active) ||
                          (a == Role::Atomic && b == Role::Divergence);
        EXPECT_EQ(palette_colour(dark, a) == palette_colour(dark, b), pair)
            << name_of(dark, a) << " and " << role_name(b);
      }
    }
  }
}

TEST(Style, PacksAsImGuiDoes) {
  const Style style = make_style({true, false, false, 1.0F});
  EXPECT_EQ(style.pack(Role::Accent), 0xffe9b456U);
  EXPECT_EQ(style.pack(Role::Accent, 0.0F) >> 24U, 0U);
}

TEST(Style, GrowsWithScaleAndBeforeAClass) {
  const Style one = make_style({true, false, false, 1.0F}),
              two = make_style({true, false, false, 2.0F});
  EXPECT_FLOAT_EQ(two.text_size, 2 * one.text_size);
  EXPECT_GT(make_style({true, true, false, 1.0F}).text_size, one.text_size);
}

}  // namespace
}  // namespace lanescope::ui::style
