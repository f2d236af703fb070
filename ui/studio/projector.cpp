#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <imgui.h>

#include "ui/studio/parts.hpp"
#include "ui/teaching/lesson_model.hpp"
#include "ui/widgets/buttons.hpp"
#include "ui/widgets/text.hpp"

namespace lanescope::ui::studio {
namespace {

// A choice with its letter.
std::string lettered(std::size_t index, const std::string& text) {
  return teaching::choice_letter(index) + "   " + text;
}

// Of a class vote that is in sight: "   12", and after the second vote "   5 → 12".
std::string hands_of(const teaching::QuestionModel& question, const teaching::ChoiceMark& choice) {
  if (!question.vote_shown) return {};
  return question.second_vote ? fmt::format("   {} → {}", choice.before, choice.after)
                              : fmt::format("   {}", choice.before);
}

struct BandShape {
  float prompt = 0.0F, choice = 0.0F, verdict = 0.0F;  // heights
  float each = 0.0F;                                   // width of a choice
  std::size_t columns = 1, rows = 1;
  float height = 0.0F;
};

widgets::TextLook prompt_look(const style::Style& style) {
  return {widgets::Face::Bold, style.text_size * 1.1F, style.pack(style::Role::Text)};
}

BandShape shape_of(const style::Style& style, const teaching::QuestionModel& question,
                   float width) {
  BandShape shape;
  const float inner = width - 2 * style.padding;
  shape.prompt = widgets::measure(style, prompt_look(style), question.prompt, inner).y;
  shape.choice = widgets::text_button_size(style, "x").y;
  shape.verdict =
      question.revealed && !question.verdict.empty()
          ? widgets::measure(style, widgets::bold(style), question.verdict, inner).y + style.gap
          : 0.0F;
  const std::size_t count = question.choices.size();
  float widest = style.text_size * 4;
  for (std::size_t i = 0; i < question.choices.size(); ++i) {
    const std::string words = lettered(i, question.choices[i].text);
    const std::string hands = hands_of(question, question.choices[i]);
    widest = std::max(widest, widgets::measure(style, widgets::bold(style), words + hands).x +
                                  style.text_size * 2.4F);
  }
  const float fitting = (inner + style.gap) / (widest + style.gap);
  shape.columns = std::clamp<std::size_t>(static_cast<std::size_t>(std::max(fitting, 1.0F)), 1,
                                          std::max<std::size_t>(count, 1));
  shape.rows = (count + shape.columns - 1) / shape.columns;
  const auto columns = static_cast<float>(shape.columns);
  shape.each = std::min((inner - style.gap * (columns - 1)) / columns, style.text_size * 28);
  shape.height = 2 * style.padding + shape.prompt + style.gap + shape.verdict +
                 static_cast<float>(shape.rows) * (shape.choice + style.gap) - style.gap;
  return shape;
}

void draw_choice(const style::Style& style, const teaching::ChoiceMark& choice,
                 const std::string& words, ImVec2 min, ImVec2 max) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const style::Role role = choice.correct  ? style::Role::Equal
                           : choice.chosen ? style::Role::Accent
                                           : style::Role::Line;
  const bool marked = choice.correct || choice.chosen;
  list.AddRectFilled(min, max,
                     style.pack(marked ? role : style::Role::Header, marked ? 0.16F : 1.0F),
                     style.rounding);
  list.AddRect(min, max, style.outline(role), style.rounding, (marked ? 2.5F : 1.0F) * style.scale);
  const float sign = style.text_size;
  widgets::draw_text_in(list, style, widgets::bold(style), {min.x + style.gap, min.y},
                        {max.x - (choice.correct ? sign * 1.6F : style.gap), max.y}, words);
  if (choice.correct)
    widgets::draw_icon(list, widgets::Icon::Check, {max.x - sign, (min.y + max.y) / 2}, sign * 0.8F,
                       style.ink(style::Role::Equal));
}

}  // namespace

float projector_header_height(const style::Style& style) { return style.text_size * 1.9F; }

// What is shown, and when: words only.
void draw_projector_header(panels::Frame& frame) {
  const style::Style& style = frame.style;
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x, height = projector_header_height(style);
  const float edge = style.padding * 1.5F;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const MomentWords when = where(frame.session);
  const std::string moment = when.phase.empty() ? when.tick : when.phase + "   " + when.tick;
  const std::string rung = rung_name(frame.session);
  const widgets::TextLook title{widgets::Face::Bold, style.text_size * 1.15F,
                                style.pack(style::Role::Text)};
  const float right = origin.x + width - edge;
  const float moment_width = widgets::measure(style, widgets::small_mono(style), moment).x + 1.0F;
  const bool fits = moment_width < width * 0.4F;
  if (fits)
    widgets::draw_text_in(list, style, widgets::small_mono(style), {right - moment_width, origin.y},
                          {right, origin.y + height}, moment, 1.0F);
  const float end = fits ? right - moment_width - style.padding : right;
  const std::string place = place_name(frame.session);
  const float place_width =
      std::min(widgets::measure(style, title, place).x + 1.0F, end - origin.x - edge);
  widgets::draw_text_in(list, style, title, {origin.x + edge, origin.y},
                        {origin.x + edge + place_width, origin.y + height}, place, 0.0F);
  const float next = origin.x + edge + place_width + style.padding;
  if (!rung.empty() && end - next > style.text_size * 5)
    widgets::draw_text_in(list, style, widgets::secondary(style), {next, origin.y},
                          {end, origin.y + height}, rung, 0.0F);
  ImGui::Dummy({width, height});
}

float question_band_height(const panels::Frame& frame, float width) {
  const auto model = teaching::lesson_model(frame.session);
  if (!model || !model->question) return 0.0F;
  return shape_of(frame.style, *model->question, width).height;
}

void draw_question_band(panels::Frame& frame, ImVec2 min, ImVec2 max) {
  const style::Style& style = frame.style;
  const auto model = teaching::lesson_model(frame.session);
  if (!model || !model->question) return;
  const teaching::QuestionModel& question = *model->question;
  const BandShape shape = shape_of(style, question, max.x - min.x);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(min, max, style.pack(style::Role::Panel), style.rounding * 1.2F);
  list.AddRect(min, max, style.outline(style::Role::Accent), style.rounding * 1.2F,
               1.5F * style.scale);
  list.PushClipRect(min, max, true);
  const float inner = max.x - min.x - 2 * style.padding;
  ImVec2 at{min.x + style.padding, min.y + style.padding};
  widgets::draw_wrapped(list, style, prompt_look(style), at, question.prompt, inner);
  at.y += shape.prompt + style.gap;
  for (std::size_t i = 0; i < question.choices.size(); ++i) {
    const float x = at.x + static_cast<float>(i % shape.columns) * (shape.each + style.gap);
    const float y = at.y + static_cast<float>(i / shape.columns) * (shape.choice + style.gap);
    const teaching::ChoiceMark& choice = question.choices[i];
    draw_choice(style, choice, lettered(i, choice.text) + hands_of(question, choice), {x, y},
                {x + shape.each, y + shape.choice});
  }
  at.y += static_cast<float>(shape.rows) * (shape.choice + style.gap);
  if (shape.verdict > 0.0F)
    widgets::draw_wrapped(list, style, widgets::bold(style), at, question.verdict, inner);
  list.PopClipRect();
}

}  // namespace lanescope::ui::studio
