// Host source, Launches, Problems and Output of a whole program at every size and scale, and what
// they say. On a saved program, so that no nvcc is asked.

#include <filesystem>

#include "lab/experiment/file.hpp"
#include "tests/ui/panels/contract.hpp"
#include "tests/ui/panels/saved_program_on_screen.hpp"
#include "ui/figures/program/compiler_errors.hpp"
#include "ui/figures/program/host_source.hpp"
#include "ui/figures/program/launch_list.hpp"
#include "ui/figures/program/problem_list.hpp"
#include "ui/panels/host_source/host_source.hpp"
#include "ui/panels/launches/launches.hpp"
#include "ui/panels/output/output.hpp"
#include "ui/panels/problems/problems.hpp"
#include "ui/session/saved_session.hpp"

namespace lanescope::ui::figures::program {
namespace {

using panels::host_source::HostSourcePanel;
using panels::launches::LaunchesPanel;
using panels::problems::ProblemsPanel;
using runtime::record::ProblemKind;

class ProgramLists : public test::SavedProgramOnScreen {
 protected:
  [[nodiscard]] lanescope::program::SavedProgram program() {
    return *studio_.session().open_program();
  }
  static bool shows(const std::string& words, panels::Panel& panel,
                    const session::Session& session) {
    test::Stage stage({700, 400, 1.0F, true, false});
    stage.draw(panel, session);
    return std::ranges::any_of(stage.labels().labels(), [&](const widgets::Label& label) {
      return label.text.find(words) != std::string::npos;
    });
  }
};

TEST_F(ProgramLists, Everywhere) {
  const auto all = test::some_panels<HostSourcePanel, LaunchesPanel, ProblemsPanel>;
  test::check_everywhere(all, studio_.session(), "no program");
  EXPECT_FALSE(LaunchesPanel().suits(studio_.session()));
  open();
  EXPECT_TRUE(LaunchesPanel().suits(studio_.session()));
  test::check_everywhere(all, studio_.session(), "first launch");
  studio_.run("launch index=1");
  test::check_everywhere(all, studio_.session(), "second launch");
}

// 2 blocks of a warp, 19 instructions each; it ran without counters (tests/lab/program_sample.hpp).
TEST_F(ProgramLists, ALaunchIsToldByWhatItDid) {
  open();
  auto saved = program();
  const auto rows = launch_rows(saved);
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[1].title, "add #2");
  EXPECT_EQ(rows[1].shape, "2 · 32");
  EXPECT_EQ(rows[1].steps, "38");
  EXPECT_EQ(rows[1].conflicts, "–");
  events::Counters& total = saved.run.record.launches[1].total;
  total.warp_instructions = 4;
  total.thread_instructions = 64;  // half of 4 · 32
  total.shared_load.bank_conflicts = 1'200;
  total.shared_store.bank_conflicts = 34;
  EXPECT_EQ(launch_rows(saved)[1].conflicts, "1,234");
  EXPECT_EQ(launch_rows(saved)[1].efficiency, "50 %");
}

TEST_F(ProgramLists, ALineSaysWhatItDid) {
  open();
  auto saved = program();
  saved.sources = {{"add.cu", std::string(40, '\n')}};
  auto& record = saved.run.record;
  const auto note = [&](std::uint32_t line) {
    const HostSource source = host_source(saved, "add.cu");
    EXPECT_EQ(source.lines.size(), 40U);
    return source.lines.at(line - 1).note;
  };
  EXPECT_EQ(note(21), "256 B");
  EXPECT_EQ(note(32), "launch 1");
  EXPECT_EQ(note(20), "");
  record.launches[1].place.line = 32;
  EXPECT_EQ(note(32), "2 launches");
  record.calls[1].name = "cudaMemcpyAsync";
  record.calls[1].issue->works.front().pageable = true;
  EXPECT_EQ(note(22), "pageable: the host waits");
  record.problems = {{ProblemKind::UncheckedError, events::Severity::Warning, {"add.cu", 22}, "w"},
                     {ProblemKind::BadCopy, events::Severity::Error, {"add.cu", 22}, "e"}};
  EXPECT_EQ(note(22), "a copy of the wrong bytes") << "the graver one";
  const auto lines = host_source(saved, "add.cu").lines;
  EXPECT_EQ(lines[31].launch, std::optional<std::size_t>(0));
  EXPECT_EQ(lines[20].call, std::optional<std::size_t>(0));
  EXPECT_FALSE(lines[10].call);
  EXPECT_TRUE(host_source(saved, "other.cu").lines.empty());
}

TEST_F(ProgramLists, ErrorsComeFirst) {
  open();
  auto saved = program();
  saved.run.record.problems = {
      {ProblemKind::Leak, events::Severity::Note, {"add.cu", 21}, "d_a was never freed"},
      {ProblemKind::BadCopy, events::Severity::Error, {"add.cu", 22}, "too many bytes"}};
  const auto rows = problem_rows(saved);
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0].what, "a copy of the wrong bytes");
  EXPECT_EQ(rows[0].severity, "error");
  EXPECT_EQ(rows[0].place, "add.cu:22");
  EXPECT_EQ(rows[0].call, std::optional<std::size_t>(1));
  EXPECT_EQ(rows[1].what, "never freed");
}

