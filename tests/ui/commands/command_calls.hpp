#pragma once

#include <ostream>
#include <string_view>
#include <vector>

// For each row of the command table one or more calls.
namespace lanescope::ui::test {

// What a command changes, of the state or outside of it.
enum class Change {
  Experiment,  // with Marks: what can be taken back
  Marks,
  Cursor,
  Pace,
  Appearance,
  Focus,
  Progress,
  Tools,
  Screen,
  Classroom,
  Tour,
  Files,
  Program,  // which is open, and what is chosen of it
  Run,      // made anew
  Process,  // of a whole program: begun
  Check,    // of an exercise
  Gpu,
  Request,  // of what is outside of the session
  Written,  // a file
  Said      // the words are the message, which is the command's refusal
};

// On the reduction's second step: 64 threads in two warps, branches that split, a question of four
// choices, a barrier interval that has begun. {folder} is a folder of its own, {source} the source
// in the editor with a remark in front.
struct CommandCall {
  std::string_view name;    // of the row
  std::string_view before;  // commands that lead to where it can be given
  std::string_view arguments;
  std::string_view wrong;  // arguments that are refused in the same place; empty: not tried
  Change changes;
};
std::ostream& operator<<(std::ostream& out, const CommandCall& call);

// By the groups of ui/commands/command_groups.def.
[[nodiscard]] std::vector<CommandCall> calls_in_time();
[[nodiscard]] std::vector<CommandCall> calls_of_experiments();
[[nodiscard]] std::vector<CommandCall> calls_of_lessons();
[[nodiscard]] std::vector<CommandCall> calls_of_the_screen();
[[nodiscard]] std::vector<CommandCall> calls_of_files();

// In the place of arguments: that there are none.
inline constexpr std::string_view kWithout = "-";
// Rows whose arguments are the user's own words: none of them can be wrong.
inline constexpr std::string_view kAnyWords[] = {"say", "help"};

}  // namespace lanescope::ui::test
