// Walks the command table: every row is given where it can be, and once wrongly. Afterwards the
// session is consistent, what undo takes back can be taken back, and what a file keeps is kept.

#include <algorithm>
#include <memory>
#include <set>

#include <fmt/format.h>

#include "tests/ui/commands/call_folder.hpp"
#include "tests/ui/commands/command_calls.hpp"
#include "tests/ui/commands/consistency.hpp"
#include "tests/ui/model/studio.hpp"
#include "ui/session/saved_session.hpp"

namespace lanescope::ui::test {
namespace {}  // namespace

std::ostream& operator<<(std::ostream& out, const CommandCall& call) {
  return out << call.before << "; " << call.name << ' ' << call.arguments;
}

namespace {

std::vector<CommandCall> all_calls() {
  std::vector<CommandCall> all;
  for (const auto& some : {calls_in_time(), calls_of_experiments(), calls_of_lessons(),
                           calls_of_the_screen(), calls_of_files()})
    all.insert(all.end(), some.begin(), some.end());
  return all;
}

// A row that is added is to be called here, and refused once if it has arguments.
TEST(CommandCalls, AreThereForEveryRowOfTheTable) {
  std::set<std::string_view> called, refused;
  for (const CommandCall& call : all_calls()) {
    EXPECT_NE(commands::find_command(call.name), nullptr) << call.name << " is no command";
    called.insert(call.name);
    if (!call.wrong.empty()) refused.insert(call.name);
  }
  for (const commands::CommandRow& row : commands::command_table()) {
    EXPECT_TRUE(called.contains(row.name)) << "no call of " << row.name;
    if (!row.arguments.empty() && std::ranges::find(kAnyWords, row.name) == std::end(kAnyWords)) {
      EXPECT_TRUE(refused.contains(row.name)) << "no wrong call of " << row.name;
    }
  }
}

class EveryCommand : public ::testing::TestWithParam<CommandCall> {
 protected:
  void SetUp() override {
    const CommandCall& call = GetParam();
    studio_ = std::make_unique<Studio>(
        0, call.changes == Change::Gpu ? std::string(LANESCOPE_GPU_TEST_WORKER) : std::string());
    session().set_panels(
        {"lesson", "source", "warps", "arrays", "grid", "compare", "help", "program"});
    session::UserFiles left;
    left.folder = folder_.path() / "user";
    if (call.name.ends_with("recover") || call.name.starts_with("discard")) {
      studio_->run(filled("lesson id=scan; save file={folder}/left.lanescope"));
      left.recovery = filled("{folder}/left.lanescope");
    }
    left.tour_offered = call.name == "tour-decline";
    session().take_up(std::move(left));
    studio_->run("lesson id=reduction step=2");
    studio_->run(filled(call.before));
  }
  [[nodiscard]] session::Session& session() { return studio_->session(); }

  [[nodiscard]] std::string filled(std::string_view script) {
    std::string text(script);
    const std::pair<std::string_view, std::string> known[] = {
        {"{folder}", folder_.path().string()},
        {"{source}", session::quote("// changed\n" + session().source_text())}};
    for (const auto& [name, value] : known) {
      for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name))
        text.replace(at, name.size(), value);
    }
    return text;
  }
  Result<void> give(std::string_view arguments) {
    return commands::execute(
        session(),
        filled(fmt::format("{} {}", GetParam().name, arguments == kWithout ? "" : arguments)));
  }
  static void expect_well(const std::vector<std::string>& faults) {
    for (const std::string& fault : faults) ADD_FAILURE() << fault;
  }

  CallFolder folder_;
  std::unique_ptr<Studio> studio_;
};

// What can be seen of a session; compared before and after a command.
struct Seen {
  explicit Seen(const session::Session& s, const CallFolder& folder)
      : state(s.state()),
        saved(session::session_text(session::saved_session(s))),
        files(folder.contents()),
        run(s.run() == nullptr ? 0 : s.run()->id),
        asked(s.requests().any()),
        running(s.program_process().running()),
        checked(s.exercise_check().key()),
        surveyed(s.gpu().survey().has_value()) {}
  view::State state;
  std::string saved, files;
  std::uint64_t run;
  bool asked, running;
  std::string checked;
  bool surveyed;
};

