#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ui/view/relative_moment.hpp"

namespace lanescope::ui::view {

// Where playing stops, and where run-to-breakpoint leads: a source line, and when.
struct Breakpoint {
  std::uint32_t line = 0;
  std::string condition;  // a LaneExpression; empty: each visit of the line
  friend bool operator==(const Breakpoint&, const Breakpoint&) = default;
};

// A moment with a note. Kept as a place, so that it means something after a slider has moved.
struct Bookmark {
  RelativeMoment place;
  std::string note;  // may be empty
  friend bool operator==(const Bookmark&, const Bookmark&) = default;
};

// What the user has put down in a run.
struct Marks {
  std::vector<Breakpoint> breakpoints;  // by line, at most one each
  std::vector<Bookmark> bookmarks;      // in the order of time
  std::vector<std::string> watches;     // LaneExpressions, in the order in which they are shown
  friend bool operator==(const Marks&, const Marks&) = default;
};

}  // namespace lanescope::ui::view
