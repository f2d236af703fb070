// What moves between registers and DRAM, of kernels whose bytes can be told by hand.

#include "tests/ui/model/studio.hpp"
#include "ui/figures/traffic/traffic_layout.hpp"
#include "ui/figures/traffic/traffic_model.hpp"
#include "ui/session/cycles.hpp"
#include "ui/teaching/hidden_answer.hpp"

namespace lanescope::ui::figures::traffic {
namespace {

using test::Studio;

TrafficModel model_of(Studio& studio) {
  auto model = traffic_model(studio.session(), teaching::HiddenAnswer(studio.session()).traffic());
  if (model) return *model;
  ADD_FAILURE() << "there is no model";
  return {};
}
const Flow& on(const TrafficModel& model, Way way) {
  return model.ways[static_cast<std::size_t>(way)].bytes;
}
const TrafficBox& at(const TrafficModel& model, Place place) {
  return model.boxes[static_cast<std::size_t>(place)];
}

// 64 threads: each brings a word to shared memory, every other word of which is used, and writes
// that of its neighbour in the other warp. 64 × 4 bytes come from memory and go there.
constexpr const char* kReversed =
    "extern \"C\" __global__ void k(float* data) {\n"
    "  __shared__ float s[128];\n"
    "  s[2 * threadIdx.x] = data[threadIdx.x];\n"
    "  __syncthreads();\n"
    "  data[threadIdx.x] = s[2 * (63 - threadIdx.x)];\n"
    "}\n";

TEST(Traffic, BytesOfAKernelToldByHand) {
  Studio studio;
  studio.open(test::pasted(kReversed, "data:f32[64]=iota", {64, 1, 1}));
  studio.run("time value=on");
  const TrafficModel model = model_of(studio);
  ASSERT_TRUE(model.complete);
  EXPECT_EQ(on(model, Way::ToShared).in, 256U);
  EXPECT_EQ(on(model, Way::ToShared).out, 256U);
  EXPECT_EQ(on(model, Way::ToL1).in, 256U);
  EXPECT_EQ(on(model, Way::ToL1).out, 256U);
  EXPECT_EQ(on(model, Way::Copied).sum(), 0U);
  EXPECT_EQ(on(model, Way::ToL2).in, 256U) << "8 sectors, none of them in L1";
  EXPECT_EQ(on(model, Way::ToL2).out, 256U);
  EXPECT_EQ(on(model, Way::ToDram).in, 256U) << "L2 is empty";
  EXPECT_EQ(model.most, 256U);
}

// Every other word: two lanes of a warp meet in a bank, so that its 32 words need two passes.
TEST(Traffic, PassesBesideThoseThatWouldDo) {
  Studio studio;
  studio.open(test::pasted(kReversed, "data:f32[64]=iota", {64, 1, 1}));
  studio.run("time value=on");
  const TrafficModel model = model_of(studio);
  EXPECT_EQ(at(model, Place::Shared).text, "8 passes, 4 would do");
  EXPECT_EQ(at(model, Place::Shared).role, style::Role::Conflict);
  EXPECT_EQ(at(model, Place::Shared).more, "4 requests");
  EXPECT_EQ(at(model, Place::L1).text, "16 sectors, no fewer would do");
  EXPECT_EQ(at(model, Place::L1).more, "4 requests · 0 % hit");
  EXPECT_NE(model.sentence.find("50 are in shared memory and 50 go through L1"), std::string::npos)
      << model.sentence;
}

// Warm, L2 holds what the launch reads.
TEST(Traffic, DramRestsWhereL2IsWarm) {
  Studio studio;
  studio.open(test::pasted(kReversed, "data:f32[64]=iota", {64, 1, 1}));
  studio.run("time caches=warm");
  const TrafficModel model = model_of(studio);
  EXPECT_EQ(on(model, Way::ToDram).in, 0U);
  EXPECT_EQ(at(model, Place::L2).text, "100 % hit (warm)");
}

// Each lane's word lies in a sector of its own: 32 bytes come for 4.
TEST(Traffic, ScatteredWordsBringWholeSectors) {
  Studio studio;
  studio.open(
      test::pasted("extern \"C\" __global__ void k(float* data) {\n"
                   "  data[threadIdx.x] = data[256 + 8 * threadIdx.x];\n}\n",
                   "data:f32[1024]=iota", {32, 1, 1}));
  studio.run("time value=on");
  const TrafficModel model = model_of(studio);
  EXPECT_EQ(on(model, Way::ToShared).sum(), 0U);
  EXPECT_EQ(at(model, Place::Shared).text, "not used");
  EXPECT_EQ(on(model, Way::ToL1).in, 128U);
  EXPECT_EQ(on(model, Way::ToL2).in, 1024U);
  EXPECT_EQ(at(model, Place::L1).text, "36 sectors, 8 would do");
  EXPECT_EQ(at(model, Place::L1).role, style::Role::Store);
  EXPECT_NE(model.sentence.find("4.5 times the bytes"), std::string::npos) << model.sentence;
  EXPECT_EQ(model.busiest, Place::L2);
}

TEST(Traffic, KeepsBackWhatTheQuestionAsksFor) {
  Studio studio;
  studio.run("lesson id=coalescing step=3; time value=on");
  ASSERT_TRUE(teaching::HiddenAnswer(studio.session()).traffic());
  EXPECT_TRUE(model_of(studio).kept_back);
  EXPECT_FALSE(model_of(studio).complete);
  studio.run("reveal");
  EXPECT_TRUE(model_of(studio).complete);
}

TEST(Traffic, ThereIsNoneWithoutTime) {
  Studio studio;
  studio.run("lesson id=reduction");
  EXPECT_FALSE(traffic_model(studio.session(), false));
}

// The widest band is of the most bytes; what is little can be seen; nothing stands on anything
// else.
TEST(TrafficLayout, BandsAreAsWideAsTheirBytes) {
  TrafficModel model;
  model.ways[static_cast<std::size_t>(Way::ToShared)].bytes = {1000, 500};
  model.ways[static_cast<std::size_t>(Way::ToL1)].bytes = {1, 0};
  model.most = 1000;
  const TrafficLayout layout = traffic_layout(model, 400, 480, 15);
  const Bands& shared = layout.ways[static_cast<std::size_t>(Way::ToShared)];
  EXPECT_FLOAT_EQ(shared.in, 2 * shared.out);
  const Bands& l1 = layout.ways[static_cast<std::size_t>(Way::ToL1)];
  EXPECT_GE(l1.in, 1.0F);
  EXPECT_EQ(l1.out, 0.0F);
  EXPECT_LT(l1.middle + l1.out, layout.boxes[static_cast<std::size_t>(Place::Shared)].left);
  for (std::size_t i = 1; i < kPlaces; ++i)
    EXPECT_GT(layout.boxes[i].top, layout.boxes[i - 1].bottom + 15) << i;
  EXPECT_GT(layout.notes, layout.boxes[0].right);
  EXPECT_LE(layout.height, 480.0F);
}

TEST(TrafficDrawing, HasPlacesAndTheSentence) {
  Studio studio;
  studio.open(test::pasted(kReversed, "data:f32[64]=iota", {64, 1, 1}));
  studio.run("time value=on");
  const std::string svg = traffic_svg(model_of(studio), true);
  for (const char* words : {">registers<", ">shared memory<", ">L1<", ">DRAM<",
                            ">256 B loaded, 256 B stored<", "Of 100 bytes"})
    EXPECT_NE(svg.find(words), std::string::npos) << words;
}

}  // namespace
}  // namespace lanescope::ui::figures::traffic
