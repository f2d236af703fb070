#pragma once

#include <cstddef>
#include <optional>

#include "ui/figures/structures/graph_model.hpp"
#include "ui/style/style.hpp"

// The lines below the graph: what each queue holds, and the row of the vertex that is selected.
namespace lanescope::ui::panels::graph {

[[nodiscard]] std::size_t strips_of(const figures::structures::GraphScene& scene,
                                    const figures::structures::GraphModel& model);
[[nodiscard]] float strip_height(const style::Style& style);
// As many of them as fit, the row first; the vertex that was clicked on.
std::optional<std::uint32_t> draw_strips(const style::Style& style,
                                         const figures::structures::GraphScene& scene,
                                         const figures::structures::GraphModel& model,
                                         std::size_t count);

}  // namespace lanescope::ui::panels::graph
