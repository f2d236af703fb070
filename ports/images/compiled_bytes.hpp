#pragma once

#include <vector>

#include "ports/images/archive.hpp"
#include "ports/toolchain/compile_types.hpp"

namespace lanescope::ports::images {

void write(ByteWriter& out, const toolchain::Compiled& compiled);
[[nodiscard]] toolchain::Compiled read_compiled(ByteReader& in);
void write(ByteWriter& out, const std::vector<toolchain::Diagnostic>& diagnostics);
[[nodiscard]] std::vector<toolchain::Diagnostic> read_diagnostics(ByteReader& in);

}  // namespace lanescope::ports::images
