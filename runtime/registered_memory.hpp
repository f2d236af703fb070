#pragma once

#include <cstdint>
#include <map>

#include "runtime/memory.hpp"

namespace lanescope::runtime {

// Memory of the host's own that was registered (cudaHostRegister): its pages become those of an
// allocation of the device, which kernels reach at an address of their own. Pages of a stack stay
// where they are, and out of kernels' reach.
class RegisteredMemory {
 public:
  static RegisteredMemory& get();

  [[nodiscard]] Outcome add(Memory& memory, const machine::Device& device, void* pointer,
                            std::uint64_t bytes, const HostPlace& place);
  // The pages are the host's own again, with what kernels wrote.
  [[nodiscard]] Outcome remove(Memory& memory, void* pointer);
  [[nodiscard]] bool contains(const void* pointer) const;
  // Null: kernels do not reach it.
  [[nodiscard]] void* on_device(const void* pointer) const;

 private:
  struct Range {
    std::uint64_t bytes = 0;
    std::uint64_t first_page = 0, page_bytes = 0;
    void* device = nullptr;  // where the first page lies; null: nowhere
  };
  [[nodiscard]] const std::pair<const std::uint64_t, Range>* find(const void* pointer) const;
  std::map<std::uint64_t, Range> ranges_;
};

}  // namespace lanescope::runtime
