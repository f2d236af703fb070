#pragma once

#include <string>
#include <vector>

#include "ui/panels/lesson/lesson_question.hpp"
#include "ui/panels/panel.hpp"
#include "ui/teaching/lesson_model.hpp"
#include "ui/widgets/markdown/markdown.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::panels::lesson {

// The lesson's text, its question (predict, then reveal), its checks, and the way on; behind the
// last step its exercises.
class LessonPanel final : public Panel {
 public:
  [[nodiscard]] std::string_view id() const override { return "lesson"; }
  [[nodiscard]] std::string_view title() const override { return tr("Lesson"); }
  [[nodiscard]] std::string_view help() const override;
  [[nodiscard]] std::string_view neighbour() const override { return {}; }
  std::string note(const Frame& frame) override;
  std::string brief_note(const Frame& frame) override;
  void draw_content(Frame& frame) override;

 private:
  void draw_text(const style::Style& style, const std::string& text);

  void begin_text(float most, bool turned);
  static void draw_answer_in_text(Frame& frame, const teaching::QuestionModel& question,
                                  QuestionPart part);
  void draw_exercise_part(Frame& frame);
  QuestionPart part_to_show(const teaching::LessonModel& model, bool turned);

  bool was_checking_ = false;
  // Of which step the question was seen open last, and for how many frames its answer is followed.
  std::string open_question_;
  std::string shown_title_;  // of the step whose text was scrolled
  bool text_scrolls_ = false;
  int frames_to_answer_ = 0;
  std::string parsed_text_;  // cache: the Markdown of this text
  std::vector<widgets::markdown::MarkdownBlock> blocks_;
};

}  // namespace lanescope::ui::panels::lesson
