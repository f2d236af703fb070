#pragma once

#include <cstdint>
#include <optional>

#include "cuda/device/driver.hpp"
#include "cuda/toolchain/descriptor_passing.hpp"

namespace lanescope::cuda::device {

// Memory of a GPU that two processes see: one makes and shares it, the other imports it. It lasts
// until both have let it go, also when the maker has crashed.
class MappedMemory {
 public:
  // At least `bytes`; the context of `device` is current. The driver outlives the memory.
  [[nodiscard]] static Result<MappedMemory> make(const Driver& driver, CuDevice device,
                                                 std::uint64_t bytes);
  // What another process has shared, as many bytes as were asked for there.
  [[nodiscard]] static Result<MappedMemory> import(const Driver& driver, CuDevice device,
                                                   const ports::device::Descriptor& shared,
                                                   std::uint64_t bytes);
  MappedMemory(MappedMemory&& other) noexcept { swap(other); }
  MappedMemory& operator=(MappedMemory&& other) noexcept;
  ~MappedMemory();

  [[nodiscard]] Result<ports::device::Descriptor> share() const;
  [[nodiscard]] CuAddress address() const { return address_; }

 private:
  MappedMemory(const Driver& driver, std::uint64_t bytes) : cu_(&driver), bytes_(bytes) {}
  [[nodiscard]] Result<void> map(CuDevice device);
  void swap(MappedMemory& other) noexcept;

  const Driver* cu_ = nullptr;
  std::uint64_t bytes_ = 0;
  std::optional<CuMemory> memory_;
  CuAddress address_ = 0;
  bool mapped_ = false;
};

}  // namespace lanescope::cuda::device
