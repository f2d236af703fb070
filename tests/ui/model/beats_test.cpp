// Where what travels is at a moment of a step, and the figures drawn from it.

#include "ui/view/beats.hpp"

#include <bit>

#include "tests/ui/model/studio.hpp"
#include "ui/figures/global_model.hpp"
#include "ui/figures/shared_model.hpp"
#include "ui/figures/strands.hpp"
#include "ui/figures/warps_model.hpp"
#include "ui/view/numbers.hpp"

namespace lanescope::ui::test {
namespace {

using test::Studio;

void expect_place(const view::PassPlace& is, view::Leg leg, double at) {
  EXPECT_EQ(is.leg, leg);
  EXPECT_DOUBLE_EQ(is.at, at);
}

// One pass: half of the step out, half of it back.
TEST(Beats, OnePassGoesOutAndComesBack) {
  expect_place(view::pass_place(0.0, 1, 0, true), view::Leg::Out, 0.0);
  expect_place(view::pass_place(0.25, 1, 0, true), view::Leg::Out, 0.5);
  expect_place(view::pass_place(0.5, 1, 0, true), view::Leg::Back, 1.0);
  expect_place(view::pass_place(0.75, 1, 0, true), view::Leg::Back, 0.5);
  expect_place(view::pass_place(1.0, 1, 0, true), view::Leg::Done, 0.0);
}

// Eight passes in nine beats: in the middle of the step the fifth is half way out and the fourth
// half way back.
TEST(Beats, PassesFollowEachOther) {
  for (std::uint32_t pass = 0; pass < 8; ++pass) {
    const view::PassPlace first = view::pass_place(0.0, 8, pass, true);
    expect_place(first, pass == 0 ? view::Leg::Out : view::Leg::Waits, 0.0);
    const view::PassPlace middle = view::pass_place(0.5, 8, pass, true);
    if (pass < 3) expect_place(middle, view::Leg::Done, 0.0);
    if (pass == 3) expect_place(middle, view::Leg::Back, 0.5);
    if (pass == 4) expect_place(middle, view::Leg::Out, 0.5);
    if (pass > 4) expect_place(middle, view::Leg::Waits, 0.0);
    expect_place(view::pass_place(1.0, 8, pass, true), view::Leg::Done, 0.0);
  }
}

TEST(Beats, StoresStayWithTheMemory) {
  expect_place(view::pass_place(0.0, 2, 0, false), view::Leg::Out, 0.0);
  expect_place(view::pass_place(0.5, 2, 0, false), view::Leg::Done, 1.0);
  expect_place(view::pass_place(0.5, 2, 1, false), view::Leg::Out, 0.5);
  expect_place(view::pass_place(1.0, 2, 1, false), view::Leg::Done, 1.0);
}

// Nothing goes backwards while it is under way.
TEST(Beats, MotionIsSteady) {
  double out = 0.0, back = 1.0;
  for (int i = 0; i <= 1000; ++i) {
    const view::PassPlace place = view::pass_place(i / 1000.0, 3, 1, true);
    if (place.leg == view::Leg::Out) {
      EXPECT_GE(place.at, out);
      out = place.at;
    } else if (place.leg == view::Leg::Back) {
      EXPECT_LE(place.at, back);
      back = place.at;
    }
  }
  EXPECT_GT(out, 0.99);
  EXPECT_LT(back, 0.01);
}

// Strided index, k = 8: lane t of 16 loads from word 16 t or 16 t + 8; banks alternate, so that
// lane t is served by wavefront t / 2, in some order: two lanes a wavefront.
TEST(Beats, LanesGetTheirValuesWavefrontByWavefront) {
  Studio studio;
  studio.run("lesson id=reduction; rung id=interleaved-stride; set block=256; goto phase=4");
  studio.step_to("ld.shared");
  const auto model = figures::shared_model(studio.session());
  ASSERT_TRUE(model && model->current);
  EXPECT_EQ(model->beats.passes, 8U);
  EXPECT_TRUE(model->beats.returns);
  EXPECT_EQ(std::popcount(model->beats.lanes), 16);
  const auto back = [&](double moment) {
    int lanes = 0;
    for (std::size_t lane = 0; lane < 16; ++lane)
      lanes += model->beats.lane(moment, lane).leg == view::Leg::Done ? 1 : 0;
    return lanes;
  };
  EXPECT_EQ(back(0.0), 0);
  EXPECT_EQ(back(0.5), 6);  // wavefronts 0, 1 and 2 have returned
  EXPECT_EQ(back(1.0), 16);
}

// A step of many passes is shown for longer: each is seen.
TEST(Beats, ConflictsTakeLonger) {
  EXPECT_DOUBLE_EQ(view::stretch(0), 1.0);
  EXPECT_DOUBLE_EQ(view::stretch(1), 1.0);
  EXPECT_DOUBLE_EQ(view::stretch(7), 2.0);
  EXPECT_DOUBLE_EQ(view::stretch(32), 6.0);
  Studio studio;
  studio.run(
      "lesson id=reduction; rung id=interleaved-stride; set block=256; goto phase=4; speed "
      "value=4");
  studio.step_to("ld.shared");  // eight passes: 9 / 4 times as long
  studio.run("step-back unit=instruction");
  ASSERT_TRUE(commands::execute(studio.session(), "step-forward unit=instruction"));
  EXPECT_DOUBLE_EQ(studio.session().state().cursor.beat, 0.0);
  studio.session().update(0.25);
  EXPECT_NEAR(studio.session().state().cursor.beat, 4.0 / 9.0, 1e-9);
  ASSERT_TRUE(commands::execute(studio.session(), "play"));
  ASSERT_TRUE(commands::execute(studio.session(), "pause"));
  studio.session().update(1.0);
  EXPECT_NEAR(studio.session().state().cursor.beat, 4.0 / 9.0, 1e-9) << "held in mid-beat";
  ASSERT_TRUE(commands::execute(studio.session(), "reduced-motion value=on"));
  EXPECT_DOUBLE_EQ(studio.session().state().cursor.beat, 1.0);
}

// The values that travel are those that lie in the words.
TEST(Beats, TheWordsOwnValuesComeBack) {
  Studio studio;
  studio.run("lesson id=reduction; rung id=sequential; set block=64; set n=64; goto phase=1");
  studio.step_to("ld.shared");
  const auto model = figures::shared_model(studio.session(), {32, 32});
  ASSERT_TRUE(model && model->current);
  const auto memory =
      studio.session().machine()->shared_memory(studio.session().shown_step()->block);
  for (LaneMask rest = model->access.lanes; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::size_t>(std::countr_zero(rest));
    const std::uint64_t bits = view::load_bits(memory.data() + model->access.addresses[lane], 4);
    EXPECT_EQ(model->beats.values[lane], view::value_text(experiment::ElementType::F32, bits, 5))
        << lane;
  }
}

TEST(Beats, AStoreCarriesItsValuesOut) {
  Studio studio;
  studio.run("lesson id=reduction; rung id=sequential; set block=64; set n=64; goto phase=0");
  studio.step_to("st.shared");
  const auto model = figures::shared_model(studio.session());
  ASSERT_TRUE(model && model->current);
  EXPECT_FALSE(model->beats.returns);
  EXPECT_FALSE(model->beats.values[0].empty());
}

// Neighbouring floats: lanes 0–7 lie in the first sector, 8–15 in the second, and so on.
TEST(Beats, SectorsAreServedOneByOne) {
  Studio studio;
  studio.run("lesson id=vector-add; set block=32; set n=64; to-start");
  studio.step_to("ld.global");
  const auto model = figures::global_model(studio.session());
  ASSERT_TRUE(model && model->current);
  ASSERT_EQ(model->beats.passes, 4U);
  for (std::size_t lane = 0; lane < 32; ++lane)
    EXPECT_EQ(model->beats.last[lane], lane / 8) << lane;
  const auto beats = view::shown_beats(studio.session());
  ASSERT_TRUE(beats);
  EXPECT_EQ(beats->passes, 4U);
  studio.step_to("add");
  EXPECT_FALSE(view::shown_beats(studio.session()));
}

// `if (threadIdx.x < 24)`: with the branch one strand becomes two, which meet again behind it.
TEST(Strands, ABranchSplitsThem) {
  Studio studio;
  studio.run("lesson id=divergence; rung id=lecture-24; set block=32; goto mark=divergence");
  const figures::Strands strands = figures::strands_of(studio.session(), WarpIndex{0});
  ASSERT_EQ(strands.forks.size(), 1U);
  ASSERT_EQ(strands.strands.size(), 2U);
  const figures::Fork& fork = strands.forks.front();
  EXPECT_EQ(fork.lanes, 0xffffffffU);
  EXPECT_EQ(fork.branch, studio.session().shown_step()->pc);
  EXPECT_TRUE(fork.has_join);
  EXPECT_GT(fork.join, fork.branch);
  EXPECT_EQ(strands.strands[0].lanes, 0x00ffffffU);
  EXPECT_EQ(strands.strands[1].lanes, 0xff000000U);
  for (const figures::Strand& strand : strands.strands) {
    EXPECT_TRUE(strand.moves);
    EXPECT_DOUBLE_EQ(figures::place_at(strand, 0.0), 0.0) << "both leave the branch";
    EXPECT_DOUBLE_EQ(figures::place_at(strand, 0.5), strand.at / 2);
    EXPECT_DOUBLE_EQ(figures::place_at(strand, 1.0), strand.at);
  }
}

// From then on one of them moves at a time, and no later than at the join the strands are gone.
TEST(Strands, OneMovesAndTheyJoin) {
  Studio studio;
  studio.run("lesson id=divergence; rung id=lecture-24; set block=32; goto mark=divergence");
  bool waited = false;
  for (int i = 0; i < 2000; ++i) {
    studio.run("step-forward unit=instruction");
    const figures::Strands strands = figures::strands_of(studio.session(), WarpIndex{0});
    if (i > 0 && strands.strands.empty()) {
      EXPECT_TRUE(waited || i > 2);
      return;
    }
    if (i == 0) continue;
    int moving = 0;
    for (const figures::Strand& strand : strands.strands) {
      moving += strand.moves ? 1 : 0;
      waited |= strand.joined;
      EXPECT_GE(strand.at, 0.0);
      EXPECT_LE(strand.at, 1.0);
      if (!strand.moves) {
        EXPECT_DOUBLE_EQ(figures::place_at(strand, 0.0), strand.at);
      }
    }
    EXPECT_LE(moving, 1);
  }
  ADD_FAILURE() << "the paths never met";
}

TEST(Strands, AWholeWarpHasNone) {
  Studio studio;
  studio.run("lesson id=vector-add; goto tick=3");
  EXPECT_TRUE(figures::strands_of(studio.session(), WarpIndex{0}).strands.empty());
}

// Warps that wait stand before a shut gate; the step that lets the last one in opens it for all.
TEST(Gates, ShutUntilTheLastWarpCame) {
  Studio studio;
  studio.run("lesson id=reduction; rung id=interleaved-stride; set block=128; to-start");
  bool shut = false;
  for (int i = 0; i < 400; ++i) {
    studio.run("step-forward unit=instruction");
    const auto model = figures::warps_model(studio.session());
    ASSERT_TRUE(model);
    int waiting = 0, ahead = 0, opening = 0;
    for (const figures::WarpRow& row : model->rows) {
      waiting += row.gate == figures::BarrierGate::Shut ? 1 : 0;
      ahead += row.gate == figures::BarrierGate::Ahead ? 1 : 0;
      opening += row.gate == figures::BarrierGate::Opens ? 1 : 0;
    }
    if (waiting > 0) {
      shut = true;
      EXPECT_EQ(opening, 0);
      EXPECT_EQ(waiting + ahead, 4);
      continue;
    }
    if (!shut) continue;
    EXPECT_EQ(opening, 4);
    EXPECT_EQ(model->rows.size(), 4U);
    EXPECT_NE(model->sentence.find("The barrier opens"), std::string::npos) << model->sentence;
    studio.run("step-forward unit=instruction");
    const auto after = figures::warps_model(studio.session());
    ASSERT_TRUE(after);
    for (const figures::WarpRow& row : after->rows) EXPECT_EQ(row.gate, figures::BarrierGate::None);
    return;
  }
  ADD_FAILURE() << "no warp ever waited";
}

TEST(Gates, OpenOverTheStep) {
  EXPECT_DOUBLE_EQ(figures::gate_height(figures::BarrierGate::Shut, 0.5), 1.0);
  EXPECT_DOUBLE_EQ(figures::gate_height(figures::BarrierGate::Opens, 0.0), 1.0);
  EXPECT_DOUBLE_EQ(figures::gate_height(figures::BarrierGate::Opens, 0.5), 0.5);
  EXPECT_DOUBLE_EQ(figures::gate_height(figures::BarrierGate::Opens, 1.0), 0.0);
  EXPECT_DOUBLE_EQ(figures::gate_height(figures::BarrierGate::None, 0.0), 0.0);
  EXPECT_LT(figures::gate_height(figures::BarrierGate::Ahead, 0.0), 0.5);
}

}  // namespace
}  // namespace lanescope::ui::test
