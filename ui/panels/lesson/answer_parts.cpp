#include "ui/panels/lesson/answer_parts.hpp"

#include <algorithm>
#include <string>

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include "ui/widgets/buttons.hpp"
#include "ui/widgets/text.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::panels::lesson {
namespace {

std::string_view what_to_click(lanescope::lesson::AnswerBy answer_by) {
  switch (answer_by) {
    case lanescope::lesson::AnswerBy::Lane:
    case lanescope::lesson::AnswerBy::Warp:
      return tr("Click in Warps, or Alt+Right.");
    case lanescope::lesson::AnswerBy::Line:
      return tr("Click in Source, or Alt+Right.");
    case lanescope::lesson::AnswerBy::Element:
      return tr("Click in Arrays, or Alt+Right.");
    case lanescope::lesson::AnswerBy::Bank:
      return tr("Click in Shared memory, or Alt+Right.");
    case lanescope::lesson::AnswerBy::Sector:
      return tr("Click in Global memory, or Alt+Right.");
    case lanescope::lesson::AnswerBy::Number:
    case lanescope::lesson::AnswerBy::Choice:
      break;
  }
  return {};
}

// Words in a line as high as a button.
void draw_line(const style::Style& style, const widgets::TextLook& look, std::string_view text) {
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const ImVec2 size{ImGui::GetContentRegionAvail().x, widgets::text_button_size(style, "x").y};
  widgets::draw_text_in(*ImGui::GetWindowDrawList(), style, look, from,
                        {from.x + size.x, from.y + size.y}, text, 0.0F);
  ImGui::Dummy(size);
}

void draw_number_field(Frame& frame, const teaching::QuestionModel& question) {
  const style::Style& style = frame.style;
  std::string text = question.given;
  const float height = widgets::text_button_size(style, "x").y;
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding,
                      {style.gap, std::max(0.0F, (height - ImGui::GetFontSize()) / 2)});
  ImGui::PushStyleColor(ImGuiCol_FrameBg, style.pack(style::Role::Background));
  ImGui::SetNextItemWidth(std::min(style.text_size * 12, ImGui::GetContentRegionAvail().x));
  const bool entered = ImGui::InputTextWithHint(
      "###answer-number", tr("Your number, then Enter"), &text,
      ImGuiInputTextFlags_CharsDecimal | ImGuiInputTextFlags_EnterReturnsTrue);
  ImGui::PopStyleColor();
  ImGui::PopStyleVar();
  const bool left = ImGui::IsItemDeactivatedAfterEdit();
  if ((entered || left) && text != question.given)
    frame.commands.post("answer number=" + session::quote(text));
}

struct VoteColumns {
  float choice = 0.0F, bars = 0.0F, button = 0.0F;
};
VoteColumns columns_of(const style::Style& style, const teaching::QuestionModel& question,
                       float width) {
  VoteColumns columns;
  for (const teaching::ChoiceMark& choice : question.choices)
    columns.choice = std::max(columns.choice,
                              widgets::text_button_size(style, "A  " + choice.text).x + style.gap);
  columns.choice = std::min(columns.choice, width * 0.45F);
  columns.button = widgets::text_button_size(style, "+").x;
  const float buttons = question.revealed ? 0.0F : 2 * (columns.button + style.gap);
  columns.bars = std::max(width - columns.choice - style.gap - buttons, 8.0F);
  return columns;
}

std::uint32_t most_hands(const teaching::QuestionModel& question) {
  std::uint32_t most = 1;
  for (const teaching::ChoiceMark& choice : question.choices)
    most = std::max({most, choice.before, choice.after});
  return most;
}

