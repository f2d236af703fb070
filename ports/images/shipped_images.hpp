#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "ports/images/cache.hpp"
#include "ports/toolchain/assembler.hpp"
#include "ports/toolchain/compiler.hpp"

namespace lanescope::ports::images {

// In the place of a compiler: the kernels that were compiled when the program was built, and PTX,
// which the model reads as it is. For every other request it says what is missing.
class ShippedImages final : public toolchain::Compiler {
 public:
  // Folders as ShippedCache::store fills them; `remedy`: how to get a compiler.
  ShippedImages(const std::vector<std::string>& folders,
                std::unique_ptr<toolchain::Assembler> assembler, std::string remedy);

  [[nodiscard]] Ticket submit(toolchain::CompileRequest request) override;
  using toolchain::Compiler::poll;
  [[nodiscard]] std::optional<toolchain::CompileResult> poll(
      Ticket ticket, std::chrono::milliseconds wait) override;
  void cancel(Ticket ticket) override { done_.erase(ticket); }

 private:
  [[nodiscard]] toolchain::CompileResult answer(const toolchain::CompileRequest& request);

  std::vector<ShippedCache> shipped_;
  std::unique_ptr<toolchain::Assembler> assembler_;
  std::string remedy_;
  Ticket next_ticket_ = 1;
  std::map<Ticket, toolchain::CompileResult> done_;
};

}  // namespace lanescope::ports::images
