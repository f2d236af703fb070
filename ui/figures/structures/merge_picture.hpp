#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ui/figures/structures/merge_model.hpp"
#include "ui/style/style.hpp"

namespace lanescope::ui::figures::structures {

// Where the grid lies in its room, in pixels: b's elements above it, a's at its left, and a lane
// for the name of a diagonal between them and the grid. Numbers that have no room are left out, and
// those above stand in two lines where one is too narrow.
struct MergeRoom {
  float width = 0.0F, height = 0.0F;
  float text = 12.0F;  // size of words
  float scale = 1.0F;
};
struct MergeLayout {
  float left = 0.0F, top = 0.0F, across = 1.0F, down = 1.0F;  // of the grid, and of its cells
  float header = 0.0F;  // how high what stands above is, and how wide what stands at the left
  float side = 0.0F;
  float lane = 0.0F;     // between headers and grid, and at the right
  int lines = 0;         // of numbers above; 0: a bar
  bool numbers = false;  // at the left; else a bar
  float text = 12.0F;
  std::uint32_t rows = 0, columns = 0;

  [[nodiscard]] float right() const { return left + across * static_cast<float>(columns); }
  [[nodiscard]] float bottom() const { return top + down * static_cast<float>(rows); }
};
[[nodiscard]] MergeLayout merge_layout(const MergeScene& scene, const MergeRoom& room);

// The picture as plain shapes by role, in this order: what the panel and the SVG file both draw.
struct MergeSpot {
  float x = 0.0F, y = 0.0F;
};
struct MergeBox {
  MergeSpot from, to;
  style::Role role = style::Role::Inactive;
  float fill = 1.0F;  // opacity; 0: an outline only
};
struct MergeStroke {
  std::vector<MergeSpot> way;
  style::Role role = style::Role::Active;
  float width = 1.0F, opacity = 1.0F;
  bool dashed = false;
};
struct MergeDot {
  MergeSpot at;
  float radius = 3.0F;
  style::Role role = style::Role::Text;
  bool hollow = false;
};
struct MergeLabel {
  MergeSpot from, to;
  std::string text;
  float align = 0.5F;  // 0 left … 1 right
  style::Role ink = style::Role::TextSecondary;
  std::optional<style::Role> ground;  // of a filled cell that it stands on
  bool number = false;                // in the fixed-width face
};
struct MergePicture {
  MergeLayout layout;
  std::vector<MergeBox> boxes;
  std::vector<MergeStroke> strokes;
  std::vector<MergeDot> dots;
  std::vector<MergeLabel> labels;
};
[[nodiscard]] MergePicture merge_picture(const MergeScene& scene, const MergeModel& model,
                                         const MergeRoom& room);
// Its parts (merge_headers.cpp, merge_path.cpp).
void add_headers(const MergeScene& scene, const MergeModel& model, MergePicture& picture);
void add_path(const MergeScene& scene, const MergeModel& model, float scale, MergePicture& picture);
[[nodiscard]] MergeSpot point_of(const MergeScene& scene, const MergeLayout& layout,
                                 std::uint32_t point);
[[nodiscard]] style::Role merge_role(std::uint32_t owner);

// What lies at a place of the picture: a step of the path, or an element beside the grid.
struct MergeUnder {
  std::optional<std::uint32_t> place;
  std::optional<MergeElement> element;
};
[[nodiscard]] std::optional<MergeUnder> merge_under(const MergeScene& scene,
                                                    const MergeModel& model,
                                                    const MergeLayout& layout, MergeSpot at);

// As a drawing for slides and texts. Plain SVG 1.1.
[[nodiscard]] std::string merge_svg(const session::Session& session, const MergeScene& scene,
                                    bool dark, bool rest);

}  // namespace lanescope::ui::figures::structures
