#pragma once

#include <initializer_list>
#include <memory>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "lab/experiment/spec.hpp"
#include "lab/run/prepare.hpp"
#include "tests/lab/ptx_kernels.hpp"

namespace lanescope::test {

// One block of 64 threads of a kernel in PTX, ready to run; the machine code is bytes without
// meaning.
inline std::shared_ptr<const run::Prepared> prepared(const std::string& ptx,
                                                     const std::string& kernel,
                                                     std::initializer_list<const char*> arguments) {
  experiment::Experiment experiment;
  experiment.source = {"k.ptx", ptx, true, {}};
  experiment::LaunchSpec launch;
  launch.kernel = kernel;
  launch.grid = {1, 1, 1};
  launch.block = {64, 1, 1};
  for (const char* spec : arguments)
    launch.arguments.emplace_back(*experiment::parse_argument(spec));
  experiment.launches.push_back(launch);
  ports::toolchain::Compiled compiled = *lanescope::test::compiled_ptx(ptx.c_str(), kernel.c_str());
  compiled.cubin.resize(8);
  const run::PrepareResult result = run::prepare(
      experiment, std::make_shared<const ports::toolchain::Compiled>(std::move(compiled)));
  const auto* failed = std::get_if<run::PrepareFailure>(&result);
  EXPECT_EQ(failed, nullptr) << failed->error.text();
  return failed != nullptr ? nullptr : std::get<std::shared_ptr<const run::Prepared>>(result);
}

}  // namespace lanescope::test
