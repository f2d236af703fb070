#pragma once

#include <algorithm>
#include <array>
#include <regex>
#include <set>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "tests/ui/studio/screen.hpp"
#include "ui/teaching/lesson_model.hpp"
#include "ui/teaching/lesson_words.hpp"

// Words wider than their rectangles, in the steps of the lessons.
namespace lanescope::ui::test {

struct Look {
  float width, height;
  const char* script;
};
inline constexpr std::array<Look, 4> kLessonLooks{{{1024, 768, "scale value=1"},
                                                   {1280, 720, "scale value=1"},
                                                   {1024, 768, "scale value=2.5"},
                                                   {1280, 720, "scale value=2.5"}}};

class LessonLabels {
 public:
  // Leads through a lesson and its exercises, of which the first is checked; `look_at` is called at
  // each place. What does not compile has no run to look at.
  template <typename Visit>
  void walk(const lesson::Lesson& lesson, Visit look_at) {
    const std::size_t places = lesson.steps.size() + lesson.exercises.size();
    for (std::size_t i = 0; i < places; ++i) {
      const bool exercise = i >= lesson.steps.size();
      if (exercise && lesson.exercises[i - lesson.steps.size()].told_by == lesson::ToldBy::Compiler)
        continue;
      open(lesson, i);
      look_at(i);
      if (i == lesson.steps.size()) {
        screen_.model().run("exercise-check");
        look_at(i);
      } else if (!exercise && lesson.steps[i].question) {
        screen_.model().run("reveal");
        look_at(i);
      }
    }
  }
  void open(const lesson::Lesson& lesson, std::size_t step) {
    screen_.model().run(fmt::format("lesson id={} step={}", lesson.id, step + 1));
  }
  void wear(const Look& look) {
    ImGui::GetIO().DisplaySize = {look.width, look.height};
    screen_.model().run(look.script);
    screen_.frames(5);
  }
  void bring(const std::string& panel) {
    screen_.model().run("panel id=" + panel);
    screen_.frames(3);
  }
  void check(const Look& look) {
    EXPECT_GT(screen_.labels().labels().size(), 3U);
    for (const widgets::Label& label : screen_.labels().labels()) {
      if (label.room_x <= 0.0F || label.room_y <= 0.0F) continue;
      if (label.width <= label.room_x + 1.0F && label.height <= label.room_y + 4.0F) continue;
      too_wide_.insert(fmt::format(
          "{}, step {}, {} x {}, {}: {} ({:.0f} of {:.0f})", session().state().experiment.lesson,
          session().state().experiment.lesson_step + 1, look.width, look.height, look.script,
          label.text, label.width, label.room_x));
    }
  }
  // Labels that tell what the question on screen asks, "8 wavefronts", outside of the lesson's
  // text. Reveals the answer.
  void check_answer() {
    const lesson::Question& question = *session().step()->question;
    const std::string metric = question.claim.empty()
                                   ? question.metric
                                   : session().lesson()->find_claim(question.claim)->metric;
    bring("device");  // where the lesson stood
    std::set<std::string> shown;
    for (const widgets::Label& label : screen_.labels().labels()) shown.insert(label.text);
    screen_.model().run("reveal");
    const auto model = teaching::lesson_model(session());
    ASSERT_TRUE(model && model->question && model->question->found);
    const std::string answer = teaching::claim_number(*model->question->found);
    for (const auto& [field, noun] : kNouns) {
      if (metric.find(field) == std::string::npos) continue;
      const std::regex telling(fmt::format(
          "(^|[^0-9.,]){0} ([a-z]+ )?{1}|launch [0-9]+ of {0}($|[^0-9.,])", answer, noun));
      for (const std::string& text : shown) {
        if (std::regex_search(text, telling))
          told_.insert(
              fmt::format("{}, step {}, asks for {} = {}: {}", session().state().experiment.lesson,
                          session().state().experiment.lesson_step + 1, metric, answer, text));
      }
      break;
    }
  }
  void report() const {
    std::string all;
    for (const std::string& one : too_wide_) all += one + "\n";
    EXPECT_EQ(all, "");
    std::string told;
    for (const std::string& one : told_) told += one + "\n";
    EXPECT_EQ(told, "");
  }
  [[nodiscard]] session::Session& session() { return screen_.session(); }

 private:
  Screen screen_{1280, 720};
  // What a metric's field is called in the panels, the more telling one first.
  static constexpr std::array<std::pair<const char*, const char*>, 8> kNouns{
      {{"sectors", "sector"},
       {"wavefronts", "wavefront"},
       {"divergent_branches", "(split|diverge)"},
       {"barriers", "barrier"},
       {"launches", "launch"},
       {"blocks_per_sm", "block"},
       {"warps_per_sm", "(of 64 )?warps"},
       {"requests", "(request|load)"}}};
  std::set<std::string> too_wide_, told_;
};

}  // namespace lanescope::ui::test
