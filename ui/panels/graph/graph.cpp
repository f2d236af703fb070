#include "ui/panels/graph/graph.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <imgui.h>

#include "ui/panels/graph/graph_figure.hpp"
#include "ui/panels/graph/graph_strips.hpp"
#include "ui/widgets/cell_menu.hpp"
#include "ui/widgets/sentence.hpp"
#include "ui/widgets/text.hpp"

namespace lanescope::ui::panels::graph {
namespace {

using Part = figures::structures::GraphScene::Part;

void select_vertex(Frame& frame, const figures::structures::GraphScene& scene,
                   std::uint32_t vertex) {
  frame.commands.post(fmt::format("select array={} index={}",
                                  session::quote(figures::structures::vertex_array(scene).name),
                                  vertex));
}

// What the pointer is on, as an item over the figure.
void answer_pointer(Frame& frame, const figures::structures::GraphScene& scene,
                    const figures::structures::GraphModel& model, const GraphFigure& figure) {
  ImGui::SetCursorScreenPos(figure.origin);
  const bool clicked = ImGui::InvisibleButton(
      "###figure", {std::max(figure.width, 1.0F), std::max(figure.height, 1.0F)});
  const bool hovered = ImGui::IsItemHovered();
  const auto vertex =
      hovered ? vertex_at(frame.style, figure, ImGui::GetIO().MousePos) : std::nullopt;
  widgets::element_menu(frame.style, frame.commands,
                        vertex ? std::optional(view::ElementRef{
                                     figures::structures::vertex_array(scene).name, *vertex})
                               : std::nullopt);
  if (!vertex) return;
  widgets::tooltip(frame.style, figures::structures::vertex_words(scene, model, *vertex) +
                                    tr(" A click selects it everywhere."));
  if (clicked) select_vertex(frame, scene, *vertex);
}

}  // namespace

std::string_view GraphPanel::help() const {
  return tr(
      "The graph that the kernel's arrays are: rows of edges, drawn as lines between vertices. In "
      "a "
      "search each level has a column; filled vertices are the frontier, green ones were found "
      "from it, outlined ones are done. In a colouring the number beside a vertex is its colour. "
      "The edges that the lanes of the instruction in the picture read are lit; the lines below "
      "tell what is queued, and the sentence what one lane does. A click on a vertex selects its "
      "element in all panels, and shows its row.");
}

const Result<figures::structures::GraphScene>& GraphPanel::scene(const session::Session& session) {
  const std::uint64_t key = figures::structures::graph_scene_key(session);
  if (!scene_ || key != scene_key_) {
    scene_.emplace(figures::structures::graph_scene(session));
    scene_key_ = key;
  }
  return *scene_;
}

const figures::structures::GraphLayout& GraphPanel::layout(
    const figures::structures::GraphScene& scene, const figures::structures::GraphFrame& frame) {
  const bool same_room = laid_in_.width == frame.width && laid_in_.height == frame.height &&
                         laid_in_.largest == frame.largest;
  if (layout_key_ != scene.key || !same_room) {
    layout_ = figures::structures::graph_layout(scene.shape, frame, scene.has(Part::Level));
    layout_key_ = scene.key;
    laid_in_ = frame;
  }
  return layout_;
}

std::string GraphPanel::subtitle(const Frame& frame) {
  const Result<figures::structures::GraphScene>& now = scene(frame.session);
  if (!now) return {};
  std::string words =
      say("drawn from {} and {}", now->arrays[0].info.name, now->arrays[1].info.name);
  if (const auto* beside = now->first(Part::Beside))
    words += say(" · small numbers: {}", beside->info.name);
  return words;
}

std::string GraphPanel::note(const Frame& frame) {
  const Result<figures::structures::GraphScene>& now = scene(frame.session);
  return now ? figures::structures::graph_size_words(now->shape) : std::string();
}

void GraphPanel::draw_content(Frame& frame) {
  const style::Style& style = frame.style;
  const Result<figures::structures::GraphScene>& now = scene(frame.session);
  if (!now) {
    widgets::empty_state(style, now.error().message);
    return;
  }
  const auto& model = model_.get(
      frame.session, 0, [&] { return figures::structures::graph_model(frame.session, *now); });
  if (!model) return;
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  const float words = widgets::sentence_height(style, model->sentence, room.x, model->verdict);
  const bool columns = now->has(Part::Level);
  const float header = columns ? style.small_size * 1.7F : 0.0F;
  const float least = style.text_size * 7.0F;
  const std::size_t wanted = strips_of(*now, *model);
  const float strip = strip_height(style);
  const auto fitting = static_cast<std::size_t>(
      std::clamp((room.y - words - header - least) / strip, 0.0F, static_cast<float>(wanted)));
  const float strips = static_cast<float>(fitting) * strip;
  GraphFigure figure{*now, *model, nullptr, {origin.x, origin.y + header}};
  figure.width = std::floor(room.x) - 1.0F;
  figure.height = std::floor(std::max(room.y - words - header - strips, style.text_size * 4.0F));
  figure.layout = &layout(*now, {figure.width, figure.height, style.text_size * 1.15F});
  if (columns) draw_columns(style, figure, header);
  draw_graph_figure(style, figure);
  answer_pointer(frame, *now, *model, figure);
  ImGui::SetCursorScreenPos({origin.x, figure.origin.y + figure.height});
  if (const auto vertex = draw_strips(style, *now, *model, fitting))
    select_vertex(frame, *now, *vertex);
  widgets::sentence(style, model->sentence, model->verdict, model->verdict_role);
}

}  // namespace lanescope::ui::panels::graph
