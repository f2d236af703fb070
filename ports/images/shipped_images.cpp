#include "ports/images/shipped_images.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace lanescope::ports::images {

ShippedImages::ShippedImages(const std::vector<std::string>& folders,
                             std::unique_ptr<toolchain::Assembler> assembler, std::string remedy)
    : assembler_(std::move(assembler)), remedy_(std::move(remedy)) {
  for (const std::string& folder : folders) shipped_.emplace_back(folder);
}

toolchain::Compiler::Ticket ShippedImages::submit(toolchain::CompileRequest request) {
  const Ticket ticket = next_ticket_++;
  done_.emplace(ticket, answer(request));
  return ticket;
}

std::optional<toolchain::CompileResult> ShippedImages::poll(Ticket ticket,
                                                            std::chrono::milliseconds) {
  auto node = done_.extract(ticket);
  if (node.empty()) return toolchain::CompileResult(bad_input("this compile was cancelled"));
  return std::move(node.mapped());
}

toolchain::CompileResult ShippedImages::answer(const toolchain::CompileRequest& request) {
  for (const ShippedCache& shipped : shipped_) {
    if (auto found = shipped.find(request, {})) return *std::move(found);
  }
  if (request.is_ptx && !request.machine_code) return toolchain::unassembled(request);
  if (request.is_ptx) return assembler_->assemble(request);
  const bool has_images = std::ranges::any_of(shipped_, &ShippedCache::is_there);
  return missing(
      fmt::format("there is no compiler in this program, and {}: {}",
                  has_images
                      ? "this is none of the kernels that come with it, as they come"
                      : "the kernels that were compiled ahead are not there (LANESCOPE_ASSETS "
                        "names the folder that holds `compiled`)",
                  remedy_),
      request.file_name);
}

}  // namespace lanescope::ports::images
