#include "ui/panels/lesson/lesson.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <imgui.h>

#include "ui/panels/lesson/lesson_parts.hpp"
#include "ui/panels/lesson/lesson_question.hpp"
#include "ui/widgets/buttons.hpp"
#include "ui/widgets/scroll_edges.hpp"
#include "ui/widgets/text.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::panels::lesson {
namespace {

LessonButton check_button(const teaching::ExerciseModel& exercise) {
  const bool can = !exercise.checking && !exercise.shows_solution;
  return {
      "###exercise-check", exercise.checking ? tr("Checking …") : tr("Check"), "exercise-check",
      exercise.started && !exercise.passed ? widgets::Emphasis::Primary : widgets::Emphasis::Plain,
      can};
}

LessonButton next_button(const style::Style& style, const teaching::LessonModel& model,
                         bool solved) {
  const bool last = model.step + 1 == model.steps + model.exercises;
  const bool to_exercise = model.step + 1 == model.steps && model.exercises > 0;
  return {"###lesson-next", to_exercise ? tr("Exercise  ›") : tr("Next  ›"), "lesson-next",
          style.presenter || solved ? widgets::Emphasis::Primary : widgets::Emphasis::Plain, !last};
}

// To the steps and exercises beside this one. `question`: its button to reveal stands between them.
void draw_way_on(Frame& frame, const teaching::LessonModel& model,
                 const teaching::QuestionModel* question) {
  const style::Style& style = frame.style;
  const auto exercise = teaching::exercise_model(frame.session);
  const bool last = model.step + 1 >= model.steps + model.exercises;
  const float count = question != nullptr || (exercise && !last) ? 3.0F : 2.0F;
  const float width = ImGui::GetContentRegionAvail().x;
  const float each = (width - style.gap * (count - 1.0F)) / count;
  const auto draw = [&](const LessonButton& b) {
    if (widgets::text_button(style, b.id, b.words, each, b.emphasis, b.enabled))
      frame.commands.post(b.command);
  };
  draw({"###lesson-back", tr("‹  Back"), "lesson-back", widgets::Emphasis::Plain, model.step > 0});
  ImGui::SameLine(0, style.gap);
  if (question != nullptr) {
    draw_reveal(frame, *question, tr("Reveal"), each);
    ImGui::SameLine(0, style.gap);
  }
  if (exercise) {
    draw(check_button(*exercise));
    if (last) return;  // nothing comes after it
    ImGui::SameLine(0, style.gap);
  }
  draw(next_button(style, model, exercise && exercise->passed));
}

constexpr std::array kGrabs{ImGuiCol_ScrollbarGrab, ImGuiCol_ScrollbarGrabHovered,
                            ImGuiCol_ScrollbarGrabActive};

// Who gets which part of the height above the buttons.
struct Shares {
  QuestionForm form = QuestionForm::Roomy;
  float text = 0.0F, question = 0.0F;  // the text's is the most that it gets
  bool checks_below = false;           // the question; else they are scrolled to with the text
  bool together = false;               // the answered question is scrolled with the text
};

// The question is always in sight: what has no room beside it is the end of the text.
Shares share_out(const style::Style& style, const teaching::LessonModel& model, float width,
                 float room) {
  const float spacing = ImGui::GetStyle().ItemSpacing.y;
  Shares shares;
  shares.text = room - spacing;
  if (!model.question) return shares;
  const float line = style.text_size * 1.5F;
  shares.question = question_height(style, *model.question, width, shares.form);
  if (shares.question + 4 * line > room) {
    shares.form = QuestionForm::Tight;
    shares.question = question_height(style, *model.question, width, shares.form);
  }
  // An answer is long: rather than a line of the text above it, both are scrolled as one.
  constexpr float kEnoughLines = 5.0F;
  if (model.question->revealed && shares.question + kEnoughLines * line > room) {
    shares.together = true;
    return shares;
  }
  shares.question =
      std::min(shares.question, room - line - 2 * spacing);  // a line of the text is left
  shares.text = room - shares.question - 2 * spacing;
  float checks = 0.0F;
  for (const teaching::CheckModel& check : model.checks)
    checks += check_height(style, check, width);
  shares.checks_below = shares.text - checks > room * 0.5F;
  if (shares.checks_below) shares.text -= checks;
  return shares;
}

void draw_title(const style::Style& style, const std::string& title) {
  widgets::paragraph(
      style, {widgets::Face::Bold, style.text_size * 1.1F, style.pack(style::Role::Text)}, title);
}

// Which of how many; the title stands over the text.
struct Place {
  std::size_t number = 0, count = 0;  // from 1; 0: none
  bool exercise = false;
};
Place place_of(const session::Session& session) {
  const lanescope::lesson::Lesson* lesson = session.lesson();
  if (lesson == nullptr || lesson->steps.empty()) return {};
  if (const lanescope::lesson::Exercise* exercise = session.exercise())
    return {static_cast<std::size_t>(exercise - lesson->exercises.data()) + 1,
            lesson->exercises.size(), true};
  return {session.state().experiment.lesson_step + 1, lesson->steps.size(), false};
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
      "the exercise, or several: a kernel with a gap, which you fill in Source. Check runs it with "
      "several values and names the first thing that is wrong.");
}

std::string LessonPanel::note(const Frame& frame) {
  const Place place = place_of(frame.session);
  if (place.number == 0) return {};
  if (!place.exercise) return say("step {} of {}", place.number, place.count);
  return place.count < 2 ? tr("exercise") : say("exercise {} of {}", place.number, place.count);
}

