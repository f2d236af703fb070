// Where time goes: its shares add up, whatever they are by, and stand at the line that waits.

#include <algorithm>
#include <numeric>

#include "tests/ui/model/studio.hpp"
#include "ui/figures/sass_cycles.hpp"
#include "ui/figures/stalls/stalls_model.hpp"
#include "ui/figures/stalls/stalls_rows.hpp"
#include "ui/figures/time_state.hpp"
#include "ui/session/cycles.hpp"
#include "ui/session/line_cycles.hpp"
#include "ui/session/source_model.hpp"
#include "ui/view/heat_choice.hpp"

namespace lanescope::ui::figures::stalls {
namespace {

using test::Studio;
using timing::Reason;

constexpr const char* kStrided =
    "lesson id=reduction; rung id=interleaved-stride; set n=1024; set block=256";

const run::ModelTime& time_of(Studio& studio) {
  return *session::shown_time(studio.session())->time;
}
std::int64_t sum_of(const std::vector<StallRow>& rows) {
  return std::accumulate(rows.begin(), rows.end(), std::int64_t{0},
                         [](std::int64_t sum, const StallRow& row) { return sum + row.cycles; });
}
bool sinks(const std::vector<StallRow>& rows) {
  return std::ranges::is_sorted(rows, std::greater<>{}, &StallRow::cycles);
}

TEST(TimeState, SaysWhyThereIsNoTime) {
  Studio studio;
  EXPECT_NE(why_no_time(studio.session()), "");
  EXPECT_FALSE(stalls_model(studio.session()));
  studio.run(kStrided);
  EXPECT_NE(why_no_time(studio.session()).find("not modelled now"), std::string::npos);
  studio.run("time value=on");
  EXPECT_EQ(why_no_time(studio.session()), "");
  studio.run("time value=off");
  EXPECT_NE(why_no_time(studio.session()), "");
}

TEST(TimeState, ARunThatDoesNotFinishHasNone) {
  Studio studio;
  studio.open(test::pasted("extern \"C\" __global__ void k(int* out) { while (true) *out = 1; }",
                           "out:i32[1]=zero", {32, 1, 1}));
  studio.run("time value=on");
  EXPECT_NE(why_no_time(studio.session()).find("did not finish"), std::string::npos)
      << why_no_time(studio.session());
}

TEST(Stalls, EachChoiceHasAllCyclesOfWarps) {
  Studio studio;
  studio.run(std::string(kStrided) + "; time value=on");
  const std::int64_t all = time_of(studio).stalls().sum();
  ASSERT_GT(all, 0);
  for (const char* by : {"reason", "line", "unit"}) {
    studio.run(std::string("stalls by=") + by);
    const auto model = stalls_model(studio.session());
    ASSERT_TRUE(model) << by;
    EXPECT_EQ(sum_of(model->rows), all) << by;
    EXPECT_TRUE(sinks(model->rows)) << by;
    EXPECT_FALSE(model->sentence.empty()) << by;
    for (const StallRow& row : model->rows) {
      EXPECT_GT(row.cycles, 0) << row.name;
      EXPECT_NEAR(row.share, static_cast<double>(row.cycles) / static_cast<double>(all), 1e-9);
      std::int64_t parts = 0;
      for (const timing::ReasonPart& part : row.parts) parts += part.cycles;
      EXPECT_EQ(parts, row.cycles) << row.name;
    }
  }
}

// Warps of a block wait for the last of them before the barrier, whatever they did before.
TEST(Stalls, TheBarriersLineWaitsForTheOtherWarps) {
  Studio studio;
  studio.run(std::string(kStrided) + "; time value=on; stalls by=line");
  const auto model = stalls_model(studio.session());
  ASSERT_TRUE(model);
  std::int64_t at_barriers = 0;
  for (const StallRow& row : model->rows)
    for (const timing::ReasonPart& part : row.parts)
      if (part.reason == Reason::barrier) {
        EXPECT_EQ(row.name, "__syncthreads();");
        EXPECT_NE(row.detail.find("BAR"), std::string::npos) << row.detail;
        EXPECT_EQ(row.most, "barrier");
        at_barriers += part.cycles;
      }
  EXPECT_EQ(at_barriers, time_of(studio).stalls()[Reason::barrier]);
  EXPECT_GT(at_barriers, 0);
}

TEST(Stalls, TheSentenceIsOfTheSelectedLine) {
  Studio studio;
  studio.run(std::string(kStrided) + "; time value=on; stalls by=line");
  const auto first = stalls_model(studio.session());
  const auto last = std::ranges::find_if(first->rows.rbegin(), first->rows.rend(),
                                         [](const StallRow& row) { return row.line != 0; });
  ASSERT_NE(last, first->rows.rend());
  EXPECT_NE(first->sentence.find("stands longest at line"), std::string::npos);
  studio.run("select line=" + std::to_string(last->line));
  const auto model = stalls_model(studio.session());
  EXPECT_NE(model->sentence.find("at line " + std::to_string(last->line) + ","), std::string::npos)
      << model->sentence;
  EXPECT_EQ(std::ranges::count(model->rows, true, &StallRow::selected), 1);
}

TEST(Stalls, OtherWarpsAreTheBarrier) {
  Studio studio;
  studio.run(std::string(kStrided) + "; time value=on; stalls by=unit");
  const auto model = stalls_model(studio.session());
  const auto row = std::ranges::find(model->rows, "other warps", &StallRow::name);
  ASSERT_NE(row, model->rows.end());
  EXPECT_EQ(row->cycles, time_of(studio).stalls()[Reason::barrier]);
  for (const timing::ReasonPart& part : row->parts) EXPECT_EQ(part.reason, Reason::barrier);
}

TEST(Stalls, ShareOfAHundred) {
  EXPECT_EQ(of_hundred(0.46), "46");
  EXPECT_EQ(of_hundred(0.456), "46");
  EXPECT_EQ(of_hundred(0.0451), "4.5");
  EXPECT_EQ(of_hundred(0.09), "9");
  EXPECT_EQ(of_hundred(0.0), "0");
  EXPECT_EQ(of_hundred(1.0), "100");
  EXPECT_EQ(percent(0.0451), "4.5 %");
}

TEST(Stalls, TheMainReasonIsNoIssue) {
  timing::ReasonCycles cycles;
  EXPECT_EQ(main_reason(cycles), Reason::selected);
  cycles[Reason::selected] = 50;
  EXPECT_EQ(main_reason(cycles), Reason::selected);
  cycles[Reason::wait] = 2;
  cycles[Reason::barrier] = 3;
  EXPECT_EQ(main_reason(cycles), Reason::barrier);
}

TEST(Stalls, ADrawingHasEachRowAndTheSentence) {
  Studio studio;
  studio.run(std::string(kStrided) + "; time value=on");
  const auto model = stalls_model(studio.session());
  for (const bool dark : {true, false}) {
    const std::string svg = stalls_svg(*model, dark);
    EXPECT_TRUE(svg.starts_with("<svg ")) << svg.substr(0, 20);
    for (const StallRow& row : model->rows)
      EXPECT_NE(svg.find(">" + row.name + "<"), std::string::npos) << row.name;
    EXPECT_NE(svg.find("Of 100 cycles"), std::string::npos);
  }
}

// The source's gutter and the machine code beside it.
TEST(CyclesAsHeat, AreThoseOfTheLines) {
  Studio studio;
  studio.run(std::string(kStrided) + "; time value=on; heat counter=cycles");
  EXPECT_EQ(view::shown_heat(studio.session()), view::kCyclesHeat);
  const session::SourceModel source = session::source_model(studio.session());
  std::int64_t of_lines = 0, hottest = 0;
  for (const session::LineCycles& line : session::cycles_by_line(studio.session())) {
    if (line.line == 0) continue;
    EXPECT_EQ(source.lines.at(line.line - 1).heat, static_cast<std::uint64_t>(line.cycles.sum()));
    of_lines += line.cycles.sum();
    hottest = std::max(hottest, line.cycles.sum());
  }
  EXPECT_GT(of_lines, 0);
  std::uint64_t sum = 0;
  for (const session::SourceLine& line : source.lines) {
    sum += line.heat;
    EXPECT_LE(line.share, 1.0);
  }
  EXPECT_EQ(sum, static_cast<std::uint64_t>(of_lines));
}

TEST(CyclesAsHeat, AreThereWhereTimeIs) {
  Studio studio;
  studio.run(kStrided);
  const auto refused = commands::execute(studio.session(), "heat counter=cycles");
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("time value=on"), std::string::npos);
  const std::uint64_t before = session::source_key(studio.session());
  studio.run("time value=on; heat counter=cycles");
  EXPECT_NE(session::source_key(studio.session()), before);
  studio.run("time value=off");
  EXPECT_EQ(view::shown_heat(studio.session()), "shared.wavefronts");
  EXPECT_EQ(view::heat_after(view::kUsualHeats.back().counter, true), view::kCyclesHeat);
  EXPECT_EQ(view::heat_after(view::kCyclesHeat, true), view::kUsualHeats.front().counter);
}

TEST(CyclesAsHeat, RowsOfMachineCodeAreThePcsOfTheProgram) {
  Studio studio;
  studio.run(std::string(kStrided) + "; time value=on; sass value=on");
  const auto& listing = studio.session().listing().get();
  ASSERT_NE(listing, nullptr);
  const SassModel sass = sass_model(studio.session(), *listing);
  ASSERT_EQ(sass.problem, "");
  const auto cycles = sass_cycles(studio.session(), sass);
  ASSERT_EQ(cycles.size(), sass.rows.size());
  const auto& program =
      *session::shown_time(studio.session())->machine_code->plan->launches[0].program;
  std::uint32_t pc = 0;
  for (const SassRow& row : sass.rows) {
    if (row.is_label) continue;
    EXPECT_EQ(program.text_at(Pc{pc}), row.text);
    ++pc;
  }
  EXPECT_EQ(pc, program.size());
  std::int64_t by_pc = 0;
  for (const timing::ReasonCycles& one : time_of(studio).launches[0].by_pc) by_pc += one.sum();
  EXPECT_EQ(std::accumulate(cycles.begin(), cycles.end(), std::uint64_t{0}),
            static_cast<std::uint64_t>(by_pc));
}

}  // namespace
}  // namespace lanescope::ui::figures::stalls
