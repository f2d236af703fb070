#include "ui/panels/lesson/lesson_parts.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <imgui.h>

#include "ui/widgets/buttons.hpp"
#include "ui/widgets/text.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::panels::lesson {
namespace {

// Beside each other where both have room.
void draw_buttons(Frame& frame, std::initializer_list<LessonButton> buttons) {
  const style::Style& style = frame.style;
  const float width = ImGui::GetContentRegionAvail().x;
  const auto count = static_cast<float>(buttons.size());
  const float share = (width - style.gap * (count - 1)) / count;
  bool beside = true;
  for (const LessonButton& button : buttons)
    beside = beside && widgets::text_button_size(style, button.words).x <= share;
  bool first = true;
  for (const LessonButton& button : buttons) {
    if (beside && !first) ImGui::SameLine(0, style.gap);
    first = false;
    if (widgets::text_button(style, button.id, button.words, beside ? share : width,
                             button.emphasis, button.enabled))
      frame.commands.post(button.command);
  }
}

void small_heading(const style::Style& style, std::string_view text) {
  ImGui::Dummy({0, style.gap * 0.3F});
  widgets::paragraph(style, {widgets::Face::Bold, style.small_size, style.ink(style::Role::Accent)},
                     text);
}

// A click runs the kernel with the trial's values: what is wrong can be looked at.
void draw_trial(Frame& frame, const teaching::ExerciseModel& model,
                const teaching::TrialModel& trial, int index) {
  const style::Style& style = frame.style;
  const ImVec2 from = ImGui::GetCursorScreenPos();
  ImGui::BeginGroup();
  draw_check(style, {trial.values, trial.passed});
  if (!trial.problem.empty()) {
    ImGui::Indent(style.text_size * 1.5F);
    widgets::paragraph(style, widgets::small_text(style), trial.problem);
    ImGui::Unindent(style.text_size * 1.5F);
  }
  ImGui::EndGroup();
  const ImVec2 end = ImGui::GetCursorScreenPos();
  const ImVec2 size{std::max(ImGui::GetContentRegionAvail().x, 8.0F),
                    std::max(end.y - from.y - style.gap * 0.5F, 8.0F)};
  ImGui::SetCursorScreenPos(from);
  if (ImGui::InvisibleButton(fmt::format("###trial-{}", index).c_str(), size)) {
    if (!model.on_screen) frame.commands.post("exercise-open");
    frame.commands.post(trial.command);
  }
  if (ImGui::IsItemHovered()) {
    ImGui::GetWindowDrawList()->AddRectFilled(ImGui::GetItemRectMin(), ImGui::GetItemRectMax(),
                                              style.pack(style::Role::Accent, 0.07F),
                                              style.rounding);
    widgets::tooltip(style, tr("Click: run the kernel on screen with these values."));
  }
  ImGui::SetCursorScreenPos(end);
}

void draw_solution_buttons(Frame& frame, const teaching::ExerciseModel& model) {
  const style::Style& style = frame.style;
  if (model.shows_solution) {
    widgets::paragraph(style, tr("This is the solution. Your own text is kept."));
    draw_buttons(frame, {{"###exercise-open", tr("Back to your text"), "exercise-open",
                          widgets::Emphasis::Primary}});
    return;
  }
  if (!model.asked) {
    draw_buttons(frame, {{"###exercise-solution", tr("Show the solution"), "exercise-solution",
                          widgets::Emphasis::Quiet}});
    return;
  }
  widgets::paragraph(
      style, widgets::bold(style),
      tr("Before you look: say in one sentence what the kernel lacks. Then see whether the "
         "solution does that."));
  draw_buttons(frame, {{"###exercise-not-yet", tr("Not yet"), "exercise-not-yet"},
                       {"###exercise-solution", tr("Show it"), "exercise-solution"}});
}

// Those that were asked for, and a button for the next one.
void draw_hints(Frame& frame, const teaching::ExerciseModel& model) {
  const style::Style& style = frame.style;
  if (model.hints.empty() && model.hints_left == 0) return;
  if (!model.hints.empty()) small_heading(style, tr("Hints"));
  for (const std::string& hint : model.hints) widgets::paragraph(style, hint);
  if (model.hints_left == 0 || model.passed || model.shows_solution) return;
  const std::size_t number = model.hints.size() + 1;
  const std::string words = say("Hint {} of {}", number, model.hints.size() + model.hints_left);
  draw_buttons(frame, {{"###exercise-hint", words, "exercise-hint", widgets::Emphasis::Quiet}});
}

void draw_own_buttons(Frame& frame, const teaching::ExerciseModel& model) {
  if (!model.on_screen) {
    draw_buttons(frame,
                 {{"###exercise-open", tr("Back to the exercise's kernel"), "exercise-open"}});
  } else if (!model.started) {
    draw_buttons(frame, {{"###exercise-reset", tr("Start from the template"), "exercise-reset",
                          model.editing ? widgets::Emphasis::Plain : widgets::Emphasis::Primary}});
  } else if (!model.editing) {
    draw_buttons(frame, {{"###exercise-edit", tr("Edit"), "edit-source value=on"},
                         {"###exercise-reset", tr("Start from the template"), "exercise-reset"}});
  } else {
    draw_buttons(frame, {{"###exercise-reset", tr("Start from the template"), "exercise-reset"}});
  }
  if (model.text_aside)
    draw_buttons(frame,
                 {{"###exercise-take-back", tr("Take your own text back"), "exercise-take-back"}});
}

}  // namespace

