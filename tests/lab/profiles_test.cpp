// The bounds of what goes past L1, held against what an H200's own counters said of every rung.
// tests/hardware/profiles.json is what `lanescope run LESSON/RUNG --gpu` read there.
#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "lab/hardware/gpu_profile.hpp"
#include "lab/lesson/lesson_experiment.hpp"
#include "lab/lesson/lesson_reader.hpp"
#include "sim/events/counter_table.hpp"
#include "tests/lab/rungs_compiler.hpp"

namespace lanescope::hardware {
namespace {

using nlohmann::json;
using Verdict = CounterComparison::Verdict;

std::shared_ptr<const run::ModelRun> run_of(const lesson::Rung& rung,
                                            cuda::toolchain::Compiler* compiler) {
  const auto experiment = lesson::make_experiment(rung, lesson::initial_values(rung));
  if (!experiment) return nullptr;
  const run::PrepareResult prepared = run::prepare(*experiment, *compiler);
  const auto* ready = std::get_if<std::shared_ptr<const run::Prepared>>(&prepared);
  return ready == nullptr ? nullptr : run::run_model(*ready, {});
}

std::vector<CounterComparison> counters_of(const json& measured, const run::ModelRun& run) {
  const events::Counters model = run.counters();
  std::vector<CounterComparison> out;
  for (const auto& [id, value] : measured.items()) {
    const events::CounterInfo* counter = events::find_counter(id);
    if (counter == nullptr) {
      ADD_FAILURE() << "no counter is called " << id;
      continue;
    }
    CounterComparison& one = out.emplace_back();
    one.id = id;
    one.model = counter->value(model);
    one.gpu = value.get<std::uint64_t>();
  }
  return out;
}

ports::device::GpuProfile profile_of(const json& measured) {
  ports::device::GpuProfile profile;
  const auto read = [&measured](const char* id, double& into) {
    if (measured.contains(id)) into = measured.at(id).get<double>();
  };
  read("occupancy", profile.occupancy_percent);
  read("l2.load.sectors", profile.l1_read_sectors);
  read("l2.store.sectors", profile.l1_written_sectors);
  read("dram.load.bytes", profile.dram_read_bytes);
  return profile;
}

TEST(Profiles, OfEveryRungAreEqualOrWithinTheirBounds) {
  std::ifstream in("tests/hardware/profiles.json");
  const json file = json::parse(in);
  ports::device::GpuDevice device;
  device.name = file.at("device").get<std::string>();
  device.sms = file.at("sms").get<int>();
  device.l2_bytes = file.at("l2_bytes").get<int>();
  cuda::toolchain::Compiler compiler = test::make_rungs_compiler();
  const auto lessons = lesson::load_lessons("kernels");
  ASSERT_TRUE(lessons) << lessons.error().text();
  int compared = 0;
  for (const lesson::Lesson& lesson : *lessons) {
    for (const lesson::Rung& rung : lesson.rungs) {
      const std::string name = lesson.id + "/" + rung.id;
      if (!file.at("rungs").contains(name)) continue;
      SCOPED_TRACE(name);
      const json& measured = file.at("rungs").at(name);
      const auto run = run_of(rung, &compiler);
      ASSERT_NE(run, nullptr);
      for (const ProfiledComparison& one :
           compare_profile(*run, device, counters_of(measured.at("counters"), *run), {},
                           profile_of(measured.at("profile")))) {
        EXPECT_NE(one.verdict, Verdict::Different)
            << one.id << ": " << one.model << " by the model, " << one.gpu << " on the GPU";
        ++compared;
      }
    }
  }
  EXPECT_GT(compared, 600);
}

}  // namespace
}  // namespace lanescope::hardware