bool differ(const Seen& a, const Seen& b, Change what) {
  const view::State &x = a.state, &y = b.state;
  switch (what) {
    case Change::Experiment:
      return x.experiment != y.experiment && a.saved != b.saved;
    case Change::Marks:
      return x.marks != y.marks && a.saved != b.saved;
    case Change::Pace:
      return x.pace != y.pace && a.saved != b.saved;
    case Change::Appearance:
      return x.appearance != y.appearance && a.saved != b.saved;
    case Change::Focus:
      return x.focus != y.focus && a.saved != b.saved;
    case Change::Cursor:
      return x.cursor != y.cursor;
    case Change::Progress:
      return x.progress != y.progress;
    case Change::Tools:
      return x.tools != y.tools;
    case Change::Screen:
      return x.screen != y.screen;
    case Change::Classroom:
      return x.classroom != y.classroom;
    case Change::Tour:
      return x.tour != y.tour;
    case Change::Files:
      return x.files != y.files;
    case Change::Program:
      return x.program != y.program;
    case Change::Run:
      return a.run != b.run;
    case Change::Process:
      return !a.running && b.running;
    case Change::Check:
      return a.checked != b.checked;
    case Change::Gpu:
      return !a.surveyed && b.surveyed;
    case Change::Request:
      return !a.asked && b.asked;
    case Change::Written:
      return a.files != b.files;
    case Change::Said:
      return true;
  }
  return false;
}

TEST_P(EveryCommand, DoesWhatItSaysAndLeavesTheSessionConsistent) {
  const CommandCall& call = GetParam();
  const Seen before(session(), folder_);
  const session::SavedExperiment experiment = session::saved_experiment(session().state());
  const auto done = give(call.arguments);
  if (call.changes == Change::Said) {
    ASSERT_FALSE(done);
    EXPECT_EQ(session().message(), call.arguments.substr(call.arguments.find('=') + 1));
  } else {
    ASSERT_TRUE(done) << done.error().text();
    EXPECT_EQ(session().message(), "");
  }
  const Seen at_once(session(), folder_);
  session().settle();
  if (call.changes == Change::Gpu || call.changes == Change::Check) session().complete_ladder();
  const Seen after(session(), folder_);
  EXPECT_TRUE(differ(before, at_once, call.changes) || differ(before, after, call.changes))
      << "nothing has changed";
  EXPECT_EQ(session().failure(), std::nullopt);

  expect_well(check_moment(session()));
  expect_well(check_run(session()));
  const session::SavedExperiment changed = session::saved_experiment(session().state());
  const bool undoable = call.changes == Change::Experiment || call.changes == Change::Marks;
  EXPECT_EQ(changed != experiment, undoable);
  if (undoable && call.name != "undo") {
    EXPECT_TRUE(commands::execute(session(), "undo")) << "it can't be taken back";
    session().settle();
    EXPECT_TRUE(session::saved_experiment(session().state()) == experiment) << "undo";
    EXPECT_TRUE(commands::execute(session(), "redo"));
    session().settle();
    EXPECT_TRUE(session::saved_experiment(session().state()) == changed) << "redo";
  }
  expect_well(check_undo(session()));
  Studio second;
  expect_well(check_saved(session(), second.session(), filled("{folder}/check.lanescope")));
  expect_well(check_moment(second.session()));
}

class EveryWrongCommand : public EveryCommand {};

TEST_P(EveryWrongCommand, IsRefusedInWordsAndChangesNothing) {
  const Seen before(session(), folder_);
  const auto done = give(GetParam().wrong);
  ASSERT_FALSE(done);
  EXPECT_GT(done.error().text().size(), 10U);
  EXPECT_EQ(session().message(), done.error().text());
  session().settle();
  const Seen after(session(), folder_);
  EXPECT_TRUE(after.state == before.state) << "the state has changed";
  EXPECT_EQ(after.files, before.files);
  EXPECT_EQ(after.asked, before.asked);
  EXPECT_EQ(after.run, before.run);
}

std::string name_of(const ::testing::TestParamInfo<CommandCall>& call) {
  std::string name = fmt::format("{}_{}", call.param.name, call.index);
  std::ranges::replace(name, '-', '_');
  return name;
}
std::vector<CommandCall> wrong_calls() {
  std::vector<CommandCall> wrong = all_calls();
  std::erase_if(wrong, [](const CommandCall& call) { return call.wrong.empty(); });
  return wrong;
}
INSTANTIATE_TEST_SUITE_P(Table, EveryCommand, ::testing::ValuesIn(all_calls()), name_of);
INSTANTIATE_TEST_SUITE_P(Table, EveryWrongCommand, ::testing::ValuesIn(wrong_calls()), name_of);

}  // namespace
}  // namespace lanescope::ui::test
