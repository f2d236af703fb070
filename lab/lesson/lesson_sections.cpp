#include "lab/lesson/lesson_sections.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

#include <fmt/format.h>
#include <toml++/toml.h>

#include "lab/experiment/file.hpp"

namespace lanescope::lesson {
namespace {

constexpr std::string_view kTeaching = "teaching";  // the section for whoever teaches

// Where the text of a section goes; null: nowhere.
std::string* place_of(const LessonText::Section& section, Lesson* lesson) {
  if (section.id == kTeaching) return &lesson->teaching;
  if (const auto exercise = std::ranges::find(lesson->exercises, section.id, &Exercise::id);
      exercise != lesson->exercises.end())
    return &exercise->text;
  const auto step = std::ranges::find(lesson->steps, section.id, &LessonStep::id);
  if (step == lesson->steps.end()) return nullptr;
  if (step->title.empty()) step->title = section.title;
  return &step->text;
}

Result<void> add_sections(Lesson* lesson, const LessonText& text, const std::string& file) {
  std::map<std::string, double> claims;
  for (const Claim& claim : lesson->claims) claims[claim.id] = claim.value;
  Result<std::string> introduction = insert_claims(text.introduction, claims, file, 1);
  if (!introduction) return introduction.error();
  lesson->introduction = std::move(*introduction);
  std::set<std::string_view> told;
  for (const LessonText::Section& section : text.sections) {
    if (!told.insert(section.id).second) {
      return bad_input(fmt::format("section `{}` stands twice", section.id),
                       fmt::format("{}:{}", file, section.line));
    }
    std::string* place = place_of(section, lesson);
    if (place == nullptr) {
      return bad_input(fmt::format("lesson.toml has no step `{}`", section.id),
                       fmt::format("{}:{}", file, section.line));
    }
    Result<std::string> filled = insert_claims(section.text, claims, file, section.line + 1);
    if (!filled) return filled.error();
    *place = std::move(*filled);
  }
  return {};
}

void take_questions(const toml::table& file, Lesson* lesson) {
  const toml::array* steps = file["step"].as_array();
  if (steps == nullptr || steps->size() != lesson->steps.size()) return;
  for (std::size_t i = 0; i < lesson->steps.size(); ++i) {
    if (!lesson->steps[i].question) continue;
    Question& question = *lesson->steps[i].question;
    const toml::node_view<const toml::node> written =
        toml::node_view<const toml::node>(steps->get(i))["question"];
    question.prompt = written["prompt"].value_or(question.prompt);
    question.explanation = written["explanation"].value_or(question.explanation);
    for (std::size_t k = 0; k < question.misconceptions.size(); ++k)
      question.misconceptions[k] =
          written["misconceptions"][k].value_or(question.misconceptions[k]);
  }
}

}  // namespace

Result<void> read_sections(Lesson* lesson, const std::string& file) {
  const Result<std::string> markdown = experiment::read_text(file);
  if (!markdown) return markdown.error();
  const Result<LessonText> text = split_lesson_text(*markdown, file);
  if (!text) return text.error();
  if (Result<void> added = add_sections(lesson, *text, file); !added) return added;
  const auto silent =
      std::ranges::find_if(lesson->steps, [](const LessonStep& s) { return s.text.empty(); });
  if (silent != lesson->steps.end()) {
    return bad_input(
        fmt::format("step `{}` has no section `## Title {{#{}}}`", silent->id, silent->id), file);
  }
  const auto untold =
      std::ranges::find_if(lesson->exercises, [](const Exercise& e) { return e.text.empty(); });
  if (untold != lesson->exercises.end()) {
    return bad_input(fmt::format("the exercise has no section `## Title {{#{}}}`", untold->id),
                     file);
  }
  return {};
}

Result<LessonText> written_text(const Lesson& lesson) {
  const auto markdown = experiment::read_text(lesson.folder / "lesson.md");
  if (!markdown) return markdown.error();
  return split_lesson_text(*markdown, "lesson.md");
}

Lesson as_written(const Lesson& lesson) {
  Lesson written = lesson;
  const Result<LessonText> text = written_text(lesson);
  const auto table = experiment::read_text(lesson.folder / "lesson.toml");
  if (!text || !table) return written;
  written.introduction = text->introduction;
  for (const LessonText::Section& section : text->sections) {
    if (std::string* place = place_of(section, &written)) *place = section.text;
  }
  try {
    take_questions(toml::parse(*table), &written);
  } catch (const toml::parse_error&) {
    return lesson;  // it was changed since the lesson was read
  }
  return written;
}

}  // namespace lanescope::lesson
