#include "sim/machine/definedness/definedness.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace lanescope::machine {

UndefinedRegisters::UndefinedRegisters(std::size_t file_bytes, int lanes)
    : lanes_(lanes),
      masks_(file_bytes / kSlotBytes + 1),
      bits_(masks_.size() * static_cast<std::size_t>(lanes)),
      provenance_(bits_.size()) {}

void UndefinedRegisters::set(std::uint32_t slot, int lane, std::uint64_t bits,
                             const Provenance& provenance) {
  LaneMask& mask = masks_[slot / kSlotBytes];
  if (mask == 0) ++undefined_;
  mask |= LaneMask{1} << static_cast<unsigned>(lane);
  bits_[place(slot, lane)] = bits;
  provenance_[place(slot, lane)] = provenance;
}

void UndefinedRegisters::clear(std::uint32_t slot, LaneMask lanes) {
  LaneMask& mask = masks_[slot / kSlotBytes];
  if (mask == 0) return;
  mask &= ~lanes;
  if (mask == 0) --undefined_;
}

LaneMask UndefinedRegisters::untold(std::uint32_t slot, LaneMask& mask) {
  LaneMask told = 0;
  for (LaneMask rest = mask; rest != 0; rest &= rest - 1) {
    const int lane = std::countr_zero(rest);
    const Provenance& from = provenance(slot, lane);
    const auto load = loads.find(from.load);
    if (load != loads.end() && (load->second.told >> from.lane & 1U) != 0)
      told |= LaneMask{1} << static_cast<unsigned>(lane);
  }
  if (told != 0) clear(slot, told);
  return mask;
}

std::vector<std::uint32_t> UndefinedRegisters::undefined_slots() const {
  std::vector<std::uint32_t> slots;
  for (std::size_t i = 0; i < masks_.size(); ++i) {
    if (masks_[i] != 0) slots.push_back(static_cast<std::uint32_t>(i) * kSlotBytes);
  }
  return slots;
}

std::uint8_t* Definedness::make_global(std::uint64_t offset) {
  std::unique_ptr<Page>& page = pages_[offset / kPage];
  if (!page) page = std::make_unique<Page>(Page{});
  return page->data() + offset % kPage;
}

void Definedness::set_global(std::uint64_t offset, std::uint64_t bytes, bool undefined) {
  for (std::uint64_t end = offset + bytes; offset < end;) {
    const std::uint64_t part = std::min(end - offset, kPage - offset % kPage);
    std::uint8_t* bits = undefined ? make_global(offset) : global(offset);
    if (bits != nullptr) std::memset(bits, undefined ? 0xff : 0, part);
    offset += part;
  }
}

}  // namespace lanescope::machine
