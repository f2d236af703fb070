#pragma once

#include <gtest/gtest.h>

#include "cuda/toolchain/compiler.hpp"
#include "tests/lab/worker.hpp"

namespace lanescope::test {

// For tests that go through all rungs: what one of them has compiled, the next one finds.
inline cuda::toolchain::Compiler make_rungs_compiler() {
  cuda::toolchain::Compiler::Options options;
  options.worker_command = worker_command();
  options.cache_dir = testing::TempDir() + "lanescope_rungs_cache";
  return cuda::toolchain::Compiler(options);
}

}  // namespace lanescope::test
