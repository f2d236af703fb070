#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "sim/base/result.hpp"

namespace lanescope::ui::session {
class Session;
}  // namespace lanescope::ui::session

namespace lanescope::ui::teaching {

// What the teacher sees and the class does not: own words for each step of each lesson, kept in
// FOLDER/notes.json by "lesson/step".
[[nodiscard]] std::string note_key(const session::Session& session);  // empty: no step is open
[[nodiscard]] std::map<std::string, std::string> read_notes(const std::filesystem::path& folder);
// With no folder nothing is kept.
[[nodiscard]] Result<void> write_notes(const std::filesystem::path& folder,
                                       const std::map<std::string, std::string>& notes);

struct NotesModel {
  std::string place;   // "Reduction, step 3 of 8"
  std::string note;    // own words
  std::string prompt;  // the step's question; empty: none
  std::string answer;  // "190 (the run on screen)"
  std::string explanation;
  std::vector<std::string> misconceptions;  // "16: what it would mean"
  std::string teaching;                     // of the whole lesson, Markdown
  std::string next;                         // title of what follows; empty: nothing does
};
// Empty without a lesson.
[[nodiscard]] std::optional<NotesModel> notes_model(const session::Session& session);

}  // namespace lanescope::ui::teaching
