#include "ports/toolchain/compiler.hpp"

namespace lanescope::ports::toolchain {

CompileResult Compiler::compile(const CompileRequest& request) {
  constexpr std::chrono::milliseconds kLook{1000};
  const Ticket ticket = submit(request);
  for (;;) {
    if (auto result = poll(ticket, kLook)) return *std::move(result);
  }
}

std::optional<CompileResult> Compiler::wait(Ticket ticket, const std::atomic<bool>& cancel) {
  constexpr std::chrono::milliseconds kLook{10};
  for (;;) {
    if (cancel.load(std::memory_order_relaxed)) {
      this->cancel(ticket);
      return std::nullopt;
    }
    if (auto result = poll(ticket, kLook)) return result;
  }
}

}  // namespace lanescope::ports::toolchain
