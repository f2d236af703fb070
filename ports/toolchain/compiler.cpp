#include "ports/toolchain/compiler.hpp"

namespace lanescope::ports::toolchain {

CompileResult Compiler::compile(const CompileRequest& request) {
  constexpr std::chrono::milliseconds kLook{1000};
  const Ticket ticket = submit(request);
  for (;;) {
    if (auto result = poll(ticket, kLook)) return *std::move(result);
  }
}

}  // namespace lanescope::ports::toolchain
