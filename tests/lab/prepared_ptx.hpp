#pragma once

#include <initializer_list>
#include <memory>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "lab/experiment/spec.hpp"
#include "lab/run/prepare.hpp"
#include "tests/lab/ptx_kernels.hpp"

namespace lanescope::lab::test {

// One block of 64 threads of a kernel in PTX, ready to run; the machine code is bytes without
// meaning.
inline std::shared_ptr<const Prepared> prepared(const std::string& ptx, const std::string& kernel,
                                                std::initializer_list<const char*> arguments) {
  Experiment experiment;
  experiment.source = {"k.ptx", ptx, true, {}};
  LaunchSpec launch;
  launch.kernel = kernel;
  launch.grid = {1, 1, 1};
  launch.block = {64, 1, 1};
  for (const char* spec : arguments) launch.arguments.emplace_back(*parse_argument(spec));
  experiment.launches.push_back(launch);
  ports::Compiled compiled = *lanescope::test::compiled_ptx(ptx.c_str(), kernel.c_str());
  compiled.cubin.resize(8);
  const PrepareResult result =
      prepare(experiment, std::make_shared<const ports::Compiled>(std::move(compiled)));
  const auto* failed = std::get_if<PrepareFailure>(&result);
  EXPECT_EQ(failed, nullptr) << failed->error.text();
  return failed != nullptr ? nullptr : std::get<std::shared_ptr<const Prepared>>(result);
}

}  // namespace lanescope::lab::test
