#pragma once

#include <cstdint>
#include <string>

namespace lanescope::ports::toolchain {

// One tool or library of the machine. Found: `path`. Not found: `problem` says why, `remedy` what
// to do.
struct Tool {
  std::string name;      // "NVRTC", "ptxas", ...
  std::string path;      // or what it is; empty when not found
  std::string version;   // "13.0.88"; may stay empty
  std::string identity;  // from the file's bytes: another version has another one
  std::string problem;
  std::string remedy;
  enum class Serves : std::uint8_t { Compiling, Gpu } serves = Serves::Compiling;
  [[nodiscard]] bool found() const { return !path.empty(); }
};

}  // namespace lanescope::ports::toolchain
