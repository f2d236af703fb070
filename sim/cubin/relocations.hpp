#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "sim/cubin/code.hpp"
#include "sim/cubin/elf.hpp"

namespace lanescope::cubin {

// The relocations of each section by its number, by offset: those that lie inside of it with the
// whole instruction, or the eight bytes of data, that they change.
[[nodiscard]] std::map<std::uint32_t, std::vector<Relocation>> relocations_of(const ElfFile& elf);

}  // namespace lanescope::cubin
