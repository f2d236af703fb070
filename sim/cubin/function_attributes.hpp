#pragma once

#include <cstdint>
#include <map>
#include <optional>

#include "sim/cubin/code.hpp"
#include "sim/cubin/elf.hpp"

namespace lanescope::cubin {

// What .nv.info says of a function, by the number of its symbol.
struct FunctionSizes {
  std::optional<std::uint32_t> registers;
  std::uint32_t frame_bytes = 0;
  std::optional<std::uint32_t> stack_bytes;
};
[[nodiscard]] std::map<std::uint32_t, FunctionSizes> function_sizes(const ElfFile& elf);

// What a function's own .nv.info.NAME says, its text being there already: places outside of the
// text, and parameters outside of their block, are left out.
void read_attributes(const ElfFile::Section& info, FunctionCode& function);

}  // namespace lanescope::cubin
