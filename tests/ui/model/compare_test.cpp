// Compare and Timings on the shipped lessons: two runs at moments that belong together, and their
// counters; figures follow from the kernels.

#include <algorithm>

#include "tests/ui/model/studio.hpp"
#include "ui/panels/compare/compare_model.hpp"
#include "ui/panels/timings/timings_model.hpp"
#include "ui/teaching/hidden_answer.hpp"

namespace lanescope::ui::test {
namespace {

using test::Studio;

const panels::compare::CompareRow* row_of(const panels::compare::CompareModel& model,
                                          std::string_view id) {
  const auto found = std::ranges::find(model.rows, id, &panels::compare::CompareRow::id);
  return found == model.rows.end() ? nullptr : &*found;
}

bool refused(Studio& studio, const std::string& command) {
  return !commands::execute(studio.session(), command);
}

TEST(CounterChange, SaysWhichRunIsBetter) {
  const view::CounterRowKind& fewer = *view::find_counter("warp_instructions");
  EXPECT_EQ(view::change_of(fewer, 16'000, 2'000).ratio, "8.0 × fewer");
  EXPECT_EQ(view::change_of(fewer, 16'000, 2'000).word, "better");
  EXPECT_EQ(view::change_of(fewer, 16'000, 2'000).difference, "−14,000");
  EXPECT_EQ(view::change_of(fewer, 100, 150).ratio, "1.5 × more");
  EXPECT_EQ(view::change_of(fewer, 100, 150).word, "worse");
  EXPECT_EQ(view::change_of(fewer, 100, 0).ratio, "none left");
  EXPECT_EQ(view::change_of(fewer, 0, 100).verdict, -1);
  EXPECT_EQ(view::change_of(fewer, 7, 7).word, "equal");
  EXPECT_EQ(view::change_of(fewer, 1'000, 1'020).ratio, "slightly more");
  const view::CounterRowKind& more = *view::find_counter("occupancy");
  EXPECT_EQ(view::change_of(more, 0.75, 1.0).word, "better");
  EXPECT_EQ(view::change_of(more, 0.75, 1.0).difference, "+25.0 points");
  EXPECT_EQ(view::counter_text(more, 0.75), "75 %");
  EXPECT_EQ(view::counter_text(more, more.value({})), "–") << "without machine code";
  const view::CounterRowKind& neither = *view::find_counter("launches");
  EXPECT_EQ(view::change_of(neither, 1, 8).word, "");
  EXPECT_EQ(view::change_of(neither, 1, 8).verdict, 0);
}

// One block of 64: in five of the six levels two words of a bank are wanted by each of two loads
// and a store; with consecutive threads none are.
TEST(CompareModel, SetsTwoRungsBesideEachOther) {
  Studio studio;
  studio.run("lesson id=reduction; rung id=interleaved-stride; set n=64; set block=64");
  EXPECT_FALSE(panels::compare::compare_model(studio.session()));
  studio.run("compare rung=sequential");
  const auto model = panels::compare::compare_model(studio.session());
  ASSERT_TRUE(model);
  ASSERT_EQ(model->sides.size(), 2U);
  EXPECT_EQ(model->sides[0].title, studio.session().rung()->title);
  EXPECT_EQ(model->sides[1].title, studio.session().lesson()->find_rung("sequential")->title);
  const panels::compare::CompareRow* conflicts = row_of(*model, "shared.bank_conflicts");
  ASSERT_NE(conflicts, nullptr);
  EXPECT_EQ(conflicts->a, "15");
  EXPECT_EQ(conflicts->b, "0");
  EXPECT_EQ(conflicts->change.word, "better");
  EXPECT_EQ(conflicts->role, style::Role::RunB);
  EXPECT_EQ(row_of(*model, "global.atomic.sectors"), nullptr);  // 0 in both
  EXPECT_TRUE(model->complete);
}

TEST(CompareModel, FollowsWhatIsNotFixed) {
  Studio studio;
  studio.run("lesson id=reduction; rung id=sequential; set n=1024; set block=64");
  studio.run("compare block=256");
  const auto block = [&] {
    return studio.session().side().second().run->plan().launches.front().block.x;
  };
  EXPECT_EQ(block(), 256U);
  studio.run("set n=2048");
  EXPECT_EQ(block(), 256U);
  EXPECT_EQ(studio.session().side().second().run->plan().launches.front().grid.x, 8U);
  studio.run("compare rung=interleaved-modulo; set block=128");
  EXPECT_EQ(block(), 128U);
}

TEST(CompareModel, KeepsAPinnedRun) {
  Studio studio;
  studio.run(
      "lesson id=reduction; rung id=interleaved-modulo; set n=64; set block=64; compare pin");
  const auto pinned = studio.session().side().second().run;
  EXPECT_EQ(pinned, studio.session().run());
  studio.run("rung id=sequential; set n=128");
  EXPECT_EQ(studio.session().side().second().run, pinned);
  EXPECT_NE(studio.session().run(), pinned);
  const auto model = panels::compare::compare_model(studio.session());
  ASSERT_TRUE(model && model->sides.size() == 2);
  EXPECT_NE(model->sides[1].title.find("pinned"), std::string::npos);
  studio.run("compare off");
  EXPECT_FALSE(panels::compare::compare_model(studio.session()));
}

TEST(CompareModel, StepsBothTogether) {
  Studio studio;
  studio.run("lesson id=reduction; rung id=interleaved-modulo; set n=64; set block=64");
  studio.run("compare rung=sequential align=phase; goto phase=3");
  const auto phase_of = [](const view::View& view) {
    const auto step = view.shown_step();
    return view::phase_at(*view.trace(), step->launch, step->block, step->tick)->number;
  };
  auto second = panels::compare::second_view(studio.session());
  ASSERT_TRUE(second);
  EXPECT_EQ(phase_of(*second), phase_of(studio.session()));
  studio.run("compare align=tick; goto tick=17");
  EXPECT_EQ(panels::compare::second_view(studio.session())->state().cursor.tick, Tick{17});
  studio.run("compare align=fraction; to-end");
  second = panels::compare::second_view(studio.session());
  EXPECT_EQ(second->state().cursor.tick.value, second->trace()->tick_count());
  studio.run("to-start");
  EXPECT_EQ(panels::compare::second_view(studio.session())->state().cursor.tick, Tick{0});
}

TEST(CompareModel, ARunIsAlignedWithItself) {
  Studio studio;
  studio.run("lesson id=reduction; rung id=sequential; set n=64; set block=64");
  const trace::Trace& trace = *studio.session().trace();
  for (const view::Align align : {view::Align::Tick, view::Align::Phase, view::Align::Fraction})
    for (std::uint64_t tick = 0; tick <= trace.tick_count(); tick += 7)
      EXPECT_EQ(panels::compare::aligned_tick(trace, Tick{tick}, trace, align), Tick{tick})
          << panels::compare::align_words(align);
}

TEST(CompareModel, RefusesWhatIsNotThere) {
  Studio studio;
  EXPECT_TRUE(refused(studio, "compare pin"));
  studio.run("lesson id=reduction; rung id=sequential; set n=64; set block=64");
  for (const char* text : {"compare", "compare rung=nowhere", "compare stride=3", "compare block=7",
                           "compare block=x", "compare align=sideways", "compare picture=none",
                           "sweep parameter=nothing", "sweep counter=nothing"})
    EXPECT_TRUE(refused(studio, text)) << text;
  EXPECT_FALSE(studio.session().state().tools.compare.on);
}

// A block that no SM takes: B is refused, A stays.
TEST(CompareModel, SaysThatTheSecondRunCannotBeMade) {
  Studio studio;
  studio.open(test::pasted(
      "extern \"C\" __global__ void k(int* out) { __shared__ int s[4]; out[threadIdx.x] = s[0]; }",
      "out:i32[2048]=zero", {32, 2, 1}));
  studio.run("compare block=1024");  // 1024 × 2 threads
  const auto model = panels::compare::compare_model(studio.session());
  ASSERT_TRUE(model);
  EXPECT_TRUE(model->failed);
  EXPECT_EQ(model->sides.size(), 1U);
  EXPECT_NE(model->waiting.find("cannot be run"), std::string::npos) << model->waiting;
}

// The third step asks for the wavefronts of shared loads.
TEST(CompareModel, LeavesOutWhatTheQuestionAsksFor) {
  Studio studio;
  studio.run(
      "lesson id=reduction step=3; compare rung=sequential; sweep counter=shared.wavefronts");
  auto model = panels::compare::compare_model(studio.session());
  ASSERT_TRUE(model);
  ASSERT_NE(row_of(*model, "shared.wavefronts"), nullptr);
  EXPECT_EQ(row_of(*model, "shared.wavefronts")->a, teaching::kHiddenAnswerSign);
  EXPECT_EQ(row_of(*model, "shared.bank_conflicts")->b, teaching::kHiddenAnswerSign);
  EXPECT_NE(row_of(*model, "warp_instructions")->a, teaching::kHiddenAnswerSign);
  EXPECT_NE(model->sentence.find("predict first"), std::string::npos) << model->sentence;
  EXPECT_TRUE(panels::timings::timings_model(studio.session())->withheld);
  EXPECT_TRUE(panels::timings::timings_model(studio.session())->bars.empty());
  studio.run("reveal");
  model = panels::compare::compare_model(studio.session());
  EXPECT_NE(row_of(*model, "shared.wavefronts")->a, teaching::kHiddenAnswerSign);
  EXPECT_NE(model->sentence.find("better"), std::string::npos) << model->sentence;
  EXPECT_FALSE(panels::timings::timings_model(studio.session())->withheld);
  EXPECT_FALSE(panels::timings::timings_model(studio.session())->bars.empty());
}

// Every float of both inputs is read once: 2 × 1,024 × 4 bytes are 256 sectors, however the threads
// are grouped.
TEST(TimingsModel, SweepsTheBlockSize) {
  Studio studio;
  studio.run("lesson id=vector-add; reveal; set n=1024; set block=128");
  auto model = panels::timings::timings_model(studio.session());
  ASSERT_TRUE(model);
  EXPECT_TRUE(model->points.empty());
  studio.run("sweep parameter=block counter=global.load.sectors");
  studio.session().complete_ladder();
  model = panels::timings::timings_model(studio.session());
  ASSERT_TRUE(model && !model->running);
  ASSERT_GE(model->points.size(), 5U);
  EXPECT_EQ(model->done, model->points.size());
  for (const panels::timings::TimingsPoint& point : model->points) {
    ASSERT_TRUE(point.number) << point.label;
    EXPECT_EQ(*point.number, 256.0) << point.label;
    EXPECT_EQ(point.here, point.value == 128) << point.label;
  }
  EXPECT_NE(model->sentence.find("256 for every value"), std::string::npos) << model->sentence;
}

// The same numbers as when the value is set by hand.
TEST(TimingsModel, APointIsTheRunItStandsFor) {
  Studio studio;
  studio.run("lesson id=reduction; rung id=sequential; set n=1024; set block=64; sweep");
  studio.session().complete_ladder();
  const auto model = panels::timings::timings_model(studio.session());
  const auto point = std::ranges::find(model->points, 256, &panels::timings::TimingsPoint::value);
  ASSERT_TRUE(point != model->points.end() && point->number);
  studio.run("set block=256");
  EXPECT_EQ(*point->number,
            static_cast<double>(studio.session().run()->counters().warp_instructions));
}

TEST(TimingsModel, IsCancelledAndKeepsWhatIsThere) {
  Studio studio;
  studio.run("lesson id=reduction; rung id=sequential; set n=1024; set block=64; sweep");
  EXPECT_TRUE(panels::timings::timings_model(studio.session())->running);
  studio.run("sweep cancel");
  studio.session().complete_ladder();
  const auto model = panels::timings::timings_model(studio.session());
  EXPECT_FALSE(model->running);
  EXPECT_LT(model->done, session::sweep_steps(studio.session()).size());
}

TEST(TimingsModel, DrawsTheLadderAndInventsNoTimes) {
  Studio studio;
  EXPECT_FALSE(panels::timings::timings_model(studio.session()));
  studio.run("lesson id=reduction; rung id=sequential; set n=1024; set block=64");
  studio.session().complete_ladder();
  const auto model = panels::timings::timings_model(studio.session());
  ASSERT_EQ(model->bars.size(), studio.session().lesson()->rungs.size());
  double largest = 0.0;
  for (const panels::timings::TimingsBar& bar : model->bars) {
    EXPECT_TRUE(bar.there) << bar.id;
    largest = std::max(largest, bar.share);
  }
  EXPECT_DOUBLE_EQ(largest, 1.0);
  EXPECT_NE(model->device.find("no times"), std::string::npos);
}

}  // namespace
}  // namespace lanescope::ui::test
