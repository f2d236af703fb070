// The words in cells can be read: each role as each shape that carries words, in both themes.

#include "ui/widgets/cells.hpp"

#include <string>

#include <gtest/gtest.h>

#include "ui/style/colour.hpp"

namespace lanescope::ui::style {
namespace {

constexpr double kText = 4.5;  // WCAG 2.2, 1.4.3

void check(const Style& style, widgets::CellLook look) {
  const widgets::CellColours colours = widgets::cell_colours(style, look);
  EXPECT_GE(contrast(colours.ground, colours.ink), kText)
      << (style.dark ? "dark " : "light ") << role_name(look.role) << ", shape "
      << static_cast<int>(look.shape);
}

TEST(Cells, TheirWordsCanBeRead) {
  for (const bool dark : {true, false}) {
    const Style style = make_style({dark, false, false, 1.0F});
    for (int i = static_cast<int>(Role::Accent); i < kRoleCount; ++i) {
      const auto role = static_cast<Role>(i);
      for (const widgets::CellShape shape :
           {widgets::CellShape::Filled, widgets::CellShape::Outlined, widgets::CellShape::Dashed})
        check(style, {role, shape, false});
    }
    check(style, {Role::Inactive, widgets::CellShape::Faint, false});
  }
}

// Dark digits on a strong colour meet the number, and are hard to read all the same.
TEST(Cells, TheLightThemeHasLightWordsOnStrongColours) {
  const Style style = make_style({false, false, false, 1.0F});
  for (const Role role : {Role::Active, Role::Load, Role::Store, Role::Atomic, Role::Divergence,
                          Role::RunA, Role::RunB}) {
    EXPECT_EQ(widgets::cell_colours(style, {role, widgets::CellShape::Filled, false}).ink,
              (Rgba{255, 255, 255}))
        << role_name(role);
  }
}

}  // namespace
}  // namespace lanescope::ui::style