TEST_F(ProgramLists, OutputSaysHowTheProgramEnded) {
  open();
  panels::output::OutputPanel panel;
  EXPECT_TRUE(shows("exit status 3", panel, studio_.session()));
}

// Typed text stays with the session until it is saved or taken back.
TEST_F(ProgramLists, EditsAreKeptInTheSessionAndSavedWhenAsked) {
  const std::string folder = ::testing::TempDir();
  const std::string source = folder + "lanescope-edit-" + std::to_string(::getpid()) + ".cu";
  const std::string kept = source + ".lanescope";
  open();
  EXPECT_TRUE(commands::execute(studio_.session(), "program-text text=x").error().message.size())
      << "a saved program has no file";
  session::SavedSession saved = session::saved_session(studio_.session());
  saved.program = {source, "64", "int main() { return 1; }\n"};
  ASSERT_TRUE(experiment::write_text(kept, session::session_text(saved)));
  studio_.run("open file=" + session::quote(kept));
  EXPECT_EQ(studio_.session().state().program.edited, saved.program.text);
  EXPECT_EQ(studio_.session().state().program.arguments, "64");
  EXPECT_TRUE(HostSourcePanel().suits(studio_.session()));
  EXPECT_EQ(session::saved_session(studio_.session()).program, saved.program);
  studio_.run("edit-program");
  test::check_everywhere(test::some_panels<HostSourcePanel>, studio_.session(), "editor");
  studio_.run("program-text text=\"int main() {}\"; save-program");
  EXPECT_EQ(*experiment::read_text(source), "int main() {}");
  EXPECT_FALSE(studio_.session().state().program.edited);
  std::filesystem::remove(source);
  std::filesystem::remove(kept);
}

TEST(CompilerErrors, AreThoseOfTheFile) {
  const auto errors = compiler_errors(
      "/tmp/x/heat.cu(12): error: identifier \"n\" is undefined\n    n = 1;\n"
      "/tmp/x/heat.cu(13): warning #177-D: never used\n"
      "other.cu(3): error: expected a \";\"\n"
      "heat.cu:7:5: error: 'y' was not declared\n1 error detected\n",
      "heat.cu");
  ASSERT_EQ(errors.size(), 2U);
  EXPECT_EQ(errors[0].line, 12U);
  EXPECT_EQ(errors[0].words, "identifier \"n\" is undefined");
  EXPECT_EQ(errors[1].line, 7U);
  EXPECT_EQ(errors[1].words, "'y' was not declared");
}

}  // namespace
}  // namespace lanescope::ui::figures::program
