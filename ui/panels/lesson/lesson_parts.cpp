#include "ui/panels/lesson/lesson_parts.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <imgui.h>

#include "ui/widgets/buttons.hpp"
#include "ui/widgets/text.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui {
namespace {

// Beside each other where both have room.
void draw_buttons(Frame& frame, std::initializer_list<LessonButton> buttons) {
  const Style& style = frame.style;
  const float width = ImGui::GetContentRegionAvail().x;
  const auto count = static_cast<float>(buttons.size());
  const float share = (width - style.gap * (count - 1)) / count;
  bool beside = true;
  for (const LessonButton& button : buttons)
    beside = beside && text_button_size(style, button.words).x <= share;
  bool first = true;
  for (const LessonButton& button : buttons) {
    if (beside && !first) ImGui::SameLine(0, style.gap);
    first = false;
    if (text_button(style, button.id, button.words, beside ? share : width, button.emphasis,
                    button.enabled))
      frame.commands.post(button.command);
  }
}

void small_heading(const Style& style, std::string_view text) {
  ImGui::Dummy({0, style.gap * 0.3F});
  paragraph(style, {Face::Bold, style.small_size, style.ink(Role::Accent)}, text);
}

// A click runs the kernel with the trial's values: what is wrong can be looked at.
void draw_trial(Frame& frame, const ExerciseModel& model, const TrialModel& trial, int index) {
  const Style& style = frame.style;
  const ImVec2 from = ImGui::GetCursorScreenPos();
  ImGui::BeginGroup();
  draw_check(style, {trial.values, trial.passed});
  if (!trial.problem.empty()) {
    ImGui::Indent(style.text_size * 1.5F);
    paragraph(style, small_text(style), trial.problem);
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
                                              style.pack(Role::Accent, 0.07F), style.rounding);
    tooltip(style, tr("Click: run the kernel on screen with these values."));
  }
  ImGui::SetCursorScreenPos(end);
}

void draw_solution_buttons(Frame& frame, const ExerciseModel& model) {
  const Style& style = frame.style;
  if (model.shows_solution) {
    paragraph(style, tr("This is the solution. Your own text is kept."));
    draw_buttons(
        frame, {{"###exercise-open", tr("Back to your text"), "exercise-open", Emphasis::Primary}});
    return;
  }
  if (!model.asked) {
    draw_buttons(frame, {{"###exercise-solution", tr("Show the solution"), "exercise-solution",
                          Emphasis::Quiet}});
    return;
  }
  paragraph(style, bold(style),
            tr("Before you look: say in one sentence what the kernel lacks. Then see whether the "
               "solution does that."));
  draw_buttons(frame, {{"###exercise-not-yet", tr("Not yet"), "exercise-not-yet"},
                       {"###exercise-solution", tr("Show it"), "exercise-solution"}});
}

// Those that were asked for, and a button for the next one.
void draw_hints(Frame& frame, const ExerciseModel& model) {
  const Style& style = frame.style;
  if (model.hints.empty() && model.hints_left == 0) return;
  if (!model.hints.empty()) small_heading(style, tr("Hints"));
  for (const std::string& hint : model.hints) paragraph(style, hint);
  if (model.hints_left == 0 || model.passed || model.shows_solution) return;
  const std::size_t number = model.hints.size() + 1;
  const std::string words = say("Hint {} of {}", number, model.hints.size() + model.hints_left);
  draw_buttons(frame, {{"###exercise-hint", words, "exercise-hint", Emphasis::Quiet}});
}

void draw_own_buttons(Frame& frame, const ExerciseModel& model) {
  if (!model.on_screen) {
    draw_buttons(frame,
                 {{"###exercise-open", tr("Back to the exercise's kernel"), "exercise-open"}});
  } else if (!model.started) {
    draw_buttons(frame, {{"###exercise-reset", tr("Start from the template"), "exercise-reset",
                          model.editing ? Emphasis::Plain : Emphasis::Primary}});
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

void draw_check(const Style& style, const CheckModel& check) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float sign = style.text_size;
  const bool holds = check.holds.value_or(false);
  const Icon icon = !check.holds ? Icon::Circle : holds ? Icon::Check : Icon::Cross;
  const Role role = !check.holds ? Role::TextSecondary : holds ? Role::Equal : Role::Different;
  draw_icon(*ImGui::GetWindowDrawList(), icon, {at.x + sign / 2, at.y + sign * 0.65F}, sign * 0.7F,
            style.ink(role));
  ImGui::Indent(sign * 1.5F);
  TextLook look = plain(style);
  look.colour = style.ink(role);
  paragraph(style, look, check.sentence);
  ImGui::Unindent(sign * 1.5F);
}

float check_height(const Style& style, const CheckModel& check, float width) {
  const float wrap = std::max(width - style.text_size * 1.5F, 1.0F);
  return measure(style, plain(style), check.sentence, wrap).y + ImGui::GetStyle().ItemSpacing.y;
}

void draw_exercise(Frame& frame, const ExerciseModel& model, bool judged) {
  const Style& style = frame.style;
  if (!model.shows_solution) draw_own_buttons(frame, model);
  if (!model.verdict.empty()) {
    TextLook look = bold(style);
    look.colour = model.checking ? style.pack(Role::TextSecondary)
                                 : style.ink(model.passed ? Role::Equal : Role::Different);
    ImGui::Dummy({0, style.gap * 0.2F});
    if (judged) ImGui::SetScrollHereY(0.2F);
    paragraph(style, look, model.verdict);
  }
  draw_hints(frame, model);
  if (!model.goals.empty()) small_heading(style, tr("Goals"));
  for (const CheckModel& goal : model.goals) draw_check(style, goal);
  small_heading(style, tr("Runs that must be right"));
  int index = 0;
  for (const TrialModel& trial : model.trials) draw_trial(frame, model, trial, index++);
  ImGui::Dummy({0, style.gap * 0.5F});
  draw_solution_buttons(frame, model);
}

}  // namespace lanescope::ui