// The first vote above, thin and grey as soon as there is a second one below it.
void draw_bars(const style::Style& style, const teaching::QuestionModel& question,
               const teaching::ChoiceMark& choice, ImVec2 size) {
  const ImVec2 from = ImGui::GetCursorScreenPos();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float count_width = widgets::measure(style, widgets::bold(style), "000").x + style.gap;
  const float room = std::max(size.x - count_width, 1.0F);
  const auto most = static_cast<float>(most_hands(question));
  const auto bar = [&](std::uint32_t hands, float top, float bottom, style::Role role,
                       float alpha) {
    const float width = room * static_cast<float>(hands) / most;
    list.AddRectFilled({from.x, from.y + size.y * top}, {from.x + width, from.y + size.y * bottom},
                       style.pack(role, alpha), style.rounding * 0.5F);
    return from.x + width + style.gap * 0.5F;
  };
  const style::Role role =
      question.revealed && choice.correct ? style::Role::Equal : style::Role::Accent;
  float end = 0.0F;
  std::uint32_t shown = choice.before;
  if (question.second_vote) {
    const float first = bar(choice.before, 0.12F, 0.32F, style::Role::TextSecondary, 0.6F);
    end = std::max(bar(choice.after, 0.4F, 0.88F, role, 0.85F), first);
    shown = choice.after;
  } else {
    end = bar(choice.before, 0.2F, 0.8F, role, 0.85F);
  }
  widgets::draw_text_in(list, style, widgets::bold(style), {end, from.y},
                        {from.x + size.x, from.y + size.y}, std::to_string(shown), 0.0F);
  ImGui::Dummy(size);
}

void draw_vote_row(Frame& frame, const teaching::QuestionModel& question, std::size_t index,
                   const VoteColumns& columns) {
  const style::Style& style = frame.style;
  const teaching::ChoiceMark& choice = question.choices[index];
  const widgets::Emphasis emphasis = question.revealed && choice.correct ? widgets::Emphasis::Told
                                     : choice.chosen                     ? widgets::Emphasis::Chosen
                                                                         : widgets::Emphasis::Plain;
  const std::string words = teaching::choice_letter(index) + "  " + choice.text;
  if (widgets::text_button(style, fmt::format("###choice-{}", index).c_str(), words, columns.choice,
                           emphasis, !question.revealed))
    frame.commands.post(fmt::format("answer choice={}", index));
  ImGui::SameLine(0, style.gap);
  draw_bars(style, question, choice, {columns.bars, widgets::text_button_size(style, "x").y});
  if (question.revealed) return;  // nothing more is counted
  const auto hand = [&](const char* sign, const char* id, const char* by) {
    ImGui::SameLine(0, style.gap);
    if (widgets::text_button(style, fmt::format("###{}-{}", id, index).c_str(), sign,
                             columns.button, widgets::Emphasis::Quiet))
      frame.commands.post(fmt::format("hand choice={} by={}", index, by));
  };
  hand("−", "hand-back", "-1");
  hand("+", "hand", "1");
}

void draw_vote_buttons(Frame& frame, const teaching::QuestionModel& question) {
  const style::Style& style = frame.style;
  const float each = (ImGui::GetContentRegionAvail().x - 2 * style.gap) / 3;
  const auto button = [&](const char* id, const char* words, const char* command, bool enabled) {
    if (widgets::text_button(style, id, words, each, widgets::Emphasis::Plain, enabled))
      frame.commands.post(command);
  };
  button("###vote-again", question.second_vote ? tr("Second vote") : tr("Vote again"), "vote-again",
         !question.second_vote);
  ImGui::SameLine(0, style.gap);
  button("###vote-clear", tr("Clear"), "vote-clear", true);
  ImGui::SameLine(0, style.gap);
  button("###vote-close", tr("Close"), "class-vote value=off", true);
}

}  // namespace

void draw_open_answer(Frame& frame, const teaching::QuestionModel& question) {
  const style::Style& style = frame.style;
  if (question.answer_by == lanescope::lesson::AnswerBy::Number && !question.revealed) {
    draw_number_field(frame, question);
    return;
  }
  if (question.given.empty()) {
    draw_line(style, widgets::secondary(style),
              question.revealed ? tr("No answer was given.") : what_to_click(question.answer_by));
    return;
  }
  draw_line(style, widgets::bold(style), say("Your answer: {}", question.given));
}

float class_vote_height(const style::Style& style, const teaching::QuestionModel& question) {
  const float line = widgets::text_button_size(style, "x").y + ImGui::GetStyle().ItemSpacing.y;
  return static_cast<float>(question.choices.size() + (question.revealed ? 0 : 1)) * line;
}

void draw_class_vote(Frame& frame, const teaching::QuestionModel& question) {
  const VoteColumns columns = columns_of(frame.style, question, ImGui::GetContentRegionAvail().x);
  for (std::size_t i = 0; i < question.choices.size(); ++i)
    draw_vote_row(frame, question, i, columns);
  if (!question.revealed) draw_vote_buttons(frame, question);
}

}  // namespace lanescope::ui::panels::lesson
