#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cuda/toolchain/toolchain.hpp"
#include "ports/toolchain/compiler.hpp"

namespace lanescope::cuda::toolchain {

// Compiles CUDA C++ and PTX, out of process and through a cache:
//
//   compile() ──► cache on disk ──hit──► Compiled
//                   │ miss
//                   ▼ socket
//                 `lanescope worker` (NVRTC, nvJitLink, nvcc; kept warm; limited in time and
//                 memory)
//
// A compiler that hangs, crashes or eats memory ends the worker, never this process; the next
// request starts a new worker. A Compiler belongs to one thread at a time; several may exist.
class Compiler final : public ports::toolchain::Compiler {
 public:
  struct Options {
    // How to start the worker; empty: this very program with the argument "worker".
    std::vector<std::string> worker_command;
    ToolchainSearch search;
    bool use_cache = true;
    // Empty: $LANESCOPE_CACHE, else $XDG_CACHE_HOME/lanescope, else ~/.cache/lanescope.
    std::string cache_dir;
    std::uint64_t cache_bytes = std::uint64_t{512} << 20U;  // the oldest entries go beyond this
    // Folders written by write_shipped_cache(): found without any compiler installed.
    std::vector<std::string> read_only_caches;
    // Of the compiler's own processor time, and of the time on the clock: on a loaded machine a
    // good compile takes long, and one that hangs uses no processor time.
    std::chrono::seconds cpu_limit{60};
    std::chrono::milliseconds time_limit{300'000};
    std::uint64_t memory_bytes = std::uint64_t{12} << 30U;  // address space of the worker
  };

  Compiler();
  explicit Compiler(Options options);
  ~Compiler() override;
  Compiler(Compiler&&) noexcept;
  Compiler& operator=(Compiler&&) noexcept;

  // A result found in the cache is there at the first poll; so is PTX that is not to be assembled.
  [[nodiscard]] Ticket submit(ports::toolchain::CompileRequest request) override;
  using ports::toolchain::Compiler::poll;
  [[nodiscard]] std::optional<ports::toolchain::CompileResult> poll(
      Ticket ticket, std::chrono::milliseconds wait) override;
  // Kills the worker if it is at work on it.
  void cancel(Ticket ticket) override;

  // Starts the worker and lets it load NVRTC, so that the first compile is quick.
  void warm_up();

  [[nodiscard]] const Toolchain& toolchain() const;

  // Compiles `request` and stores the result in `folder` for Options::read_only_caches (the build
  // does this for every shipped rung). The key holds file_name, options and all included text, no
  // folder names.
  Result<void> write_shipped_cache(const ports::toolchain::CompileRequest& request,
                                   const std::string& folder);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace lanescope::cuda::toolchain
