#include <cstring>

#include <gtest/gtest.h>

#include "lab/experiment/spec.hpp"
#include "lab/experiment/symbols.hpp"
#include "lab/lesson/lesson.hpp"
#include "lab/lesson/metric.hpp"
#include "lab/report/exit_status.hpp"
#include "lab/report/report_text.hpp"
#include "lab/run/prepare.hpp"
#include "lab/run/run_model.hpp"
#include "tests/lab/ptx_kernels.hpp"

namespace lanescope::run {
namespace {

std::shared_ptr<const Prepared> prepared(const experiment::Experiment& experiment) {
  PrepareResult result = prepare(experiment, test::compiled_ptx(test::kAddPtx, "add"));
  const auto* failed = std::get_if<PrepareFailure>(&result);
  EXPECT_EQ(failed, nullptr) << failed->error.text();
  return failed != nullptr ? nullptr : std::get<std::shared_ptr<const Prepared>>(result);
}

std::string refusal(const experiment::Experiment& experiment, const char* ptx = test::kAddPtx) {
  const PrepareResult result = prepare(experiment, test::compiled_ptx(ptx, "add"));
  const auto* failed = std::get_if<PrepareFailure>(&result);
  return failed == nullptr ? "" : failed->error.text();
}

std::vector<float> floats(const BufferResult& buffer) {
  std::vector<float> values(buffer.bytes.size() / sizeof(float));
  std::memcpy(values.data(), buffer.bytes.data(), buffer.bytes.size());
  return values;
}

TEST(RunModel, BuffersAndCounters) {
  const auto run = run_model(prepared(test::add_experiment(2, 50)), {});
  EXPECT_TRUE(run->complete);
  EXPECT_EQ(run->outcome, engine::Outcome::Finished);
  EXPECT_EQ(run->trace, nullptr);
  ASSERT_EQ(run->buffers.size(), 3U);
  const std::vector<float> c = floats(run->buffers[0]);
  ASSERT_EQ(c.size(), 50U);
  for (std::size_t i = 0; i < c.size(); ++i) EXPECT_EQ(c[i], static_cast<float>(i) + 1.0F);
  // Two warps of 19 instructions; in the second 18 lanes are left after the branch, and the others
  // return on their own (sim/DEVIATIONS.md).
  const events::Counters counters = run->counters();
  EXPECT_EQ(counters.warp_instructions, 39U);
  EXPECT_EQ(counters.thread_instructions, 64U * 7 + 50U * 11 + 64U);
  EXPECT_EQ(run->machine_steps, 39U);
  EXPECT_EQ(counters.divergent_branches, 1U);
  EXPECT_EQ(counters.global_load.sectors, 14U);
  EXPECT_EQ(report::exit_status(*run), 0);
}

TEST(RunModel, EveryRunHasItsOwnId) {
  const auto ready = prepared(test::add_experiment(1, 32));
  EXPECT_NE(run_model(ready, {})->id, run_model(ready, {})->id);
}

TEST(RunModel, CanBeCancelled) {
  const std::atomic<bool> cancel{true};
  EXPECT_EQ(run_model(prepared(test::add_experiment(1, 32)), {}, &cancel), nullptr);
  EXPECT_EQ(run_window(prepared(test::add_experiment(1, 32)), {}, &cancel), nullptr);
}

TEST(RunModel, FullRecordingKeepsTheWindow) {
  RunOptions options;
  options.recording = engine::Recording::Full;
  options.window = {BlockIndex(1), 1, 1000};
  const auto run = run_model(prepared(test::add_experiment(4, 128)), options);
  ASSERT_NE(run->trace, nullptr);
  EXPECT_EQ(run->trace->tick_count(), 19U);
  EXPECT_EQ(run->trace->counters(), run->counters());
  EXPECT_EQ(run->counters().warp_instructions, 76U);
}

// 20,000 blocks of one warp, 19 instructions each.
TEST(RunModel, ALongRunLeavesAFewStatesEvenlySpaced) {
  RunOptions options;
  options.recording = engine::Recording::Full;
  options.window = {BlockIndex(0), 1, 1000};
  const std::atomic<bool> cancel{false};
  const auto run = run_model(prepared(test::add_experiment(20000, 640000)), options, &cancel);
  ASSERT_TRUE(run->complete);
  ASSERT_EQ(run->snapshots.size(), 3U) << "380,000 instructions, one each 100,000";
  EXPECT_EQ(run->snapshots.begin()->first.value, 100'000U);
  const auto plain = run_model(prepared(test::add_experiment(20000, 640000)), options);
  EXPECT_TRUE(plain->snapshots.empty());
}

TEST(RunWindow, OfASmallRunIsTheWholeRun) {
  const auto run = run_window(prepared(test::add_experiment(4, 128)), {});
  EXPECT_TRUE(run->complete);
  EXPECT_EQ(run->buffers.size(), 3U);
}

TEST(RunWindow, OfALargeRunEndsEarly) {
  const auto run = run_window(prepared(test::add_experiment(20000, 640000)), {});
  EXPECT_FALSE(run->complete);
  EXPECT_EQ(run->outcome, engine::Outcome::Running);
  EXPECT_TRUE(run->buffers.empty());
  EXPECT_EQ(run->trace->tick_count(), 19U);
  EXPECT_LT(run->machine_steps, 20000U * 19U);
  ASSERT_GT(run->snapshots.size(), 10U);
  EXPECT_LE(run->snapshots.size(), 100U);
  for (const auto& [step, state] : run->snapshots) EXPECT_LT(step.value, run->machine_steps);
}

TEST(RunWindow, GoesOnForItsPatienceAlthoughCancelled) {
  const std::atomic<bool> cancel{true};
  RunOptions options;
  EXPECT_EQ(run_window(prepared(test::add_experiment(4, 128)), options, &cancel), nullptr);
  options.patience = 600.0;
  const auto run = run_window(prepared(test::add_experiment(4, 128)), options, &cancel);
  ASSERT_NE(run, nullptr);
  EXPECT_TRUE(run->complete);
}

TEST(RunModel, SymbolsAreSetAndListed) {
  experiment::Experiment experiment = test::add_experiment(1, 32);
  experiment.symbols.push_back(*experiment::parse_symbol("factor:u32[1]=const:7"));
  const auto run = run_model(prepared(experiment), {});
  ASSERT_EQ(run->buffers.size(), 4U);
  EXPECT_EQ(run->buffers[3].name, "factor");
  EXPECT_EQ(run->buffers[3].bytes.front(), std::byte{7});
}

TEST(Prepare, PlacesAndSharesWhatIsTheSame) {
  const experiment::Experiment experiment = test::add_experiment(2, 64);
  const auto compiled = test::compiled_ptx(test::kAddPtx, "add");
  const auto first = std::get<std::shared_ptr<const Prepared>>(prepare(experiment, compiled));
  experiment::Experiment changed = experiment;
  changed.launches[0].block = {64, 1, 1};
  const auto second =
      std::get<std::shared_ptr<const Prepared>>(prepare_again(changed, compiled, first.get()));
  EXPECT_EQ(second->plan->launches[0].program, first->plan->launches[0].program);
  EXPECT_EQ(second->plan->buffers[1].initial, first->plan->buffers[1].initial);
  EXPECT_EQ(first->plan->address_of(0).value % 512, 0U);
  EXPECT_LT(first->plan->address_of(0).value, first->plan->address_of(1).value);
  EXPECT_EQ(second->occupancy[0].warps_per_block, 2U);
}

// As NVRTC 13.0 mangles `ns::table`, static and not, and a variable of an unnamed namespace.
TEST(Symbols, NamesOfTheSource) {
  EXPECT_EQ(experiment::variable_name("table"), "table");
  EXPECT_EQ(experiment::variable_name("_ZN2ns5tableE"), "ns::table");
  EXPECT_EQ(experiment::variable_name("_ZN34_INTERNAL_00000000_4_t_cu_68112fc52ns2scE"), "ns::sc");
  EXPECT_EQ(experiment::variable_name("_ZN12_GLOBAL__N_15tableE"), "table");
}

void expect_words(const std::string& message, const char* words) {
  EXPECT_NE(message.find(words), std::string::npos)
      << "`" << message << "` lacks `" << words << "`";
}

TEST(Prepare, Refusals) {
  experiment::Experiment experiment = test::add_experiment(1, 32);
  experiment.arch = "sm_1";
  expect_words(refusal(experiment), "sm_1");
  experiment = test::add_experiment(1, 32);
  experiment.launches[0].kernel = "sub";
  expect_words(refusal(experiment), "add");
  experiment = test::add_experiment(1, 32);
  experiment.options.max_memory = 300;
  expect_words(refusal(experiment), "--max-memory");
  experiment = test::add_experiment(1, 32);
  experiment.symbols.push_back(*experiment::parse_symbol("factor:u32[2]=zero"));
  expect_words(refusal(experiment), "does not fit the variable's 4 bytes");
  experiment.symbols[0] = *experiment::parse_symbol("nothing:u32[2]=zero");
  expect_words(refusal(experiment), "there are: factor (4 bytes)");
  expect_words(refusal(test::add_experiment(1, 32), "rubbish"), "add.cu:1");
}

// docs/CONTRACT.md, "Exit status": 2 before 3 before 1.
TEST(ExitStatus, ByOutcomeAndSeverity) {
  ModelRun run;
  events::Hazard hazard;
  const auto status = [&run](engine::Outcome outcome) {
    run.outcome = outcome;
    return report::exit_status(run);
  };
  EXPECT_EQ(status(engine::Outcome::Finished), 0);
  EXPECT_EQ(status(engine::Outcome::Fault), 1);
  EXPECT_EQ(status(engine::Outcome::Deadlock), 1);
  EXPECT_EQ(status(engine::Outcome::StepLimit), 3);
  EXPECT_EQ(status(engine::Outcome::Unsupported), 2);
  hazard.severity = events::Severity::Warning;
  run.hazards.push_back(hazard);
  EXPECT_EQ(status(engine::Outcome::Finished), 0);
  hazard.severity = events::Severity::Error;
  run.hazards.push_back(hazard);
  EXPECT_EQ(status(engine::Outcome::Finished), 1);
  EXPECT_EQ(status(engine::Outcome::StepLimit), 3);
  EXPECT_EQ(status(engine::Outcome::Unsupported), 2);
}

double metric(const char* path) {
  RunOptions options;
  options.recording = engine::Recording::Full;
  options.window.count = 8;
  const auto run = run_model(prepared(test::add_experiment(2, 50)), options);
  const Result<double> value = lesson::evaluate_metric(*run, path);
  EXPECT_TRUE(value) << value.error().text();
  return value ? *value : -1.0;
}

TEST(Metric, Values) {
  EXPECT_EQ(metric("warp_instructions"), 39.0);
  EXPECT_EQ(metric("warp_instructions@line:2"), 10.0);
  EXPECT_EQ(metric("warp_instructions@line:2@launch:0"), 10.0);
  EXPECT_EQ(metric("warp_instructions@phase:0"), 39.0);
  EXPECT_EQ(metric("thread_instructions@phase:0"), metric("thread_instructions"));
  EXPECT_EQ(metric("global.load.sectors@phase:0"), 14.0);
  EXPECT_EQ(metric("divergent_branches@phase:0"), 1.0);
  EXPECT_EQ(metric("global.load.sectors / global.load.requests"), 3.5);
  EXPECT_EQ(metric("ceil(global.load.sectors / 4) + 1"), 5.0);
  EXPECT_EQ(metric("simt_efficiency@line:2"), 1.0);
  EXPECT_EQ(metric("buffer.c[49]"), 50.0);
  EXPECT_EQ(metric("sum.c"), 1275.0);
  EXPECT_EQ(metric("printed.lines"), 0.0);
  EXPECT_EQ(metric("launches"), 1.0);
  EXPECT_EQ(metric("occupancy.blocks_per_sm"), 32.0);
}

TEST(Metric, Mistakes) {
  const auto run = run_model(prepared(test::add_experiment(1, 32)), {});
  for (const char* wrong : {"", "nothing", "shared.load", "barriers@row:1", "barriers@line:x",
                            "barriers@launch:1", "barriers@phase:0", "buffer.c[32]", "buffer.d[0]",
                            "buffer.c", "sum.d", "printed", "occupancy.size"}) {
    EXPECT_FALSE(lesson::evaluate_metric(*run, wrong)) << wrong;
  }
}

TEST(Report, TextOfAFinishedRun) {
  const std::string text =
      report::report_text(*run_model(prepared(test::add_experiment(2, 50)), {}));
  expect_words(text, "finished   39 warp instructions");
  expect_words(text, "hazards: none");
}

}  // namespace
}  // namespace lanescope::run
