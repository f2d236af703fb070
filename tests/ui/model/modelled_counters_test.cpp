// Counters with what the machine code counts beside the PTX, and of machine code alone.
#include <algorithm>

#include "sim/events/counter_table.hpp"
#include "tests/ui/model/modelled.hpp"
#include "ui/panels/counters/counters_model.hpp"
#include "ui/session/cycles.hpp"
#include "ui/view/numbers.hpp"

namespace lanescope::ui::panels::counters {
namespace {

bool holds(const std::string& text, const std::string& words) {
  return text.find(words) != std::string::npos;
}

class ModelledCounters : public test::Modelled {
 protected:
  [[nodiscard]] CountersModel model() {
    auto made = counters_model(session());
    EXPECT_TRUE(made);
    return made ? std::move(*made) : CountersModel{};
  }
  [[nodiscard]] CounterRow row(std::string_view id) {
    const CountersModel all = model();
    const auto found = std::ranges::find(all.rows, id, &CounterRow::id);
    EXPECT_NE(found, all.rows.end()) << id;
    return found == all.rows.end() ? CounterRow{} : *found;
  }
};

TEST_F(ModelledCounters, StandBesideThePtxWhileTimeIsOn) {
  EXPECT_FALSE(model().has_code);
  EXPECT_EQ(model().model_heading, "model");
  const std::uint64_t none = code_counts_key(session());
  studio_.run("time value=on");
  EXPECT_TRUE(model().has_code);
  EXPECT_NE(code_counts_key(session()), none);
  const events::Counters code = session::shown_time(session())->counted->counters();
  for (const CounterRow& one : model().rows) {
    if (one.id == "simt_efficiency") continue;
    EXPECT_EQ(one.code, view::with_commas(events::find_counter(one.id)->value(code))) << one.id;
    EXPECT_EQ(one.code_differs, one.code != one.model) << one.id;
  }
  // ptxas makes the branch over the addition a predicate.
  EXPECT_TRUE(row("divergent_branches").code_differs);
  EXPECT_TRUE(holds(row("divergent_branches").code_words, "predicated"));
  // What the kernel stores it stores once, whoever executes it.
  EXPECT_FALSE(row("global.store.sectors").code_differs);
  EXPECT_TRUE(holds(row("global.store.sectors").code_words, "the same"));
}

TEST_F(ModelledCounters, AreThoseOfALineWhereOneIsSelected) {
  studio_.run("time value=on");
  const std::string whole = row("warp_instructions").code;
  studio_.run("select line=12");
  EXPECT_EQ(model().scope, "line 12");
  EXPECT_NE(row("warp_instructions").code, "0");
  EXPECT_NE(row("warp_instructions").code, whole);
}

TEST_F(ModelledCounters, AreTheModelsOwnWhereItExecutesMachineCode) {
  const CounterRow before = row("divergent_branches");
  studio_.run("set engine=sass; time value=on");
  EXPECT_FALSE(model().has_code);
  EXPECT_EQ(model().model_heading, "machine code");
  EXPECT_NE(row("divergent_branches").model, before.model);
  for (const CounterRow& one : model().rows) EXPECT_FALSE(holds(one.remark, "PTX")) << one.id;
}

TEST_F(ModelledCounters, KeepBackWhatIsAsked) {
  studio_.run("lesson id=bank-conflicts");
  std::size_t withheld = 0;
  for (std::size_t step = 1; step <= session().lesson()->steps.size(); ++step) {
    studio_.run("lesson id=bank-conflicts step=" + std::to_string(step) + "; time value=on");
    for (const CounterRow& one : model().rows) {
      if (one.model != "?") continue;
      ++withheld;
      EXPECT_EQ(one.code, "?") << one.id;
    }
  }
  EXPECT_GT(withheld, 0U);
}

}  // namespace
}  // namespace lanescope::ui::panels::counters
