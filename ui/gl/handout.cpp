#include "ui/gl/handout.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "ui/commands/commands.hpp"
#include "ui/gl/gui_options.hpp"
#include "ui/gl/offscreen.hpp"
#include "ui/gl/studio_session.hpp"
#include "ui/session/recorded_times.hpp"
#include "ui/session/user_files.hpp"
#include "ui/teaching/lesson_model.hpp"
#include "ui/teaching/lesson_words.hpp"
#include "ui/widgets/markdown_html.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::gl {
namespace {

// Large enough for a panel to fill the width of a page.
constexpr int kWidth = 1500, kHeight = 1150;
constexpr std::size_t kMostPictures = 2;  // of a step

constexpr const char* kStyle = R"(
body { font: 11pt/1.5 Inter, system-ui, sans-serif; color: #16202b; max-width: 44em;
       margin: 2em auto; padding: 0 1em; }
h1 { font-size: 1.9em; margin-bottom: 0; } h2 { margin-top: 2em; font-size: 1.25em; }
.summary { color: #5b6878; }
code, pre { font-family: "JetBrains Mono", monospace; font-size: .9em; }
pre { background: #eef1f5; padding: .7em 1em; border-radius: 6px; white-space: pre-wrap; }
table { border-collapse: collapse; margin: 1em 0; font-size: .95em; } th { text-align: left; }
th, td { padding: .25em .8em .25em 0; border-bottom: 1px solid #d5dbe3; vertical-align: top; }
figure { margin: 1em 0; } img { width: 100%; border: 1px solid #d5dbe3; border-radius: 6px; }
figcaption { color: #5b6878; font-size: .9em; }
.question { border: 1px solid #0072b2; border-radius: 6px; padding: .6em 1em; margin: 1em 0; }
.question b { color: #0072b2; } .teaching { background: #eef1f5; padding: .1em 1em; } .item { text-indent: -1em; }
ol.choices { list-style: upper-alpha; } section, figure, .question { break-inside: avoid; }
@media print { body { margin: 0; max-width: none; } .answers { break-before: page; } }
)";

std::string paragraphs(const std::string& markdown) {
  return widgets::html_of(widgets::parse_markdown(markdown));
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
        widgets::html_escaped(lesson.title), kStyle, widgets::html_escaped(lesson.summary));
    if (options_.for_teacher && !lesson.teaching.empty())
      out_ += fmt::format("<div class=\"teaching\"><h2>{}</h2>\n{}</div>\n",
                          widgets::html_escaped(tr("Teaching this lesson")),
                          paragraphs(lesson.teaching));
    out_ += paragraphs(lesson.introduction);
    for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
      if (auto done = add_step(lesson, i); !done) return done.error();
    }
    if (!answers_.empty())
      out_ += fmt::format("<div class=\"answers\"><h2>{}</h2>\n{}</div>\n",
                          widgets::html_escaped(tr("Answers")), answers_);
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
    out_ += fmt::format("<section><h2>{}. {}</h2>\n", index + 1, widgets::html_escaped(step.title));
    out_ += paragraphs(step.text) + "</section>\n";
    if (auto done = add_pictures(step, index); !done) return done;
    if (step.question) add_question(lesson, *step.question, index);
    return {};
  }

  // Panels that show the machine; what the handout says in words is left out.
  Result<void> add_pictures(const lesson::LessonStep& step, std::size_t index) {
    std::size_t taken = 0;
    for (const std::string& panel : step.panels) {
      if (panel == "lesson" || panel == "help" || panel == "experiment") continue;
      if (taken++ == kMostPictures) break;
      const std::string name = fmt::format("step-{}-{}.png", index + 1, panel);
      if (auto done = command(fmt::format("export-picture panel={} file={}", panel,
                                          session::quote((options_.folder / name).string())));
          !done)
        return done;
      (void)draw_shot(session_, target_);
      if (!session_.message().empty()) return bad_input(session_.message());
      out_ += fmt::format(
          "<figure><img src=\"{0}\" alt=\"{1}\"><figcaption>{2}: {1}</figcaption></figure>\n", name,
          panel, widgets::html_escaped(session_.rung()->title));
    }
    return {};
  }

  void add_question(const lesson::Lesson& lesson, const lesson::Question& question,
                    std::size_t index) {
    out_ += fmt::format("<div class=\"question\"><b>{}</b>{}", widgets::html_escaped(tr("Predict")),
                        paragraphs(question.prompt));
    if (const lesson::Claim* claim = lesson.find_claim(question.claim);
        claim != nullptr && claim->tells_times())
      out_ += fmt::format("<p class=\"summary\">{}</p>",
                          widgets::html_escaped(session::claim_recording_words(session_, *claim)));
    const auto open = teaching::lesson_model(session_);
    if (!open || !open->question) return;
    if (!open->question->choices.empty()) out_ += "<ol class=\"choices\">";
    for (const teaching::ChoiceMark& choice : open->question->choices)
      out_ += "<li>" + widgets::html_escaped(choice.text) + "</li>";
    out_ += open->question->choices.empty() ? "<p>………………</p></div>\n" : "</ol></div>\n";
    if (auto done = commands::execute(session_, "reveal"); !done) return;
    const auto model = teaching::lesson_model(session_);
    if (!model || !model->question) return;
    answers_ +=
        fmt::format("<p><b>{}</b> {}</p>\n", widgets::html_escaped(say("Step {}.", index + 1)),
                    widgets::html_escaped(model->question->verdict)) +
        paragraphs(question.explanation);
    if (options_.for_teacher) add_misconceptions(*model->question);
  }

  // By the letters that the choices have.
  void add_misconceptions(const teaching::QuestionModel& question) {
    for (std::size_t i = 0; i < question.choices.size(); ++i) {
      const teaching::ChoiceMark& choice = question.choices[i];
      if (choice.misconception.empty()) continue;
      answers_ += fmt::format("<p class=\"wrong\"><b>{} ({})</b> {}</p>\n",
                              teaching::choice_letter(i), widgets::html_escaped(choice.text),
                              widgets::html_escaped(choice.misconception));
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
