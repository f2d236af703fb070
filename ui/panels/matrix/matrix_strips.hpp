#pragma once

#include <optional>

#include <imgui.h>

#include "ui/figures/structures/matrix_model.hpp"
#include "ui/style/style.hpp"

namespace lanescope::ui {

// The storage arrays as strips below each other, around what the lanes touch; the element that was
// clicked on.
[[nodiscard]] float strips_height(const Style& style, const MatrixScene& scene);
std::optional<ElementRef> draw_storage(const Style& style, const MatrixScene& scene,
                                       const MatrixModel& model, ImVec2 at, ImVec2 size);

}  // namespace lanescope::ui
