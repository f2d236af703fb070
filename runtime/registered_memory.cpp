#include "runtime/registered_memory.hpp"

#include <cstring>
#include <iterator>
#include <vector>

#include <driver_types.h>
#include <pthread.h>
#include <sys/mman.h>

#include "sim/engine/plan.hpp"

namespace lanescope::runtime {
namespace {

constexpr std::uint64_t kPage = 4096;

std::uint64_t address(const void* pointer) { return reinterpret_cast<std::uintptr_t>(pointer); }
void* pointer_to(std::uint64_t at) {
  return reinterpret_cast<void*>(at);  // NOLINT(performance-no-int-to-ptr): of the program
}

// Pages that are in use by whoever would exchange them.
bool on_this_stack(std::uint64_t begin, std::uint64_t end) {
  pthread_attr_t attributes;
  void* stack = nullptr;
  std::size_t bytes = 0;
  if (::pthread_getattr_np(::pthread_self(), &attributes) != 0) return true;
  ::pthread_attr_getstack(&attributes, &stack, &bytes);
  ::pthread_attr_destroy(&attributes);
  return begin < address(stack) + bytes && address(stack) < end;
}

}  // namespace

RegisteredMemory& RegisteredMemory::get() {
  static auto* const kAll = new RegisteredMemory;  // NOLINT(cppcoreguidelines-owning-memory)
  return *kAll;
}

const std::pair<const std::uint64_t, RegisteredMemory::Range>* RegisteredMemory::find(
    const void* pointer) const {
  const auto behind = ranges_.upper_bound(address(pointer));
  if (behind == ranges_.begin()) return nullptr;
  const auto& entry = *std::prev(behind);
  return address(pointer) - entry.first < entry.second.bytes ? &entry : nullptr;
}

bool RegisteredMemory::contains(const void* pointer) const { return find(pointer) != nullptr; }

void* RegisteredMemory::on_device(const void* pointer) const {
  const auto* found = find(pointer);
  if (found == nullptr || found->second.device == nullptr) return nullptr;
  return static_cast<std::byte*>(found->second.device) +
         (address(pointer) - found->second.first_page);
}

Outcome RegisteredMemory::add(Memory& memory, const machine::Device& device, void* pointer,
                              std::uint64_t bytes, const HostPlace& place) {
  Range range{bytes, address(pointer) / kPage * kPage, 0, nullptr};
  const std::uint64_t end = (address(pointer) + bytes + kPage - 1) / kPage * kPage;
  range.page_bytes = end - range.first_page;
  if (!on_this_stack(range.first_page, end)) {
    void* at = nullptr;
    if (Outcome made = memory.allocate(range.page_bytes, Memory::Kind::Pinned, place, &at);
        !made.ok())
      return made;
    void* pages = pointer_to(range.first_page);
    std::memcpy(at, pages, range.page_bytes);
    const auto offset = static_cast<off_t>(address(at) - engine::kGlobalBase);
    if (::mmap(pages, range.page_bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED,
               device.memory_file(), offset) == MAP_FAILED) {
      static_cast<void>(memory.free(at, true));
    } else {
      range.device = at;
    }
  }
  ranges_[address(pointer)] = range;
  return {};
}

Outcome RegisteredMemory::remove(Memory& memory, void* pointer) {
  const auto found = ranges_.find(address(pointer));
  if (found == ranges_.end())
    return {cudaErrorHostMemoryNotRegistered, ProblemKind::BadCall, "it was not registered"};
  const Range range = found->second;
  ranges_.erase(found);
  if (range.device == nullptr) return {};
  // Held outside of the heap, whose pages these may be.
  void* held =
      ::mmap(nullptr, range.page_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (held == MAP_FAILED)
    return {cudaErrorMemoryAllocation, ProblemKind::BadCall, "the host has no room"};
  void* pages = pointer_to(range.first_page);
  std::memcpy(held, pages, range.page_bytes);
  static_cast<void>(
      ::mremap(held, range.page_bytes, range.page_bytes, MREMAP_MAYMOVE | MREMAP_FIXED, pages));
  static_cast<void>(memory.free(range.device, true));
  return {};
}

}  // namespace lanescope::runtime
