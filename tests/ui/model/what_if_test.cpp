// What a launch would take if something were otherwise: sliders, questions, and what costs most.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "tests/ui/model/modelled.hpp"
#include "ui/panels/what_if/what_if_model.hpp"
#include "ui/session/cycles.hpp"
#include "ui/view/numbers.hpp"

namespace lanescope::ui::panels::what_if {
namespace {

bool holds(const std::string& text, const std::string& words) {
  return text.find(words) != std::string::npos;
}

class WhatIf : public test::Modelled {
 protected:
  [[nodiscard]] WhatIfModel model() {
    auto made = what_if_model(session());
    EXPECT_TRUE(made);
    return made ? std::move(*made) : WhatIfModel{};
  }
  [[nodiscard]] WhatIfQuestion question(std::string_view id) {
    const WhatIfModel all = model();
    const auto found = std::ranges::find(all.questions, id, &WhatIfQuestion::id);
    EXPECT_NE(found, all.questions.end()) << id;
    return found == all.questions.end() ? WhatIfQuestion{} : *found;
  }
  [[nodiscard]] const background::TimedRun& timed() { return *session::shown_time(session()); }
  void refuse(const std::string& command) {
    EXPECT_FALSE(commands::execute(session(), command)) << command;
  }
};

std::string cycles(double number) {
  return view::with_commas(static_cast<std::uint64_t>(std::llround(number)));
}

TEST_F(WhatIf, IsOfATimedRun) {
  EXPECT_FALSE(what_if_model(session()));
  studio_.run("time value=on");
  EXPECT_TRUE(holds(model().result, cycles(timed().time->cycles()) + " cycles, "));
  EXPECT_EQ(model().machine, "NVIDIA H200");
}

// Eight blocks of 256 threads fill an SM of 64 warps. With their 1,024 bytes each, and as many of
// the system's, they take 16 KB of 256 (CUDA programming guide, compute capability 9.0). DRAM is
// 245 + 285 cycles away (sim/timing/machine.def).
TEST_F(WhatIf, SlidersBeginWhereThingsAre) {
  studio_.run("time value=on");
  const std::vector<WhatIfSlider> sliders = model().sliders;
  ASSERT_EQ(sliders.size(), 3U);
  const char* const words[] = {"64 of 64", "530 cycles", "240 KB"};
  for (std::size_t i = 0; i < sliders.size(); ++i) {
    EXPECT_EQ(sliders[i].at, sliders[i].as_is) << sliders[i].name;
    EXPECT_EQ(sliders[i].stops[sliders[i].at].words, words[i]);
    EXPECT_EQ(sliders[i].stop_at(sliders[i].share()).value, sliders[i].stops[sliders[i].at].value);
  }
  EXPECT_EQ(sliders[0].stops.front().words, "8 of 64");
  EXPECT_EQ(sliders[0].stops.back().words, "128 of 64");
  EXPECT_FALSE(model().is_changed);
}

// Each stop of a slider is one that the command takes, and is shown again.
TEST_F(WhatIf, EveryStopCanBePosted) {
  studio_.run("time value=on");
  for (const WhatIfSlider& slider : model().sliders)
    for (std::size_t i = 0; i < slider.stops.size(); ++i) {
      const std::string command = fmt::format("what-if {}={}", slider.name, slider.stops[i].value);
      ASSERT_TRUE(commands::execute(session(), command)) << command;
      const WhatIfModel shown = model();
      const auto same = std::ranges::find(shown.sliders, slider.name, &WhatIfSlider::name);
      EXPECT_EQ(same->at, i) << command;
      EXPECT_EQ(shown.is_changed, session().state().tools.time.changes != timing::Changes{});
    }
}

TEST_F(WhatIf, TheTimeFollowsTheSliders) {
  studio_.run("time value=on; what-if latency=2");
  const double now = timed().time->cycles(), then = timed().changed->cycles();
  EXPECT_EQ(model().result, fmt::format("{} → {} cycles, {:.0f} % of the time", cycles(now),
                                        cycles(then), 100.0 * then / now));
  EXPECT_TRUE(model().is_changed);
  studio_.run("what-if warps=1 latency=1 l1=0");
  EXPECT_FALSE(model().is_changed);
}

TEST_F(WhatIf, AQuestionIsAskedPredictedAndRevealed) {
  refuse("what-if guess=less");
  studio_.run("time value=on; what-if ask=half_the_latency");
  EXPECT_TRUE(question("half_the_latency").asked);
  EXPECT_EQ(question("half_the_latency").answer, "");
  refuse("what-if guess=perhaps");
  const double now = timed().time->cycles(), then = timed().what_if.at("half_the_latency");
  ASSERT_LT(then, 0.98 * now) << "each block waits for what it loads";
  studio_.run("what-if guess=less reveal=half_the_latency");
  const WhatIfQuestion right = question("half_the_latency");
  EXPECT_TRUE(right.revealed && right.right);
  EXPECT_EQ(right.answer, fmt::format("{} → {}", cycles(now), cycles(then)));
  EXPECT_EQ(right.verdict, "Predicted: less. Right.");
  studio_.run("what-if again; what-if ask=half_the_latency guess=same");
  studio_.run("what-if reveal=half_the_latency");
  const WhatIfQuestion wrong = question("half_the_latency");
  EXPECT_FALSE(wrong.right);
  EXPECT_EQ(wrong.verdict, fmt::format("Predicted: about the same. It takes {:.0f} % of its time.",
                                       100.0 * then / now));
}

// A kernel without shared memory.
TEST_F(WhatIf, WhatChangesNothingSaysSo) {
  studio_.run("lesson id=vector-add; time value=on; what-if reveal=no_bank_conflicts");
  EXPECT_EQ(question("no_bank_conflicts").answer, "no change");
  EXPECT_EQ(question("no_bank_conflicts").share, 1.0);
}

// What the other answers are is not told before they are revealed.
TEST_F(WhatIf, WhatCostsMostIsToldLast) {
  studio_.run("time value=on");
  EXPECT_TRUE(holds(model().sentence, "Predict")) << model().sentence;
  studio_.run("what-if reveal=free_barriers");
  EXPECT_TRUE(holds(model().sentence, "Predict")) << model().sentence;
  EXPECT_TRUE(model().any_revealed);
  studio_.run("what-if reveal=all");
  const WhatIfModel all = model();
  EXPECT_TRUE(all.all_revealed);
  const auto least =
      std::ranges::min_element(timed().what_if, {}, [](const auto& one) { return one.second; });
  const double share = least->second / timed().time->cycles();
  ASSERT_LT(share, 0.98);
  EXPECT_EQ(all.sentence, cost_words(least->first, share));
  EXPECT_TRUE(holds(all.sentence, fmt::format("{:.0f} %", 100.0 * share))) << all.sentence;
  studio_.run("what-if again");
  EXPECT_FALSE(model().any_revealed);
}

TEST(WhatIfWords, EveryQuestionSaysWhatCosts) {
  for (const timing::WhatIf& one : timing::what_ifs())
    EXPECT_TRUE(holds(cost_words(one.id, 0.714), "71 %")) << one.id;
}

TEST_F(WhatIf, MachinesAndCachesAreChosen) {
  studio_.run("time value=on");
  const std::vector<WhatIfChoice> choices = model().choices;
  ASSERT_EQ(choices.size(), 2U);
  EXPECT_EQ(choices[0].options.size(), timing::machine_names().size());
  for (const WhatIfChoice& choice : choices)
    for (const WhatIfChoice::Option& option : choice.options) {
      studio_.run(fmt::format("time {}={}", choice.name, option.value));
      const WhatIfModel shown = model();
      const auto same = std::ranges::find(shown.choices, choice.name, &WhatIfChoice::name);
      EXPECT_EQ(same->value, option.value);
    }
}

TEST_F(WhatIf, SaysHowFarModelledTimesAreOff) {
  studio_.run("set n=256; time value=on");  // one launch
  EXPECT_EQ(model().error, "") << "nobody knows";
  session().set_time_errors({test::some_time_errors()});
  ASSERT_LT(timed().time->cycles(), hardware::kLongCycles);
  EXPECT_EQ(model().error,
            "Mean error of this lesson's modelled times: 25 %, by 40 launches on NVIDIA H200.");
  studio_.run("lesson id=vector-add; time value=on");
  EXPECT_TRUE(holds(model().error, "Mean error of modelled times: ")) << model().error;
  studio_.run("time machine=tiny");
  EXPECT_TRUE(holds(model().error, "made-up machine")) << model().error;
}

}  // namespace
}  // namespace lanescope::ui::panels::what_if
