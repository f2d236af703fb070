#pragma once

#include <cstdint>
#include <vector>

#include "sim/ptx/module.hpp"

namespace lanescope::flow {

// What a kernel can reach.
struct Reachable {
  std::vector<std::uint32_t>
      functions;                // indices into Module::functions with bodies; the kernel first
  std::vector<bool> recursive;  // by the list above: it may be called while it runs
  std::vector<bool> shared_variables;  // by Module::variables: named in one of the functions
};

// Functions called directly, and, if there is any indirect call, every function whose address is
// taken in code or in an initialiser.
[[nodiscard]] Reachable reachable(const ptx::Module& module, std::uint32_t kernel);

}  // namespace lanescope::flow
