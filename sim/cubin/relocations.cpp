#include "sim/cubin/relocations.hpp"

#include <algorithm>
#include <optional>

#include <elf.h>

#include "sim/cubin/control.hpp"

namespace lanescope::cubin {
namespace {

// ptxas writes entries without an addend only where that is zero.
std::optional<Elf64_Rela> entry_at(const ElfFile::Section& table, std::uint64_t index) {
  if (table.type == SHT_RELA) return value_at<Elf64_Rela>(table.data, index * sizeof(Elf64_Rela));
  const auto plain = value_at<Elf64_Rel>(table.data, index * sizeof(Elf64_Rel));
  if (!plain) return std::nullopt;
  return Elf64_Rela{plain->r_offset, plain->r_info, 0};
}

void add_entries(const ElfFile& elf, const ElfFile::Section& table, const ElfFile::Section& changed,
                 std::vector<Relocation>& relocations) {
  const std::uint64_t width =
      changed.name.starts_with(".text.") ? kInstructionBytes : sizeof(std::uint64_t);
  for (std::uint64_t i = 0; const auto entry = entry_at(table, i); ++i) {
    if (entry->r_offset > changed.data.size() || changed.data.size() - entry->r_offset < width)
      continue;
    const auto symbol = static_cast<std::uint32_t>(ELF64_R_SYM(entry->r_info));
    const auto type = static_cast<RelocationType>(ELF64_R_TYPE(entry->r_info));
    relocations.push_back(
        {entry->r_offset, type, symbol, elf.symbol_name(symbol), entry->r_addend});
  }
}

}  // namespace

std::map<std::uint32_t, std::vector<Relocation>> relocations_of(const ElfFile& elf) {
  std::map<std::uint32_t, std::vector<Relocation>> all;
  for (const ElfFile::Section& table : elf.sections()) {
    if (table.type != SHT_RELA && table.type != SHT_REL) continue;
    if (const ElfFile::Section* changed = elf.section(table.info))
      add_entries(elf, table, *changed, all[table.info]);
  }
  for (auto& [section, relocations] : all)
    std::ranges::stable_sort(relocations, {}, &Relocation::offset);
  return all;
}

}  // namespace lanescope::cubin
