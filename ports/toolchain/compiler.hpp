#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>

#include "ports/toolchain/compile_types.hpp"

namespace lanescope::ports::toolchain {

// Makes kernels out of CUDA C++, and out of PTX by an assembler (assembler.hpp). It belongs to one
// thread at a time; several may exist.
class Compiler {
 public:
  using Ticket = std::uint64_t;

  virtual ~Compiler() = default;

  // Requests are served in order. What needs no compiling is there at the first poll.
  [[nodiscard]] virtual Ticket submit(CompileRequest request) = 0;
  // The result once it is there (then the ticket is spent), else nothing. Waits up to `wait`; call
  // it every frame, since time limits are kept here.
  [[nodiscard]] virtual std::optional<CompileResult> poll(Ticket ticket,
                                                          std::chrono::milliseconds wait) = 0;
  // Forgets the request, and stops work on it.
  virtual void cancel(Ticket ticket) = 0;

  // Waits for the result; once `cancel` is true, gives the ticket up and returns nothing.
  [[nodiscard]] std::optional<CompileResult> wait(Ticket ticket, const std::atomic<bool>& cancel);
  // Waits for the result.
  CompileResult compile(const CompileRequest& request);
  [[nodiscard]] std::optional<CompileResult> poll(Ticket ticket) { return poll(ticket, {}); }
};

}  // namespace lanescope::ports::toolchain
