#include "ui/session/exercise_book.hpp"

#include <system_error>

#include <nlohmann/json.hpp>

#include "lab/experiment/file.hpp"
#include "ui/session/session.hpp"
#include "ui/session/user_files.hpp"

namespace lanescope::ui {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

fs::path book_file(const fs::path& folder) { return folder / "exercises.json"; }

bool flag(const json& in, const char* key) {
  const auto found = in.find(key);
  return found != in.end() && found->is_boolean() && found->get<bool>();
}

}  // namespace

ExerciseBook exercise_book(const Session& session) {
  ExerciseBook book;
  for (const auto& [lesson, mark] : session.state().progress.exercises) {
    if (mark != ExerciseMark{}) book[lesson].mark = mark;
  }
  const auto& edits = session.state().experiment.edits;
  for (const lab::Lesson& lesson : session.lessons()) {
    const std::string key = lesson.id + "/" + std::string(lab::kExerciseRung);
    for (const std::string& at : {key, key + "/aside"}) {
      const auto found = edits.find(at);
      if (found == edits.end()) continue;
      book[lesson.id].text = found->second;
      break;
    }
  }
  return book;
}

ExerciseBook read_exercise_book(const fs::path& folder) {
  ExerciseBook book;
  if (folder.empty()) return book;
  const auto text = lab::read_text(book_file(folder).string());
  if (!text) return book;
  const json in = json::parse(*text, nullptr, false);
  if (!in.is_object()) return book;
  for (const auto& [lesson, entry] : in.items()) {
    if (!entry.is_object()) continue;
    ExerciseEntry& read = book[lesson];
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
  for (const auto& [lesson, entry] : book) all[lesson] = entry;
  json out = json::object();
  for (const auto& [lesson, entry] : all) {
    out[lesson] = {{"solved", entry.mark.solved},
                   {"solution_seen", entry.mark.solution_seen},
                   {"text", entry.text}};
  }
  return replace_file(book_file(folder),
                      out.dump(1, ' ', false, json::error_handler_t::replace) + "\n");
}

}  // namespace lanescope::ui
