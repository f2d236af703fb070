#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/result.hpp"
#include "ui/session/exercise_book.hpp"

namespace lanescope::ui::session {

class Session;

// What earlier sessions of the user have left.
struct UserFiles {
  std::filesystem::path folder;              // where it lies, and more of it goes; empty: nowhere
  std::vector<std::string> recent;           // session files, the last one first
  std::string recovery;                      // what a crash has left behind; empty: nothing
  std::map<std::string, std::string> notes;  // the teacher's own, by note_key
  ExerciseBook exercises;
  bool tour_offered = false;  // this is the first start: the tour is to be offered
};

// $XDG_STATE_HOME/lanescope, else ~/.local/state/lanescope; empty when neither is known.
[[nodiscard]] std::filesystem::path user_folder();

// Never leaves half a file behind: written beside and renamed.
[[nodiscard]] Result<void> replace_file(const std::filesystem::path& file, std::string_view text);

// The list of recent session files, last one first; files that are gone are left out.
[[nodiscard]] std::vector<std::string> read_recent(const std::filesystem::path& folder);
// `file` in front, at most ten. With no folder only the list is changed.
void add_recent(const std::filesystem::path& folder, const std::string& file,
                std::vector<std::string>& recent);

// The tour is offered on the first start only: FOLDER/tour-offered.
[[nodiscard]] bool was_tour_offered(const std::filesystem::path& folder);
void note_tour_offered(const std::filesystem::path& folder);

// Writes the session now and then, so that a crash costs seconds. One file a process:
// FOLDER/autosave-PID.json, gone after a proper end.
class Autosave {
 public:
  explicit Autosave(const std::filesystem::path& folder);
  ~Autosave();
  Autosave(const Autosave&) = delete;
  Autosave& operator=(const Autosave&) = delete;

  void update(const Session& session, double seconds);
  [[nodiscard]] const std::filesystem::path& file() const { return file_; }

 private:
  std::filesystem::path file_;
  std::string written_;
  double since_ = 0.0;
};
// The newest file of a process that is no more; empty: none.
[[nodiscard]] std::filesystem::path left_behind(const std::filesystem::path& folder);

}  // namespace lanescope::ui::session
