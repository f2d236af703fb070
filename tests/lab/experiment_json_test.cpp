#include "lab/experiment/experiment_json.hpp"

#include <gtest/gtest.h>

#include "lab/experiment/spec.hpp"
#include "lab/experiment/spec_text.hpp"
#include "tests/lab/ptx_kernels.hpp"

namespace lanescope::experiment {
namespace {

TEST(SpecText, WritesWhatIsRead) {
  for (const char* spec :
       {"n:i32=64", "x:f32=-0.5", "in:f32[64]=iota", "out:f64[3]=zero", "a:u8[7]=const:3",
        "r:f32[9]=random:7", "r:u32[9]=random:7%100", "h:f16[4]=file:/tmp/some file.npy",
        "p:{i32=4,f32=0.5,w:f32[16]=zero}", "k:i64[5]=formula:2*i+1"}) {
    const auto parsed = parse_argument(spec);
    ASSERT_TRUE(parsed) << spec << parsed.error().text();
    EXPECT_EQ(argument_text(*parsed), spec);
  }
  const auto symbol = parse_symbol("ns::table:f32[4]=random:1%3");
  ASSERT_TRUE(symbol);
  EXPECT_EQ(symbol_text(*symbol), "ns::table:f32[4]=random:1%3");
}

Experiment rich() {
  Experiment experiment = test::add_experiment(3, 96);
  experiment.defines = {"R=4"};
  experiment.arch = "sm_80";
  experiment.source.include_dirs = {"a", "b"};
  experiment.buffers.emplace_back(
      "shared", BufferValue{ElementType::F64, 8, *parse_fill("random:5%2"), {2, 4}});
  experiment.launches.push_back(experiment.launches.front());
  experiment.launches.back().arguments[0] = LaunchSpec::BufferRef{"shared"};
  experiment.launches.back().dynamic_shared_bytes = 512;
  experiment.symbols.push_back(*parse_symbol("factor:u32=2"));
  experiment.options.policy = engine::Policy::MinPc;
  experiment.options.order = engine::Order::RoundRobin;
  experiment.options.schedule_seed = 0x8000000000000001ULL;
  experiment.options.warp_size = 16;
  experiment.kernels = {"add", "other"};
  return experiment;
}

TEST(ExperimentJson, RoundTrip) {
  const Experiment before = rich();
  const std::string text = experiment_json(before);
  const auto after = read_experiment_json(text);
  ASSERT_TRUE(after) << after.error().text();
  EXPECT_EQ(experiment_json(*after), text);
  EXPECT_EQ(after->source.text, before.source.text);
  EXPECT_TRUE(after->source.is_ptx);
  EXPECT_EQ(after->defines, before.defines);
  EXPECT_EQ(after->launches.size(), 2U);
  EXPECT_EQ(std::get<LaunchSpec::BufferRef>(after->launches[1].arguments[0]).name, "shared");
  EXPECT_EQ(after->launches[1].dynamic_shared_bytes, 512U);
  EXPECT_EQ(after->options.schedule_seed, before.options.schedule_seed);
  EXPECT_EQ(after->options.policy, engine::Policy::MinPc);
  EXPECT_EQ(after->buffers.front().second.shape, (std::vector<std::uint64_t>{2, 4}));
  EXPECT_EQ(after->symbols.front().value.count, 1U);
  EXPECT_EQ(after->kernels, before.kernels);
}

// Whatever is cut away, there is an Error and no crash.
TEST(ExperimentJson, DamagedTextsAreRefused) {
  const std::string text = experiment_json(rich());
  for (std::size_t length = 0; length < text.size(); length += 7)
    EXPECT_FALSE(read_experiment_json(std::string_view(text).substr(0, length))) << length;
  for (const char* broken :
       {"[]", "{}", "3", "{\"source\": 3}", "{\"source\": {\"file\": 3}, \"launches\": {}}"}) {
    EXPECT_FALSE(read_experiment_json(broken)) << broken;
  }
  std::string wrong = text;
  wrong.replace(wrong.find("\"warp_size\""), 11, "\"warp_sise\"");
  const auto refused = read_experiment_json(wrong);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("warp_size"), std::string::npos);
}

}  // namespace
}  // namespace lanescope::experiment
