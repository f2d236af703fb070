#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lab/experiment/experiment.hpp"
#include "sim/engine/program.hpp"

namespace lanescope::experiment {

// A kernel's signature as far as it is known: PTX tells sizes, the demangled name tells C++ types.
struct Signature {
  std::string kernel;  // for messages: "reduce<256>"
  std::vector<engine::ParameterInfo> parameters;
  std::uint32_t bytes = 0;         // of the parameter block
  std::vector<std::string> types;  // "float*", "int"; empty when not known
};
// The types in "reduce<256>(float*, int)"; empty when the name has no parameter list.
[[nodiscard]] std::vector<std::string> parameter_types(std::string_view display_name);

// An argument with the addresses of its buffers known: none for a scalar, one for a buffer, one for
// each buffer field of a struct, in their order; of a texture its handle.
struct BoundArgument {
  std::string name;
  const ScalarValue* scalar = nullptr;
  const StructValue* fields = nullptr;
  bool texture = false;  // none of these: a buffer
  std::vector<std::uint64_t> addresses;
};

// The parameter block. Counts, sizes and types are checked; the message says what the kernel takes.
[[nodiscard]] Result<std::vector<std::byte>> parameter_block(
    const Signature& signature, const std::vector<BoundArgument>& arguments);

}  // namespace lanescope::experiment
