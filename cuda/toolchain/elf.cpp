#include "cuda/toolchain/elf.hpp"

#include <algorithm>

#include <elf.h>

namespace lanescope::cuda::toolchain {
namespace {

// The zero-terminated text at `offset` of a string table.
std::string_view text_at(std::span<const std::byte> table, std::uint64_t offset) {
  if (offset >= table.size()) return {};
  const auto rest = table.subspan(static_cast<std::size_t>(offset));
  const auto end = std::find(rest.begin(), rest.end(), std::byte{0});
  if (end == rest.end()) return {};
  return {reinterpret_cast<const char*>(rest.data()), static_cast<std::size_t>(end - rest.begin())};
}

std::span<const std::byte> bytes_of(std::span<const std::byte> file, const Elf64_Shdr& header) {
  if (header.sh_type == SHT_NOBITS || header.sh_offset > file.size() ||
      header.sh_size > file.size() - header.sh_offset) {
    return {};
  }
  return file.subspan(static_cast<std::size_t>(header.sh_offset),
                      static_cast<std::size_t>(header.sh_size));
}

}  // namespace

Result<ElfFile> ElfFile::read(std::span<const std::byte> file) {
  const auto header = value_at<Elf64_Ehdr>(file, 0);
  if (!header || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 ||
      header->e_ident[EI_CLASS] != ELFCLASS64 || header->e_ident[EI_DATA] != ELFDATA2LSB) {
    return bad_input("this is not a 64-bit ELF file");
  }
  if (header->e_shentsize != sizeof(Elf64_Shdr)) return bad_input("damaged ELF section headers");
  ElfFile elf;
  elf.machine_ = header->e_machine;
  std::vector<Elf64_Shdr> headers;
  for (std::uint64_t i = 0; i < header->e_shnum; ++i) {
    const std::uint64_t offset = i * sizeof(Elf64_Shdr);
    if (header->e_shoff > file.size()) break;
    const auto section = value_at<Elf64_Shdr>(file, header->e_shoff + offset);
    if (!section) break;
    headers.push_back(*section);
  }
  if (header->e_shstrndx >= headers.size()) return bad_input("damaged ELF section names");
  const auto names = bytes_of(file, headers[header->e_shstrndx]);
  for (const Elf64_Shdr& s : headers) {
    const auto data = bytes_of(file, s);
    if (data.empty() && s.sh_size > 0 && s.sh_type != SHT_NOBITS) continue;
    elf.sections_.push_back(
        {text_at(names, s.sh_name), s.sh_type, s.sh_link, s.sh_info, s.sh_size, data});
    if (s.sh_type == SHT_SYMTAB && s.sh_link < headers.size()) {
      elf.symbols_ = data;
      elf.symbol_names_ = bytes_of(file, headers[s.sh_link]);
    }
  }
  return elf;
}

const ElfFile::Section* ElfFile::section(std::string_view name) const {
  const auto found = std::find_if(sections_.begin(), sections_.end(),
                                  [&](const Section& s) { return s.name == name; });
  return found == sections_.end() ? nullptr : &*found;
}

bool ElfFile::has_symbol(std::string_view name) const {
  const auto count = static_cast<std::uint32_t>(symbols_.size() / sizeof(Elf64_Sym));
  for (std::uint32_t i = 0; i < count; ++i) {
    if (symbol_name(i) == name) return true;
  }
  return false;
}

std::string_view ElfFile::symbol_name(std::uint32_t index) const {
  const auto symbol = value_at<Elf64_Sym>(symbols_, std::uint64_t{index} * sizeof(Elf64_Sym));
  return symbol ? text_at(symbol_names_, symbol->st_name) : std::string_view{};
}

}  // namespace lanescope::cuda::toolchain
