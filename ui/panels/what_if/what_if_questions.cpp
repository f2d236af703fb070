#include "ui/panels/what_if/what_if_questions.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>
#include <imgui.h>

#include "ui/widgets/buttons.hpp"
#include "ui/widgets/text.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::panels::what_if {
namespace {

struct Prediction {
  const char* value;  // `what-if guess=VALUE`
  const char* words;
};
constexpr std::array kPredictions{Prediction{"less", mark("less")},
                                  Prediction{"same", mark("about the same")},
                                  Prediction{"more", mark("more")}};

struct RowShape {
  float height = 0.0F;
  float inset = 0.0F;  // of words and answers
  float words = 0.0F;  // where they begin
};

RowShape shape_of(const style::Style& style, bool low) {
  const float inset = low ? style.gap * 0.25F : style.gap;
  return {std::round(style.text_size * (low ? 1.45F : 2.0F)), inset,
          inset + style.text_size * 1.5F};
}

// ○ not revealed   ● revealed   ✓ predicted rightly   ✗ or not
void draw_mark(const style::Style& style, const WhatIfQuestion& question, ImVec2 centre) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float size = style.text_size * 0.8F;
  if (question.revealed && !question.verdict.empty()) {
    const style::Role role = question.right ? style::Role::Equal : style::Role::Different;
    widgets::draw_icon(list, question.right ? widgets::Icon::Check : widgets::Icon::Cross, centre,
                       size, style.ink(role));
    return;
  }
  const float radius = size * 0.42F;
  if (question.revealed)
    list.AddCircleFilled(centre, radius, style.pack(style::Role::Accent));
  else
    list.AddCircle(centre, radius, style.pack(style::Role::TextSecondary), 0, 1.5F * style.scale);
}

// How much of the time is left, as a line along the row's lower edge.
void draw_share(const style::Style& style, const WhatIfQuestion& question, ImVec2 min, ImVec2 max) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float thick = 2.0F * style.scale;
  const float end = min.x + (max.x - min.x) * static_cast<float>(std::min(question.share, 1.0));
  list.AddRectFilled({min.x, max.y - thick}, max, style.pack(style::Role::Line));
  list.AddRectFilled({min.x, max.y - thick}, {end, max.y}, style.pack(style::Role::Accent));
}

std::string tip_of(const WhatIfQuestion& question) {
  if (!question.revealed)
    return say("{}: how long would the run take? A click asks it.", question.words);
  const std::string told = say("{}: {} cycles, modelled.", question.words, question.answer);
  return question.verdict.empty() ? told : told + " " + question.verdict;
}

struct Row {
  ImVec2 min, max;
  bool hovered = false;
};

// The row's frame; a click asks the question.
Row begin_row(Frame& frame, const WhatIfQuestion& question, const RowShape& shape, bool low) {
  const style::Style& style = frame.style;
  const ImVec2 min = ImGui::GetCursorScreenPos();
  const ImVec2 size{ImGui::GetContentRegionAvail().x, shape.height};
  if (ImGui::InvisibleButton(fmt::format("###ask-{}", question.id).c_str(), size))
    frame.commands.post("what-if ask=" + question.id);
  const Row row{min, {min.x + size.x, min.y + size.y}, ImGui::IsItemHovered()};
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (!low) list.AddRectFilled(row.min, row.max, style.pack(style::Role::Header), style.rounding);
  if (question.asked || row.hovered || !low)
    list.AddRect(
        row.min, row.max,
        question.asked ? style.outline(style::Role::Accent) : style.pack(style::Role::Line),
        style.rounding, style.scale);
  return row;
}

// The question, and behind it its answer, in fewer words where both have no room.
void draw_words(const style::Style& style, const WhatIfQuestion& question, const RowShape& shape,
                const Row& row) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const widgets::TextLook look = question.asked ? widgets::bold(style) : widgets::plain(style);
  const widgets::TextLook figures = widgets::small_mono(style);
  const float left = row.min.x + shape.words, right = row.max.x - shape.inset;
  const float room = right - left - style.gap - widgets::measure(style, look, question.words).x;
  const bool fits = widgets::measure(style, figures, question.answer).x < room;
  const std::string& answer = fits ? question.answer : question.brief;
  const float behind = widgets::measure(style, figures, answer).x + 1.0F;
  widgets::draw_text_in(list, style, figures, {right - behind, row.min.y}, {right, row.max.y},
                        answer, 1.0F);
  widgets::draw_text_in(list, style, look, {left, row.min.y},
                        {right - behind - style.gap, row.max.y}, question.words, 0.0F);
}

void draw_row(Frame& frame, const WhatIfQuestion& question, const RowShape& shape, bool low) {
  const style::Style& style = frame.style;
  const Row row = begin_row(frame, question, shape, low);
  draw_mark(style, question,
            {row.min.x + shape.inset + style.text_size * 0.5F, (row.min.y + row.max.y) / 2});
  draw_words(style, question, shape, row);
  if (question.revealed && question.known)
    draw_share(style, question, {row.min.x + shape.words, row.min.y},
               {row.max.x - shape.inset, row.max.y - style.scale});
  if (row.hovered) widgets::tooltip(style, tip_of(question));
}

// Beside each other where they have room, else below each other.
void draw_predictions(Frame& frame, const WhatIfQuestion& question, const RowShape& shape) {
  const style::Style& style = frame.style;
  ImGui::Indent(shape.words);
  widgets::paragraph(style, widgets::small_text(style), tr("How long would the run take?"));
  const float width = ImGui::GetContentRegionAvail().x;
  float all = style.gap * (kPredictions.size() - 1);
  for (const Prediction& one : kPredictions)
    all += widgets::text_button_size(style, tr(one.words)).x;
  for (const Prediction& one : kPredictions) {
    if (&one != &kPredictions.front() && all <= width) ImGui::SameLine(0, style.gap);
    if (widgets::text_button(style, fmt::format("###guess-{}", one.value).c_str(), tr(one.words)))
      frame.commands.post(fmt::format("what-if guess={} reveal={}", one.value, question.id));
  }
  ImGui::Unindent(shape.words);
}

}  // namespace

void draw_questions(Frame& frame, const WhatIfModel& model, bool low) {
  const style::Style& style = frame.style;
  const RowShape shape = shape_of(style, low);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing,
                      {ImGui::GetStyle().ItemSpacing.x, style.gap * (low ? 0.2F : 0.5F)});
  for (const WhatIfQuestion& question : model.questions) {
    draw_row(frame, question, shape, low);
    if (!question.asked) continue;
    if (!question.revealed) draw_predictions(frame, question, shape);
    if (question.verdict.empty()) continue;
    ImGui::Indent(shape.words);
    widgets::paragraph(style, widgets::small_text(style), question.verdict);
    ImGui::Unindent(shape.words);
  }
  ImGui::PopStyleVar();
}

void draw_question_buttons(Frame& frame, const WhatIfModel& model) {
  const style::Style& style = frame.style;
  if (!model.all_revealed) {
    if (widgets::text_button(style, "###reveal-all", tr("Reveal all")))
      frame.commands.post("what-if reveal=all");
    if (!model.any_revealed) return;
    ImGui::SameLine(0, style.gap);
  }
  if (widgets::text_button(style, "###ask-again", tr("Ask again")))
    frame.commands.post("what-if again");
}

}  // namespace lanescope::ui::panels::what_if
