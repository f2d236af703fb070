// Groups of lanes as brackets: against the masks that the kernels' sources name.
#include "ui/figures/lane_groups.hpp"

#include <bit>

#include "tests/ui/model/studio.hpp"
#include "ui/figures/warps_model.hpp"

namespace lanescope::ui::figures {
namespace {

using test::Studio;

std::vector<LaneMask> masks(const LaneGroups& groups) {
  std::vector<LaneMask> out;
  for (const LaneGroup& one : groups.groups) out.push_back(one.lanes);
  return out;
}
void open(Studio& studio, const std::string& body, std::uint32_t threads = 32) {
  studio.open(test::pasted("extern \"C\" __global__ void k(int* a) {\n" + body + "}\n",
                           "a:i32[64]=iota", {threads, 1, 1}));
}

// Tiles of a width that the compiler knows: a launch for each width.
TEST(LaneGroups, TilesAreBrackets) {
  Studio studio;
  studio.run("lesson id=cooperative-groups; rung id=shuffles; set n=64; set block=64");
  for (int launch = 0; launch < 4; ++launch) {
    const int width = 4 << launch;
    studio.run("goto phase=0 launch=" + std::to_string(launch));
    EXPECT_TRUE(lane_groups(studio.session()).groups.empty()) << "nobody has met yet";
    studio.step_to("shfl");
    const LaneGroups groups = lane_groups(studio.session());
    ASSERT_EQ(groups.groups.size(), static_cast<std::size_t>(32 / width));
    for (int tile = 0; tile < 32 / width; ++tile)
      EXPECT_EQ(groups.groups[static_cast<std::size_t>(tile)].lanes, full_mask(width)
                                                                         << (tile * width));
    EXPECT_TRUE(groups.now);
    EXPECT_EQ(groups.levels, 1U);
    if (width < 32)
      EXPECT_EQ(groups.sentence, "Brackets: " + std::to_string(32 / width) + " groups of " +
                                     std::to_string(width) + " lanes each, by shfl.sync.down.b32.");
    else
      EXPECT_EQ(groups.sentence, "Brackets: one group of 32 lanes, by shfl.sync.down.b32.");
    const auto model = warps_model(studio.session());
    ASSERT_TRUE(model);
    EXPECT_NE(model->sentence.find(groups.sentence), std::string::npos) << model->sentence;
    studio.run("step-forward unit=instruction");
    const LaneGroups later = lane_groups(studio.session());
    EXPECT_EQ(masks(later), masks(groups)) << "until the next such instruction";
  }
}

// The lanes of a branch, as the kernel keeps them: in[i] >= 9, counted here.
TEST(LaneGroups, CoalescedLanesAreOneBracketWithGaps) {
  Studio studio;
  studio.run(
      "lesson id=cooperative-groups; rung id=coalesced; set n=64; set block=64; set limit=9; "
      "to-start");
  const auto& initial = studio.session().run()->plan().buffers;
  LaneMask kept = 0;
  for (const engine::Buffer& buffer : initial)
    for (std::uint32_t i = 0; buffer.name == "in" && i < 32; ++i)
      if (std::to_integer<int>((*buffer.initial)[std::size_t{i} * 4]) >= 9)
        kept |= LaneMask{1} << i;
  studio.step_to("shfl");
  const LaneGroups groups = lane_groups(studio.session());
  EXPECT_EQ(masks(groups), std::vector<LaneMask>{kept});
  EXPECT_TRUE(groups.now);
  EXPECT_EQ(groups.of(static_cast<std::uint32_t>(std::countr_zero(kept))), groups.groups.data());
}

// Masks that stand in the text, and that are computed; a vote, a match, a barrier of the warp.
TEST(LaneGroups, MasksOfEachInstruction) {
  Studio studio;
  open(studio,
       "  const unsigned half = threadIdx.x < 8 ? 0xffu : 0xffffff00u;\n"
       "  int v = a[threadIdx.x];\n"
       "  if (threadIdx.x < 8) v += __any_sync(0xffu, v > 3);\n"
       "  else v += __popc(__ballot_sync(0xffffff00u, v > 20));\n"
       "  __syncwarp(half);\n"
       "  v += __match_any_sync(0xffffffffu, v & 1);\n"
       "  a[threadIdx.x] = v;\n");
  studio.step_to("bar.warp.sync");
  EXPECT_EQ(masks(lane_groups(studio.session())), (std::vector<LaneMask>{0xff, 0xffffff00}));
  EXPECT_TRUE(lane_groups(studio.session())
                  .sentence.starts_with("Brackets: 2 groups, of 8, 24 lanes, by bar.warp.sync"));
  studio.step_to("match");
  EXPECT_EQ(masks(lane_groups(studio.session())), std::vector<LaneMask>{0xffffffff});
}

// Even and odd lanes: their brackets lie above each other.
TEST(LaneGroups, GroupsThatReachIntoEachOtherHaveLevels) {
  Studio studio;
  open(studio,
       "  const unsigned mask = threadIdx.x % 2 == 0 ? 0x55555555u : 0xaaaaaaaau;\n"
       "  a[threadIdx.x] = __shfl_xor_sync(mask, a[threadIdx.x], 2);\n");
  studio.step_to("shfl");
  const LaneGroups groups = lane_groups(studio.session());
  EXPECT_EQ(masks(groups), (std::vector<LaneMask>{0x55555555, 0xaaaaaaaa}));
  EXPECT_EQ(groups.levels, 2U);
  EXPECT_NE(groups.groups[0].level, groups.groups[1].level);
}

// A block of 20 threads: lanes that are not there are in no group.
TEST(LaneGroups, OnlyThreadsOfTheBlockAreMembers) {
  Studio studio;
  open(studio,
       "  a[threadIdx.x] = __shfl_xor_sync(0xfffffu, a[threadIdx.x], 1);\n  __syncwarp();\n", 20);
  studio.step_to("bar.warp.sync");
  EXPECT_EQ(masks(lane_groups(studio.session())), std::vector<LaneMask>{0xfffff});
}

TEST(LaneGroups, AKernelWithoutThemHasNone) {
  Studio studio;
  studio.run("lesson id=vector-add; to-end");
  const LaneGroups groups = lane_groups(studio.session());
  EXPECT_FALSE(groups.possible);
  EXPECT_TRUE(groups.groups.empty());
  EXPECT_TRUE(groups.sentence.empty());
}

}  // namespace
}  // namespace lanescope::ui::figures
