#pragma once

#include <cstdint>
#include <optional>

#include "ui/session/session.hpp"

namespace lanescope::ui::teaching {

// Of the selection that such a question is answered by: the number of what is selected, or the bank
// or sector where the selected element begins. Empty: nothing, or a number is typed.
[[nodiscard]] std::optional<std::uint32_t> clicked_answer(const session::Session& session,
                                                          lesson::AnswerBy answer_by);

// The selection with the next (`by` 1) or previous (-1) thing that such a question is answered by,
// so that keys answer too; the first one where none is selected, none beyond the last one.
[[nodiscard]] std::optional<view::Selection> neighbour_answer(const session::Session& session,
                                                              lesson::AnswerBy answer_by, int by);

}  // namespace lanescope::ui::teaching
