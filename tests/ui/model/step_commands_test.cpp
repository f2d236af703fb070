// Every command of every step of the course, as it is given and as its answer plays it, does
// something at its place: it changes what is looked at, or asks for a panel.

#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "lab/hardware/measurements.hpp"
#include "tests/ui/model/studio.hpp"
#include "ui/session/edit/session_editor.hpp"

namespace lanescope::ui::test {
namespace {

// What has been run since it was emptied; a CommandRunner is a plain function.
struct Ran {
  std::string words;
  bool failed = false, idle = false;
};
std::vector<Ran>& ran() {
  static std::vector<Ran> all;
  return all;
}

Result<void> run_and_note(session::SessionEditor& editor, const session::Command& command) {
  const view::State before = editor.session().state();
  Result<void> done = commands::run_command(editor, command);
  Ran note{command.name, !done, before == editor.session().state()};
  for (const auto& [key, value] : command.arguments) note.words += " " + key + "=" + value;
  ran().push_back(std::move(note));
  return done;
}

// They set what may have been so before the step, by the step before it or by the reader.
bool only_sets(std::string_view words) {
  return words.starts_with("show-array ") || words.starts_with("phase-view ") ||
         words.starts_with("sass ") || words.starts_with("time ");
}

void check(const std::string& where) {
  for (const Ran& one : ran()) {
    EXPECT_FALSE(one.failed) << where << ": " << one.words;
    EXPECT_TRUE(!one.idle || only_sets(one.words))
        << where << ": " << one.words << " changes nothing";
  }
}

TEST(StepCommands, EachDoesSomething) {
  Studio studio(0, {}, nullptr, "fake", run_and_note);
  studio.session().set_measurements(hardware::load_measurements().files);
  std::size_t commands = 0;
  for (const lesson::Lesson& lesson : studio.session().lessons()) {
    for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
      const std::string where = fmt::format("{}, step {}", lesson.id, lesson.steps[i].id);
      studio.run(fmt::format("lesson id={} step={}", lesson.id, i + 1));
      ran().erase(ran().begin());  // that opened it
      commands += ran().size();
      check(where);
      ran().clear();
      if (!lesson.steps[i].question) continue;
      studio.run("reveal");
      ran().erase(ran().begin());
      check(where + ", revealed");
      ran().clear();
    }
  }
  EXPECT_GT(commands, 500U);
}

}  // namespace
}  // namespace lanescope::ui::test
