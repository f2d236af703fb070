#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "sim/base/result.hpp"

namespace lanescope::cubin {

// A value at an offset of untrusted bytes; nothing when it does not lie inside.
template <typename T>
[[nodiscard]] std::optional<T> value_at(std::span<const std::byte> bytes, std::uint64_t offset) {
  if (offset > bytes.size() || bytes.size() - offset < sizeof(T)) return std::nullopt;
  T value;
  std::memcpy(&value, bytes.data() + offset, sizeof(T));
  return value;
}

// The sections and symbols of a 64-bit little-endian ELF file (System V gABI, chapter 4). All spans
// and names lie inside the file that was given; sections whose header says otherwise are left out.
// Sections may share bytes (from sm_100 on the PTX text of -lineinfo lies in two), but a file whose
// sections together hold more than twice its bytes is an Error, so that whoever visits each section
// once does no more than the file is long.
class ElfFile {
 public:
  struct Section {
    std::uint32_t number = 0;  // of its header: how symbols, `link` and `info` name it
    std::string_view name;
    std::uint32_t type = 0;
    std::uint32_t link = 0;
    std::uint32_t info = 0;
    std::uint64_t size = 0;  // also of a section without bytes in the file
    std::uint64_t alignment = 0;
    std::span<const std::byte> data;  // empty for those
  };
  struct Symbol {
    std::string_view name;
    std::uint8_t type = 0;  // STT_FUNC, STT_OBJECT, …
    std::uint8_t other = 0;
    std::uint32_t section = 0;  // 0: defined elsewhere
    std::uint64_t value = 0;    // bytes from the section's begin
    std::uint64_t size = 0;     // bytes
  };

  [[nodiscard]] static Result<ElfFile> read(std::span<const std::byte> file);

  [[nodiscard]] std::uint16_t machine() const { return machine_; }
  [[nodiscard]] std::uint16_t type() const { return type_; }  // ET_EXEC, ET_REL, …
  [[nodiscard]] std::uint32_t flags() const { return flags_; }
  [[nodiscard]] std::uint8_t abi_version() const { return abi_version_; }
  [[nodiscard]] const std::vector<Section>& sections() const { return sections_; }
  [[nodiscard]] const Section* section(std::string_view name) const;
  [[nodiscard]] const Section* section(std::uint32_t number) const;
  [[nodiscard]] const std::vector<Symbol>& symbols() const { return symbols_; }
  [[nodiscard]] bool has_symbol(std::string_view name) const;
  // The name of symbol `index` of the symbol table; empty when there is none.
  [[nodiscard]] std::string_view symbol_name(std::uint32_t index) const;

 private:
  std::uint16_t machine_ = 0;
  std::uint16_t type_ = 0;
  std::uint32_t flags_ = 0;
  std::uint8_t abi_version_ = 0;
  std::vector<Section> sections_;
  std::vector<Symbol> symbols_;
};

}  // namespace lanescope::cubin
