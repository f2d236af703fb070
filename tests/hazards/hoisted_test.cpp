// What NVIDIA's compiler loads ahead of a loop counts as read by the lanes alone of which some
// round uses it.

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include "cuda/toolchain/compiler.hpp"
#include "cuda/toolchain/nvdisasm.hpp"
#include "lab/experiment/spec.hpp"
#include "lab/run/machine_code_run.hpp"
#include "lab/run/prepare.hpp"
#include "lab/run/run_model.hpp"

namespace lanescope::run {
namespace {

// Every thread stores its cell, and in a loop those for which `when` holds use cell 64.
std::string kernel(const std::string& when) {
  return R"(extern "C" __global__ void k(int* out, const int* in, int n) {
  __shared__ int s[128];
  const int t = threadIdx.x;
  s[t] = in[t];
  int sum = 0;
  for (int i = 0; i < n; ++i)
    if ()" +
         when + R"() sum += s[64] * (i + 3) + in[i];
  out[t] = sum;
})";
}

std::shared_ptr<const Prepared> prepared(const std::string& text) {
  cuda::toolchain::Compiler::Options options;
  options.worker_command = {LANESCOPE_EXECUTABLE, "worker"};
  cuda::toolchain::Compiler compiler(options);
  experiment::Experiment experiment;
  experiment.source = {"hoisted.cu", text, false, {}};
  experiment::LaunchSpec launch;
  launch.kernel = "k";
  launch.block = {128, 1, 1};
  for (const char* spec : {"out:i32[128]=zero", "in:i32[1024]=iota", "n:i32=5"})
    launch.arguments.emplace_back(*experiment::parse_argument(spec));
  experiment.launches.push_back(std::move(launch));
  const PrepareResult result = prepare(experiment, compiler);
  const auto* ready = std::get_if<std::shared_ptr<const Prepared>>(&result);
  return ready == nullptr ? nullptr : *ready;
}

struct Case {
  const char* name;
  std::string clean, faulty;  // when cell 64 is used: by its own thread only, and by others too
};
std::ostream& operator<<(std::ostream& out, const Case& at) { return out << at.name; }

class Hoisted : public testing::TestWithParam<Case> {
 protected:
  // The races of a run; that the load stands before the loop is looked up in the PTX.
  static std::vector<events::Hazard> races_of(const std::string& when) {
    const auto ready = prepared(kernel(when));
    EXPECT_NE(ready, nullptr);
    if (ready == nullptr) return {};
    const std::string& ptx = ready->compiled->ptx;
    const std::size_t load = ptx.find("ld.shared");
    EXPECT_LT(load, ptx.find("\n$L_")) << ptx;
    EXPECT_EQ(ptx.find("ld.shared", load + 1), std::string::npos);
    return races_in(ready);
  }
  static std::vector<events::Hazard> races_by_machine_code(const std::string& when) {
    const auto ready = prepared(kernel(when));
    EXPECT_NE(ready, nullptr);
    if (ready == nullptr) return {};
    const auto machine_code = by_machine_code(*ready, cuda::toolchain::Nvdisasm{{}});
    EXPECT_TRUE(machine_code);
    return machine_code ? races_in(*machine_code) : std::vector<events::Hazard>{};
  }

 private:
  static std::vector<events::Hazard> races_in(const std::shared_ptr<const Prepared>& ready) {
    std::vector<events::Hazard> races;
    const auto run = run_model(ready, {});
    for (const events::Hazard& hazard : run->hazards)
      if (hazard.kind == events::HazardKind::Race) races.push_back(hazard);
    return races;
  }
};

TEST_P(Hoisted, IsReadByWhoUsesIt) {
  const auto clean = races_of(GetParam().clean);
  EXPECT_TRUE(clean.empty()) << clean.front().message;
  const auto faulty = races_of(GetParam().faulty);
  ASSERT_EQ(faulty.size(), 1U);
  EXPECT_EQ(faulty[0].severity, events::Severity::Error);
  EXPECT_EQ(faulty[0].address, "s[64]");
}

TEST_P(Hoisted, InMachineCodeToo) {
  const auto clean = races_by_machine_code(GetParam().clean);
  EXPECT_TRUE(clean.empty()) << clean.front().message;
  EXPECT_FALSE(races_by_machine_code(GetParam().faulty).empty());
}

INSTANTIATE_TEST_SUITE_P(Loads, Hoisted,
                         testing::Values(Case{"ByChoices", "t == 64 * (i + 1)", "t == 64 * i"},
                                         Case{"ByBranches", "in[i * 128 + t] == 64",
                                              "in[i * 64 + t] == 64"}),
                         [](const auto& row) { return row.param.name; });

}  // namespace
}  // namespace lanescope::run
