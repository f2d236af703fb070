#pragma once

#include <cstddef>
#include <optional>

#include "ui/figures/structures/graph_model.hpp"
#include "ui/style/style.hpp"

// The lines below the graph: what each queue holds, and the row of the vertex that is selected.
namespace lanescope::ui {

[[nodiscard]] std::size_t strips_of(const GraphScene& scene, const GraphModel& model);
[[nodiscard]] float strip_height(const Style& style);
// As many of them as fit, the row first; the vertex that was clicked on.
std::optional<std::uint32_t> draw_strips(const Style& style, const GraphScene& scene,
                                         const GraphModel& model, std::size_t count);

}  // namespace lanescope::ui
