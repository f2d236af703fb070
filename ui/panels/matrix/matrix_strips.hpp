#pragma once

#include <optional>

#include <imgui.h>

#include "ui/figures/structures/matrix_model.hpp"
#include "ui/style/style.hpp"

namespace lanescope::ui::panels::matrix {

// The storage arrays as strips below each other, around what the lanes touch; the element that was
// clicked on.
[[nodiscard]] float strips_height(const style::Style& style,
                                  const figures::structures::MatrixScene& scene);
std::optional<view::ElementRef> draw_storage(const style::Style& style,
                                             const figures::structures::MatrixScene& scene,
                                             const figures::structures::MatrixModel& model,
                                             ImVec2 at, ImVec2 size);

}  // namespace lanescope::ui::panels::matrix
