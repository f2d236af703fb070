#include "ui/panels/lesson.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <imgui.h>

#include "ui/panels/lesson_parts.hpp"
#include "ui/widgets/buttons.hpp"
#include "ui/widgets/text.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui {
namespace {

// As many columns as the widest choice allows, in as few rows.
int columns_for(const Style& style, const QuestionModel& question, float width) {
  float widest = style.text_size * 2.4F;
  for (const ChoiceMark& choice : question.choices)
    widest = std::max(widest, text_button_size(style, choice.text).x + style.text_size);
  const int most = std::max(1, static_cast<int>((width + style.gap) / (widest + style.gap)));
  const int choices = std::max(1, static_cast<int>(question.choices.size()));
  const int rows = (choices + most - 1) / most;  // equally long ones: none stands alone below
  return (choices + rows - 1) / rows;
}

// Right and wrong stand beside their colours as a tick and a cross.
void mark_choice(const Style& style, const ChoiceMark& choice) {
  if (!choice.correct && !choice.chosen) return;
  const ImVec2 min = ImGui::GetItemRectMin(), max = ImGui::GetItemRectMax();
  const Role role = choice.correct ? Role::Equal : Role::Different;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRect(min, max, style.outline(role), style.rounding, 2.0F * style.scale);
  const float size = style.text_size * 0.6F;
  draw_icon(list, choice.correct ? Icon::Check : Icon::Cross, {max.x - size, min.y + size}, size,
            style.ink(role));
}

// After the reveal the right choice and the chosen one stay as dark as before, the others step
// back.
Emphasis emphasis_of(const ChoiceMark& choice, bool revealed) {
  if (revealed) return choice.correct || choice.chosen ? Emphasis::Told : Emphasis::Plain;
  return choice.chosen ? Emphasis::Chosen : Emphasis::Plain;
}

void draw_choices(Frame& frame, const QuestionModel& question) {
  const Style& style = frame.style;
  const float width = ImGui::GetContentRegionAvail().x;
  const int columns = columns_for(style, question, width);
  const float each =
      (width - style.gap * static_cast<float>(columns - 1)) / static_cast<float>(columns);
  for (int i = 0; i < static_cast<int>(question.choices.size()); ++i) {
    if (i % columns != 0) ImGui::SameLine(0, style.gap);
    const ChoiceMark& choice = question.choices[static_cast<std::size_t>(i)];
    if (text_button(style, fmt::format("###choice-{}", i).c_str(), choice.text, each,
                    emphasis_of(choice, question.revealed), !question.revealed)) {
      frame.commands.post(fmt::format("answer choice={}", i));
    }
    if (question.revealed) mark_choice(style, choice);
  }
}

void draw_answer(Frame& frame, const QuestionModel& question) {
  const Style& style = frame.style;
  paragraph(style, {Face::Bold, style.small_size, style.ink(Role::Accent)},
            question.revealed ? tr("Answer") : tr("Predict"));
  paragraph(style, bold(style), question.prompt);
  ImGui::Dummy({0, style.gap * 0.3F});
  draw_choices(frame, question);
  if (question.revealed) {
    paragraph(style, bold(style), question.verdict);
    if (!question.explanation.empty()) paragraph(style, question.explanation);
    return;
  }
  if (text_button(style, "###reveal", tr("Reveal: play this step"),
                  ImGui::GetContentRegionAvail().x,
                  question.answered ? Emphasis::Primary : Emphasis::Plain)) {
    frame.commands.post("reveal");
  }
}

void draw_question(Frame& frame, const QuestionModel& question) {
  const Style& style = frame.style;
  ImGui::PushStyleVar(ImGuiStyleVar_ChildRounding, style.rounding);
  ImGui::PushStyleVar(ImGuiStyleVar_ChildBorderSize, 1.0F);
  ImGui::PushStyleColor(ImGuiCol_Border, style.pack(Role::Accent));
  ImGui::PushStyleColor(ImGuiCol_ChildBg, style.pack(Role::Accent, 0.05F));
  const bool in_view = ImGui::BeginChild("###question", {0, 0},
                                         ImGuiChildFlags_Borders | ImGuiChildFlags_AutoResizeY |
                                             ImGuiChildFlags_AlwaysUseWindowPadding);
  ImGui::PopStyleColor(2);
  ImGui::PopStyleVar(2);
  if (in_view) draw_answer(frame, question);
  ImGui::EndChild();
}

// To the steps beside this one; behind the last stands the exercise.
void draw_way_on(Frame& frame, const LessonModel& model) {
  const Style& style = frame.style;
  const float width = ImGui::GetContentRegionAvail().x;
  const float each = (width - style.gap) / 2;
  if (text_button(style, "###lesson-back", tr("‹  Back"), each, Emphasis::Plain, model.step > 0))
    frame.commands.post("lesson-back");
  ImGui::SameLine(0, style.gap);
  if (const auto exercise = exercise_model(frame.session)) {  // nothing comes after it
    const bool can = !exercise->checking && !exercise->shows_solution;
    if (text_button(style, "###exercise-check", exercise->checking ? tr("Checking …") : tr("Check"),
                    each, exercise->started ? Emphasis::Primary : Emphasis::Plain, can))
      frame.commands.post("exercise-check");
    return;
  }
  const bool last = model.step + 1 >= model.steps;
  const bool to_exercise = last && model.has_exercise;
  if (text_button(style, "###lesson-next", to_exercise ? tr("Exercise  ›") : tr("Next  ›"), each,
                  style.presenter ? Emphasis::Primary : Emphasis::Plain, !last || to_exercise)) {
    frame.commands.post("lesson-next");
  }
}

}  // namespace

