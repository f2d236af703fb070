#include "ui/panels/lesson/lesson_question.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>
#include <imgui.h>

#include "ui/panels/lesson/answer_parts.hpp"
#include "ui/widgets/buttons.hpp"
#include "ui/widgets/text.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::panels::lesson {
namespace {

// Choices beside each other, all as wide.
struct ChoiceRow {
  std::size_t first = 0, count = 0;
};

float width_of(const style::Style& style, const teaching::ChoiceMark& choice) {
  const float beside = style.padding * 1.2F + style.text_size * 0.3F;  // for the mark in its corner
  return std::max(style.text_size * 2.4F,
                  widgets::measure(style, widgets::bold(style), choice.text).x + beside);
}

// In as few rows as may be. Where short choices stand before long ones, those have a row of their
// own; else all are as wide, and none stands alone below.
std::vector<ChoiceRow> rows_of(const style::Style& style, const teaching::QuestionModel& question,
                               float width) {
  std::vector<ChoiceRow> rows;
  const std::size_t count = question.choices.size();
  float widest = 0.0F, widest_of_row = 0.0F;
  for (std::size_t i = 0; i < count; ++i) {
    const float own = width_of(style, question.choices[i]);
    widest = std::max(widest, own);
    const float wanted = std::max(widest_of_row, own);
    const float beside = rows.empty() ? 0.0F : static_cast<float>(rows.back().count);
    const bool fits = !rows.empty() && (beside + 1) * wanted + beside * style.gap <= width;
    if (!fits) rows.push_back({i, 0});
    ++rows.back().count;
    widest_of_row = fits ? wanted : own;
  }
  const auto most = static_cast<std::size_t>(
      std::max(1.0F, (width + style.gap) / (std::max(widest, 1.0F) + style.gap)));
  const std::size_t even = (count + most - 1) / most;
  if (count == 0 || even > rows.size()) return rows;
  const std::size_t columns = (count + even - 1) / even;
  rows.clear();
  for (std::size_t i = 0; i < count; i += columns)
    rows.push_back({i, std::min(columns, count - i)});
  return rows;
}

// Right and wrong stand beside their colours as a tick and a cross.
void mark_choice(const style::Style& style, const teaching::ChoiceMark& choice) {
  if (!choice.correct && !choice.chosen) return;
  const ImVec2 min = ImGui::GetItemRectMin(), max = ImGui::GetItemRectMax();
  const style::Role role = choice.correct ? style::Role::Equal : style::Role::Different;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRect(min, max, style.outline(role), style.rounding, 2.0F * style.scale);
  // On the corner, clear of the words, which fill the button.
  const float size = style.text_size * 0.6F;
  const ImVec2 at{max.x - size * 0.4F, min.y + size * 0.35F};
  list.AddCircleFilled(at, size * 0.7F, style.pack(style::Role::Panel));
  widgets::draw_icon(list, choice.correct ? widgets::Icon::Check : widgets::Icon::Cross, at, size,
                     style.ink(role));
}

// After the reveal the right choice and the chosen one stay as dark as before, the others step
// back.
widgets::Emphasis emphasis_of(const teaching::ChoiceMark& choice, bool revealed) {
  if (revealed)
    return choice.correct || choice.chosen ? widgets::Emphasis::Told : widgets::Emphasis::Plain;
  return choice.chosen ? widgets::Emphasis::Chosen : widgets::Emphasis::Plain;
}

void draw_choices(Frame& frame, const teaching::QuestionModel& question) {
  const style::Style& style = frame.style;
  const float width = ImGui::GetContentRegionAvail().x;
  for (const ChoiceRow& row : rows_of(style, question, width)) {
    const auto count = static_cast<float>(row.count);
    const float each = (width - style.gap * (count - 1)) / count;
    for (std::size_t i = row.first; i < row.first + row.count; ++i) {
      if (i > row.first) ImGui::SameLine(0, style.gap);
      const teaching::ChoiceMark& choice = question.choices[i];
      if (widgets::text_button(style, fmt::format("###choice-{}", i).c_str(), choice.text, each,
                               emphasis_of(choice, question.revealed), !question.revealed)) {
        frame.commands.post(fmt::format("answer choice={}", i));
      }
      if (question.revealed) mark_choice(style, choice);
    }
  }
}

// What it is answered by: choices, hands of a class, a number, something to click on.
float answer_height(const style::Style& style, const teaching::QuestionModel& question,
                    float width) {
  const float line = widgets::text_button_size(style, "x").y + ImGui::GetStyle().ItemSpacing.y;
  if (question.vote_shown) return class_vote_height(style, question);
  if (question.choices.empty()) return line;
  return static_cast<float>(rows_of(style, question, width).size()) * line;
}

void draw_answer(Frame& frame, const teaching::QuestionModel& question) {
  if (question.vote_shown)
    draw_class_vote(frame, question);
  else if (question.choices.empty())
    draw_open_answer(frame, question);
  else
    draw_choices(frame, question);
}

widgets::TextLook heading_look(const style::Style& style) {
  return {widgets::Face::Bold, style.small_size, style.ink(style::Role::Accent)};
}

widgets::TextLook misconception_look(const style::Style& style) {
  return {widgets::Face::Text, 0.0F, style.ink(style::Role::Different)};
}

std::string_view heading_of(const teaching::QuestionModel& question) {
  return question.revealed ? tr("Answer") : tr("Predict");
}

ImVec2 padding_of(const style::Style& style, QuestionForm form) {
  return {style.padding, form == QuestionForm::Tight ? style.gap * 0.6F : style.padding * 0.75F};
}

float gap_above_choices(const style::Style& style) { return style.gap * 0.3F; }

void draw_parts(Frame& frame, const teaching::QuestionModel& question, QuestionForm form,
                QuestionPart part) {
  const style::Style& style = frame.style;
  const bool roomy = form == QuestionForm::Roomy;
  if (roomy) widgets::paragraph(style, heading_look(style), heading_of(question));
  widgets::paragraph(style, widgets::bold(style), question.prompt);
  if (roomy) ImGui::Dummy({0, gap_above_choices(style)});
  draw_answer(frame, question);
  // Behind the choices, which come first where there is little room.
  if (!question.recorded.empty())
    widgets::paragraph(style, widgets::small_text(style), question.recorded);
  if (question.revealed) {
    widgets::paragraph(style, widgets::bold(style), question.verdict);
    if (part == QuestionPart::Verdict) ImGui::SetScrollHereY(0.0F);
    for (const std::string& words : question.misconceptions)
      widgets::paragraph(style, misconception_look(style), words);
    if (!question.explanation.empty()) widgets::paragraph(style, question.explanation);
  } else if (roomy) {
    draw_reveal(frame, question, tr("Reveal: play this step"), ImGui::GetContentRegionAvail().x);
  }
}

}  // namespace

