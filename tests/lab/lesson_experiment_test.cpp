#include "lab/lesson/lesson_experiment.hpp"

#include <gtest/gtest.h>

#include "lab/lesson/lesson_reader.hpp"
#include "lab/run/prepare.hpp"

namespace lanescope::lesson {
namespace {

Result<ExpandedRung> expand_rung(const char* lesson, const char* rung,
                                 const ParameterValues& values) {
  const auto loaded = load_lesson(std::string("kernels/") + lesson);
  if (!loaded) return loaded.error();
  return expand(*loaded->find_rung(rung), values);
}

const std::string& buffer(const experiment::LaunchSpec& launch, std::size_t i) {
  return std::get<experiment::LaunchSpec::BufferRef>(launch.arguments[i]).name;
}
const std::string& scalar(const experiment::LaunchSpec& launch, std::size_t i) {
  return std::get<experiment::ScalarValue>(
             std::get<experiment::Argument>(launch.arguments[i]).value)
      .value;
}

// 1000 elements, blocks of 64: 16 partial sums, then 1; the buffers trade places.
TEST(LessonExperiment, ReductionIsLaunchedOnItsOwnOutput) {
  const auto rung = expand_rung("reduction", "sequential", {{"block", 64}, {"n", 1000}});
  ASSERT_TRUE(rung) << rung.error().text();
  const auto& launches = rung->experiment.launches;
  ASSERT_EQ(launches.size(), 2U);
  EXPECT_EQ(launches[0].grid, (Dim3{16, 1, 1}));
  EXPECT_EQ(launches[0].block, (Dim3{64, 1, 1}));
  EXPECT_EQ(launches[0].dynamic_shared_bytes, 256U);
  EXPECT_EQ(buffer(launches[0], 0), "out");
  EXPECT_EQ(buffer(launches[0], 1), "in");
  EXPECT_EQ(scalar(launches[0], 2), "1000");
  EXPECT_EQ(launches[1].grid, (Dim3{1, 1, 1}));
  EXPECT_EQ(buffer(launches[1], 0), "in");
  EXPECT_EQ(buffer(launches[1], 1), "out");
  EXPECT_EQ(scalar(launches[1], 2), "16");
  EXPECT_EQ(rung->places.at("out"), "in");  // where the last launch wrote
  ASSERT_EQ(rung->experiment.buffers.size(), 2U);
  EXPECT_EQ(rung->experiment.buffers[1].second.count, 16U);
}

TEST(LessonExperiment, OneLaunchALevel) {
  const auto rung = expand_rung("reduction", "launches", {{"block", 32}, {"n", 64}});
  ASSERT_TRUE(rung) << rung.error().text();
  EXPECT_EQ(rung->experiment.launches.size(), 6U);  // log2 64
}

TEST(LessonExperiment, SeveralLaunchesInOrder) {
  const auto rung = expand_rung("scan", "hillis-steele", {});
  ASSERT_TRUE(rung) << rung.error().text();
  ASSERT_EQ(rung->experiment.launches.size(), 3U);
  EXPECT_EQ(rung->experiment.launches[2].kernel, "add_sums");
  EXPECT_EQ(rung->experiment.source.file_name, "1_hillis_steele.cu");
}

// A radius of 2 in one dimension: five weights in constant memory, buffers without a mask.
TEST(LessonExperiment, SymbolsAreFilledLikeBuffers) {
  const auto rung = expand_rung("convolution-1d", "constant", {{"r", 2}});
  ASSERT_TRUE(rung) << rung.error().text();
  const experiment::Experiment& experiment = rung->experiment;
  ASSERT_EQ(experiment.symbols.size(), 1U);
  EXPECT_EQ(experiment.symbols[0].name, "mask");
  EXPECT_EQ(experiment.symbols[0].value.count, 5U);
  EXPECT_EQ(experiment.symbols[0].value.fill.formula, "5 - abs(i - 2)");
  EXPECT_EQ(experiment.buffers.size(), 2U);
  // This one has its weights in a buffer, and no symbols of its own.
  const auto basic = expand_rung("convolution-1d", "basic", {});
  ASSERT_TRUE(basic) << basic.error().text();
  EXPECT_TRUE(basic->experiment.symbols.empty());
}

TEST(LessonExperiment, ShapesAndTheOrderOfBlocks) {
  const auto picture = expand_rung("image", "grey", {{"width", 76}, {"height", 62}});
  ASSERT_TRUE(picture) << picture.error().text();
  EXPECT_EQ(picture->experiment.buffers[0].second.shape, (std::vector<std::uint64_t>{62, 76, 3}));
  EXPECT_EQ(picture->experiment.options.schedule_seed, 0U);
  const auto shuffled = expand_rung("block-scheduling", "any-order", {{"schedule_seed", 3}});
  ASSERT_TRUE(shuffled) << shuffled.error().text();
  EXPECT_EQ(shuffled->experiment.options.schedule_seed, 3U);
}

// The second launch is repeated as long as there is a level left; with one level, it is missing.
// All values share an image all the same.
TEST(LessonExperiment, KernelsOfLaunchesThatAreRepeatedNoTimes) {
  Rung rung;
  rung.id = "r";
  rung.file = "kernels/vector-add/1_guarded.cu";
  Parameter levels;
  levels.name = "levels";
  rung.parameters = {levels};
  LaunchTemplate launch;
  launch.kernel = "first";
  launch.grid = launch.block = {"1"};
  rung.launches = {launch, launch, launch};
  rung.launches[1].kernel = "level";
  rung.launches[1].state = {{"m", "levels"}};
  rung.launches[1].repeat_while = "m > 1";
  rung.launches[1].update = {{"m", "m - 1"}};
  const auto few = make_experiment(rung, {{"levels", 1}});
  const auto many = make_experiment(rung, {{"levels", 4}});
  ASSERT_TRUE(few) << few.error().text();
  ASSERT_TRUE(many) << many.error().text();
  EXPECT_EQ(few->launches.size(), 2U);
  EXPECT_EQ(many->launches.size(), 5U);
  EXPECT_EQ(run::compile_request(*few).kernels, (std::vector<std::string>{"first", "level"}));
  EXPECT_TRUE(run::same_image(run::compile_request(*few), run::compile_request(*many)));
}

Rung endless() {
  Rung rung;
  rung.id = "r";
  rung.file = "kernels/vector-add/1_guarded.cu";
  LaunchTemplate launch;
  launch.kernel = "add";
  launch.grid = launch.block = {"1"};
  launch.state = {{"m", "1"}};
  launch.repeat_while = "m > 0";
  rung.launches = {launch};
  return rung;
}

TEST(LessonExperiment, Mistakes) {
  const auto unknown = expand_rung("scan", "blelloch", {{"nothing", 1}});
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error().message, "rung blelloch: there is no parameter `nothing`");
  const auto forever = expand(endless(), {});
  ASSERT_FALSE(forever);
  EXPECT_NE(forever.error().message.find("still holds"), std::string::npos);
  Rung wrong = endless();
  wrong.launches[0].grid = {"1 / 2"};
  EXPECT_FALSE(expand(wrong, {}));
  wrong = endless();
  wrong.launches[0].arguments = {"nothing"};
  EXPECT_FALSE(expand(wrong, {}));
}

}  // namespace
}  // namespace lanescope::lesson
