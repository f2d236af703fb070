// A run in a file, opened again without a compiler; and what is told of damaged files.

#include "lab/run/saved_run.hpp"

#include <fstream>
#include <random>

#include <gtest/gtest.h>
#include <unistd.h>

#include "cuda/toolchain/compiler.hpp"
#include "lab/experiment/spec.hpp"
#include "lab/lesson/runner.hpp"
#include "sim/base/hash.hpp"
#include "tests/lab/ptx_kernels.hpp"

namespace lanescope::run {
namespace {

using test::add_experiment;
using test::compiled_ptx;
using test::kAddPtx;

std::shared_ptr<const ModelRun> run_of(const experiment::Experiment& experiment,
                                       std::shared_ptr<const ports::toolchain::Compiled> compiled) {
  const auto prepared = prepare(experiment, std::move(compiled));
  const auto* ready = std::get_if<std::shared_ptr<const Prepared>>(&prepared);
  if (ready == nullptr) {
    ADD_FAILURE() << std::get<PrepareFailure>(prepared).error.text();
    return nullptr;
  }
  RunOptions options;
  options.recording = engine::Recording::Full;
  return run_model(*ready, options);
}

std::vector<std::byte> saved_add() {
  const auto run = run_of(add_experiment(2, 64), compiled_ptx(kAddPtx, "add"));
  auto bytes = saved_run_bytes(*run, {});
  EXPECT_TRUE(bytes) << bytes.error().text();
  return bytes ? *bytes : std::vector<std::byte>{};
}

TEST(SavedRun, GivesTheSameRunAgain) {
  const auto bytes = saved_add();
  EXPECT_TRUE(is_saved_run(bytes));
  const auto saved = read_saved_run(bytes, "a.run");
  ASSERT_TRUE(saved) << saved.error().text();
  EXPECT_EQ(saved->compiled->ptx, kAddPtx);
  EXPECT_EQ(saved->machine_steps, 2U * 19U);
  const auto again = run_of(saved->experiment, saved->compiled);
  ASSERT_NE(again, nullptr);
  EXPECT_EQ(difference(saved->digest, saved->machine_steps, *again), "");
  const auto other = run_of(add_experiment(1, 32), saved->compiled);
  EXPECT_NE(difference(saved->digest, saved->machine_steps, *other), "");
}

TEST(SavedRun, HoldsItsInputsItself) {
  const std::string table =
      ::testing::TempDir() + "lanescope-saved-run-" + std::to_string(::getpid()) + ".csv";
  std::ofstream(table) << "3,1,4,1,5\n";
  experiment::Experiment experiment = add_experiment(2, 64);
  experiment.launches.front().arguments[1] = *experiment::parse_argument("a:f32[64]=csv:" + table);
  const auto run = run_of(experiment, compiled_ptx(kAddPtx, "add"));
  ASSERT_NE(run, nullptr);
  const auto bytes = saved_run_bytes(*run, {});
  ASSERT_TRUE(bytes) << bytes.error().text();
  ASSERT_EQ(::unlink(table.c_str()), 0);
  const auto saved = read_saved_run(*bytes, "b.run");
  ASSERT_TRUE(saved) << saved.error().text();
  const auto again = run_of(saved->experiment, saved->compiled);
  ASSERT_NE(again, nullptr);
  EXPECT_EQ(difference(saved->digest, saved->machine_steps, *again), "");
  EXPECT_EQ(again->buffers.front().bytes, run->buffers.front().bytes);
}

// No worker is started: there is none, and no cache is looked at.
TEST(SavedRun, TheRunnerNeedsNoCompilerForIt) {
  const auto saved = read_saved_run(saved_add(), "a.run");
  ASSERT_TRUE(saved);
  cuda::toolchain::Compiler::Options options;
  options.worker_command = {"/nowhere/at-all"};
  options.use_cache = false;
  cuda::toolchain::Compiler compiler(options);
  lesson::Runner runner(compiler);
  runner.provide(saved->experiment, saved->compiled);
  runner.submit(saved->experiment, saved->window);
  runner.wait();
  std::shared_ptr<const ModelRun> last;
  while (const auto update = runner.poll()) {
    const auto* run = std::get_if<std::shared_ptr<const ModelRun>>(&update->result);
    ASSERT_NE(run, nullptr) << std::get<PrepareFailure>(update->result).error.text();
    last = *run;
  }
  ASSERT_NE(last, nullptr);
  EXPECT_TRUE(last->complete);
  EXPECT_EQ(difference(saved->digest, saved->machine_steps, *last), "");
}

TEST(SavedRun, ARunThatIsNotCompleteIsNotSaved) {
  auto run = *run_of(add_experiment(2, 64), compiled_ptx(kAddPtx, "add"));
  run.complete = false;
  EXPECT_FALSE(saved_run_bytes(run, {}));
  run.complete = true;
  run.trace = nullptr;
  EXPECT_FALSE(saved_run_bytes(run, {}));
}

std::string told(const std::vector<std::byte>& bytes) {
  const auto saved = read_saved_run(bytes, "x.run");
  return saved ? "read" : saved.error().text();
}

TEST(SavedRun, DamageIsNamedWithARemedy) {
  const auto whole = saved_add();
  EXPECT_NE(told({}).find("x.run: this is no saved run"), std::string::npos);
  auto cut = whole;
  cut.resize(20);
  EXPECT_NE(told(cut).find("ends after 20 bytes"), std::string::npos) << told(cut);
  cut = whole;
  cut.pop_back();
  EXPECT_NE(told(cut).find("damaged: it should have"), std::string::npos) << told(cut);
  EXPECT_NE(told(cut).find("save it again"), std::string::npos);
  auto newer = whole;
  newer[8] = std::byte{2};
  EXPECT_NE(told(newer).find("newer Lanescope"), std::string::npos) << told(newer);
  EXPECT_NE(told(newer).find("update"), std::string::npos);
  auto flipped = whole;
  flipped[whole.size() / 2] ^= std::byte{1};
  EXPECT_NE(told(flipped).find("checksum"), std::string::npos) << told(flipped);
}

TEST(SavedRun, EveryTruncationAndBitFlipIsRefused) {
  const auto whole = saved_add();
  for (std::size_t length = 0; length < whole.size(); length += length < 64 ? 1 : 17)
    EXPECT_NE(told({whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length)}), "read");
  std::mt19937 random(3);
  for (int i = 0; i < 2'000; ++i) {
    auto flipped = whole;
    const std::size_t at = i < 256 ? static_cast<std::size_t>(i) / 8 : random() % whole.size();
    flipped[at] ^= static_cast<std::byte>(1U << static_cast<unsigned>(i % 8));
    EXPECT_NE(told(flipped), "read") << "bit " << i % 8 << " of byte " << at;
  }
}

// Damage that the checksum does not see, as of a program that wrote nonsense: still no crash, and
// what is read can be run or says why not.
TEST(SavedRun, NonsenseWithARightChecksumIsTaken) {
  const auto whole = saved_add();
  constexpr std::size_t kHead = 32;
  std::mt19937 random(5);
  for (int i = 0; i < 300; ++i) {
    auto changed = whole;
    for (int n = 0; n < 3; ++n)
      changed[kHead + random() % (whole.size() - kHead)] = static_cast<std::byte>(random());
    const std::uint64_t sum = fnv1a64(std::span(changed).subspan(kHead));
    for (std::size_t b = 0; b < 8; ++b) changed[24 + b] = static_cast<std::byte>(sum >> (8 * b));
    const auto saved = read_saved_run(changed, "x.run");
    if (!saved) continue;
    const auto prepared = prepare(saved->experiment, saved->compiled);
    const auto* failed = std::get_if<PrepareFailure>(&prepared);
    EXPECT_TRUE(failed == nullptr || !failed->error.message.empty());
  }
}

}  // namespace
}  // namespace lanescope::run
