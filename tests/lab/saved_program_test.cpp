// A program in a file, whose launches run again with what they read; and what is told of damaged
// files.

#include "lab/program/saved_program.hpp"

#include <random>

#include <gtest/gtest.h>

#include "lab/program/origin.hpp"
#include "lab/program/program_report.hpp"
#include "lab/run/prepare.hpp"
#include "lab/run/run_model.hpp"
#include "lab/run/sealed_file.hpp"
#include "tests/lab/program_sample.hpp"

namespace lanescope::program {
namespace {

namespace record = runtime::record;
using test::kA;
using test::kC;
using test::ProgramSample;

std::vector<std::byte> saved() { return test::saved_add_program(); }
std::vector<std::byte> floats(float (*value)(int)) { return test::floats(value); }

std::shared_ptr<const run::ModelRun> run_again(const SavedProgram& program, std::size_t index) {
  const auto launch = launch_of(program, index);
  if (!launch) {
    ADD_FAILURE() << launch.error().text();
    return nullptr;
  }
  const auto prepared = run::prepare(launch->experiment, launch->compiled);
  const auto* ready = std::get_if<std::shared_ptr<const run::Prepared>>(&prepared);
  if (ready == nullptr) {
    ADD_FAILURE() << std::get<run::PrepareFailure>(prepared).error.text();
    return nullptr;
  }
  EXPECT_EQ((*ready)->plan->address_of(0).value, kC) << "where it lay in the program";
  return run::run_model(*ready, {});
}

std::vector<std::byte> bytes_of(const run::ModelRun& run, const std::string& name) {
  for (const run::BufferResult& buffer : run.buffers) {
    if (buffer.name == name) return buffer.bytes;
  }
  ADD_FAILURE() << "no buffer " << name;
  return {};
}

TEST(SavedProgram, ItsRunOnAGpuIsToldBesideTheModels) {
  auto program = read_saved_program(saved(), "add.laneprogram");
  ASSERT_TRUE(program) << program.error().text();
  ProgramRun run = (*program)->run;
  EXPECT_NE(program_json(run, Lengths::units()).find("\"gpu\": null"), std::string::npos);
  run.record.launches[0].parent = 1;  // as if a kernel had launched it: not timed
  run.set_gpu({"NVIDIA H200", {3, 0}, false, read_gpu_times("launch 0 0.25")});
  EXPECT_EQ(run.launches[0].gpu_milliseconds, std::nullopt);
  EXPECT_EQ(run.launches[1].gpu_milliseconds, std::optional(0.25));
  const std::string json = program_json(run, Lengths::units());
  EXPECT_NE(json.find("\"output\": \"different\""), std::string::npos);
  EXPECT_NE(json.find("\"gpu_milliseconds\": 0.25"), std::string::npos);
  EXPECT_EQ(gpu_words(*run.gpu),
            "on the NVIDIA H200: another output, exit status 3; 1 launch timed, 0.25 ms");
  EXPECT_NE(program_text(run, Lengths::units()).find("GPU ms"), std::string::npos);
}

TEST(SavedProgram, ItsRunOnAGpuIsKeptWithIt) {
  const GpuRun on_gpu = test::run_of_add_on_gpu();
  const auto program = read_saved_program(test::saved_add_program(&on_gpu), "add.laneprogram");
  ASSERT_TRUE(program) << program.error().text();
  const ProgramRun& run = (*program)->run;
  ASSERT_TRUE(run.gpu);
  EXPECT_EQ(run.gpu->device, "NVIDIA H200");
  EXPECT_EQ(run.gpu->ending.status, 3);
  EXPECT_TRUE(run.gpu->same_output);
  EXPECT_EQ(run.launches[1].gpu_milliseconds, std::optional(0.125));
  EXPECT_EQ(run.gpu->times.activities, on_gpu.times.activities);
  // 1 to 15, 16 to 21 and 22 to 23, of which 5 to 9 twice.
  const std::string json = program_json(run, Lengths::units());
  for (const char* part : {"\"end\": 22.0", "\"busy\": 20.0", "\"overlapped\": 4.0",
                           "\"kind\": \"to_device\"", "\"kernel\": \"add\""})
    EXPECT_NE(json.find(part), std::string::npos) << part;
  EXPECT_TRUE(gpu_words(*run.gpu).ends_with(
      "22.0 us from the first copy or kernel to the last, 20 % of the GPU's busy time overlapped"))
      << gpu_words(*run.gpu);
}

// The host's second launch comes behind a graph's kernel.
TEST(SavedProgram, ALaunchOfAGraphIsNoneOfTheHosts) {
  const auto program = read_saved_program(saved(), "add.laneprogram");
  ASSERT_TRUE(program);
  ProgramRun run = (*program)->run;
  run.record.calls[2].name = "cudaGraphLaunch";
  run.set_gpu({"NVIDIA H200",
               {0, 0},
               true,
               read_gpu_times("launch 0 0.5\nkernel 7 1 2 0 add\nkernel 7 3 4 8 add")});
  EXPECT_EQ(run.launches[0].gpu_milliseconds, std::nullopt);
  EXPECT_EQ(run.launches[1].gpu_milliseconds, std::optional(0.5));
  EXPECT_EQ(run.gpu->times.activities[0].launch, std::optional<std::size_t>(1));
  EXPECT_EQ(run.gpu->times.activities[1].launch, std::nullopt) << "there is no launch 8";
}

TEST(SavedProgram, EachLaunchRunsAgainWithWhatItRead) {
  const auto program = read_saved_program(saved(), "add.laneprogram");
  ASSERT_TRUE(program) << program.error().text();
  EXPECT_EQ((*program)->run.ending.status, 3);
  EXPECT_EQ((*program)->arguments, std::vector<std::string>{"64"});
  const auto first = run_again(**program, 0), second = run_again(**program, 1);
  ASSERT_TRUE(first != nullptr && second != nullptr);
  EXPECT_EQ(first->machine_steps, 2U * 19U);
  EXPECT_EQ(bytes_of(*first, "d_c"), floats([](int i) { return static_cast<float>(2 * i + 1); }));
  EXPECT_EQ(bytes_of(*second, "d_b"), floats([](int i) { return static_cast<float>(3 * i + 1); }));
  EXPECT_TRUE(first->hazards.empty());
}

TEST(SavedProgram, AnEditedFillTakesThePlaceOfWhatWasKept) {
  const auto program = read_saved_program(saved(), "add.laneprogram");
  ASSERT_TRUE(program);
  auto launch = launch_of(**program, 0);
  ASSERT_TRUE(launch);
  launch->experiment.buffers[1].second.fill.kind = experiment::Fill::Kind::Zero;
  const auto prepared = run::prepare(launch->experiment, launch->compiled);
  ASSERT_EQ(prepared.index(), 0U);
  const auto run = run::run_model(std::get<0>(prepared), {});
  EXPECT_EQ(bytes_of(*run, "d_c"), floats([](int i) { return static_cast<float>(i + 1); }));
}

TEST(SavedProgram, ReadingWhatNobodyWroteIsTold) {
  auto bytes = saved();
  const auto program = read_saved_program(bytes, "add.laneprogram");
  ASSERT_TRUE(program);
  auto launch = launch_of(**program, 0);
  ASSERT_TRUE(launch);
  // c, not a, is read: nobody has written it yet.
  launch->experiment.launches.front().arguments[1] = experiment::LaunchSpec::BufferRef{"d_c"};
  const auto prepared = run::prepare(launch->experiment, launch->compiled);
  ASSERT_EQ(prepared.index(), 0U);
  const auto run = run::run_model(std::get<0>(prepared), {});
  ASSERT_FALSE(run->hazards.empty());
  EXPECT_EQ(run->hazards.front().kind, events::HazardKind::UninitializedRead);
}

TEST(SavedProgram, TellsWhereAValueCameFrom) {
  const auto program = read_saved_program(saved(), "add.laneprogram");
  ASSERT_TRUE(program);
  const auto kept = origin_of(**program, 1, kA + 4, 4);
  ASSERT_EQ(kept.size(), 1U);
  EXPECT_EQ(kept.front().kind, OriginStep::Kind::HostCopy);
  EXPECT_EQ(kept.front().place.line, 21U);
  const auto made = origin_of(**program, 1, kC + 4, 4);
  ASSERT_EQ(made.size(), 1U);
  EXPECT_EQ(made.front().kind, OriginStep::Kind::Launch);
  EXPECT_EQ(made.front().index, 0U);
  const auto never = origin_of(**program, 0, kC, 4);
  ASSERT_EQ(never.size(), 1U);
  EXPECT_EQ(never.front().kind, OriginStep::Kind::Untouched);
  EXPECT_EQ(never.front().place.line, 20U) << "that allocated it";
  EXPECT_TRUE(origin_of(**program, 0, engine::kGlobalBase, 4).empty());
}

TEST(SavedProgram, ALaunchThatIsNotThereIsTold) {
  const auto program = read_saved_program(saved(), "add.laneprogram");
  ASSERT_TRUE(program);
  const auto launch = launch_of(**program, 2);
  ASSERT_FALSE(launch);
  EXPECT_EQ(launch.error().message, "there is no launch 2: they are 0 to 1");
}

TEST(SavedProgram, DamagedFilesAreRefused) {
  const std::vector<std::byte> good = saved();
  for (std::size_t size = 0; size < good.size(); size += 1 + size / 9)
    EXPECT_FALSE(read_saved_program(std::span(good).first(size), "cut")) << size;
  for (std::size_t at = 0; at < good.size(); at += 1 + at / 7) {
    std::vector<std::byte> bad = good;
    bad[at] ^= std::byte{0x10};
    const auto program = read_saved_program(bad, "flipped");
    ASSERT_FALSE(program) << at;
    EXPECT_NE(program.error().text().find("flipped"), std::string::npos);
  }
}

// Sealed anew after the damage: what is inside is looked at, too.
TEST(SavedProgram, AnyContentIsReadOrRefused) {
  const std::vector<std::byte> good = saved();
  const auto content = run::content_of(good, run::kSavedProgram, "good");
  ASSERT_TRUE(content);
  std::mt19937 random(7);
  for (int round = 0; round < 300; ++round) {
    std::vector<std::byte> bad(content->begin(), content->end());
    for (int i = 0; i < 3; ++i) bad[random() % bad.size()] = static_cast<std::byte>(random());
    const auto program = read_saved_program(run::seal(bad, run::kSavedProgram), "bad");
    if (!program) continue;
    for (std::size_t i = 0; i < (*program)->run.record.launches.size(); ++i) {
      const auto launch = launch_of(**program, i);
      if (launch) static_cast<void>(run::prepare(launch->experiment, launch->compiled));
    }
  }
}

// A file of some kilobytes that says it holds terabytes.
TEST(SavedProgram, ASizeThatNothingHasIsRefused) {
  ProgramSample sample;
  sample.text = line_of(record::Module{0, test::kAddPtx});
  const std::uint32_t piece = sample.add(floats([](int) { return 0.0F; }));
  sample.text +=
      line_of(record::Content{1, std::uint64_t{1} << 42U, std::vector<std::uint64_t>(1000, piece)});
  record::Launch one = test::launch(0, kC, kC);
  one.inputs->arrays = {test::kept_array("huge", kC, 1, std::uint64_t{1} << 42U)};
  sample.text += line_of(one);
  const auto program = read_saved_program(
      saved_program_bytes({{}, {}, "sm_90", "/", {}, sample.text, sample.contents.data()}), "huge");
  ASSERT_TRUE(program);
  const auto launch = launch_of(**program, 0);
  ASSERT_FALSE(launch);
  EXPECT_NE(launch.error().message.find("4 GiB"), std::string::npos) << launch.error().message;
}

std::string refusal(const SavedLaunch& launch) {
  const auto prepared = run::prepare(launch.experiment, launch.compiled);
  const auto* failed = std::get_if<run::PrepareFailure>(&prepared);
  return failed == nullptr ? "" : failed->error.message;
}

TEST(SavedProgram, PlacesThatNothingCanHaveAreRefused) {
  const auto program = read_saved_program(saved(), "add.laneprogram");
  ASSERT_TRUE(program);
  const auto launch = launch_of(**program, 0);
  ASSERT_TRUE(launch);
  EXPECT_EQ(refusal(*launch), "");
  const auto with_address = [&](std::uint64_t address) {
    SavedLaunch moved = *launch;
    auto& value = moved.experiment.buffers[1].second;
    auto kept = *value.kept;
    kept.address = address;
    value.kept = std::make_shared<const experiment::KeptMemory>(std::move(kept));
    return refusal(moved);
  };
  EXPECT_EQ(with_address(kC + 4), "d_a lies where nothing can, or upon another one");
  EXPECT_EQ(with_address(4096), "d_a lies where nothing can, or upon another one");
  EXPECT_EQ(with_address(engine::kGlobalBase + (std::uint64_t{1} << 45U)),
            "d_a lies beyond the device's memory; raise --max-memory");
}

TEST(SavedProgram, AMainMakesAProgram) {
  EXPECT_TRUE(has_main("int main() {}"));
  EXPECT_TRUE(has_main("__global__ void k() {}\nint main (int, char**) {}"));
  EXPECT_FALSE(has_main("__global__ void domain() {} // int main()"));
  EXPECT_FALSE(has_main("const char* s = \"int main()\"; void remain(); int main_loop();"));
}

}  // namespace
}  // namespace lanescope::program
