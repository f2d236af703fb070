// Modelled time of a reduction on screen: Cycles, Schedulers and SMs, against the history and the
// timing that they are drawn of.

#include <algorithm>
#include <map>

#include "tests/ui/model/studio.hpp"
#include "ui/commands/panel_drawings.hpp"
#include "ui/figures/cycles/cycle_words.hpp"
#include "ui/figures/cycles/cycles_picture.hpp"
#include "ui/figures/cycles/schedulers_picture.hpp"
#include "ui/figures/cycles/sms_picture.hpp"
#include "ui/figures/time_state.hpp"
#include "ui/session/cycles.hpp"

namespace lanescope::ui::figures::cycles {
namespace {

using test::Studio;
using timing::Reason;
using timing::Stretch;

// Eight warps in one block.
constexpr const char* kTimed =
    "lesson id=reduction; rung id=interleaved-stride; set block=256; set n=256; to-start; "
    "time value=on";

HistoryIndex index_of(Studio& studio) {
  return HistoryIndex(session::shown_time(studio.session())->history);
}

const timing::Timing& timing_of(Studio& studio) {
  return session::shown_time(studio.session())->time->launches.front();
}

TEST(NoTime, SaysWhy) {
  Studio studio;
  EXPECT_NE(why_no_time(studio.session()), "");
  studio.run("lesson id=reduction; rung id=interleaved-stride");
  EXPECT_NE(why_no_time(studio.session()).find("not modelled now"), std::string::npos);
  studio.run("time value=on");
  EXPECT_EQ(why_no_time(studio.session()), "");
}

TEST(NoTime, ARunThatDoesNotFinishHasNone) {
  Studio studio;
  studio.open(test::pasted(
      "extern \"C\" __global__ void k(int* out) {\n  out[threadIdx.x * 1000] = 1;\n}\n",
      "out:i32[32]=zero", {32, 1, 1}));
  studio.run("time value=on");
  EXPECT_NE(why_no_time(studio.session()).find("did not finish"), std::string::npos);
}

TEST(CyclesModel, ARowAWarpWithoutGaps) {
  Studio studio;
  studio.run(kTimed);
  const HistoryIndex index = index_of(studio);
  for (const std::size_t most : {16U, 300U, 1'000'000U}) {
    const auto model = cycles_model(studio.session(), index, most);
    ASSERT_TRUE(model);
    ASSERT_EQ(model->rows.size(), 8U);
    EXPECT_EQ(model->rows[3].name, "warp 3");
    for (std::size_t row = 0; row < 8; ++row) {
      const auto& bars = model->rows[row].bars;
      EXPECT_LE(bars.size(), 2 * most + 2);
      EXPECT_EQ(bars.front().begin, index.history().warps[row].begin());
      EXPECT_EQ(bars.back().end, index.history().warps[row].end());
      for (std::size_t i = 1; i < bars.size(); ++i) EXPECT_EQ(bars[i].begin, bars[i - 1].end);
    }
  }
}

// With room for every cycle each stretch is a bar of its own.
TEST(CyclesModel, NothingIsFoldedWhereThereIsRoom) {
  Studio studio;
  studio.run(kTimed);
  const HistoryIndex index = index_of(studio);
  const auto model = cycles_model(studio.session(), index, 1'000'000);
  for (std::size_t row = 0; row < model->rows.size(); ++row) {
    const auto& stretches = index.history().warps[row].stretches;
    ASSERT_EQ(model->rows[row].bars.size(), stretches.size());
    for (std::size_t i = 0; i < stretches.size(); ++i) {
      EXPECT_EQ(model->rows[row].bars[i].reason, stretches[i].reason);
      EXPECT_FALSE(model->rows[row].bars[i].folded);
    }
  }
}

TEST(CyclesModel, AFoldedBarIsWhatPrevails) {
  Studio studio;
  studio.run(kTimed);
  const HistoryIndex index = index_of(studio);
  const auto model = cycles_model(studio.session(), index, 20);
  std::size_t folded = 0;
  for (std::uint32_t row = 0; row < model->rows.size(); ++row) {
    for (const CycleBar& bar : model->rows[row].bars) {
      if (!bar.folded) continue;
      ++folded;
      std::map<Reason, int> cycles;
      for (std::int64_t at = bar.begin; at < bar.end; ++at)
        ++cycles[index.history().warps[row].at(at)->reason];
      for (const auto& [reason, count] : cycles)
        EXPECT_LE(count, cycles[bar.reason]) << bar.begin << " to " << bar.end;
    }
  }
  EXPECT_GT(folded, 0U);
}

TEST(CyclesModel, ReasonsAddUpToTheTimings) {
  Studio studio;
  studio.run(kTimed);
  const auto model = cycles_model(studio.session(), index_of(studio), 100);
  const timing::ReasonCycles& stalls = timing_of(studio).stalls;
  double sum = 0.0;
  for (const ReasonShare& one : model->reasons) {
    sum += one.share;
    EXPECT_NEAR(one.share,
                static_cast<double>(stalls[one.reason]) / static_cast<double>(stalls.sum()), 1e-9)
        << reason_title(one.reason);
  }
  EXPECT_NEAR(sum, 1.0, 1e-9);
}

TEST(CyclesModel, ShowsTheWindowThatWasChosen) {
  Studio studio;
  studio.run(kTimed);
  studio.run("cycles from=1000 to=1200");
  EXPECT_EQ(shown_window(studio.session()), (Window{1000, 1200}));
  const auto model = cycles_model(studio.session(), index_of(studio), 400);
  for (const CycleRow& row : model->rows)
    for (const CycleBar& bar : row.bars) {
      EXPECT_GE(bar.begin, 1000);
      EXPECT_LE(bar.end, 1200);
    }
  studio.run("cycles");
  EXPECT_EQ(shown_window(studio.session()).span(), index_of(studio).history().cycles);
}

// Warp 0 alone adds in the last steps: it loads from shared memory while seven warps wait.
TEST(CyclesModel, SaysWhoWaitsForWhat) {
  Studio studio;
  studio.run(kTimed);
  const HistoryIndex index = index_of(studio);
  const auto& stretches = index.history().warps.front().stretches;
  const auto last = std::find_if(stretches.rbegin(), stretches.rend(), [](const Stretch& s) {
    return s.reason == Reason::short_scoreboard;
  });
  ASSERT_NE(last, stretches.rend());
  const std::string words = place_words(studio.session(), index, 0, last->begin);
  EXPECT_NE(words.find("Warp 0 asked in cycle"), std::string::npos) << words;
  EXPECT_NE(words.find("LDS"), std::string::npos) << words;
  EXPECT_NE(words.find("gets it in " + cycle_text(last->end)), std::string::npos) << words;
  EXPECT_NE(words.find("(line "), std::string::npos) << words;
}

TEST(CyclesModel, TheSentenceCountsTheOthers) {
  Studio studio;
  studio.run(kTimed);
  const HistoryIndex index = index_of(studio);
  const std::string words = moment_words(studio.session(), index, index.history().cycles / 2);
  std::map<Reason, int> others;
  const std::uint32_t focus = focus_warp(studio.session(), index, index.history().cycles / 2);
  for (std::uint32_t i = 0; i < index.history().warps.size(); ++i)
    if (const Stretch* s = index.history().warps[i].at(index.history().cycles / 2);
        s != nullptr && i != focus)
      ++others[s->reason];
  for (const auto& [reason, count] : others)
    EXPECT_NE(words.find(std::to_string(count) + " " + reason_title(reason)), std::string::npos)
        << words;
}

// The teaching machine has two SMs, so that blocks follow each other.
TEST(CyclesModel, BlocksThatFollowShareRows) {
  Studio studio;
  studio.run(
      "lesson id=reduction; rung id=sequential; set block=1024; set n=16384; to-start; "
      "time value=on machine=tiny");
  ASSERT_EQ(why_no_time(studio.session()), "");
  const HistoryIndex index = index_of(studio);
  ASSERT_GT(index.blocks(), 2U);
  EXPECT_LE(index.rows().size(), 64U);
  const auto model = cycles_model(studio.session(), index, 300);
  EXPECT_TRUE(model->rows[1].name.starts_with("block ")) << model->rows[1].name;
  const auto arrivals = [](const CycleRow& row) { return !row.arrivals.empty(); };
  EXPECT_TRUE(std::ranges::any_of(model->rows, arrivals));
}

TEST(CyclesPicture, NothingLiesOutside) {
  Studio studio;
  studio.run(kTimed);
  const auto model = cycles_model(studio.session(), index_of(studio), 200);
  const CyclesPicture picture = cycles_picture(*model, {640, 400, 15, 12.5F, 1});
  EXPECT_LE(picture.height, 400.0F);
  EXPECT_EQ(picture.legend.size(), model->reasons.size());
  for (const Box& box : picture.boxes) {
    EXPECT_GE(box.left, 0.0F);
    EXPECT_LE(box.right, 641.0F);
    EXPECT_LE(box.bottom, picture.height + 0.5F);
  }
  const auto& entry = picture.legend.back();
  EXPECT_EQ(picture.legend_at(entry.left + 1, entry.top + 1)->reason, entry.reason.reason);
}

TEST(SchedulersModel, IssuesAreTheTimings) {
  Studio studio;
  studio.run(kTimed);
  const HistoryIndex index = index_of(studio);
  for (const std::size_t most : {10U, 200U, 1'000'000U}) {
    const auto model = schedulers_model(studio.session(), index, most);
    ASSERT_TRUE(model);
    ASSERT_EQ(model->rows.size(), 4U);
    std::int64_t issued = 0;
    double shares = 0.0;
    for (const SchedulerRow& row : model->rows) {
      issued += row.issued;
      for (const UsedSlot& one : row.used)
        shares += one.share * static_cast<double>(one.end - one.begin);
    }
    EXPECT_EQ(issued, timing_of(studio).instructions);
    EXPECT_NEAR(shares, static_cast<double>(issued), 1e-6);
  }
}

TEST(SchedulersModel, SaysHowManySlotsAreUsed) {
  Studio studio;
  studio.run(kTimed);
  const HistoryIndex index = index_of(studio);
  const auto model = schedulers_model(studio.session(), index, 200);
  const std::string begin = "Of " + cycle_text(index.history().cycles) + " cycles scheduler " +
                            std::to_string(model->spoken_of) + " issues in " +
                            cycle_text(model->rows[model->spoken_of].issued);
  EXPECT_TRUE(model->sentence.starts_with(begin)) << model->sentence;
  EXPECT_NE(model->sentence.find("2 warps to choose from"), std::string::npos) << model->sentence;
}

TEST(SchedulersModel, TellsWhoseTurnItWas) {
  Studio studio;
  studio.run(kTimed);
  const HistoryIndex index = index_of(studio);
  const Issue issue = index.issues(2, 0, index.history().cycles).front();
  const std::string words = slot_words(studio.session(), index, 2, issue.cycle);
  EXPECT_NE(words.find("arp " + std::to_string(issue.warp) + " issues "), std::string::npos)
      << words;
}

TEST(SmsModel, OneBlockLeavesTheOtherSmsEmpty) {
  Studio studio;
  studio.run(kTimed);
  const auto model = sms_model(studio.session(), 20);
  ASSERT_TRUE(model);
  ASSERT_EQ(model->rows.size(), 1U);
  EXPECT_EQ(model->rows[0].blocks.size(), 1U);
  EXPECT_EQ(model->places, 1U);
  EXPECT_TRUE(model->sentence.starts_with("1 block on 132 SMs: 131 SMs get none."))
      << model->sentence;
}

// Every block is in one place at a time, and there are no more places than fit on an SM.
TEST(SmsModel, BlocksArriveAndLeave) {
  Studio studio;
  studio.run(
      "lesson id=reduction; rung id=sequential; set block=1024; set n=16384; to-start; "
      "time value=on machine=tiny");
  const auto model = sms_model(studio.session(), 20);
  ASSERT_TRUE(model);
  EXPECT_EQ(model->rows.size(), 2U);
  EXPECT_LE(model->places,
            session::shown_time(studio.session())->work->launches[0].shape.resident_blocks);
  std::size_t blocks = 0;
  for (const SmRow& row : model->rows) {
    blocks += row.blocks.size();
    for (std::size_t i = 0; i < row.blocks.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        if (row.blocks[i].place == row.blocks[j].place) {
          EXPECT_GE(row.blocks[i].begin, row.blocks[j].end);
        }
  }
  EXPECT_EQ(blocks, timing_of(studio).blocks.size());
  const auto folded = sms_model(studio.session(), 1);
  ASSERT_EQ(folded->rows.size(), 1U);
  EXPECT_EQ(sm_title(folded->rows[0]), "SMs 0–1");
  EXPECT_EQ(folded->rows[0].blocks.size(), blocks);
}

TEST(Window, ZoomsAroundAPlaceAndStaysInside) {
  const Window half = zoomed({0, 1000}, 1000, 250.0, 0.5);
  EXPECT_EQ(half.span(), 500);
  EXPECT_EQ(half.first, 125);
  EXPECT_EQ(zoomed({0, 1000}, 1000, 990.0, 0.001).span(), 16);
  EXPECT_EQ(zoomed({100, 200}, 1000, 150.0, 100.0), (Window{0, 1000}));
  EXPECT_EQ(moved({100, 200}, 1000, -500), (Window{0, 100}));
  EXPECT_EQ(moved({100, 200}, 1000, 5000), (Window{900, 1000}));
}

TEST(Drawings, AreOfTheSameSentences) {
  Studio studio;
  studio.run(kTimed);
  for (const char* panel : {"cycles", "schedulers", "sms"}) {
    const commands::PanelDrawing* drawing = commands::find_drawing(panel);
    ASSERT_NE(drawing, nullptr) << panel;
    const auto svg = drawing->draw(studio.session(), true);
    ASSERT_TRUE(svg) << panel << ": " << svg.error().text();
    EXPECT_TRUE(svg->starts_with("<svg")) << panel;
    EXPECT_NE(svg->find("cycle"), std::string::npos) << panel;
  }
  studio.run("time value=off");
  EXPECT_FALSE(commands::find_drawing("cycles")->draw(studio.session(), true));
}

}  // namespace
}  // namespace lanescope::ui::figures::cycles
