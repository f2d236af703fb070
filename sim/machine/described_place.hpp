#pragma once

#include <cstdint>
#include <string>

#include "sim/engine/program.hpp"
#include "sim/machine/memory/global_memory.hpp"
#include "sim/ptx/module.hpp"

// What lies at an address, in words: "in[1024], 0 bytes past the end of in (1024 elements)",
// "in[-1], 4 bytes before in (…)", "s[19]".
namespace lanescope::machine {

[[nodiscard]] std::string describe_place(const GlobalMemory& memory, std::uint64_t address);

// The shared memory of a block.
struct SharedPlaces {
  const engine::Program* program = nullptr;  // null: nothing was launched yet
  const ptx::Module* module = nullptr;       // its variables' declarations
  std::uint32_t bytes = 0;
};
// access_bytes: of the access that is described, 0 when there is none.
[[nodiscard]] std::string describe_place(const SharedPlaces& places, std::uint64_t offset,
                                         int access_bytes);

}  // namespace lanescope::machine
