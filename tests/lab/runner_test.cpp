#include "lab/lesson/runner.hpp"

#include <chrono>
#include <cstdlib>
#include <thread>

#include <gtest/gtest.h>

#include "cuda/toolchain/compiler.hpp"
#include "tests/lab/counting_compiler.hpp"
#include "tests/lab/ptx_kernels.hpp"
#include "tests/lab/worker.hpp"

namespace lanescope::lesson {
namespace {

using namespace std::chrono_literals;

cuda::toolchain::Compiler::Options options() {
  cuda::toolchain::Compiler::Options out;
  out.worker_command = test::worker_command();
  out.cache_dir = testing::TempDir() + "lanescope_runner_cache";
  return out;
}

std::vector<Runner::Update> all(Runner* runner) {
  runner->wait();
  std::vector<Runner::Update> updates;
  while (auto update = runner->poll()) updates.push_back(std::move(*update));
  return updates;
}

TEST(Runner, SmallRunsArriveOnce) {
  cuda::toolchain::Compiler compiler(options());
  Runner runner(compiler);
  const std::uint64_t request = runner.submit(test::add_experiment(2, 64), {});
  const auto updates = all(&runner);
  ASSERT_EQ(updates.size(), 1U);
  EXPECT_EQ(updates[0].request, request);
  ASSERT_TRUE(std::holds_alternative<std::shared_ptr<const run::ModelRun>>(updates[0].result))
      << std::get<run::PrepareFailure>(updates[0].result).error.text();
  EXPECT_TRUE(std::get<0>(updates[0].result)->complete);
  EXPECT_FALSE(runner.busy());
  EXPECT_EQ(runner.activity(), "");
}

TEST(Runner, LargeRunsShowTheWindowFirst) {
  cuda::toolchain::Compiler compiler(options());
  Runner runner(compiler);
  static_cast<void>(runner.submit(test::add_experiment(20000, 640000), {}));
  const auto updates = all(&runner);
  ASSERT_EQ(updates.size(), 2U);
  EXPECT_FALSE(std::get<0>(updates[0].result)->complete);
  EXPECT_TRUE(std::get<0>(updates[1].result)->complete);
}

TEST(Runner, ANewerRequestReplacesAnOlderOne) {
  cuda::toolchain::Compiler compiler(options());
  Runner runner(compiler);
  std::uint64_t last = 0;
  for (std::uint32_t blocks = 20001; blocks < 20040; ++blocks) {
    last = runner.submit(test::add_experiment(blocks, 32 * blocks), {});
  }
  const auto updates = all(&runner);
  ASSERT_FALSE(updates.empty());
  EXPECT_EQ(updates.back().request, last);
  EXPECT_TRUE(std::get<0>(updates.back().result)->complete);
  EXPECT_LT(updates.size(), 2U * 39U);
}

// The window is the first block of a million: its run ends long before the whole run. Nothing tells
// from outside when a run begins, so the newer request waits longer and longer with coming.
TEST(Runner, AWindowThatHasBegunIsShownAlthoughANewerRequestWaits) {
  cuda::toolchain::Compiler compiler(options());
  Runner runner(compiler, nullptr, 600.0);  // however busy the machine is
  static_cast<void>(runner.submit(test::add_experiment(1, 32), {}));
  static_cast<void>(all(&runner));  // compiled: what follows cannot be stopped before it runs
  std::vector<Runner::Update> updates;
  std::uint64_t first = 0, last = 0;
  for (auto delay = 20ms; delay < 10s && updates.size() != 2; delay *= 2) {
    first = runner.submit(test::add_experiment(1'000'000, 32), {BlockIndex{0}, 1});
    std::this_thread::sleep_for(delay);
    last = runner.submit(test::add_experiment(1, 32), {});
    updates = all(&runner);
  }
  ASSERT_EQ(updates.size(), 2U);
  EXPECT_EQ(updates.front().request, first);
  EXPECT_FALSE(std::get<0>(updates.front().result)->complete);
  EXPECT_EQ(updates.back().request, last);
}

TEST(Runner, CountersComeWithoutATrace) {
  cuda::toolchain::Compiler compiler(options());
  Runner runner(compiler);
  const std::uint64_t request = runner.submit_counters(test::add_experiment(2, 64));
  const auto updates = all(&runner);
  ASSERT_EQ(updates.size(), 1U);
  EXPECT_EQ(updates[0].request, request);
  const auto& run = std::get<0>(updates[0].result);
  EXPECT_TRUE(run->complete);
  EXPECT_EQ(run->trace, nullptr);
  EXPECT_EQ(run->counters().warp_instructions, 2U * 19U);
}

TEST(Runner, MistakesAreDeliveredAndForgotten) {
  cuda::toolchain::Compiler compiler(options());
  Runner runner(compiler);
  experiment::Experiment wrong = test::add_experiment(1, 32);
  wrong.source.text = "rubbish";
  static_cast<void>(runner.submit(wrong, {}));
  const auto updates = all(&runner);
  ASSERT_EQ(updates.size(), 1U);
  EXPECT_TRUE(std::holds_alternative<run::PrepareFailure>(updates[0].result));
  static_cast<void>(runner.submit(test::add_experiment(1, 32), {}));
  const auto after = all(&runner);
  ASSERT_EQ(after.size(), 1U);
  EXPECT_TRUE(std::holds_alternative<std::shared_ptr<const run::ModelRun>>(after[0].result));
}

std::shared_ptr<const run::Prepared> prepared_in(const std::vector<Runner::Update>& updates) {
  EXPECT_FALSE(updates.empty());
  return updates.empty() ? nullptr : std::get<0>(updates.back().result)->prepared;
}

TEST(Runner, APictureWaitsForNoMachineCode) {
  const auto log = std::make_shared<test::CompilerLog>();
  log->assembles = false;
  test::CountingCompiler compiler(log);
  Runner runner(compiler);
  static_cast<void>(runner.submit(test::add_experiment(2, 64), {}, run::Need::Ptx));
  const auto prepared = prepared_in(all(&runner));
  EXPECT_EQ(log->for_ptx, 1);
  EXPECT_EQ(log->for_machine_code, 0);
  ASSERT_NE(prepared, nullptr);
  EXPECT_FALSE(prepared->compiled->is_assembled);
  EXPECT_TRUE(prepared->occupancy.empty()) << "nobody knows the registers";
}

TEST(Runner, CountersComeWithTheRegisters) {
  const auto log = std::make_shared<test::CompilerLog>();
  test::CountingCompiler compiler(log);
  Runner runner(compiler);
  static_cast<void>(runner.submit(test::add_experiment(2, 64), {}, run::Need::Ptx));
  static_cast<void>(all(&runner));
  static_cast<void>(runner.submit_counters(test::add_experiment(3, 64)));
  const auto prepared = prepared_in(all(&runner));
  EXPECT_EQ(log->for_machine_code, 1) << "the image of the picture does not do";
  ASSERT_EQ(prepared->occupancy.size(), 1U);
  EXPECT_EQ(prepared->occupancy[0].registers_per_thread, 40U);
  static_cast<void>(runner.submit(test::add_experiment(4, 64), {}, run::Need::Ptx));
  EXPECT_EQ(prepared_in(all(&runner))->occupancy.size(), 1U)
      << "but that of counters for a picture";
  EXPECT_EQ(log->for_ptx + log->for_machine_code, 2);
}

TEST(Runner, TakesMachineCodeThatWasMadeElsewhere) {
  const auto log = std::make_shared<test::CompilerLog>();
  test::CountingCompiler compiler(log);
  Runner runner(compiler);
  const auto experiment = test::add_experiment(2, 64);
  static_cast<void>(runner.submit(experiment, {}, run::Need::Ptx));
  const auto first = prepared_in(all(&runner));
  const auto whole =
      run::with_machine_code(*first, compiler.compile(run::compile_request(experiment)).value());
  ASSERT_EQ(whole->occupancy.size(), 1U);
  EXPECT_EQ(whole->plan, first->plan);
  runner.provide(experiment, whole->compiled);
  static_cast<void>(runner.submit(test::add_experiment(3, 64), {}, run::Need::Ptx));
  EXPECT_EQ(prepared_in(all(&runner))->occupancy.size(), 1U);
  EXPECT_EQ(log->for_ptx, 1);
  EXPECT_EQ(log->for_machine_code, 1);
}

TEST(Runner, EndsWhileWorking) {
  cuda::toolchain::Compiler compiler(options());
  Runner runner(compiler);
  static_cast<void>(runner.submit(test::add_experiment(60000, 32 * 60000), {}));
}

}  // namespace
}  // namespace lanescope::lesson
