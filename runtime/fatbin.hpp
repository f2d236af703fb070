#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::runtime {

// What nvcc puts into an executable for the GPU: a container of images, each PTX or machine code of
// one architecture, perhaps compressed. The layout is what nvcc 13.0 writes.
struct FatBinary {
  struct Ptx {
    std::uint32_t sm = 0;  // of compute_90
    std::string text;
  };
  struct MachineCode {
    std::uint32_t sm = 0;              // of sm_90
    std::span<const std::byte> image;  // of the bytes that were read; cubin_of() unpacks it
  };
  std::vector<Ptx> ptx;
  std::vector<MachineCode> machine_code;
  std::vector<std::string> problems;  // of what could not be read, in words
};

inline constexpr std::uint32_t kWrapperMagic = 0x466243b1;
inline constexpr std::uint32_t kContainerMagic = 0xba55ed50;

// Any bytes give a FatBinary; what is damaged is told and left out.
[[nodiscard]] FatBinary read_fat_binary(std::span<const std::byte> bytes);

// Empty: it is damaged, or packed in a way that is not read.
[[nodiscard]] std::vector<std::byte> cubin_of(const FatBinary::MachineCode& code);

// The bytes of a container in memory, as far as its header tells; empty: there is none.
[[nodiscard]] std::span<const std::byte> container_at(const void* memory);

// What __cudaRegisterFatBinary is given: of version 2 a list of containers as well, which end with
// a null pointer, of the files that were compiled to be linked (-rdc=true).
struct Wrapper {
  std::uint32_t magic = 0;
  std::uint32_t version = 0;
  const void* data = nullptr;
  void* const* prelinked = nullptr;
};
[[nodiscard]] std::vector<std::span<const std::byte>> containers_of(const Wrapper& wrapper);

// The PTX for a GPU of compute capability `sm`: the newest that it can run; null: none.
[[nodiscard]] const FatBinary::Ptx* best_ptx(const FatBinary& fat, std::uint32_t sm);
// The machine code that it can run: the newest of its major capability (CUDA C++ Programming Guide,
// "Binary Compatibility"); null: none.
[[nodiscard]] const FatBinary::MachineCode* best_machine_code(const FatBinary& fat,
                                                              std::uint32_t sm);

// Whether a file's bytes hold a container.
[[nodiscard]] bool holds_container(std::string_view file);

}  // namespace lanescope::runtime