std::string LessonPanel::brief_note(const Frame& frame) {
  const Place place = place_of(frame.session);
  return place.number == 0 ? std::string() : fmt::format("{} / {}", place.number, place.count);
}

void LessonPanel::draw_text(const style::Style& style, const std::string& text) {
  if (text != parsed_text_ || blocks_.empty()) {
    blocks_ = widgets::markdown::parse_markdown(text);
    parsed_text_ = text;
  }
  widgets::markdown::draw_markdown(style, blocks_);
}

// The answer to a question that was open a frame ago may not fit: its verdict is shown, for the
// frames that it takes to find its height.
QuestionPart LessonPanel::part_to_show(const teaching::LessonModel& model, bool turned) {
  if (!model.question->revealed) {
    open_question_ = model.title;
    return turned ? QuestionPart::Beginning : QuestionPart::AsScrolled;
  }
  if (open_question_ == model.title) frames_to_answer_ = 3;
  open_question_.clear();
  if (turned) frames_to_answer_ = 3;
  if (frames_to_answer_ == 0) return QuestionPart::AsScrolled;
  --frames_to_answer_;
  return QuestionPart::Verdict;
}

// As high as the text, `most` at most. A scroll bar that comes and goes would wrap the text anew
// each time, and come and go for ever: it keeps its place, and is seen where it has something to
// do.
void LessonPanel::begin_text(float most, bool turned) {
  ImGui::SetNextWindowSizeConstraints({0, 0}, {3.0e38F, most});
  if (turned) ImGui::SetNextWindowScroll({0, 0});
  if (!text_scrolls_) {
    for (const ImGuiCol grab : kGrabs) ImGui::PushStyleColor(grab, 0U);
  }
  ImGui::BeginChild("###text", {0, 0},
                    ImGuiChildFlags_AutoResizeY | ImGuiChildFlags_AlwaysAutoResize,
                    ImGuiWindowFlags_AlwaysVerticalScrollbar);
  if (!text_scrolls_) ImGui::PopStyleColor(static_cast<int>(kGrabs.size()));
  text_scrolls_ = ImGui::GetScrollMaxY() > 0.0F;
}

// Below the text, in what is scrolled with it. Once revealed, the answer comes into view: its end
// if all of it can be seen, else its beginning as far as the verdict is seen, too.
void LessonPanel::draw_answer_in_text(Frame& frame, const teaching::QuestionModel& question,
                                      QuestionPart part) {
  const float top = ImGui::GetCursorPosY(), seen = ImGui::GetWindowHeight();
  const float width = ImGui::GetContentRegionAvail().x;
  const float height = question_height(frame.style, question, width, QuestionForm::Tight);
  if (part == QuestionPart::Verdict) {
    const float verdict = top + verdict_end(frame.style, question, width, QuestionForm::Tight);
    const float to = height <= seen ? top + height - seen : std::max(top, verdict - seen);
    ImGui::SetScrollY(std::max(0.0F, to));
  }
  draw_question(frame, question, height, QuestionForm::Tight, QuestionPart::AsScrolled);
}

void LessonPanel::draw_exercise_part(Frame& frame) {
  const auto exercise = teaching::exercise_model(frame.session);
  if (!exercise) return;
  draw_exercise(frame, *exercise, was_checking_ && !exercise->checking);
  was_checking_ = exercise->checking;
}

void LessonPanel::draw_content(Frame& frame) {
  const auto model = teaching::lesson_model(frame.session);
  const style::Style& style = frame.style;
  if (!model) {
    widgets::empty_state(style, tr("No lesson is open. Choose one at the top left: Course."));
    return;
  }
  const float room = ImGui::GetContentRegionAvail().y - widgets::text_button_size(style, "x").y;
  const bool pinned = room > style.text_size * 6;  // else all scrolls
  const teaching::QuestionModel* const question = model->question ? &*model->question : nullptr;
  const float width = ImGui::GetContentRegionAvail().x;
  Shares shares = share_out(style, *model, width, pinned ? room : 3.0e4F);
  const float top = ImGui::GetCursorPosY();
  const bool turned = model->title != shown_title_;
  shown_title_ = model->title;
  // Over a text that is scrolled to its answer the title stays.
  if (shares.together) draw_title(style, model->title);
  if (pinned) begin_text(shares.text - (ImGui::GetCursorPosY() - top), turned);
  if (!shares.together) draw_title(style, model->title);
  draw_text(style, model->text);
  const auto draw_checks = [&] {
    for (const teaching::CheckModel& check : model->checks) draw_check(style, check);
  };
  const QuestionPart part =
      question != nullptr ? part_to_show(*model, turned) : QuestionPart::AsScrolled;
  if (shares.together) draw_answer_in_text(frame, *question, part);
  if (!shares.checks_below) draw_checks();
  draw_exercise_part(frame);
  widgets::draw_scroll_shadows(style);
  if (pinned) ImGui::EndChild();
  if (question != nullptr && !shares.together)
    draw_question(frame, *question, shares.question, shares.form, part);
  if (shares.checks_below) draw_checks();
  if (pinned) ImGui::SetCursorPosY(top + room);
  const bool apart =
      question != nullptr && !question->revealed && shares.form == QuestionForm::Tight;
  draw_way_on(frame, *model, apart ? question : nullptr);
}

}  // namespace lanescope::ui::panels::lesson