void draw_check(const style::Style& style, const teaching::CheckModel& check) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float sign = style.text_size;
  const bool holds = check.holds.value_or(false);
  const widgets::Icon icon = !check.holds ? widgets::Icon::Circle
                             : holds      ? widgets::Icon::Check
                                          : widgets::Icon::Cross;
  const style::Role role = !check.holds ? style::Role::TextSecondary
                           : holds      ? style::Role::Equal
                                        : style::Role::Different;
  widgets::draw_icon(*ImGui::GetWindowDrawList(), icon, {at.x + sign / 2, at.y + sign * 0.65F},
                     sign * 0.7F, style.ink(role));
  ImGui::Indent(sign * 1.5F);
  widgets::TextLook look = widgets::plain(style);
  look.colour = style.ink(role);
  widgets::paragraph(style, look, check.sentence);
  ImGui::Unindent(sign * 1.5F);
}

float check_height(const style::Style& style, const teaching::CheckModel& check, float width) {
  const float wrap = std::max(width - style.text_size * 1.5F, 1.0F);
  return widgets::measure(style, widgets::plain(style), check.sentence, wrap).y +
         ImGui::GetStyle().ItemSpacing.y;
}

void draw_exercise(Frame& frame, const teaching::ExerciseModel& model, bool judged) {
  const style::Style& style = frame.style;
  if (!model.shows_solution) draw_own_buttons(frame, model);
  if (!model.verdict.empty()) {
    widgets::TextLook look = widgets::bold(style);
    look.colour = model.checking
                      ? style.pack(style::Role::TextSecondary)
                      : style.ink(model.passed ? style::Role::Equal : style::Role::Different);
    ImGui::Dummy({0, style.gap * 0.2F});
    if (judged) ImGui::SetScrollHereY(0.2F);
    widgets::paragraph(style, look, model.verdict);
  }
  draw_hints(frame, model);
  if (!model.goals.empty()) small_heading(style, tr("Goals"));
  for (const teaching::CheckModel& goal : model.goals) draw_check(style, goal);
  small_heading(style, tr("Runs that must be right"));
  int index = 0;
  for (const teaching::TrialModel& trial : model.trials) draw_trial(frame, model, trial, index++);
  ImGui::Dummy({0, style.gap * 0.5F});
  draw_solution_buttons(frame, model);
}

}  // namespace lanescope::ui::panels::lesson
