#pragma once

#include "ui/panels/panel.hpp"
#include "ui/teaching/lesson_model.hpp"

namespace lanescope::ui::panels::lesson {

// The box with the step's question:
//
//   Predict
//   How many wavefronts do all loads of line 12 take?
//   [ 24 ] [ 47 ] [ 94 ] [ 188 ]
//   [ Reveal: play this step   ]
//
// Tight: without its heading, and with the button elsewhere (draw_reveal).
enum class QuestionForm : std::uint8_t { Roomy, Tight };

// How high it is when nothing of it is left out.
[[nodiscard]] float question_height(const style::Style& style,
                                    const teaching::QuestionModel& question, float width,
                                    QuestionForm form);
// How far down its verdict ends.
[[nodiscard]] float verdict_end(const style::Style& style, const teaching::QuestionModel& question,
                                float width, QuestionForm form);
// What of a question that does not fit is shown now.
enum class QuestionPart : std::uint8_t { AsScrolled, Beginning, Verdict };
void draw_question(Frame& frame, const teaching::QuestionModel& question, float height,
                   QuestionForm form, QuestionPart part);
void draw_reveal(Frame& frame, const teaching::QuestionModel& question, std::string_view words,
                 float width);

}  // namespace lanescope::ui::panels::lesson
