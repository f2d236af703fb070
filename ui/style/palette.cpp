#include <array>

#include "ui/style/style.hpp"

namespace lanescope::ui::style {
namespace {

struct PaletteRow {
  Role role;
  std::string_view name;
  std::uint32_t dark, light;  // 0xrrggbb
};

// Each role has a hue of its own, but for two pairs that share one on purpose: accent and active,
// atomic and divergence.
constexpr std::array<PaletteRow, kRoleCount> kPalette{{
    {Role::Background, "background", 0x0e1116, 0xeef1f5},
    {Role::Panel, "panel", 0x151a21, 0xffffff},
    {Role::Header, "header", 0x1a2029, 0xf6f8fa},
    {Role::Line, "lines", 0x272f3a, 0xd5dbe3},
    {Role::Text, "text", 0xdbe2ea, 0x16202b},
    {Role::TextSecondary, "secondary text", 0x8593a3, 0x5b6878},
    {Role::Accent, "accent", 0x56b4e9, 0x0072b2},
    {Role::Active, "active", 0x56b4e9, 0x0072b2},
    {Role::Inactive, "inactive", 0x222933, 0xe3e8ee},
    {Role::PredicatedOff, "predicated off", 0x7286a8, 0x6c81a6},
    {Role::Waiting, "waiting", 0xe69f00, 0xd18800},
    {Role::Exited, "exited", 0x6a7480, 0x87919d},
    {Role::Load, "load", 0x2bb58a, 0x008566},
    {Role::Store, "store", 0xe0703a, 0xc8501a},
    {Role::Atomic, "atomic", 0xcc79a7, 0xa8477f},
    {Role::Divergence, "divergence", 0xcc79a7, 0xa8477f},
    {Role::Conflict, "conflict", 0xf0e442, 0xd6b400},
    {Role::Wasted, "wasted", 0x3a4350, 0xc9d1da},
    {Role::Selected, "selected", 0xffffff, 0x0b1118},
    {Role::RunA, "run A", 0xa596ff, 0x5a48d0},
    {Role::RunB, "run B", 0xc3d45a, 0x647a00},
    {Role::Equal, "equal", 0x7ee0c0, 0x1f7a3d},
    {Role::Explained, "explained", 0xd9b779, 0x8a6410},
    {Role::Different, "different", 0xff9a86, 0xb5371f},
    {Role::Limit, "limit", 0xf28fb1, 0xb02a5c},
    {Role::Error, "error", 0xff6f6f, 0xc41e2a},
    {Role::Pausing, "pausing", 0x5c6a7c, 0x8494a6},
    {Role::Ready, "ready", 0x376d92, 0x5f94bc},
    {Role::PipeTaken, "pipe taken", 0x4c6fe0, 0x2f4bc0},
    {Role::Fetching, "fetching", 0x9c6c48, 0x7a4a2e},
}};

constexpr bool in_order() {
  for (std::size_t i = 0; i < kPalette.size(); ++i) {
    if (kPalette[i].role != static_cast<Role>(i)) return false;
  }
  return true;
}
static_assert(in_order());

}  // namespace

Rgba palette_colour(bool dark, Role role) {
  const PaletteRow& row = kPalette[static_cast<std::size_t>(role)];
  const std::uint32_t c = dark ? row.dark : row.light;
  return {static_cast<std::uint8_t>(c >> 16U), static_cast<std::uint8_t>(c >> 8U),
          static_cast<std::uint8_t>(c)};
}

std::string_view role_name(Role role) { return kPalette[static_cast<std::size_t>(role)].name; }

}  // namespace lanescope::ui::style
