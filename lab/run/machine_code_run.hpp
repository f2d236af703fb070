#pragma once

#include <memory>

#include "lab/run/prepare.hpp"
#include "ports/toolchain/disassembler.hpp"

namespace lanescope::code {
class Program;
}

namespace lanescope::run {

// The same launches by the machine code that a GPU executes, in place of the PTX. An Error where
// there is no machine code or nothing reads it (Missing), where a line of it means nothing to us,
// or the machine is not of 32 lanes.
[[nodiscard]] Result<std::shared_ptr<const Prepared>> by_machine_code(
    const Prepared& prepared, const ports::toolchain::Disassembler& disassembler);

// The PTX behind a program, whichever engine decoded it; null: it has none.
[[nodiscard]] const code::Program* ptx_of(const engine::Program& program);

}  // namespace lanescope::run
