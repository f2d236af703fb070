#include "ui/panels/graph/graph_strips.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <imgui.h>

#include "ui/widgets/cells.hpp"
#include "ui/widgets/text.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::panels::graph {
namespace {

struct Strip {
  std::string name;
  std::vector<std::uint32_t> vertices;
  std::uint64_t count = 0;
  std::vector<bool> lit;
};

Strip row_strip(const figures::structures::GraphScene& scene,
                const figures::structures::GraphModel& model) {
  const figures::structures::GraphShape& shape = scene.shape;
  const std::uint32_t begin = shape.start[*model.selected], end = shape.start[*model.selected + 1];
  Strip strip;
  strip.name = begin == end
                   ? say("row of {}", *model.selected)
                   : say("row of {}: {}[{}…]", *model.selected, scene.arrays[1].info.name, begin);
  strip.count = end - begin;
  for (std::uint32_t e = begin; e < end && strip.vertices.size() < figures::structures::kMostQueued;
       ++e) {
    strip.vertices.push_back(shape.ends[e]);
    strip.lit.push_back(std::ranges::find(model.lit, e, &figures::structures::LitEdge::edge) !=
                        model.lit.end());
  }
  return strip;
}

std::vector<Strip> all_strips(const figures::structures::GraphScene& scene,
                              const figures::structures::GraphModel& model) {
  std::vector<Strip> strips;
  if (model.selected) strips.push_back(row_strip(scene, model));
  for (const figures::structures::QueueStrip& queue : model.queues)
    strips.push_back({queue.name, queue.vertices, queue.count, queue.lit});
  return strips;
}

// The vertex clicked on.
std::optional<std::uint32_t> draw_strip(const style::Style& style, const Strip& strip, float label,
                                        std::size_t number) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  const float height = strip_height(style), width = ImGui::GetContentRegionAvail().x;
  const float bottom = origin.y + height - style.gap * 0.4F;
  widgets::draw_text_in(list, style, widgets::small_text(style), origin,
                        {origin.x + label - style.gap, bottom}, strip.name, 0.0F);
  const float cell = widgets::measure(style, widgets::small_mono(style), "0000").x + 4.0F;
  const std::string all = say("{} in all", strip.count);
  const float tail = widgets::measure(style, widgets::small_text(style), all).x + style.gap * 1.5F;
  const auto room = static_cast<std::size_t>(std::max(0.0F, (width - label - tail) / cell));
  const std::size_t shown = std::min(strip.vertices.size(), room);
  for (std::size_t i = 0; i < shown; ++i) {
    const float left = origin.x + label + static_cast<float>(i) * cell;
    widgets::draw_cell(
        list, style, {left, origin.y}, {left + cell - 2.0F, bottom},
        {strip.lit[i] ? style::Role::Active : style::Role::Inactive,
         strip.lit[i] ? widgets::CellShape::Filled : widgets::CellShape::Faint, false},
        fmt::format("{}", strip.vertices[i]));
  }
  const float end = origin.x + label + static_cast<float>(shown) * cell + style.gap * 0.5F;
  const std::string words = strip.count == 0 ? tr("empty") : shown < strip.count ? all : "";
  if (end + tail <= origin.x + width + 1.0F)
    widgets::draw_text_in(list, style, widgets::small_text(style), {end, origin.y},
                          {std::max(end + tail, end + 1.0F), bottom}, words, 0.0F);
  ImGui::SetCursorScreenPos(origin);
  const bool clicked = ImGui::InvisibleButton(fmt::format("###strip-{}", number).c_str(),
                                              {std::max(1.0F, width - 1.0F), height});
  const float at = (ImGui::GetIO().MousePos.x - origin.x - label) / cell;
  if (!clicked || at < 0.0F || at >= static_cast<float>(shown)) return std::nullopt;
  return strip.vertices[static_cast<std::size_t>(at)];
}

}  // namespace

std::size_t strips_of(const figures::structures::GraphScene&,
                      const figures::structures::GraphModel& model) {
  return model.queues.size() + (model.selected ? 1U : 0U);
}

float strip_height(const style::Style& style) { return style.text_size * 1.5F; }

std::optional<std::uint32_t> draw_strips(const style::Style& style,
                                         const figures::structures::GraphScene& scene,
                                         const figures::structures::GraphModel& model,
                                         std::size_t count) {
  const std::vector<Strip> strips = all_strips(scene, model);
  float label = 0.0F;
  for (const Strip& strip : strips)
    label = std::max(label, widgets::measure(style, widgets::small_text(style), strip.name).x +
                                style.gap * 1.5F);
  label = std::min(label, ImGui::GetContentRegionAvail().x * 0.4F);
  std::optional<std::uint32_t> clicked;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2{0.0F, 0.0F});
  for (std::size_t i = 0; i < std::min(count, strips.size()); ++i)
    if (const auto vertex = draw_strip(style, strips[i], label, i)) clicked = vertex;
  ImGui::PopStyleVar();
  return clicked;
}

}  // namespace lanescope::ui::panels::graph
