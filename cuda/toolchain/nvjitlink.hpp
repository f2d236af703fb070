#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "sim/base/result.hpp"

namespace lanescope::cuda::toolchain {

struct JitLinkOutput {
  std::vector<std::byte> cubin;  // empty: `log` says why
  std::string log;
  std::string version;  // "13.0"
};

// PTX → cubin by nvJitLink, the library at `path`. Only the worker process calls this.
[[nodiscard]] Result<JitLinkOutput> assemble_with_nvjitlink(const std::string& path,
                                                            const std::string& ptx,
                                                            const std::string& arch);

// Relocatable machine code and the archive at `library` → a cubin that can be loaded.
[[nodiscard]] Result<JitLinkOutput> link_with_nvjitlink(const std::string& path,
                                                        const std::vector<std::byte>& code,
                                                        const std::string& library,
                                                        const std::string& arch);

}  // namespace lanescope::cuda::toolchain
