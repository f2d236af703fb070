#pragma once

#include <cstdint>
#include <optional>
#include <random>
#include <vector>

#include "sim/events/events.hpp"
#include "sim/trace/recorder.hpp"
#include "sim/trace/trace.hpp"

// A stand-in for the machine: tells a listener a plausible run, and keeps what it told in plain
// structs, so that tests can compare without trusting any encoding.
namespace lanescope::trace::synthetic {

struct Options {
  std::uint32_t launches = 1;
  Dim3 grid{4, 1, 1};
  std::uint32_t warps_per_block = 8;
  std::uint32_t phases = 10;
  std::uint32_t steps_per_phase = 20;  // of each warp, the barrier included
  double memory_share = 0.3;
  double branch_share = 0.1;
  double divergent_share = 0.2;  // of the branches
  // Shares of address patterns among the memory instructions: affine, strided, permuted, scattered.
  double affine = 0.6, strided = 0.15, permuted = 0.15;
  bool round_robin = true;
  std::uint32_t resident_blocks = 1;  // that take turns
  std::uint32_t seed = 1;
};

struct Told {
  std::vector<Step> steps;  // ticks count all steps told, whatever the window
  std::vector<std::vector<Access>> accesses;
  std::vector<std::optional<BranchRecord>> branches;
  std::vector<Phase> phases;  // in tick numbers of `steps`
  std::uint64_t machine_steps = 0;
};

// Runs the stand-in for `listener`; only blocks that it wants are told (as the machine does).
[[nodiscard]] Told run(const Options& options, events::Listener& listener);

// The trace of a run with every block in its window.
[[nodiscard]] std::shared_ptr<const Trace> record(const Options& options, Told* told = nullptr);

}  // namespace lanescope::trace::synthetic
