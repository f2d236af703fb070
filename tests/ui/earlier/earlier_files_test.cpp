// Sessions, saved runs and traces of the version that README.md names.

#include <algorithm>
#include <filesystem>
#include <fstream>

#include <unistd.h>

#include "lab/experiment/base64.hpp"
#include "lab/experiment/file.hpp"
#include "lab/run/saved_run.hpp"
#include "sim/trace/reader.hpp"
#include "tests/ui/model/studio.hpp"

namespace lanescope::ui::test {
namespace {

constexpr const char* kFolder = "tests/ui/earlier/";

std::vector<std::byte> bytes_of(const std::string& name) {
  auto text = experiment::read_text(kFolder + name + ".base64");
  EXPECT_TRUE(text) << name;
  if (!text) return {};
  std::erase(*text, '\n');
  auto bytes = experiment::from_base64(*text);
  EXPECT_TRUE(bytes) << name;
  return bytes.value_or(std::vector<std::byte>{});
}

// A saved run as a user has it: in a file, gone afterwards.
class OpenedRun {
 public:
  explicit OpenedRun(const std::string& name)
      : file_(std::filesystem::temp_directory_path() / (std::to_string(::getpid()) + "-" + name)) {
    EXPECT_TRUE(experiment::write_file(file_.string(), bytes_of(name)));
    studio_.run("open file=" + file_.string());
  }
  ~OpenedRun() { std::filesystem::remove(file_); }
  OpenedRun(const OpenedRun&) = delete;
  OpenedRun& operator=(const OpenedRun&) = delete;
  [[nodiscard]] session::Session& session() { return studio_.session(); }

 private:
  std::filesystem::path file_;
  Studio studio_;
};

TEST(EarlierFiles, ASessionOpensAsItWas) {
  Studio studio;
  studio.run(std::string("open file=") + kFolder + "session.lanescope");
  const view::State& state = studio.session().state();
  EXPECT_EQ(state.experiment.lesson, "reduction");
  EXPECT_EQ(state.experiment.rung, "sequential");
  EXPECT_EQ(state.experiment.lesson_step, 3U);
  EXPECT_EQ(state.experiment.values, (lesson::ParameterValues{{"block", 64}, {"n", 128}}));
  EXPECT_EQ(state.experiment.machine.policy, engine::Policy::Ipdom);
  EXPECT_EQ(state.experiment.input, "const:2");
  EXPECT_EQ(state.experiment.window.count, 2U);
  EXPECT_TRUE(studio.session().source_text().starts_with("// changed\n"));
  EXPECT_EQ(state.cursor.tick, Tick{33});
  EXPECT_EQ(state.marks.breakpoints, (std::vector<view::Breakpoint>{{13, "lane < 4"}}));
  ASSERT_EQ(state.marks.bookmarks.size(), 1U);
  EXPECT_EQ(state.marks.bookmarks.front().note, "a \"quoted\" note");
  EXPECT_EQ(view::tick_at(*studio.session().trace(), state.marks.bookmarks.front().place),
            Tick{33});
  EXPECT_EQ(state.marks.watches, std::vector<std::string>{"threadIdx.x"});
  EXPECT_EQ(state.appearance.theme, view::Theme::Light);
  EXPECT_EQ(state.appearance.heat, "shared.bank_conflicts");
  EXPECT_EQ(state.appearance.array, "s");
  EXPECT_EQ(state.pace.steps_per_second, 12.0);
  EXPECT_EQ(state.focus.panel, "shared-memory");
  EXPECT_EQ(studio.session().message(), "");
  // Its run is there: breakpoints stop it.
  studio.run("to-start; next-break");
  EXPECT_EQ(studio.session().run()->plan().launches.front().block.x, 64U);
  EXPECT_GT(state.cursor.tick, Tick{0});
}

// The numbers are those of that version's report of it.
TEST(EarlierFiles, ASavedRunIsTheSameRunAgain) {
  OpenedRun opened("run.lanerun");
  EXPECT_EQ(opened.session().message(), "");
  ASSERT_NE(opened.session().run(), nullptr);
  const events::Counters counters = opened.session().run()->counters();
  EXPECT_EQ(counters.warp_instructions, 506U);
  EXPECT_EQ(counters.thread_instructions, 12802U);
  EXPECT_EQ(counters.branches, 90U);
  EXPECT_EQ(counters.divergent_branches, 19U);
  EXPECT_EQ(counters.barriers, 42U);
  EXPECT_EQ(counters.global_load.sectors, 17U);
  EXPECT_EQ(opened.session().trace()->tick_count(), 336U);
}

// Races are told since then: the run is another one, and the user is told.
TEST(EarlierFiles, OfASavedRunItIsToldWhatDiffers) {
  OpenedRun opened("swap.lanerun");
  ASSERT_NE(opened.session().trace(), nullptr);
  EXPECT_FALSE(opened.session().trace()->hazards().empty());
  EXPECT_NE(opened.session().message().find("told something else"), std::string::npos)
      << opened.session().message();
}

void expect_same_step(const trace::Trace& a, const trace::Trace& b, Tick tick) {
  const trace::Step x = a.step(tick), y = b.step(tick);
  EXPECT_EQ(x.launch, y.launch);
  EXPECT_EQ(x.block, y.block);
  EXPECT_EQ(x.warp, y.warp);
  EXPECT_EQ(x.pc, y.pc);
  EXPECT_EQ(x.active, y.active);
  EXPECT_EQ(x.executed, y.executed);
  EXPECT_EQ(x.machine_step, y.machine_step);
  const auto of_a = a.accesses(tick), of_b = b.accesses(tick);
  ASSERT_EQ(of_a.size(), of_b.size());
  for (std::size_t i = 0; i < of_a.size(); ++i) {
    EXPECT_EQ(of_a[i].space, of_b[i].space);
    EXPECT_EQ(of_a[i].lanes, of_b[i].lanes);
    for (std::size_t lane = 0; lane < 32; ++lane) {
      if ((of_a[i].lanes >> lane & 1) != 0) {
        EXPECT_EQ(of_a[i].addresses[lane], of_b[i].addresses[lane]) << lane;
      }
    }
  }
}

TEST(EarlierFiles, ATraceIsThatOfARunOfToday) {
  const std::vector<std::byte> bytes = bytes_of("run.trace");
  const auto read = trace::read(bytes);
  ASSERT_TRUE(read) << read.error().text();
  const trace::Trace& trace = **read;
  OpenedRun opened("run.lanerun");
  const trace::Trace& today = *opened.session().trace();
  ASSERT_EQ(trace.tick_count(), today.tick_count());
  for (std::uint64_t tick = 0; tick < trace.tick_count(); ++tick)
    expect_same_step(trace, today, Tick{tick});
  EXPECT_EQ(trace.counters(), today.counters());
  EXPECT_EQ(trace.phases().size(), today.phases().size());
  EXPECT_EQ(trace.marks().size(), today.marks().size());
  EXPECT_EQ(trace.digest(), today.digest());
  // What that version wrote down of it, in its saved run.
  const auto saved = run::read_saved_run(bytes_of("run.lanerun"), "run");
  ASSERT_TRUE(saved) << saved.error().text();
  EXPECT_EQ(saved->ticks, trace.tick_count());
  EXPECT_TRUE(trace.has_digest(saved->digest));
  EXPECT_FALSE(trace.has_digest(saved->digest + 1));
}

}  // namespace
}  // namespace lanescope::ui::test
