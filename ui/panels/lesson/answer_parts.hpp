#pragma once

#include "ui/panels/panel.hpp"
#include "ui/teaching/question_model.hpp"

namespace lanescope::ui::panels::lesson {

// A number to type, or what to click on and what was clicked:
//
//   [ Your number      ]          Click a lane.   lane 7
void draw_open_answer(Frame& frame, const teaching::QuestionModel& question);

// The hands of a class, a row for each choice: the vote before it talked, and after.
//
//   [ A  16 ]  ▮▮▮▮▮▮▮▮▮▮▮▮ 12  [−] [+]
//   [ B  32 ]  ▮▮▮▮▮ 5          [−] [+]
//   [ Vote again ] [ Clear ] [ Close ]
//
// After the reveal the bars alone.
void draw_class_vote(Frame& frame, const teaching::QuestionModel& question);
[[nodiscard]] float class_vote_height(const style::Style& style,
                                      const teaching::QuestionModel& question);

}  // namespace lanescope::ui::panels::lesson
