#pragma once

#include <string>

#include "lab/experiment/experiment.hpp"
#include "lab/experiment/spec.hpp"

namespace lanescope::ui::test {

// A picture of 64 numbers, which the driver's kernel of that name changes; on the model all become
// 1. Filled, it is the picture that goes in, too.
[[nodiscard]] inline experiment::Experiment picture(const std::string& kernel, bool filled = false,
                                                    std::uint64_t rows = 8) {
  experiment::Experiment experiment;
  experiment.source = {"pasted.cu",
                       "extern \"C\" __global__ void " + kernel +
                           "(int* out, int n) {\n  if (threadIdx.x < n) out[threadIdx.x] = 1;\n}\n",
                       false,
                       {}};
  experiment::BufferValue out;
  out.type = experiment::ElementType::I32;
  out.count = 64;
  out.shape = {rows, 64 / rows};
  if (filled) out.fill.kind = experiment::Fill::Kind::Iota;
  experiment.buffers.emplace_back("out", out);
  experiment::LaunchSpec launch;
  launch.kernel = kernel;
  launch.grid = {1, 1, 1};
  launch.block = {64, 1, 1};
  launch.arguments.emplace_back(experiment::LaunchSpec::BufferRef{"out"});
  launch.arguments.emplace_back(*experiment::parse_argument("n:i32=64"));
  experiment.launches.push_back(std::move(launch));
  return experiment;
}

}  // namespace lanescope::ui::test
