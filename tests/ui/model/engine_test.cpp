// The panels on an engine that is not PTX: their draw models show its registers, code and memory.

#include <algorithm>

#include <gtest/gtest.h>

#include "lab/lesson/runner.hpp"
#include "ports/equipment/bare_equipment.hpp"
#include "tests/sim/engine/toy.hpp"
#include "ui/figures/arrays_model.hpp"
#include "ui/figures/global_model.hpp"
#include "ui/figures/warps_model.hpp"
#include "ui/panels/registers/registers_model.hpp"
#include "ui/panels/timeline/timeline_model.hpp"
#include "ui/session/session.hpp"
#include "ui/session/source_model.hpp"

namespace lanescope::ui::test {
namespace {

namespace toy = engine::toy;

constexpr const char* kSource =
    "r0 = thread\nu0 = 3\nr1 = in[r0]\nr1 = 100\nr1 += u0\nbarrier\nout\nexit";

// What lab makes of a compiled experiment, of the toy's plan.
std::shared_ptr<const run::ModelRun> run_of_toy() {
  auto prepared = std::make_shared<run::Prepared>();
  prepared->plan = toy::example();
  prepared->experiment.source = {"toy.src", kSource, false, {}};
  prepared->experiment.launches.resize(1);
  auto compiled = std::make_shared<ports::toolchain::Compiled>();
  compiled->ptx = static_cast<const toy::Program&>(*prepared->plan->launches[0].program).listing();
  prepared->compiled = std::move(compiled);
  prepared->buffers = {{"out", experiment::ElementType::U32, 128, 0, false},
                       {"in", experiment::ElementType::U32, 128, 1, false}};
  return run::run_model(prepared, {engine::Recording::Full, {BlockIndex{0}, 2}});
}

Result<void> nothing_runs(session::SessionEditor&, const session::Command&) { return {}; }

class ToySession : public session::Session {
 public:
  ToySession(lesson::Runner& runner, const ports::equipment::Equipment& equipment)
      : session::Session({}, nothing_runs, runner, equipment) {
    run_ = run_of_toy();
    replay_ = std::make_shared<replay::Replay>(run_->prepared->plan, run_->trace);
    state_.experiment.pasted =
        std::make_shared<const experiment::Experiment>(run_->prepared->experiment);
  }
  void go_to(std::uint64_t tick) { state_.cursor.tick = Tick{tick}; }
};

class ToyPanels : public ::testing::Test {
 protected:
  ports::equipment::BareEquipment equipment_{{}, {}};
  std::unique_ptr<ports::toolchain::Compiler> compiler_ = equipment_.compiler();
  lesson::Runner runner_{*compiler_};
  ToySession session_{runner_, equipment_};
};

TEST_F(ToyPanels, WarpsShowTheLanesThatParted) {
  session_.go_to(4);  // warp 0 has branched
  const auto model = figures::warps_model(session_);
  ASSERT_TRUE(model);
  ASSERT_EQ(model->rows.size(), 2U);
  EXPECT_EQ(model->paths.strands.size(), 2U);
  session_.go_to(6);
  EXPECT_EQ(figures::warps_model(session_)->register_name, "r1");
  EXPECT_EQ(figures::warps_model(session_)->rows[0].lanes[5].value, "8");
  EXPECT_EQ(figures::warps_model(session_)->rows[0].lanes[6].value, "103");
}

TEST_F(ToyPanels, RegistersShowBothFiles) {
  session_.go_to(6);
  const auto model = panels::registers::registers_model(session_);
  ASSERT_TRUE(model);
  ASSERT_EQ(model->rows.size(), toy::kLaneRegisters + toy::kUniformRegisters);
  EXPECT_EQ(model->rows[0].name, "r1");
  EXPECT_TRUE(model->rows[0].written);
  EXPECT_EQ(model->rows[0].changed, 0xffffffffU);
  EXPECT_EQ(model->rows[0].type, "u32");
  const auto uniform = std::ranges::find(model->rows, "u0", &panels::registers::RegisterRow::name);
  ASSERT_NE(uniform, model->rows.end());
  EXPECT_TRUE(uniform->read);
  EXPECT_TRUE(uniform->uniform);
  EXPECT_EQ(uniform->values[31], "3");
}

TEST_F(ToyPanels, SourceLinksTheListing) {
  session_.go_to(3);
  const session::SourceModel model = session::source_model(session_);
  ASSERT_EQ(model.lines.size(), 8U);
  EXPECT_TRUE(model.lines[2].has_code);
  ASSERT_EQ(model.code.size(), 9U);
  EXPECT_EQ(model.code[2].text, "load r1, 1[r0]");
  EXPECT_EQ(model.code[2].source_line, 3U);
  EXPECT_EQ(session::source_now(session_).pc, Pc{2});
  EXPECT_EQ(session::source_now(session_).line, 3U);
}

TEST_F(ToyPanels, TimelineHasItsPhases) {
  session_.go_to(8);
  const analysis::Timeline timeline(*session_.run()->trace, 32);
  const auto model = panels::timeline::timeline_model(session_, timeline, {}, 100);
  ASSERT_TRUE(model);
  EXPECT_FALSE(model->rows.empty());
  EXPECT_FALSE(model->lines.empty());
}

TEST_F(ToyPanels, GlobalMemoryShowsTheLoad) {
  session_.go_to(3);
  const auto model = figures::global_model(session_);
  ASSERT_TRUE(model);
  ASSERT_TRUE(model->has_request && model->current);
  EXPECT_EQ(model->instruction, "load r1, 1[r0]");
  EXPECT_EQ(model->request.sectors.size(), 4U);
  EXPECT_EQ(model->beats.values[7], "7");
}

TEST_F(ToyPanels, ArraysShowWhatIsStored) {
  std::uint64_t tick = 1;
  const auto is_store = [&] {
    return session_.program()
        ->text_at(session_.trace()->step(Tick{tick - 1}).pc)
        .starts_with("store");
  };
  while (tick < session_.trace()->tick_count() && !is_store()) ++tick;
  session_.go_to(tick);
  const auto info = view::find_array(session_, "out");
  ASSERT_TRUE(info);
  const auto model = figures::arrays_model(session_, *info, 16, 8);
  ASSERT_TRUE(model);
  EXPECT_TRUE(std::ranges::any_of(model->cells, [](const auto& cell) { return cell.written; }));
}

}  // namespace
}  // namespace lanescope::ui::test
