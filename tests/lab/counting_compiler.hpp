#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <thread>
#include <utility>

#include "ports/toolchain/assembler.hpp"
#include "ports/toolchain/compiler.hpp"

namespace lanescope::test {

// What compilers of one test were asked for, and when they answer.
struct CompilerLog {
  std::atomic<int> for_ptx{0}, for_machine_code{0};
  std::atomic<bool> assembles{true};  // false: machine code is never ready
  std::atomic<bool> refuses{false};   // the assembler finds an error in every kernel
};

// Compiles PTX files without any tool: each kernel takes 40 registers.
class CountingCompiler final : public ports::toolchain::Compiler {
 public:
  explicit CountingCompiler(std::shared_ptr<CompilerLog> log) : log_(std::move(log)) {}

  Ticket submit(ports::toolchain::CompileRequest request) override {
    ++(request.machine_code ? log_->for_machine_code : log_->for_ptx);
    requests_.emplace(++last_, std::move(request));
    return last_;
  }
  std::optional<ports::toolchain::CompileResult> poll(Ticket ticket,
                                                      std::chrono::milliseconds wait) override {
    const ports::toolchain::CompileRequest& request = requests_.at(ticket);
    if (request.machine_code && !log_->assembles) {
      std::this_thread::sleep_for(wait);
      return std::nullopt;
    }
    return answer(request);
  }
  void cancel(Ticket ticket) override { requests_.erase(ticket); }

 private:
  ports::toolchain::CompileResult answer(const ports::toolchain::CompileRequest& request) const {
    using ports::toolchain::Diagnostic;
    if (request.machine_code && log_->refuses) {
      const Diagnostic error{request.file_name, 7, 1, Diagnostic::Severity::Error,
                             "too much shared"};
      return ports::toolchain::CompileFailure{bad_input(error.message), {error}, {}};
    }
    ports::toolchain::Compiled compiled = ports::toolchain::unassembled(request);
    if (!request.machine_code) return compiled;
    compiled.is_assembled = true;
    compiled.cubin.resize(8);
    for (ports::toolchain::KernelImage& kernel : compiled.kernels)
      kernel.resources = ports::toolchain::KernelResources{40, 0, 0, 0, 0};
    return compiled;
  }

  std::shared_ptr<CompilerLog> log_;
  Ticket last_ = 0;
  std::map<Ticket, ports::toolchain::CompileRequest> requests_;
};

}  // namespace lanescope::test
