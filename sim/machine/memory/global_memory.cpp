#include "sim/machine/memory/global_memory.hpp"

#include <algorithm>
#include <cstring>

#include <fmt/core.h>

#include "sim/code/code.hpp"
#include "sim/code/names.hpp"
#include "sim/code/program.hpp"

namespace lanescope::machine {
namespace {

constexpr std::uint64_t kAlignment = 512;
constexpr std::uint64_t kGap = 512;
constexpr std::uint64_t kHeapAlignment = 16;

std::uint64_t align(std::uint64_t value, std::uint64_t alignment) {
  return (value + alignment - 1) / alignment * alignment;
}

}  // namespace

GlobalMemory::GlobalMemory(std::uint64_t room, ReservedBytes::Kind kind)
    : end_(engine::kGlobalBase + align(room, kPageBytes)),
      bytes_(end_ - engine::kGlobalBase, kind),
      dirty_((end_ - engine::kGlobalBase) / kPageBytes, 0) {
  const std::size_t leaf_bytes = PageTable::kPagesPerLeaf * kPageBytes;
  base_.leaves.resize((bytes_.size() + leaf_bytes - 1) / leaf_bytes);
}

GlobalMemory GlobalMemory::same_places() const {
  GlobalMemory other(end_ - engine::kGlobalBase);
  other.allocations_ = allocations_;
  other.freed_ = freed_;
  other.placed_bytes_ = placed_bytes_;
  other.variables_ = variables_;
  other.modules_ = modules_;
  other.next_ = next_;
  other.heap_begin_ = heap_begin_;
  other.heap_end_ = heap_end_;
  other.workspace_ = workspace_;
  other.heap_ = heap_;
  return other;
}

std::uint64_t GlobalMemory::used_pages() const {
  std::uint64_t pages = heap_.given == 0 ? 0 : 2 * kHeapBytes / kPageBytes;
  for (const Allocation& allocation : allocations_)
    pages += (allocation.end - allocation.begin) / kPageBytes + 2;
  return pages;
}

std::uint64_t GlobalMemory::find_place(std::uint64_t bytes, std::uint64_t alignment) {
  const std::uint64_t fresh = align(next_, alignment);
  if (fresh <= end_ && bytes <= end_ - fresh) {
    next_ = fresh + bytes + kGap;
    return fresh;
  }
  for (auto hole = freed_.begin(); hole != freed_.end(); ++hole) {
    const std::uint64_t at = align(hole->begin, alignment);
    if (at > hole->end || bytes > hole->end - at) continue;
    freed_.erase(hole);
    std::memset(host(at), 0, bytes);
    return at;
  }
  return 0;
}

std::uint64_t GlobalMemory::place(std::uint64_t bytes, std::uint64_t alignment,
                                  Allocation allocation) {
  // Two allocations never lie at one address.
  const std::uint64_t least = allocation.variable ? bytes : std::max<std::uint64_t>(bytes, 1);
  const std::uint64_t begin = find_place(least, std::max(alignment, kAlignment));
  return begin == 0 ? 0 : insert(begin, bytes, std::move(allocation));
}

std::uint64_t GlobalMemory::place_at(std::uint64_t address, std::uint64_t bytes,
                                     Allocation allocation) {
  const std::uint64_t least = std::max<std::uint64_t>(bytes, 1);
  if (address < engine::kGlobalBase || address >= end_ || least > end_ - address) return 0;
  const bool taken = std::ranges::any_of(allocations_, [&](const Allocation& x) {
    return x.begin < address + least && address < std::max(x.end, x.begin + 1);
  });
  if (taken) return 0;
  skip_to(address + least + kGap);
  return insert(address, bytes, std::move(allocation));
}

std::uint64_t GlobalMemory::insert(std::uint64_t begin, std::uint64_t bytes,
                                   Allocation allocation) {
  allocation.begin = begin;
  allocation.end = begin + bytes;
  if (!allocation.internal && !allocation.variable) placed_bytes_ += bytes;
  const auto after =
      std::upper_bound(allocations_.begin(), allocations_.end(), allocation.begin,
                       [](std::uint64_t at, const Allocation& x) { return at < x.begin; });
  return allocations_.insert(after, std::move(allocation))->begin;
}

void GlobalMemory::free(std::uint64_t address) {
  const auto at = std::ranges::find(allocations_, address, &Allocation::begin);
  placed_bytes_ -= at->end - at->begin;
  std::erase_if(initial_, [&](const Initial& initial) {
    return initial.address >= at->begin && initial.address < at->end;
  });
  freed_.push_back(std::move(*at));
  allocations_.erase(at);
}

const Allocation* GlobalMemory::freed(std::uint64_t address) const {
  const auto at = std::find_if(freed_.rbegin(), freed_.rend(), [&](const Allocation& x) {
    return x.begin <= address && address < x.end;
  });
  return at == freed_.rend() ? nullptr : &*at;
}

void GlobalMemory::initialise(std::uint64_t address, std::span<const std::byte> bytes) {
  initial_.push_back({address, bytes});
  if (!bytes.empty()) std::memcpy(host(address), bytes.data(), bytes.size());
}

bool GlobalMemory::place_heap() {
  Allocation workspace;
  workspace.name = "the grid barrier's workspace";
  workspace.internal = true;
  workspace_ = place(64, kAlignment, workspace);
  heap_begin_ = align(next_, kPageBytes);
  if (workspace_ == 0 || heap_begin_ + 2 * kHeapBytes > end_) return false;
  heap_end_ = next_ = heap_begin_ + 2 * kHeapBytes;
  heap_.next = heap_begin_;
  return true;
}

bool GlobalMemory::load(const std::shared_ptr<const ptx::Module>& module,
                        const VariablePlaces& places) {
  if (variables_.contains(module.get())) return true;
  modules_.push_back(module);
  std::vector<std::uint64_t>& addresses = variables_[module.get()];
  for (const ptx::Variable& variable : module->variables) {
    addresses.push_back(0);
    const bool constant = variable.space == ptx::Space::Const;
    if (!constant && variable.space != ptx::Space::Global) continue;
    Allocation allocation;
    allocation.name = code::display_name(variable.name);
    allocation.element_bytes = code::element_bytes(variable);
    allocation.constant = allocation.read_only = constant;
    allocation.internal = variable.name.starts_with('$');  // "$str$1", a literal of printf
    allocation.variable = true;
    const auto wanted = places.find(variable.name);
    addresses.back() = wanted == places.end() ? place(variable.size, variable.alignment, allocation)
                                              : place_at(wanted->second, variable.size, allocation);
    if (addresses.back() == 0) return false;
    if (!variable.initial.empty()) initialise(addresses.back(), variable.initial);
  }
  apply_relocations(*module);
  return true;
}

void GlobalMemory::apply_relocations(const ptx::Module& module) {
  for (std::size_t v = 0; v < module.variables.size(); ++v) {
    for (const ptx::Variable::Relocation& relocation : module.variables[v].relocations) {
      const std::uint64_t value = address_of_symbol(module, relocation.symbol) +
                                  static_cast<std::uint64_t>(relocation.addend);
      const auto* bytes = reinterpret_cast<const std::byte*>(&value);
      owned_.emplace_back(bytes, bytes + std::min<std::size_t>(relocation.size, sizeof value));
      // Moving a vector leaves its bytes where they are, so the span stays good.
      initialise(variables_[&module][v] + relocation.offset, owned_.back());
    }
  }
}

std::uint64_t GlobalMemory::address_of_symbol(const ptx::Module& module,
                                              const std::string& symbol) const {
  for (std::size_t v = 0; v < module.variables.size(); ++v) {
    if (module.variables[v].name == symbol) return variables_.at(&module)[v];
  }
  for (std::size_t f = 0; f < module.functions.size(); ++f) {
    if (module.functions[f].name == symbol && module.functions[f].has_body)
      return code::kFunctionBase + 16 * f;
  }
  return 0;
}

void GlobalMemory::initialise_range(std::uint64_t begin, std::uint64_t end) {
  std::memset(host(begin), 0, end - begin);
  for (const Initial& initial : initial_) {
    const std::uint64_t from = std::max(begin, initial.address);
    const std::uint64_t to = std::min(end, initial.address + initial.bytes.size());
    if (from < to)
      std::memcpy(host(from), initial.bytes.data() + (from - initial.address), to - from);
  }
}

const Allocation* GlobalMemory::at_or_before(std::uint64_t address) const {
  if (in_heap(address)) {
    const auto after = heap_.blocks.upper_bound(address);
    if (after != heap_.blocks.begin()) {
      const auto& [begin, block] = *std::prev(after);
      heap_allocation_ = {
          begin, begin + block.bytes, fmt::format("malloc_{}", block.number), 1, false, false,
          false};
      return &heap_allocation_;
    }
  }
  const auto after =
      std::upper_bound(allocations_.begin(), allocations_.end(), address,
                       [](std::uint64_t a, const Allocation& x) { return a < x.begin; });
  return after == allocations_.begin() ? nullptr : &*std::prev(after);
}

const Allocation* GlobalMemory::before(std::uint64_t address) const {
  const Allocation* at = at_or_before(address);
  if (at != nullptr && address < at->end) return at;
  while (at != nullptr && at->internal) {
    at = at == allocations_.data() ? nullptr : std::prev(at);
  }
  return at;
}

const Allocation* GlobalMemory::after(std::uint64_t address) const {
  for (const Allocation& allocation : allocations_) {
    if (allocation.begin > address && !allocation.internal) return &allocation;
  }
  return nullptr;
}

const Allocation* GlobalMemory::find(std::uint64_t address) const {
  const Allocation* allocation = at_or_before(address);
  return allocation != nullptr && address < allocation->end ? allocation : nullptr;
}

std::uint64_t GlobalMemory::variable_address(const ptx::Module* module,
                                             std::uint32_t variable) const {
  return variables_.at(module)[variable];
}

std::span<const std::byte> GlobalMemory::symbol(const ptx::Module* module,
                                                std::string_view name) const {
  const auto found = variables_.find(module);
  if (found == variables_.end()) return {};
  for (std::size_t v = 0; v < module->variables.size(); ++v) {
    if (module->variables[v].name == name && found->second[v] != 0) {
      return {host(found->second[v]), module->variables[v].size};
    }
  }
  return {};
}

// First fit from where the last search ended; a gap behind each block keeps overruns visible.
std::uint64_t GlobalMemory::allocate(std::uint64_t bytes) {
  if (bytes == 0 || bytes > kHeapBytes - heap_.live_bytes) return 0;
  const std::uint64_t need = align(bytes, kHeapAlignment) + kHeapAlignment;
  for (std::uint64_t start : {heap_.next, heap_begin_}) {
    std::uint64_t at = start;
    for (auto block = heap_.blocks.lower_bound(start);; ++block) {
      const std::uint64_t end = block == heap_.blocks.end() ? heap_end_ : block->first;
      if (at + need <= end) {
        heap_.blocks[at] = {bytes, heap_.given++};
        heap_.live_bytes += bytes;
        heap_.next = at + need;
        return at;
      }
      if (block == heap_.blocks.end()) break;
      at = align(block->first + block->second.bytes, kHeapAlignment) + kHeapAlignment;
    }
  }
  return 0;
}

bool GlobalMemory::release(std::uint64_t address) {
  const auto block = heap_.blocks.find(address);
  if (block == heap_.blocks.end()) return false;
  heap_.live_bytes -= block->second.bytes;
  heap_.blocks.erase(block);
  return true;
}

PageTable GlobalMemory::pages() {
  for (std::size_t leaf = 0; leaf < base_.leaves.size(); ++leaf) {
    std::shared_ptr<PageTable::Leaf> changed;
    const std::size_t first = leaf * PageTable::kPagesPerLeaf;
    const std::size_t last = std::min(first + PageTable::kPagesPerLeaf, dirty_.size());
    for (std::size_t page = first; page < last; ++page) {
      if (dirty_[page] == 0) continue;
      if (!changed) {
        changed = base_.leaves[leaf] ? std::make_shared<PageTable::Leaf>(*base_.leaves[leaf])
                                     : std::make_shared<PageTable::Leaf>(PageTable::kPagesPerLeaf);
      }
      const std::byte* data = bytes_.data() + page * kPageBytes;
      (*changed)[page - first] = std::make_shared<const PageTable::Page>(data, data + kPageBytes);
      dirty_[page] = 0;
    }
    if (changed) base_.leaves[leaf] = std::move(changed);
  }
  return base_;
}

void GlobalMemory::restore(const PageTable& pages, const HeapState& heap) {
  const auto page_of = [](const PageTable& table, std::size_t page) -> const PageTable::Page* {
    const auto& leaf = table.leaves[page / PageTable::kPagesPerLeaf];
    return leaf ? (*leaf)[page % PageTable::kPagesPerLeaf].get() : nullptr;
  };
  for (std::size_t page = 0; page < dirty_.size(); ++page) {
    const PageTable::Page* wanted = page_of(pages, page);
    if (dirty_[page] == 0 && wanted == page_of(base_, page)) continue;
    const std::uint64_t address = engine::kGlobalBase + page * kPageBytes;
    if (wanted != nullptr) {
      std::memcpy(host(address), wanted->data(), kPageBytes);
    } else {
      initialise_range(address, address + kPageBytes);
    }
    dirty_[page] = 0;
  }
  base_ = pages;
  heap_ = heap;
}

}  // namespace lanescope::machine
