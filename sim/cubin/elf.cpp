#include "sim/cubin/elf.hpp"

#include <algorithm>
#include <iterator>

#include <elf.h>

namespace lanescope::cubin {
namespace {

// The zero-terminated text at `offset` of a string table.
std::string_view text_at(std::span<const std::byte> table, std::uint64_t offset) {
  if (offset >= table.size()) return {};
  const auto rest = table.subspan(static_cast<std::size_t>(offset));
  const auto end = std::find(rest.begin(), rest.end(), std::byte{0});
  if (end == rest.end()) return {};
  return {reinterpret_cast<const char*>(rest.data()), static_cast<std::size_t>(end - rest.begin())};
}

// NVIDIA's own types for memory without contents stand in files that are still to be linked.
bool has_bytes(const Elf64_Shdr& header) {
  constexpr std::uint32_t kOfNvidia[] = {SHT_LOPROC + 0x7, SHT_LOPROC + 0x9, SHT_LOPROC + 0xa,
                                         SHT_LOPROC + 0x15};  // global, local, shared, reserved
  return header.sh_type != SHT_NOBITS &&
         std::ranges::find(kOfNvidia, header.sh_type) == std::end(kOfNvidia);
}

std::span<const std::byte> bytes_of(std::span<const std::byte> file, const Elf64_Shdr& header) {
  if (!has_bytes(header) || header.sh_offset > file.size() ||
      header.sh_size > file.size() - header.sh_offset) {
    return {};
  }
  return file.subspan(static_cast<std::size_t>(header.sh_offset),
                      static_cast<std::size_t>(header.sh_size));
}

std::vector<Elf64_Shdr> section_headers(std::span<const std::byte> file, const Elf64_Ehdr& header) {
  std::vector<Elf64_Shdr> headers;
  if (header.e_shoff > file.size()) return headers;
  for (std::uint64_t i = 0; i < header.e_shnum; ++i) {
    const auto section = value_at<Elf64_Shdr>(file, header.e_shoff + i * sizeof(Elf64_Shdr));
    if (!section) break;
    headers.push_back(*section);
  }
  return headers;
}

std::vector<ElfFile::Symbol> symbols_in(std::span<const std::byte> table,
                                        std::span<const std::byte> names) {
  std::vector<ElfFile::Symbol> symbols;
  for (std::uint64_t at = 0; const auto symbol = value_at<Elf64_Sym>(table, at);
       at += sizeof(Elf64_Sym)) {
    symbols.push_back({text_at(names, symbol->st_name),
                       static_cast<std::uint8_t>(ELF64_ST_TYPE(symbol->st_info)), symbol->st_other,
                       symbol->st_shndx, symbol->st_value, symbol->st_size});
  }
  return symbols;
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
  elf.type_ = header->e_type;
  elf.flags_ = header->e_flags;
  elf.abi_version_ = header->e_ident[EI_ABIVERSION];
  const std::vector<Elf64_Shdr> headers = section_headers(file, *header);
  if (header->e_shstrndx >= headers.size()) return bad_input("damaged ELF section names");
  const auto names = bytes_of(file, headers[header->e_shstrndx]);
  std::uint64_t held = 0;
  for (std::uint32_t number = 0; number < headers.size(); ++number) {
    const Elf64_Shdr& s = headers[number];
    const auto data = bytes_of(file, s);
    if (data.empty() && s.sh_size > 0 && has_bytes(s)) continue;
    held += data.size();
    if (held > 2 * file.size()) return bad_input("damaged ELF sections");
    elf.sections_.push_back({number, text_at(names, s.sh_name), s.sh_type, s.sh_link, s.sh_info,
                             s.sh_size, s.sh_addralign, data});
    if (s.sh_type == SHT_SYMTAB && s.sh_link < headers.size())
      elf.symbols_ = symbols_in(data, bytes_of(file, headers[s.sh_link]));
  }
  return elf;
}

const ElfFile::Section* ElfFile::section(std::string_view name) const {
  const auto found = std::find_if(sections_.begin(), sections_.end(),
                                  [&](const Section& s) { return s.name == name; });
  return found == sections_.end() ? nullptr : &*found;
}

const ElfFile::Section* ElfFile::section(std::uint32_t number) const {
  const auto found = std::ranges::lower_bound(sections_, number, {}, &Section::number);
  return found == sections_.end() || found->number != number ? nullptr : &*found;
}

bool ElfFile::has_symbol(std::string_view name) const {
  return std::ranges::any_of(symbols_, [&](const Symbol& s) { return s.name == name; });
}

std::string_view ElfFile::symbol_name(std::uint32_t index) const {
  return index < symbols_.size() ? symbols_[index].name : std::string_view{};
}

}  // namespace lanescope::cubin
