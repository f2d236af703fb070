#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "ports/machine_code/kernels.hpp"
#include "runtime/log.hpp"
#include "runtime/registry.hpp"

namespace lanescope::runtime {

// The machine code of the program's modules, where that is executed: what stands in the fat binary,
// else what NVIDIA's assembler makes of the PTX. It is disassembled when a kernel of the module is
// used first, which takes about a second.
class MachineCodes {
 public:
  // Of a kernel whose PTX is decoded, for a GPU of compute capability `sm`; once for each kernel.
  // The module's goes into the record. Missing: it has none, and nothing makes or reads it.
  [[nodiscard]] Result<std::shared_ptr<const sass::Program>> load(const Kernel& kernel,
                                                                  std::uint32_t sm, Log& log);

 private:
  struct Module {
    std::optional<ports::machine_code::Kernels> kernels;
    Error problem{};  // why there are none
  };
  [[nodiscard]] Module& module_of(const RegisteredModule& module, std::uint32_t sm, Log& log);

  std::map<std::uint32_t, Module> modules_;  // by their id
};

}  // namespace lanescope::runtime
