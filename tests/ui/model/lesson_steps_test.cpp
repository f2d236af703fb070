// What a lesson's step begins with, and what it keeps back until its question is revealed.

#include <algorithm>

#include "tests/ui/model/studio.hpp"
#include "ui/panels/counters/counters_model.hpp"
#include "ui/panels/occupancy/occupancy_model.hpp"
#include "ui/teaching/hidden_answer.hpp"

namespace lanescope::ui::test {
namespace {

using test::Studio;

// What a step sets, as far as it can be compared.
std::string beginning(const session::Session& session) {
  const view::State& s = session.state();
  std::string out = s.experiment.rung + " " + s.experiment.machine.arch + " " +
                    std::to_string(static_cast<int>(s.experiment.machine.policy)) + " " +
                    std::to_string(static_cast<int>(s.experiment.machine.order)) + " " +
                    std::to_string(s.experiment.machine.warp_size) + " " + s.experiment.input +
                    " " + s.appearance.array + " " + std::to_string(s.cursor.tick.value) +
                    (s.appearance.phase_view ? " phases" : " cells") + " from " +
                    std::to_string(s.experiment.window.first.value);
  for (const auto& [name, value] : s.experiment.values)
    out += " " + name + "=" + std::to_string(value);
  return out;
}

// The barriers set policy and order in some steps and not in others.
TEST(LessonSteps, AreTheSameByWhateverWayOneComes) {
  Studio studio;
  std::vector<std::string> direct;
  for (int step = 1; step <= 14; ++step) {
    studio.run("lesson id=barriers step=" + std::to_string(step));
    direct.push_back(beginning(studio.session()));
  }
  ASSERT_EQ(studio.session().lesson()->steps.size(), direct.size());
  EXPECT_NE(direct[10].find("sm_90 1 "), std::string::npos) << "a stack: " << direct[10];
  studio.run("lesson id=barriers");
  for (std::size_t i = 0; i < direct.size(); ++i) {
    EXPECT_EQ(beginning(studio.session()), direct[i]) << "forward, step " << i + 1;
    studio.run(
        "set policy=min_pc; set order=barrier; set arch=sm_80; set input=iota; phase-view; to-end");
    if (i + 1 < direct.size()) studio.run("lesson-next");
  }
  for (std::size_t i = direct.size() - 1; i > 0; --i) {
    studio.run("lesson-back");
    EXPECT_EQ(beginning(studio.session()), direct[i - 1]) << "back, step " << i;
  }
}

std::size_t withheld_rows(const session::Session& session) {
  const auto counters = panels::counters::counters_model(session);
  return counters ? static_cast<std::size_t>(
                        std::ranges::count(counters->rows, teaching::kHiddenAnswerSign,
                                           &panels::counters::CounterRow::model))
                  : 0;
}

// Line 11's divergent branches are asked for; conflicts tell how many wavefronts there are.
// The element alone; the others of its buffer are seen.
TEST(HiddenAnswer, IsOneElementOfABuffer) {
  Studio studio;
  studio.run("lesson id=barriers step=1");
  ASSERT_EQ(studio.session().step()->id, "missing");
  const teaching::HiddenAnswer open(studio.session());
  EXPECT_TRUE(open.element("out", 0));
  EXPECT_FALSE(open.element("out", 1));
  EXPECT_FALSE(open.element("in", 0));
  studio.run("reveal");
  EXPECT_FALSE(teaching::HiddenAnswer(studio.session()).element("out", 0));
}

// A single one that is left out among others would be the place that is asked for.
TEST(HiddenAnswer, IsTheWholeBufferWhereAPlaceIsClicked) {
  Studio studio;
  studio.run("lesson id=first-kernel step=2");
  ASSERT_EQ(studio.session().step()->question->metric, "buffer.v[19] / 10");
  const teaching::HiddenAnswer open(studio.session());
  for (const std::uint64_t index : {0U, 18U, 19U, 31U}) EXPECT_TRUE(open.element("v", index));
  studio.run("reveal");
  EXPECT_FALSE(teaching::HiddenAnswer(studio.session()).element("v", 19));
}

TEST(HiddenAnswer, IsWhatTheQuestionAsksFor) {
  Studio studio;
  studio.run("lesson id=reduction step=2");
  const teaching::HiddenAnswer divergence(studio.session());
  EXPECT_TRUE(divergence.counter("divergent_branches"));
  EXPECT_FALSE(divergence.counter("branches"));
  EXPECT_FALSE(divergence.counter("shared.load.wavefronts"));
  EXPECT_FALSE(divergence.occupancy());
  EXPECT_TRUE(divergence.counter("divergent_branches"));
  studio.run("lesson id=reduction step=3");
  const teaching::HiddenAnswer wavefronts(studio.session());
  EXPECT_TRUE(wavefronts.counter("shared.load.wavefronts"));
  EXPECT_TRUE(wavefronts.counter("shared.load.bank_conflicts"));
  EXPECT_FALSE(wavefronts.counter("shared.store.wavefronts"));
  EXPECT_TRUE(wavefronts.counter("shared.wavefronts"));
  EXPECT_EQ(withheld_rows(studio.session()), 2U);
  studio.run("reveal");
  EXPECT_EQ(withheld_rows(studio.session()), 0U);
  studio.run("lesson id=occupancy");
  EXPECT_TRUE(panels::occupancy::occupancy_model(studio.session())->withheld);
  studio.run("reveal");
  EXPECT_FALSE(panels::occupancy::occupancy_model(studio.session())->withheld);
  // It asks for another number of SMs than the one on screen, whose picture it needs.
  studio.run("lesson id=block-scheduling step=3");
  EXPECT_FALSE(panels::occupancy::occupancy_model(studio.session())->withheld);
}

}  // namespace
}  // namespace lanescope::ui::test
