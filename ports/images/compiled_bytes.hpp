#pragma once

#include <vector>

#include "ports/images/archive.hpp"
#include "ports/toolchain/compile_types.hpp"

namespace lanescope::ports {

void write(ByteWriter& out, const Compiled& compiled);
[[nodiscard]] Compiled read_compiled(ByteReader& in);
void write(ByteWriter& out, const std::vector<Diagnostic>& diagnostics);
[[nodiscard]] std::vector<Diagnostic> read_diagnostics(ByteReader& in);

}  // namespace lanescope::ports
