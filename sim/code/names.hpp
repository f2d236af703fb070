#pragma once

#include <cstdint>
#include <string>

#include "sim/ptx/module.hpp"

namespace lanescope::code {

// As in the source, as far as the mangling tells: "_ZZ6reducePKfE1s" is "s" (inside
// reduce(float const*)), "_ZN2ns5tableE" is "table".
[[nodiscard]] std::string display_name(const std::string& name);

// Of an array's elements, for "in[1024]" in messages. Compilers declare arrays as bytes; their
// alignment is then that of an element.
[[nodiscard]] std::uint32_t element_bytes(const ptx::Variable& variable);

}  // namespace lanescope::code
