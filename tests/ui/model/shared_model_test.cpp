#include "ui/figures/shared_model.hpp"

#include <algorithm>

#include "tests/ui/model/studio.hpp"

namespace lanescope::ui::figures {
namespace {

using test::Studio;

// Interleaved, strided index, block of 256: in the phase with k = 8 thread t adds s[16 t + 8] to
// s[16 t] for t < 16. Word 16 t lies in bank 0 (even t) or 16 (odd t), 16 t + 8 in bank 8 or 24:
// two banks with eight words each.
TEST(SharedModel, NamesTheBanksOfAConflict) {
  Studio studio;
  studio.run("lesson id=reduction; rung id=interleaved-stride; set block=256; goto phase=4");
  studio.step_to("ld.shared");
  const auto model = shared_model(studio.session());
  ASSERT_TRUE(model && model->has_request && model->current);
  EXPECT_EQ(model->verdict, "8-way conflict");
  ASSERT_EQ(model->conflict_banks.size(), 2U);
  const std::uint32_t bank = model->conflict_banks[0];
  EXPECT_TRUE(bank == 0 || bank == 8) << bank;
  EXPECT_EQ(model->conflict_banks[1], bank + 16);
  const std::string wanted = "8 wavefronts, 1 would do: lanes 0, 2, 4 … 14 all need bank " +
                             std::to_string(bank) + ", lanes 1, 3, 5 … 15 bank " +
                             std::to_string(bank + 16) + ".";
  EXPECT_EQ(model->sentence, wanted);
}

// One beat a wavefront: each serves one word of the two busy banks.
TEST(SharedModel, BeatsServeWordAfterWord) {
  Studio studio;
  studio.run("lesson id=reduction; rung id=interleaved-stride; set block=256; goto phase=4");
  studio.step_to("ld.shared");
  const auto model = shared_model(studio.session());
  ASSERT_TRUE(model);
  for (std::uint32_t beat = 0; beat <= 8; ++beat) {
    int now = 0;
    int done = 0;
    for (const auto& row : model->rows)
      for (const auto& cell : row.cells) {
        now += service_of(cell, beat) == ServiceState::Now ? 1 : 0;
        done += service_of(cell, beat) == ServiceState::Done ? 1 : 0;
      }
    EXPECT_EQ(now, beat < 8 ? 2 : 0) << beat;
    EXPECT_EQ(done, 2 * static_cast<int>(beat)) << beat;
  }
}

TEST(SharedModel, BeatFollowsTheAnimation) {
  Studio studio;
  studio.run("lesson id=reduction; rung id=interleaved-stride; goto phase=4");
  studio.step_to("ld.shared");
  EXPECT_EQ(beat_of(studio.session(), 8), 8U);
  studio.run("beat value=0");
  EXPECT_EQ(beat_of(studio.session(), 8), 0U);
  studio.run("beat value=0.5");
  EXPECT_EQ(beat_of(studio.session(), 8), 4U);
}

// Neighbouring threads load into neighbouring words.
TEST(SharedModel, NoConflictWhereLanesLieSideBySide) {
  Studio studio;
  studio.run("lesson id=reduction; rung id=sequential; set block=256; goto phase=0");
  studio.step_to("st.shared");
  const auto model = shared_model(studio.session());
  ASSERT_TRUE(model && model->has_request);
  EXPECT_EQ(model->verdict, "conflict-free");
  EXPECT_TRUE(model->conflict_banks.empty());
  EXPECT_EQ(model->role, style::Role::Store);
}

// A column of a tile of 32 × 32 words lies in one bank.
TEST(SharedModel, AColumnOfATileIsThirtyTwoWay) {
  Studio studio;
  studio.run("lesson id=transpose; rung id=tiled; goto phase=1");
  studio.step_to("ld.shared");
  const auto model = shared_model(studio.session(), {8, 32});
  ASSERT_TRUE(model && model->has_request);
  EXPECT_EQ(model->verdict, "32-way conflict");
  EXPECT_EQ(model->conflict_banks.size(), 1U);
  EXPECT_EQ(model->rows.size(), 32U);
  EXPECT_EQ(model->hidden_rows, 0U);
  const auto fewer = shared_model(studio.session(), {8, 12});
  EXPECT_EQ(fewer->rows.size(), 12U);
  EXPECT_EQ(fewer->hidden_rows, 20U);
}

TEST(SharedModel, AKernelWithoutSharedMemorySaysSo) {
  Studio studio;
  studio.run("lesson id=vector-add");
  const auto model = shared_model(studio.session());
  ASSERT_TRUE(model);
  EXPECT_TRUE(model->rows.empty());
  EXPECT_FALSE(model->sentence.empty());
}

// Its blocks ask for shared memory, so that one fits on an SM, and touch none of it.
TEST(SharedModel, WhatIsNeverTouchedIsNotUsed) {
  Studio studio;
  studio.run("lesson id=block-scheduling step=9");
  EXPECT_GT(shared_bytes_of(*studio.session().run()), 0U);
  EXPECT_FALSE(uses_shared_memory(*studio.session().run()));
  studio.run("lesson id=block-scheduling step=5");
  EXPECT_TRUE(uses_shared_memory(*studio.session().run()));
}

TEST(SharedModel, NothingWithoutARun) {
  Studio studio;
  EXPECT_FALSE(shared_model(studio.session()));
}

}  // namespace
}  // namespace lanescope::ui::figures
