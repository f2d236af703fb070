#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "cuda/toolchain/compiler.hpp"
#include "lab/run/prepare.hpp"
#include "lab/run/run_model.hpp"
#include "tests/hazards/pairs.hpp"

// Runs of twins, and what they must have told.
namespace lanescope::test {

inline constexpr const char* kPairsFolder = "tests/hazards";

// Both orders with so many seeds, under each of the policies.
[[nodiscard]] std::vector<engine::MachineOptions> machines(
    const std::vector<engine::Policy>& policies, std::uint64_t seeds);
// Calls `judge` with the twin on each of these machines, until it finds a failure.
void on_every_machine(
    const HazardPair& pair, Twin twin, const std::vector<engine::MachineOptions>& machines,
    const std::function<void(const std::shared_ptr<const run::Prepared>&)>& judge);

// The hazard of the table, at the marked lines.
void expect_told(const HazardPair& pair, const run::ModelRun& run);
// Nothing that matters, and the results of the table.
void expect_clean(const HazardPair& pair, const run::ModelRun& run);

[[nodiscard]] cuda::toolchain::Compiler& compiler();

}  // namespace lanescope::test
