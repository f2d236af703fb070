#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "sim/base/result.hpp"

namespace lanescope::cuda::toolchain {

// A value at an offset of untrusted bytes; nothing when it does not lie inside.
template <typename T>
[[nodiscard]] std::optional<T> value_at(std::span<const std::byte> bytes, std::uint64_t offset) {
  if (offset > bytes.size() || bytes.size() - offset < sizeof(T)) return std::nullopt;
  T value;
  std::memcpy(&value, bytes.data() + offset, sizeof(T));
  return value;
}

// The sections of a 64-bit little-endian ELF file (System V gABI, chapter 4). All spans lie inside
// the file that was given; sections whose header says otherwise are left out.
class ElfFile {
 public:
  struct Section {
    std::string_view name;
    std::uint32_t type = 0;
    std::uint32_t link = 0;
    std::uint32_t info = 0;
    std::uint64_t size = 0;           // also of a section without bytes in the file
    std::span<const std::byte> data;  // empty for those
  };

  [[nodiscard]] static Result<ElfFile> read(std::span<const std::byte> file);

  [[nodiscard]] std::uint16_t machine() const { return machine_; }
  [[nodiscard]] const std::vector<Section>& sections() const { return sections_; }
  [[nodiscard]] const Section* section(std::string_view name) const;
  [[nodiscard]] bool has_symbol(std::string_view name) const;
  // The name of symbol `index` of the symbol table; empty when there is none.
  [[nodiscard]] std::string_view symbol_name(std::uint32_t index) const;

 private:
  std::uint16_t machine_ = 0;
  std::vector<Section> sections_;
  std::span<const std::byte> symbols_;
  std::span<const std::byte> symbol_names_;
};

}  // namespace lanescope::cuda::toolchain
