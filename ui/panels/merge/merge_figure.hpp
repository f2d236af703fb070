#pragma once

#include <imgui.h>

#include "ui/figures/structures/merge_picture.hpp"
#include "ui/style/style.hpp"

namespace lanescope::ui::panels::merge {

void draw_merge_figure(const style::Style& style, const figures::structures::MergePicture& picture,
                       ImVec2 origin);

}  // namespace lanescope::ui::panels::merge
