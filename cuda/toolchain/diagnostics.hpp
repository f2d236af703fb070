#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ports/toolchain/compile_types.hpp"

namespace lanescope::cuda::toolchain {

// Reads the logs of NVRTC, nvcc, g++, ptxas and nvJitLink:
//
//   k.cu(4): error: identifier "zz" is undefined          ─► k.cu, 4, 11, Error, identifier …
//     int  y = zz;
//              ^                                             the caret gives the column
//   k.cu:2:10: fatal error: nope.h: No such file          ─► k.cu, 2, 10, Error, …
//   ptxas k.ptx, line 25; error   : Unknown modifier      ─► k.ptx, 25, 1, Error, …
//   nvcc fatal   : Value 'sm_10' is not defined           ─► "", 0, 1, Error, …
//
// Lines that are none of these belong to the message before them or are dropped.
[[nodiscard]] std::vector<ports::toolchain::Diagnostic> parse_log(std::string_view log);

[[nodiscard]] bool has_errors(const std::vector<ports::toolchain::Diagnostic>& diagnostics);

// The failure that a log describes; `fallback` is the message when the log names no error.
[[nodiscard]] ports::toolchain::CompileFailure failure_from(
    std::vector<ports::toolchain::Diagnostic> diagnostics, std::string log,
    const std::string& fallback);

}  // namespace lanescope::cuda::toolchain