std::string_view LessonPanel::help() const {
  return tr(
      "The lesson's text goes with the picture: each step sets the kernel, its values and the "
      "moment "
      "in time. Predict before you reveal: the answer is computed from the run on screen, not "
      "looked "
      "up. Change the values afterwards and see whether it still holds. A tick stands before "
      "what the "
      "run on screen confirms, a circle before what it was not asked. Behind the last step "
      "stands "
      "the exercise: a kernel with a gap, which you fill in Source. Check runs it with several "
      "values and names the first thing that is wrong.");
}

std::string LessonPanel::subtitle(const Frame& frame) {
  if (const lab::Exercise* exercise = frame.session.exercise()) return exercise->title;
  const lab::LessonStep* step = frame.session.step();
  return step == nullptr ? std::string{} : step->title;
}

std::string LessonPanel::note(const Frame& frame) {
  const lab::Lesson* lesson = frame.session.lesson();
  if (lesson == nullptr || lesson->steps.empty()) return {};
  if (frame.session.exercise() != nullptr) return tr("exercise");
  return say("step {} of {}", frame.session.state().lesson_step + 1, lesson->steps.size());
}

void LessonPanel::draw_text(const Style& style, const std::string& title, const std::string& text) {
  if (text != parsed_text_ || blocks_.empty()) {
    blocks_ = parse_markdown(text);
    parsed_text_ = text;
  }
  paragraph(style, {Face::Bold, style.text_size * 1.1F, style.pack(Role::Text)}, title);
  draw_markdown(style, blocks_);
}

// The answer to a question that was open a frame ago may stand below the fold: the text follows it,
// for the two frames that it takes to find its height.
void LessonPanel::show_answer(const LessonModel& model) {
  if (!model.question->revealed) {
    open_question_ = model.title;
    return;
  }
  if (open_question_ == model.title) frames_to_answer_ = 2;
  open_question_.clear();
  if (frames_to_answer_ == 0) return;
  --frames_to_answer_;
  ImGui::SetScrollHereY(1.0F);
}

void LessonPanel::draw_content(Frame& frame) {
  const auto model = lesson_model(frame.session);
  const Style& style = frame.style;
  if (!model) {
    empty_state(style, tr("No lesson is open. Choose one at the top left: Course."));
    return;
  }
  const float buttons = text_button_size(style, "x").y + style.gap;
  const float room = ImGui::GetContentRegionAvail().y - buttons;
  const bool pinned = room > style.text_size * 6;  // else the buttons scroll with the text
  // A scroll bar that comes and goes would wrap the text anew each time, and come and go for ever.
  if (pinned)
    ImGui::BeginChild("###text", {0, room}, ImGuiChildFlags_None,
                      ImGuiWindowFlags_AlwaysVerticalScrollbar);
  draw_text(style, model->title, model->text);
  if (model->question) {
    draw_question(frame, *model->question);
    show_answer(*model);
  }
  for (const CheckModel& check : model->checks) draw_check(style, check);
  if (const auto exercise = exercise_model(frame.session)) {
    draw_exercise(frame, *exercise, was_checking_ && !exercise->checking);
    was_checking_ = exercise->checking;
  }
  if (pinned) ImGui::EndChild();
  draw_way_on(frame, *model);
}

}  // namespace lanescope::ui