float verdict_end(const style::Style& style, const teaching::QuestionModel& question, float width,
                  QuestionForm form) {
  const ImVec2 padding = padding_of(style, form);
  const float inner = std::max(width - 2 * padding.x, 1.0F);
  const float spacing = ImGui::GetStyle().ItemSpacing.y;
  const auto of = [&](const widgets::TextLook& look, std::string_view text) {
    return widgets::measure(style, look, text, inner).y + spacing;
  };
  float height = padding.y;
  if (form == QuestionForm::Roomy)
    height += of(heading_look(style), heading_of(question)) + gap_above_choices(style) + spacing;
  height += of(widgets::bold(style), question.prompt);
  if (!question.recorded.empty()) height += of(widgets::small_text(style), question.recorded);
  height += answer_height(style, question, inner);
  if (question.revealed) height += of(widgets::bold(style), question.verdict);
  return height;
}

float question_height(const style::Style& style, const teaching::QuestionModel& question,
                      float width, QuestionForm form) {
  const ImVec2 padding = padding_of(style, form);
  const float inner = std::max(width - 2 * padding.x, 1.0F);
  const float spacing = ImGui::GetStyle().ItemSpacing.y;
  const float button = widgets::text_button_size(style, "x").y;
  const auto of = [&](const widgets::TextLook& look, std::string_view text) {
    return widgets::measure(style, look, text, inner).y + spacing;
  };
  float height = verdict_end(style, question, width, form) + padding.y;
  if (question.revealed) {
    for (const std::string& words : question.misconceptions)
      height += of(misconception_look(style), words);
    if (!question.explanation.empty()) height += of(widgets::plain(style), question.explanation);
  } else if (form == QuestionForm::Roomy) {
    height += button + spacing;
  }
  return height - spacing;  // none behind the last part
}

void draw_question(Frame& frame, const teaching::QuestionModel& question, float height,
                   QuestionForm form, QuestionPart part) {
  const style::Style& style = frame.style;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, padding_of(style, form));
  ImGui::PushStyleVar(ImGuiStyleVar_ChildRounding, style.rounding);
  ImGui::PushStyleVar(ImGuiStyleVar_ChildBorderSize, 1.0F);
  ImGui::PushStyleColor(ImGuiCol_Border, style.pack(style::Role::Accent));
  ImGui::PushStyleColor(ImGuiCol_ChildBg, style.pack(style::Role::Accent, 0.05F));
  // A scroll bar takes width, which may break one more line, which needs the scroll bar: it is
  // there only where the height does not suffice without it.
  const float width = ImGui::GetContentRegionAvail().x;
  const bool fits = height + 0.5F >= question_height(style, question, width, form);
  if (fits || part == QuestionPart::Beginning) ImGui::SetNextWindowScroll({0, 0});
  const bool in_view = ImGui::BeginChild(
      "###question", {0, height}, ImGuiChildFlags_Borders | ImGuiChildFlags_AlwaysUseWindowPadding,
      fits ? ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse
           : ImGuiWindowFlags_AlwaysVerticalScrollbar);
  ImGui::PopStyleColor(2);
  ImGui::PopStyleVar(3);
  if (in_view) draw_parts(frame, question, form, part);
  ImGui::EndChild();
}

void draw_reveal(Frame& frame, const teaching::QuestionModel& question, std::string_view words,
                 float width) {
  if (widgets::text_button(
          frame.style, "###reveal", words, width,
          question.answered ? widgets::Emphasis::Primary : widgets::Emphasis::Plain))
    frame.commands.post("reveal");
}

}  // namespace lanescope::ui::panels::lesson
