#pragma once

#include <string>
#include <string_view>

#include "ui/session/session.hpp"

namespace lanescope::ui::teaching {

// Whether the run on screen is the one that the claim speaks of.
[[nodiscard]] bool is_about_run_on_screen(const session::Session& session,
                                          const lesson::Claim& claim);
// Of a check or a goal: says that it is about the PTX where the metric is.
[[nodiscard]] std::string sentence_about(const std::string& sentence, std::string_view metric);
// A question's text as panels show it: they have no second typeface for `code`.
[[nodiscard]] std::string without_code_marks(std::string text);
// "94", "0.75", "1,024".
[[nodiscard]] std::string claim_number(double value);

}  // namespace lanescope::ui::teaching
