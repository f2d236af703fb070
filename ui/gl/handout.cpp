#include "ui/gl/handout.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "lab/experiment/file.hpp"
#include "ui/commands/commands.hpp"
#include "ui/gl/gui_options.hpp"
#include "ui/gl/offscreen.hpp"
#include "ui/gl/studio_session.hpp"
#include "ui/session/recorded_times.hpp"
#include "ui/session/user_files.hpp"
#include "ui/teaching/lesson_model.hpp"
#include "ui/teaching/lesson_words.hpp"
#include "ui/widgets/markdown/markdown_html.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::gl {
namespace {

// Small enough for a panel to be read in half the width of a page.
constexpr int kWidth = 1150, kHeight = 950;
constexpr std::size_t kMostPictures = 2;  // of a step

constexpr const char* kStyle = R"(
body { font: 11pt/1.5 Inter, system-ui, sans-serif; color: #16202b; max-width: 72em;
       margin: 2em auto; padding: 0 1em; }
.step { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 0 2em; }
.step > h2, .step > .question { grid-column: 1 / -1; } .step > .alone { grid-column: 1 / -1; max-width: 44em; }
h1, .summary, .teaching, .answers, .exercise, body > p { max-width: 44em; }
h1 { font-size: 1.9em; margin-bottom: 0; } h2 { margin-top: 2em; font-size: 1.25em; }
.summary { color: #5b6878; }
code, pre { font-family: "JetBrains Mono", monospace; font-size: .9em; }
pre { background: #eef1f5; padding: .7em 1em; border-radius: 6px; white-space: pre-wrap; }
table { border-collapse: collapse; margin: 1em 0; font-size: .95em; } th { text-align: left; }
th, td { padding: .25em .8em .25em 0; border-bottom: 1px solid #d5dbe3; vertical-align: top; }
figure { margin: 1em 0; } img { width: 100%; border: 1px solid #d5dbe3; border-radius: 6px; }
figcaption { color: #5b6878; font-size: .9em; }
.question { border: 1px solid #0072b2; border-radius: 6px; padding: .6em 1em; margin: 1em 0; }
.question b { color: #0072b2; } .teaching { background: #eef1f5; padding: .1em 1em; } .item { text-indent: -1em; } li p { margin: .2em 0; }
ol.choices { list-style: upper-alpha; } ul.goals { list-style: "☐  "; }
figure, .question, .goals { break-inside: avoid; } h2, h3 { break-after: avoid; }
@media print { body { margin: 0; max-width: none; font-size: 9.5pt; } .answers { break-before: page; } }
@media (max-width: 50em) { .step { display: block; } }
)";

std::string paragraphs(const std::string& markdown) {
  return widgets::markdown::html_of(widgets::markdown::parse_markdown(markdown));
}

class Handout {
 public:
  Handout(session::Session& session, const Offscreen& target, HandoutOptions options)
      : session_(session), target_(target), options_(std::move(options)) {}

  Result<std::string> text() {
    const lesson::Lesson& lesson = *session_.lesson();
    out_ = fmt::format(
        "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\"><title>{0}</title>\n"
        "<style>{1}</style>\n<h1>{0}</h1>\n<p class=\"summary\">{2}</p>\n",
        widgets::markdown::html_escaped(lesson.title), kStyle,
        widgets::markdown::html_escaped(lesson.summary));
    if (options_.for_teacher && !lesson.teaching.empty())
      out_ += fmt::format("<div class=\"teaching\"><h2>{}</h2>\n{}</div>\n",
                          widgets::markdown::html_escaped(tr("Teaching this lesson")),
                          paragraphs(lesson.teaching));
    out_ += paragraphs(lesson.introduction);
    for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
      if (auto done = add_step(lesson, i); !done) return done.error();
    }
    if (auto done = add_exercises(lesson); !done) return done.error();
    if (!answers_.empty())
      out_ += fmt::format("<div class=\"answers\"><h2>{}</h2>\n{}</div>\n",
                          widgets::markdown::html_escaped(tr("Answers")), answers_);
    return out_ + "</html>\n";
  }

 private:
  Result<void> command(const std::string& text) {
    if (auto done = commands::execute(session_, text); !done) return done;
    session_.settle();
    if (session_.failure()) return session_.failure()->error;
    return {};
  }

  Result<void> add_step(const lesson::Lesson& lesson, std::size_t index) {
    const lesson::LessonStep& step = lesson.steps[index];
    if (auto done =
            command(fmt::format("lesson id={} step={}", session::quote(lesson.id), index + 1));
        !done)
      return done;
    auto pictures = pictures_of(step, index);
    if (!pictures) return pictures.error();
    out_ += fmt::format("<section class=\"step\"><h2>{}. {}</h2>\n<div{}>{}</div>\n", index + 1,
                        widgets::markdown::html_escaped(step.title),
                        pictures->empty() ? " class=\"alone\"" : "", paragraphs(step.text));
    if (!pictures->empty()) out_ += "<div>" + *pictures + "</div>\n";
    if (step.question) add_question(lesson, *step.question, index);
    out_ += "</section>\n";
    return {};
  }

  // What is to be done, the kernel with its gap, and what is ticked; hints and the solution are the
  // teacher's.
  Result<void> add_exercises(const lesson::Lesson& lesson) {
    for (std::size_t i = 0; i < lesson.exercises.size(); ++i) {
      const lesson::Exercise& exercise = lesson.exercises[i];
      const auto kernel = experiment::read_text(exercise.start.file.string());
      if (!kernel) return kernel.error();
      out_ += fmt::format(
          "<section class=\"exercise\"><h2>{}</h2>\n{}<pre>{}</pre>\n",
          widgets::markdown::html_escaped(say("Exercise {}: {}", i + 1, exercise.title)),
          paragraphs(exercise.text), widgets::markdown::html_escaped(*kernel));
      out_ += list("ul class=\"goals\"", "ul", goals_of(exercise)) + "</section>\n";
      if (!options_.for_teacher) continue;
      const auto solution = experiment::read_text(exercise.solution.file.string());
      if (!solution) return solution.error();
      answers_ += fmt::format("<h3>{}</h3>\n", widgets::markdown::html_escaped(
                                                   say("Exercise {}: {}", i + 1, exercise.title)));
      answers_ += list("ol", "ol", exercise.hints);
      answers_ += "<pre>" + widgets::markdown::html_escaped(*solution) + "</pre>\n";
    }
    return {};
  }

  static std::vector<std::string> goals_of(const lesson::Exercise& exercise) {
    std::vector<std::string> out{tr("Its results are right, at every size it is tried with.")};
    for (const lesson::Exercise::Goal& goal : exercise.goals) out.push_back(goal.text);
    return out;
  }

  static std::string list(const char* begin, const char* end,
                          const std::vector<std::string>& items) {
    if (items.empty()) return {};
    std::string out = fmt::format("<{}>", begin);
    for (const std::string& item : items) {
      out += "<li>" + paragraphs(item) + "</li>";
    }
    return out + fmt::format("</{}>\n", end);
  }

  // Panels that show the machine; what the handout says in words is left out.
  Result<std::string> pictures_of(const lesson::LessonStep& step, std::size_t index) {
    std::string out;
    std::size_t taken = 0;
    for (const std::string& panel : step.panels) {
      if (panel == "lesson" || panel == "help" || panel == "experiment") continue;
      if (taken++ == kMostPictures) break;
      const std::string name = fmt::format("step-{}-{}.png", index + 1, panel);
      if (auto done = command(fmt::format("export-picture panel={} file={}", panel,
                                          session::quote((options_.folder / name).string())));
          !done)
        return done.error();
      (void)draw_shot(session_, target_);
      if (!session_.message().empty()) return bad_input(session_.message());
      out += fmt::format(
          "<figure><img src=\"{0}\" alt=\"{1}\"><figcaption>{2}: {1}</figcaption></figure>\n", name,
          panel, widgets::markdown::html_escaped(session_.rung()->title));
    }
    return out;
  }

  void add_question(const lesson::Lesson& lesson, const lesson::Question& question,
                    std::size_t index) {
    out_ +=
        fmt::format("<div class=\"question\"><b>{}</b>{}",
                    widgets::markdown::html_escaped(tr("Predict")), paragraphs(question.prompt));
    if (const lesson::Claim* claim = lesson.find_claim(question.claim);
        claim != nullptr && claim->tells_times())
      out_ += fmt::format(
          "<p class=\"summary\">{}</p>",
          widgets::markdown::html_escaped(session::claim_recording_words(session_, *claim)));
    const auto open = teaching::lesson_model(session_);
    if (!open || !open->question) return;
    if (!open->question->choices.empty()) out_ += "<ol class=\"choices\">";
    for (const teaching::ChoiceMark& choice : open->question->choices)
      out_ += "<li>" + widgets::markdown::html_escaped(choice.text) + "</li>";
    out_ += open->question->choices.empty() ? "<p>………………</p></div>\n" : "</ol></div>\n";
    if (auto done = commands::execute(session_, "reveal"); !done) return;
    const auto model = teaching::lesson_model(session_);
    if (!model || !model->question) return;
    answers_ += fmt::format("<p><b>{}</b> {}</p>\n",
                            widgets::markdown::html_escaped(say("Step {}.", index + 1)),
                            widgets::markdown::html_escaped(model->question->verdict)) +
                paragraphs(question.explanation);
    if (options_.for_teacher) add_misconceptions(*model->question);
  }

  // By the letters that the choices have.
  void add_misconceptions(const teaching::QuestionModel& question) {
    for (std::size_t i = 0; i < question.choices.size(); ++i) {
      const teaching::ChoiceMark& choice = question.choices[i];
      if (choice.misconception.empty()) continue;
      answers_ +=
          fmt::format("<p class=\"wrong\"><b>{} ({})</b> {}</p>\n", teaching::choice_letter(i),
                      widgets::markdown::html_escaped(choice.text),
                      widgets::markdown::html_escaped(choice.misconception));
    }
  }

  session::Session& session_;
  const Offscreen& target_;
  HandoutOptions options_;
  std::string out_, answers_;
};

}  // namespace

Result<std::filesystem::path> write_handout(const std::string& lesson,
                                            const HandoutOptions& options,
                                            const ports::equipment::Equipment& equipment) {
  std::error_code problem;
  std::filesystem::create_directories(options.folder, problem);
  if (problem) return bad_input(problem.message(), options.folder.string());
  GuiOptions gui;
  gui.lesson = lesson;
  auto opened = open_session(gui, equipment);
  if (!opened) return opened.error();
  session::Session& session = *opened->session;
  auto target = Offscreen::create(kWidth, kHeight);
  if (!target) return target.error();
  for (const char* look : {"theme value=light", "depth value=simple", "reduced-motion value=on"}) {
    if (auto done = commands::execute(session, look); !done) return done.error();
  }
  const auto text = Handout(session, **target, options).text();
  if (!text) return text.error();
  const std::filesystem::path file = options.folder / "index.html";
  if (auto written = session::replace_file(file, *text); !written) return written.error();
  return file;
}

}  // namespace lanescope::ui::gl
