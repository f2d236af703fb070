#pragma once

#include <string_view>

#include <imgui.h>

#include "ui/style/style.hpp"

namespace lanescope::ui::widgets {

// What was drawn from `begin` to the cursor, over the whole width, as one thing to click on: framed
// and with a tooltip under the pointer. True: it was clicked. The cursor stays where it was.
bool click_area(const style::Style& style, const char* id, ImVec2 begin, std::string_view tip);
// A stripe in a role's colour at the left of what was drawn from `begin` to the cursor.
void stripe_beside(const style::Style& style, ImVec2 begin, style::Role role);
// How far what stands beside a stripe is moved in.
[[nodiscard]] float stripe_inset(const style::Style& style);

}  // namespace lanescope::ui::widgets
