// Every rung by its machine code: buffers and counters are those that an H200 had for the same
// values (assets/measurements), but for what the order of warps leaves open. And no race is told of
// it that the PTX has not.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <set>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "cuda/toolchain/compiler.hpp"
#include "cuda/toolchain/nvdisasm.hpp"
#include "lab/hardware/measurements.hpp"
#include "lab/lesson/lesson_experiment.hpp"
#include "lab/lesson/lesson_reader.hpp"
#include "lab/run/machine_code_run.hpp"
#include "lab/run/report_counters.hpp"
#include "lab/run/run_model.hpp"
#include "sim/base/hash.hpp"
#include "sim/events/counter_table.hpp"
#include "tests/lab/rungs_compiler.hpp"

namespace lanescope::lesson {
namespace {

// Counters that CUPTI has for another thing than the contract: sectors that an atomic's addresses
// touch, whatever the lanes on a word; instructions that access local memory, of any width.
const std::set<std::string> kOtherThings{"global.atomic.sectors", "local.load.requests",
                                         "local.store.requests", "shared.atomic.wavefronts"};

// What depends on who comes first, which a GPU does not tell: loops that wait or try again, blocks
// and lanes that take places or race for a word. And kernels that launch kernels, which machine
// code does by calls of the driver's.
const std::map<std::string, std::string> kOpen{
    {"barriers/lock", "how often each lane tries the lock"},
    {"barriers/lock-inside", "how often each lane tries the lock"},
    {"barriers/lost-update", "who of two stores last"},
    {"barriers/missing", "a race"},
    {"block-scheduling/any-order", "in which order blocks begin"},
    {"block-scheduling/room", "in which order blocks begin"},
    {"colouring/at-once", "a race"},
    {"cooperative-groups/grid", "how often a block looks whether the others are there"},
    {"dynamic-parallelism/everyone", "kernels that launch kernels"},
    {"dynamic-parallelism/no-wait", "kernels that launch kernels"},
    {"dynamic-parallelism/one-a-block", "kernels that launch kernels"},
    {"dynamic-parallelism/refused", "kernels that launch kernels"},
    {"dynamic-parallelism/squares", "kernels that launch kernels"},
    {"dynamic-parallelism/tail", "kernels that launch kernels"},
    {"find-the-mistake/in-place", "a race"},
    {"jacobi/in-place", "a race"},
    {"scan/chained", "how often a block looks at the one before"},
    {"votes-and-shuffles/compact-atomic", "which block takes which places"},
};

// Lanes that leave a loop one after the other meet somewhat sooner on the GPU: 93 of 109,494 warp
// instructions are too many, and 1 of 1,316.
const std::set<std::string> kNear{"registers/tests", "sparse/csr-thread"};
constexpr double kNearness = 0.001;

bool is_recorded_with(const hardware::MeasuredPoint& point, const Lesson& lesson, const Rung& rung,
                      const ParameterValues& values) {
  return point.lesson == lesson.id && point.rung == rung.id && point.values == values &&
         point.arch == "sm_90" && !point.counters.empty();
}

constexpr double kDisassemblySeconds = 300;  // other tests run at the same time

class MachineCodeRungs : public ::testing::Test {
 protected:
  using Prepared = std::shared_ptr<const run::Prepared>;
  Prepared prepared(const Rung& rung, const ParameterValues& values) {
    auto experiment = make_experiment(rung, values);
    if (!experiment) return nullptr;
    const run::PrepareResult result = run::prepare(*experiment, compiler_);
    const auto* ready = std::get_if<Prepared>(&result);
    return ready == nullptr ? nullptr : *ready;
  }

  std::shared_ptr<const run::ModelRun> run_of(const Prepared& ptx) {
    if (ptx == nullptr) return nullptr;
    const auto machine_code = run::by_machine_code(*ptx, nvdisasm_);
    EXPECT_TRUE(machine_code) << machine_code.error().text();
    return machine_code ? run::run_model(*machine_code, {}) : nullptr;
  }

