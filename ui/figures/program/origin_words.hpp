#pragma once

#include <string>

#include "lab/program/origin.hpp"
#include "ui/session/session.hpp"

namespace lanescope::ui::figures::program {

// Where an element of the launch on screen had its value from when the launch began, in words;
// empty where the run on screen is no launch of a program, or the array is not one of its.
[[nodiscard]] std::string origin_words(const session::Session& session, const std::string& array,
                                       std::uint64_t index);

}  // namespace lanescope::ui::figures::program
