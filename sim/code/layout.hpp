#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/code/code.hpp"
#include "sim/code/program.hpp"
#include "sim/flow/reachable.hpp"
#include "sim/ptx/module.hpp"

namespace lanescope::code {

// Offsets of a function's variables in the memory that holds them, and of the kernel's shared
// variables: static ones in order of declaration, then the dynamic arrays, which all begin at the
// same place.
struct SharedLayout {
  std::vector<SharedVariable> variables;
  std::vector<std::uint32_t> offset_of_module_variable;  // ptx::kNone: not shared or not used
  std::vector<std::vector<std::uint32_t>>
      offset_of_local_variable;  // by reachable function, by variable
  std::uint32_t static_bytes = 0;
  std::uint32_t dynamic_offset = 0;  // behind the static ones, aligned
};
[[nodiscard]] SharedLayout lay_out_shared(const ptx::Module& module,
                                          const flow::Reachable& reachable);

// Parameters of a kernel (PTX ISA 5.1.6.1): in order, each at its alignment.
struct ParameterLayout {
  std::vector<ParameterInfo> parameters;
  std::uint32_t bytes = 0;
};
[[nodiscard]] ParameterLayout lay_out_parameters(const ptx::Function& kernel);

// Local frame: local variables first, then parameter areas. Fills offsets (by variable; those that
// lie elsewhere are left alone) and the areas and sizes of `code`.
void lay_out_frame(const ptx::Function& function, std::vector<std::uint32_t>& offsets,
                   FunctionCode& code);

}  // namespace lanescope::code
