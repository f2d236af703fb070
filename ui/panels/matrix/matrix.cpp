#include "ui/panels/matrix/matrix.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <imgui.h>

#include "ui/panels/matrix/matrix_figure.hpp"
#include "ui/panels/matrix/matrix_strips.hpp"
#include "ui/widgets/cell_menu.hpp"
#include "ui/widgets/sentence.hpp"
#include "ui/widgets/text.hpp"

namespace lanescope::ui::panels::matrix {
namespace {

void answer_pointer(Frame& frame, const MatrixFigure& figure) {
  ImGui::SetCursorScreenPos(figure.origin);
  const bool clicked = ImGui::InvisibleButton(
      "###figure", {std::max(figure.width(), 1.0F), std::max(figure.height(), 1.0F)});
  const bool hovered = ImGui::IsItemHovered();
  const auto under = hovered ? under_pointer(figure, ImGui::GetIO().MousePos) : std::nullopt;
  widgets::element_menu(frame.style, frame.commands, under ? under->element : std::nullopt);
  if (!under) return;
  widgets::tooltip(frame.style, under->words);
  if (clicked && under->element)
    frame.commands.post(fmt::format("select array={} index={}",
                                    session::quote(under->element->array), under->element->index));
}

}  // namespace

std::string_view MatrixPanel::help() const {
  return tr(
      "The sparse matrix that the kernel multiplies by x, and below or beside it the arrays that "
      "it "
      "is stored in. Filled squares are elements that are stored; the ones that the lanes of the "
      "instruction in the picture work on are lit in the matrix and in the arrays, and so are the "
      "numbers of x and y that belong to them. Dashed cells of padded rows only fill. A click "
      "selects an element in all panels.");
}

const Result<figures::structures::MatrixScene>& MatrixPanel::scene(
    const session::Session& session) {
  const std::uint64_t key = figures::structures::matrix_scene_key(session);
  if (!scene_ || key != scene_key_) {
    scene_.emplace(figures::structures::matrix_scene(session));
    scene_key_ = key;
  }
  return *scene_;
}

std::string MatrixPanel::subtitle(const Frame& frame) {
  const Result<figures::structures::MatrixScene>& now = scene(frame.session);
  return now ? figures::structures::storage_words(*now) : std::string();
}

std::string MatrixPanel::note(const Frame& frame) {
  const Result<figures::structures::MatrixScene>& now = scene(frame.session);
  return now ? figures::structures::matrix_size_words(*now) : std::string();
}

void MatrixPanel::draw_content(Frame& frame) {
  const style::Style& style = frame.style;
  const Result<figures::structures::MatrixScene>& now = scene(frame.session);
  if (!now) {
    widgets::empty_state(style, now.error().message);
    return;
  }
  const auto& model = model_.get(
      frame.session, 0, [&] { return figures::structures::matrix_model(frame.session, *now); });
  if (!model) return;
  const ImVec2 room = ImGui::GetContentRegionAvail(), origin = ImGui::GetCursorScreenPos();
  const float height = std::max(room.y - widgets::sentence_height(style, model->sentence, room.x),
                                style.text_size * 6.0F);
  // Beside the matrix, where the panel is wide; else below it.
  const bool beside = room.x - height > style.text_size * 16.0F;
  const float strips =
      beside ? 0.0F : std::min(strips_height(style, *now), height - style.text_size * 7.0F);
  MatrixFigure figure{*now, *model, origin, 0.0F};
  figure.fit(style, beside ? room.x * 0.6F : room.x, height - std::max(strips, 0.0F));
  draw_matrix_figure(style, figure);
  answer_pointer(frame, figure);
  const float right = beside ? figure.width() + style.padding * 2 : 0.0F;
  const ImVec2 at{origin.x + right, beside ? origin.y : origin.y + height - std::max(strips, 0.0F)};
  const ImVec2 size{std::floor(room.x - right) - 1.0F, beside ? height : strips};
  if (const auto element = draw_storage(style, *now, *model, at, size))
    frame.commands.post(
        fmt::format("select array={} index={}", session::quote(element->array), element->index));
  ImGui::SetCursorScreenPos({origin.x, origin.y + height});
  widgets::sentence(style, model->sentence);
}

}  // namespace lanescope::ui::panels::matrix