  cuda::toolchain::Compiler compiler_ = test::make_rungs_compiler();
  cuda::toolchain::Nvdisasm nvdisasm_{{}, kDisassemblySeconds};
};

void expect_counters(const hardware::MeasuredPoint& point, const run::ModelRun& run) {
  const bool near = kNear.contains(point.lesson + "/" + point.rung);
  const events::Counters counters = run::host_launched_counters(run);
  for (const auto& [name, recorded] : point.counters) {
    const events::CounterInfo* counter = events::find_counter(name);
    if (counter == nullptr || kOtherThings.contains(name)) continue;
    const auto value = static_cast<double>(counter->value(counters));
    const auto wanted = static_cast<double>(recorded);
    EXPECT_NEAR(value, wanted, near ? wanted * kNearness : 0.0) << name;
  }
}

void expect_buffers(const hardware::MeasuredPoint& point, const run::ModelRun& run) {
  for (const run::BufferResult& buffer : run.buffers) {
    const auto recorded = point.buffers.find(buffer.name);
    if (recorded == point.buffers.end()) continue;
    EXPECT_EQ(fmt::format("{:016x}", fnv1a64(buffer.bytes)), recorded->second) << buffer.name;
  }
}

TEST_F(MachineCodeRungs, AreAsAnH200RanThem) {
  const auto files = hardware::load_measurements({"assets/measurements"}).files;
  ASSERT_FALSE(files.empty());
  const auto lessons = load_lessons("kernels");
  ASSERT_TRUE(lessons) << lessons.error().text();
  std::size_t compared = 0;
  for (const Lesson& lesson : *lessons) {
    for (const Rung& rung : lesson.rungs) {
      const ParameterValues values = initial_values(rung);
      const std::string name = lesson.id + "/" + rung.id;
      const auto point = std::ranges::find_if(files.front().points, [&](const auto& one) {
        return is_recorded_with(one, lesson, rung, values);
      });
      if (point == files.front().points.end() || kOpen.contains(name)) continue;
      SCOPED_TRACE(name);
      const auto run = run_of(prepared(rung, values));
      ASSERT_NE(run, nullptr);
      EXPECT_EQ(run->outcome, engine::Outcome::Finished) << run->unsupported;
      expect_counters(*point, *run);
      expect_buffers(*point, *run);
      ++compared;
    }
  }
  EXPECT_GT(compared, 200U);
}

// Machine code that no GPU has run beside ours: the buffers are those of the same PTX. Each rung by
// one architecture after the other; LANESCOPE_ARCH: all by that one.
TEST_F(MachineCodeRungs, GiveWhatThePtxGivesOnOtherArchitectures) {
  constexpr std::array kArchs{"sm_75", "sm_80", "sm_86", "sm_89"};
  const char* only = std::getenv("LANESCOPE_ARCH");
  const auto lessons = load_lessons("kernels");
  ASSERT_TRUE(lessons) << lessons.error().text();
  std::size_t compared = 0, rungs = 0;
  for (const Lesson& lesson : *lessons) {
    for (const Rung& rung : lesson.rungs) {
      const std::string name = lesson.id + "/" + rung.id;
      auto experiment = make_experiment(rung, initial_values(rung));
      if (!experiment || kOpen.contains(name)) continue;
      experiment->arch = only != nullptr ? only : kArchs[rungs % kArchs.size()];
      ++rungs;
      SCOPED_TRACE(name + " " + experiment->arch);
      const run::PrepareResult result = run::prepare(*experiment, compiler_);
      const auto* ptx = std::get_if<Prepared>(&result);
      if (ptx == nullptr) continue;  // it wants what the architecture lacks
      const auto run = run_of(*ptx);
      ASSERT_NE(run, nullptr);
      const auto expected = run::run_model(*ptx, {});
      EXPECT_EQ(run->outcome, expected->outcome) << run->unsupported;
      for (std::size_t i = 0; i < expected->buffers.size(); ++i)
        EXPECT_TRUE(run->buffers[i].bytes == expected->buffers[i].bytes) << run->buffers[i].name;
      ++compared;
    }
  }
  EXPECT_GE(compared + 5, rungs);
}

std::string races_of(const run::ModelRun& run) {
  std::string text;
  for (const events::Hazard& hazard : run.hazards) {
    if (hazard.kind == events::HazardKind::Race && hazard.severity == events::Severity::Error)
      text += hazard.message + "\n";
  }
  return text;
}

TEST_F(MachineCodeRungs, TellNoRaceThatThePtxHasNot) {
  const auto lessons = load_lessons("kernels");
  ASSERT_TRUE(lessons) << lessons.error().text();
  std::size_t looked_at = 0;
  for (const Lesson& lesson : *lessons) {
    for (const Rung& rung : lesson.rungs) {
      SCOPED_TRACE(lesson.id + "/" + rung.id);
      const Prepared ptx = prepared(rung, initial_values(rung));
      const auto run = run_of(ptx);
      EXPECT_NE(run, nullptr);
      if (run == nullptr) continue;
      ++looked_at;
      const std::string races = races_of(*run);
      if (races.empty()) continue;
      EXPECT_NE(races_of(*run::run_model(ptx, {})), "") << races;
    }
  }
  EXPECT_GT(looked_at, 200U);
}

}  // namespace
}  // namespace lanescope::lesson
