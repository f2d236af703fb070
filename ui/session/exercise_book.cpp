#include "ui/session/exercise_book.hpp"

#include <system_error>

#include <nlohmann/json.hpp>

#include "lab/experiment/file.hpp"
#include "ui/session/session.hpp"
#include "ui/session/user_files.hpp"

namespace lanescope::ui::session {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

fs::path book_file(const fs::path& folder) { return folder / "exercises.json"; }

bool flag(const json& in, const char* key) {
  const auto found = in.find(key);
  return found != in.end() && found->is_boolean() && found->get<bool>();
}

// Null: none.
const std::string* own_text(const Session& session, const std::string& exercise_key) {
  const auto& edits = session.state().experiment.edits;
  const std::string key = edit_key_of(exercise_key);
  for (const std::string& at : {key, key + "/aside"}) {
    if (const auto found = edits.find(at); found != edits.end()) return &found->second;
  }
  return nullptr;
}

}  // namespace

std::string exercise_key(const lesson::Lesson& lesson, const lesson::Exercise& exercise) {
  return exercise.id == lesson::kOnlyExercise ? lesson.id : lesson.id + "/" + exercise.id;
}

std::string edit_key_of(const std::string& exercise_key) {
  if (exercise_key.find('/') != std::string::npos) return exercise_key;
  return exercise_key + "/" + std::string(lesson::kOnlyExercise);
}

ExerciseBook exercise_book(const Session& session) {
  ExerciseBook book;
  for (const auto& [key, mark] : session.state().progress.exercises) {
    if (mark != view::ExerciseMark{}) book[key].mark = mark;
  }
  for (const lesson::Lesson& lesson : session.lessons()) {
    for (const lesson::Exercise& exercise : lesson.exercises) {
      const std::string key = exercise_key(lesson, exercise);
      if (const std::string* own = own_text(session, key)) book[key].text = *own;
    }
  }
  return book;
}

ExerciseBook read_exercise_book(const fs::path& folder) {
  ExerciseBook book;
  if (folder.empty()) return book;
  const auto text = experiment::read_text(book_file(folder).string());
  if (!text) return book;
  const json in = json::parse(*text, nullptr, false);
  if (!in.is_object()) return book;
  for (const auto& [key, entry] : in.items()) {
    if (!entry.is_object()) continue;
    ExerciseEntry& read = book[key];
    read.mark = {flag(entry, "solved"), flag(entry, "solution_seen")};
    const auto own = entry.find("text");
    if (own != entry.end() && own->is_string()) read.text = own->get<std::string>();
  }
  return book;
}

Result<void> write_exercise_book(const fs::path& folder, const ExerciseBook& book) {
  if (folder.empty() || book.empty()) return {};
  std::error_code none;
  fs::create_directories(folder, none);
  ExerciseBook all = read_exercise_book(folder);
  for (const auto& [key, entry] : book) all[key] = entry;
  json out = json::object();
  for (const auto& [key, entry] : all) {
    out[key] = {{"solved", entry.mark.solved},
                {"solution_seen", entry.mark.solution_seen},
                {"text", entry.text}};
  }
  return replace_file(book_file(folder),
                      out.dump(1, ' ', false, json::error_handler_t::replace) + "\n");
}

}  // namespace lanescope::ui::session
