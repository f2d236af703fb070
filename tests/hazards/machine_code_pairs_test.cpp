// The pairs by their machine code: a race between warps or blocks is told as in the PTX, and no
// clean twin is told of a race.

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "cuda/toolchain/nvdisasm.hpp"
#include "lab/run/machine_code_run.hpp"
#include "lab/run/run_model.hpp"
#include "tests/hazards/judge.hpp"

namespace lanescope::run {
namespace {

using test::HazardPair;
using test::Twin;

constexpr std::uint64_t kSeeds = 5;
constexpr double kDisassemblySeconds = 300;  // other tests run at the same time

// Faulty twins whose mistake machine code does not tell, or not as the PTX does.
enum class Why { InAWarp, MergedStores };
const std::map<std::string, Why> kNotTold{
    {"argmax_two_words", Why::MergedStores},  // told, at the line of the other store
    {"ballot_between", Why::InAWarp},
    {"coalesced_group_slot_early", Why::InAWarp},
    {"elimination_no_barrier", Why::InAWarp},  // two rows of 16 are a warp
    {"is_last_no_barrier", Why::InAWarp},      // the other warps look at it, and have no use of it
    {"leader_no_syncwarp", Why::InAWarp},
    {"match_between", Why::InAWarp},
    {"shuffle_between", Why::InAWarp},
    {"syncwarp_wrong_half", Why::InAWarp},
    {"tile_group_no_sync", Why::InAWarp},
    {"vote_between", Why::InAWarp},
    {"warp_reduction_no_syncwarp", Why::InAWarp},
    {"warp_rotate_no_syncwarp", Why::InAWarp},
    {"warp_synchronous_2007", Why::InAWarp},
};

bool is_race_error(const events::Hazard& hazard) {
  return hazard.kind == events::HazardKind::Race && hazard.severity == events::Severity::Error;
}

class MachineCodePairs : public testing::TestWithParam<HazardPair> {
 protected:
  // Calls `judge` with a run on each machine.
  template <typename Judge>
  static void on_every_machine(Twin twin, const Judge& judge) {
    const cuda::toolchain::Nvdisasm nvdisasm({}, kDisassemblySeconds);
    MachineCodeReader reader(nvdisasm);
    test::on_every_machine(GetParam(), twin, test::machines({engine::Policy::Its}, kSeeds),
                           [&](const auto& prepared) {
                             const auto machine_code = reader.by_machine_code(*prepared);
                             ASSERT_TRUE(machine_code) << machine_code.error().text();
                             judge(*run_model(*machine_code, {}));
                           });
  }
};

class FaultyByMachineCode : public MachineCodePairs {};
TEST_P(FaultyByMachineCode, IsTold) {
  const bool merged = kNotTold.contains(GetParam().name);
  on_every_machine(Twin::Faulty, [merged](const ModelRun& run) {
    if (merged)
      EXPECT_TRUE(std::ranges::any_of(run.hazards, is_race_error));
    else
      test::expect_told(GetParam(), run);
  });
}

class CleanByMachineCode : public MachineCodePairs {};
TEST_P(CleanByMachineCode, IsClean) {
  on_every_machine(Twin::Clean, [](const ModelRun& run) { test::expect_clean(GetParam(), run); });
}

// Races that machine code is to tell: other kinds are looked for in the PTX only.
std::vector<HazardPair> told() {
  std::vector<HazardPair> pairs = test::read_hazard_pairs(test::kPairsFolder);
  std::erase_if(pairs, [](const HazardPair& pair) {
    const auto open = kNotTold.find(pair.name);
    const bool in_a_warp = open != kNotTold.end() && open->second == Why::InAWarp;
    return in_a_warp || pair.kind != events::HazardKind::Race;
  });
  return pairs;
}

std::vector<HazardPair> all() { return test::read_hazard_pairs(test::kPairsFolder); }

// Those with barriers in shared memory, which are other code on each of these; `mbarrier` is there
// from sm_80 on.
std::vector<HazardPair> on_earlier_ones(const std::vector<HazardPair>& pairs) {
  constexpr std::pair<const char*, const char*> kThere[]{{"sm_75", "barrier_object_no_wait"},
                                                         {"sm_80", "barrier_object_no_wait"},
                                                         {"sm_80", "barrier_object_too_small"},
                                                         {"sm_80", "mbarrier_init_no_barrier"},
                                                         {"sm_80", "mbarrier_wrong_phase"}};
  std::vector<HazardPair> some;
  for (const auto& [arch, name] : kThere) {
    const auto pair = std::ranges::find(pairs, name, &HazardPair::name);
    if (pair == pairs.end()) continue;
    some.push_back(*pair);
    some.back().arch = arch;
  }
  return some;
}

std::string name_of(const testing::TestParamInfo<HazardPair>& row) {
  return row.param.name + (row.param.arch == "sm_90" ? "" : "_" + row.param.arch);
}

INSTANTIATE_TEST_SUITE_P(Hazards, FaultyByMachineCode, testing::ValuesIn(told()), name_of);
INSTANTIATE_TEST_SUITE_P(Hazards, CleanByMachineCode, testing::ValuesIn(all()), name_of);
INSTANTIATE_TEST_SUITE_P(Earlier, FaultyByMachineCode, testing::ValuesIn(on_earlier_ones(told())),
                         name_of);
INSTANTIATE_TEST_SUITE_P(Earlier, CleanByMachineCode, testing::ValuesIn(on_earlier_ones(all())),
                         name_of);

}  // namespace
}  // namespace lanescope::run
