#pragma once

#include <cstdint>
#include <string>

#include "ui/figures/structures/graph_model.hpp"
#include "ui/style/style.hpp"

namespace lanescope::ui::figures::structures {

// How a vertex and a line are drawn, on screen and in an SVG.
struct VertexLook {
  style::Role role = style::Role::Inactive;
  float fill = 1.0F;  // opacity over the panel
  style::Role ring = style::Role::TextSecondary;
  bool thick = false;  // the ring
  style::Role ink = style::Role::Text;
  bool on_role = false;  // written with what goes on the role's fill, instead of `ink`
};
[[nodiscard]] VertexLook vertex_look(const GraphModel& model, std::uint32_t vertex);

struct LineLook {
  style::Role role = style::Role::TextSecondary;
  float opacity = 0.35F;
  float width = 1.0F;
};
[[nodiscard]] LineLook line_look(const GraphModel& model, const GraphLine& line, std::size_t lines);

// Of colour 1, 2, …: hues, with the number beside them.
[[nodiscard]] style::Role colour_role(std::uint32_t colour);

// "level 2: the frontier", or shorter, by how much room there is.
enum class Brevity : std::uint8_t { Long, Short, Number };
[[nodiscard]] std::string column_words(const GraphScene& scene, const GraphModel& model,
                                       std::size_t layer, Brevity brevity);
[[nodiscard]] style::Role column_role(const GraphModel& model, std::size_t layer);

}  // namespace lanescope::ui::figures::structures
