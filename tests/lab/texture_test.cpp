// Textures among a kernel's arguments: written, read, run, saved and told. What a fetch makes of
// its texels is computed here by the formulas of the CUDA C++ Programming Guide, "Linear
// Filtering".
#include "lab/experiment/texture.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <set>
#include <span>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "lab/experiment/experiment_json.hpp"
#include "lab/experiment/inputs.hpp"
#include "lab/experiment/spec.hpp"
#include "lab/experiment/spec_text.hpp"
#include "lab/hardware/gpu_run.hpp"
#include "lab/report/report_json.hpp"
#include "lab/report/report_text.hpp"
#include "lab/run/saved_run.hpp"
#include "sim/analysis/access.hpp"
#include "sim/analysis/origins.hpp"
#include "sim/analysis/search.hpp"
#include "tests/lab/ptx_kernels.hpp"

namespace lanescope::run {
namespace {

using experiment::Argument;
using experiment::parse_texture;
using experiment::texture_text;

// Thread i fetches at (i / 4, 1.5) and stores the first channel at out + 4 i.
constexpr const char* kFetchPtx = R"(.version 9.0
.target sm_90
.address_size 64
.visible .entry fetch(.param .u64 fetch_0, .param .u64 fetch_1) {
  .reg .b32 %r<2>;
  .reg .f32 %f<7>;
  .reg .b64 %rd<4>;
  ld.param.u64 %rd1, [fetch_0];
  ld.param.u64 %rd2, [fetch_1];
  mov.u32 %r1, %tid.x;
  cvt.rn.f32.u32 %f1, %r1;
  mul.f32 %f1, %f1, 0f3E800000;
  mov.f32 %f2, 0f3FC00000;
  tex.2d.v4.f32.f32 {%f3, %f4, %f5, %f6}, [%rd2, {%f1, %f2}];
  mul.wide.u32 %rd3, %r1, 4;
  add.s64 %rd1, %rd1, %rd3;
  st.global.f32 [%rd1], %f3;
  ret;
}
)";

// 8 x 4 texels, 10 times their number each.
experiment::Experiment fetch_experiment(const std::string& texture,
                                        const std::string& in = "in:f32[32]=formula:10*i") {
  experiment::Experiment experiment;
  experiment.source = {"fetch.ptx", kFetchPtx, true, {}};
  experiment.buffers.emplace_back(
      "in", std::get<experiment::BufferValue>(experiment::parse_argument(in)->value));
  experiment::LaunchSpec launch;
  launch.kernel = "fetch";
  launch.grid = {1, 1, 1};
  launch.block = {32, 1, 1};
  launch.arguments.emplace_back(*experiment::parse_argument("out:f32[32]=zero"));
  launch.arguments.emplace_back(*experiment::parse_argument("picture:texture=" + texture));
  experiment.launches.push_back(std::move(launch));
  return experiment;
}

PrepareResult prepared(const experiment::Experiment& experiment) {
  return prepare(experiment, test::compiled_ptx(kFetchPtx, "fetch"));
}
std::string refused(const experiment::Experiment& experiment) {
  const PrepareResult result = prepared(experiment);
  const auto* failure = std::get_if<PrepareFailure>(&result);
  return failure == nullptr ? "taken" : failure->error.message;
}
std::shared_ptr<ModelRun> run_of(const experiment::Experiment& experiment) {
  const PrepareResult result = prepared(experiment);
  const auto* ready = std::get_if<std::shared_ptr<const Prepared>>(&result);
  if (ready == nullptr) {
    ADD_FAILURE() << std::get<PrepareFailure>(result).error.text();
    return nullptr;
  }
  RunOptions options;
  options.recording = engine::Recording::Full;
  return run_model(*ready, options);
}
std::vector<float> floats(const BufferResult& buffer) {
  std::vector<float> out(buffer.bytes.size() / sizeof(float));
  std::memcpy(out.data(), buffer.bytes.data(), buffer.bytes.size());
  return out;
}
const BufferResult& buffer_of(const ModelRun& run, std::string_view name) {
  return *std::ranges::find(run.buffers, name, &BufferResult::name);
}

TEST(TextureSpec, SaysBufferSizeAndSampling) {
  const auto argument = experiment::parse_argument(
      "picture:texture=in, 64x48, linear, mirror, normalized, fractions, channels=4");
  ASSERT_TRUE(argument) << argument.error().message;
  const auto& texture = std::get<experiment::TextureValue>(argument->value);
  EXPECT_EQ(argument->name, "picture");
  EXPECT_EQ(texture.buffer, "in");
  EXPECT_EQ(texture.extents, (std::vector<std::uint64_t>{64, 48}));
  EXPECT_EQ(texture.channels, 4);
  EXPECT_TRUE(texture.linear && texture.normalized && texture.fractions);
  EXPECT_EQ(texture.address, AddressMode::Mirror);
  EXPECT_EQ(experiment::argument_text(*argument),
            "picture:texture=in,64x48,channels=4,linear,mirror,normalized,fractions");
}

TEST(TextureSpec, PointsThatAreClampedAreUsual) {
  const auto texture = parse_texture("in,7,point,clamp,channels=1");
  ASSERT_TRUE(texture) << texture.error().message;
  EXPECT_FALSE(texture->linear);
  EXPECT_EQ(texture->address, AddressMode::Clamp);
  EXPECT_EQ(texture_text(*texture), "in,7");
}

TEST(TextureSpec, SaysWhatIsWrong) {
  const auto wrong = [](const char* text) {
    const auto texture = parse_texture(text);
    return texture ? std::string("taken") : texture.error().message;
  };
  EXPECT_EQ(wrong(""), "the texture names no buffer");
  EXPECT_EQ(wrong("in"), "the texture's size is missing: write BUFFER,WIDTHxHEIGHT");
  for (const char* size : {"in,0x4", "in,4x", "in,x4", "in,1x2x3x4", "in,-1", "in,axb"})
    EXPECT_NE(wrong(size).find("texels are written WIDTH"), std::string::npos) << size;
  EXPECT_NE(wrong("in,4,bilinear").find("`bilinear` says nothing of a texture"), std::string::npos);
  EXPECT_NE(wrong("in,4,channels=3").find("`channels=3` says nothing"), std::string::npos);
}

TEST(TextureDescriptors, AreWhatAGpuTakes) {
  const auto wrong = [](const char* text, experiment::ElementType type) {
    const auto made = experiment::texture_descriptor(*parse_texture(text), type);
    return made ? std::string("taken") : made.error().message;
  };
  using enum experiment::ElementType;
  EXPECT_EQ(wrong("in,131072", F32), "taken");
  EXPECT_EQ(wrong("in,131073", F32),
            "131073 texels along one side: an array of 1 dimension on a GPU has at most 131072 "
            "there");
  EXPECT_EQ(wrong("in,131072x65536", U8), "taken");
  EXPECT_NE(wrong("in,8x65537", U8).find("at most 65536"), std::string::npos);
  EXPECT_NE(wrong("in,8x8x16385", U8).find("at most 16384"), std::string::npos);
  EXPECT_NE(wrong("in,8", F64).find("not f64"), std::string::npos);
  EXPECT_NE(wrong("in,8", BF16).find("not bf16"), std::string::npos);
  EXPECT_NE(wrong("in,8,wrap", F32).find("for normalized coordinates"), std::string::npos);
  EXPECT_EQ(wrong("in,8,linear", U8), "integers that are not read as fractions are not filtered");
  EXPECT_EQ(wrong("in,8,linear,fractions", U8), "taken");
  EXPECT_EQ(wrong("in,8,fractions", I32), "integers of 32 bits are not read as fractions");
}

// Of row 1, whose middle is at 1.5: 80, 90, ... 150.
TEST(TextureRun, PointsTakeTheTexelTheyLieIn) {
  const auto run = run_of(fetch_experiment("in,8x4"));
  ASSERT_NE(run, nullptr);
  ASSERT_EQ(run->outcome, engine::Outcome::Finished);
  const std::vector<float> out = floats(buffer_of(*run, "out"));
  for (std::size_t i = 0; i < 32; ++i)
    EXPECT_EQ(out[i], 80.0F + 10.0F * static_cast<float>(i / 4)) << i;
}

TEST(TextureRun, FilteringMixesNeighboursInSteps) {
  const auto run = run_of(fetch_experiment("in,8x4,linear,border"));
  ASSERT_NE(run, nullptr);
  const std::vector<float> out = floats(buffer_of(*run, "out"));
  const auto texel = [](double i) { return i < 0 || i > 7 ? 0.0 : 80.0 + 10.0 * i; };
  for (std::size_t i = 0; i < 32; ++i) {
    const double at = std::floor((static_cast<double>(i) / 4 - 0.5) * 256 + 0.5) / 256;
    const double first = std::floor(at), weight = at - first;
    EXPECT_EQ(out[i], static_cast<float>((1 - weight) * texel(first) + weight * texel(first + 1)))
        << i;
  }
}

// One request; row 1, texels 0 to 7, and in filtering row 2 with its weight of 0.
TEST(TextureRun, CountsItsTexels) {
  const auto point = run_of(fetch_experiment("in,8x4"));
  const auto linear = run_of(fetch_experiment("in,8x4,linear"));
  EXPECT_EQ(point->counters().texture_load, (events::SectorCounters{1, 1, 1, 128}));
  EXPECT_EQ(linear->counters().texture_load, (events::SectorCounters{1, 2, 2, 128}));
  EXPECT_EQ(point->counters().global_load.requests, 0U);
}

// The tick of the only store, and what is counted on the way there.
Tick store_of(const ModelRun& run, events::Counters& counted) {
  Tick found;
  for (Tick tick; tick.value < run.trace->tick_count(); ++tick.value) {
    const auto accesses = run.trace->accesses(tick);
    analysis::count_step(accesses, counted);
    if (!accesses.empty() && accesses.front().kind == events::Access::Store) found = tick;
  }
  return found;
}

TEST(TextureRun, ItsTraceCountsTheSame) {
  const auto run = run_of(fetch_experiment("in,8x4,linear,border"));
  events::Counters counted;
  store_of(*run, counted);
  EXPECT_EQ(counted.texture_load, run->counters().texture_load);
  EXPECT_EQ(counted.global_store, run->counters().global_store);
}

// Lane 5 fetches at 1.25, between the middles of texels 0 and 1 of rows 1 and 2.
TEST(TextureRun, AValueComesFromItsFootprint) {
  const auto run = run_of(fetch_experiment("in,8x4,linear,border"));
  events::Counters counted;
  const Tick store = store_of(*run, counted);
  const std::uint64_t in = run->plan().address_of(0).value, out = run->plan().address_of(1).value;
  const analysis::Stored stored{store, 5, out + 20, 4};
  const auto origins =
      analysis::origins_of(run->plan(), *run->trace, 0, BlockIndex{0}, std::span(&stored, 1));
  std::set<std::uint64_t> texels;
  for (const analysis::Origin& origin : origins.origins) {
    EXPECT_EQ(origin.space, events::Space::Global) << "as whoever shows buffers asks for it";
    if (!origin.steers) texels.insert((origin.address - in) / 4);
  }
  EXPECT_EQ(texels, (std::set<std::uint64_t>{8, 9, 16, 17}));
  const analysis::Bytes texel{events::Space::Global, in + 4 * 9, 4, 0, BlockIndex{0}};
  const auto fetch = analysis::next_touch(*run->trace, Tick{0}, texel, analysis::Touch::Any);
  ASSERT_TRUE(fetch);
  const auto request = analysis::explain_fetch(run->trace->accesses(*fetch));
  EXPECT_EQ(request.counters, run->counters().texture_load);
  EXPECT_EQ(request.sectors.size(), 2U);
}

TEST(TextureRun, ItsBufferIsOnlyRead) {
  experiment::Experiment experiment = fetch_experiment("in,8x4");
  experiment.launches.front().arguments.front() = experiment::LaunchSpec::BufferRef{"in"};
  const auto run = run_of(experiment);
  ASSERT_NE(run, nullptr);
  EXPECT_EQ(run->outcome, engine::Outcome::Fault);
}

TEST(TextureRun, SaysWhatDoesNotFit) {
  EXPECT_EQ(refused(fetch_experiment("in,8x5")),
            "the texture of in: it has 160 bytes, and the buffer 128");
  EXPECT_EQ(refused(fetch_experiment("that,8x4")),
            "the texture picture is of `that`, and there is no such buffer");
  experiment::Experiment swapped = fetch_experiment("in,8x4");
  swapped.launches.front().arguments.back() = *experiment::parse_argument("picture:f32=1");
  EXPECT_NE(refused(swapped), "taken");
}

// A texture is no input of its own: what can be changed is the buffer.
TEST(TextureRun, IsSavedAndGivesTheSameAgain) {
  experiment::Experiment experiment = fetch_experiment("in,8x4,linear,border");
  EXPECT_EQ(experiment::inputs_of(experiment).size(), 2U);
  const auto run = run_of(experiment);
  const auto bytes = saved_run_bytes(*run, {});
  ASSERT_TRUE(bytes) << bytes.error().text();
  const auto saved = read_saved_run(*bytes, "a.run");
  ASSERT_TRUE(saved) << saved.error().text();
  const auto again = run_of(saved->experiment);
  EXPECT_EQ(difference(saved->digest, saved->machine_steps, *again), "");
  EXPECT_EQ(buffer_of(*again, "out").bytes, buffer_of(*run, "out").bytes);
  EXPECT_EQ(experiment::experiment_json(saved->experiment),
            experiment::experiment_json(experiment));
}

TEST(TextureRun, IsTold) {
  const auto run = run_of(fetch_experiment("in,8x4,linear,border"));
  const auto report = nlohmann::json::parse(report::report_json(*run));
  EXPECT_EQ(report["launches"][0]["textures"]["picture"], "in,8x4,linear,border");
  EXPECT_EQ(report["counters"]["texture"]["load"]["requests"], 1);
  EXPECT_NE(report::report_text(*run).find("texture picture   in,8x4,linear,border\n"),
            std::string::npos);
}

// Handles are numbered in the order of all launches.
TEST(TextureRun, GoesToTheGpu) {
  experiment::Experiment experiment = fetch_experiment("in,8x4,linear");
  experiment.launches.push_back(experiment.launches.front());
  experiment.launches.back().arguments.front() = experiment::LaunchSpec::BufferRef{"out"};
  const PrepareResult result = prepared(experiment);
  const auto* ready = std::get_if<std::shared_ptr<const Prepared>>(&result);
  ASSERT_NE(ready, nullptr);
  const ports::device::GpuJob job = hardware::gpu_job(**ready);
  ASSERT_EQ(job.textures.size(), 2U);
  EXPECT_EQ(job.textures[1].buffer, 0U);
  EXPECT_EQ(job.textures[1].descriptor.width, 8U);
  EXPECT_TRUE(job.textures[1].descriptor.linear);
  ASSERT_EQ(job.launches[1].handles.size(), 1U);
  EXPECT_EQ(job.launches[1].handles[0].offset, 8U);
  EXPECT_EQ(job.launches[1].handles[0].texture, 1U);
  EXPECT_EQ(job.launches[0].pointers.size(), 1U);
}

}  // namespace
}  // namespace lanescope::run
