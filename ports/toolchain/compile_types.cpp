#include "ports/toolchain/compile_types.hpp"

#include <fmt/format.h>

namespace lanescope::ports::toolchain {

std::string Diagnostic::place() const {
  if (line <= 0) return file;
  return fmt::format("{}:{}:{}", file, line, column);
}

}  // namespace lanescope::ports::toolchain
