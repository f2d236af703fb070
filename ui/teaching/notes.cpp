#include "ui/teaching/notes.hpp"

#include <algorithm>
#include <system_error>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "lab/experiment/file.hpp"
#include "ui/session/recorded_times.hpp"
#include "ui/session/user_files.hpp"
#include "ui/teaching/lesson_words.hpp"
#include "ui/teaching/question_model.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::teaching {
namespace {

namespace fs = std::filesystem;

fs::path notes_file(const fs::path& folder) { return folder / "notes.json"; }

}  // namespace

std::string note_key(const session::Session& session) {
  if (session.lesson() == nullptr) return {};
  if (session.exercise() != nullptr) return session.lesson()->id + "/" + session.exercise()->id;
  const lesson::LessonStep* step = session.step();
  return step == nullptr ? std::string{} : fmt::format("{}/{}", session.lesson()->id, step->id);
}

std::map<std::string, std::string> read_notes(const fs::path& folder) {
  std::map<std::string, std::string> notes;
  if (folder.empty()) return notes;
  const auto text = experiment::read_text(notes_file(folder).string());
  if (!text) return notes;
  const auto json = nlohmann::json::parse(*text, nullptr, false);
  if (!json.is_object()) return notes;
  for (const auto& [key, value] : json.items()) {
    if (value.is_string()) notes.emplace(key, value.get<std::string>());
  }
  return notes;
}

Result<void> write_notes(const fs::path& folder, const std::map<std::string, std::string>& notes) {
  if (folder.empty()) return {};
  std::error_code none;
  fs::create_directories(folder, none);
  const nlohmann::json json(notes);
  using Handler = nlohmann::json::error_handler_t;
  return session::replace_file(notes_file(folder),
                               json.dump(2, ' ', false, Handler::replace) + "\n");
}

std::optional<NotesModel> notes_model(const session::Session& session) {
  const lesson::Lesson* lesson = session.lesson();
  const std::string key = note_key(session);
  if (key.empty()) return std::nullopt;
  NotesModel model;
  const auto& notes = session.state().progress.notes;
  if (const auto found = notes.find(key); found != notes.end()) model.note = found->second;
  const lesson::LessonStep* step = session.step();
  model.teaching = lesson->teaching;
  const std::size_t number = session.state().experiment.lesson_step + std::size_t{1};
  const std::size_t behind = number - std::min(number, lesson->steps.size());
  const bool another = number >= lesson->steps.size() && behind < lesson->exercises.size();
  if (another) model.next = say("Exercise: {}", lesson->exercises[behind].title);
  if (step == nullptr) {
    model.place = lesson->exercises.size() < 2 ? say("{}, exercise", lesson->title)
                                               : say("{}, exercise {} of {}", lesson->title, behind,
                                                     lesson->exercises.size());
    return model;
  }
  model.place = say("{}, step {} of {}", lesson->title, number, lesson->steps.size());
  if (step->question) {
    const auto answer = answer_to(session);
    model.prompt = without_code_marks(step->question->prompt);
    const lesson::Claim* claim = lesson->find_claim(step->question->claim);
    if (claim != nullptr && claim->tells_times())
      model.prompt += " " + session::claim_recording_words(session, *claim);
    model.answer = answer ? claim_number(*answer) : tr("The run is not there yet.");
    model.explanation = without_code_marks(step->question->explanation);
    for (const ChoiceMark& choice : question_model(session, *step->question, step->id).choices) {
      if (!choice.misconception.empty())
        model.misconceptions.push_back(say("{}: {}", choice.text, choice.misconception));
    }
  }
  if (number < lesson->steps.size()) model.next = lesson->steps[number].title;
  return model;
}

}  // namespace lanescope::ui::teaching
