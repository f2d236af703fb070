#include "sim/machine/described_place.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "sim/code/names.hpp"

namespace lanescope::machine {
namespace {

// A named stretch of memory.
struct Array {
  std::string name;
  std::int64_t begin = 0, end = 0;
  std::uint32_t element_bytes = 1;
};

// Farther from everything, an address says nothing of the array that was meant.
constexpr std::int64_t kNear = std::int64_t{1} << 20U;
constexpr std::int64_t kNearInHeap = 4096;
// As far as a 32-bit index of 16-byte elements reaches.
constexpr std::int64_t kReach = std::int64_t{1} << 36U;

// "in[1024]" or, inside an element, "in[3]+2"; "in[-1]" before it.
std::string element(const Array& array, std::int64_t at) {
  const auto bytes = static_cast<std::int64_t>(array.element_bytes);
  const std::int64_t offset = at - array.begin;
  const std::int64_t inside = (offset % bytes + bytes) % bytes;
  const std::string name = fmt::format("{}[{}]", array.name, (offset - inside) / bytes);
  return inside == 0 ? name : fmt::format("{}+{}", name, inside);
}

std::string size_of(const Array& array) {
  const std::int64_t bytes = array.end - array.begin;
  if (array.element_bytes == 1) return fmt::format("{} bytes", bytes);
  return fmt::format("{} elements", bytes / static_cast<std::int64_t>(array.element_bytes));
}

std::string past(const Array& array, std::int64_t at) {
  return fmt::format("{}, {} bytes past the end of {} ({})", element(array, at), at - array.end,
                     array.name, size_of(array));
}

std::string before(const Array& array, std::int64_t at) {
  return fmt::format("{}, {} bytes before {} ({})", element(array, at), array.begin - at,
                     array.name, size_of(array));
}

// An index too large is the commoner mistake: the next array must be much nearer to be meant.
bool next_is_meant(const std::optional<Array>& previous, const std::optional<Array>& next,
                   std::int64_t at) {
  if (!next) return false;
  return !previous || 4 * (next->begin - at) <= at - previous->end;
}

// What lies outside of all arrays, told by those at both sides.
std::optional<std::string> told_by_neighbours(const std::optional<Array>& previous,
                                              const std::optional<Array>& next, std::int64_t at) {
  if (next_is_meant(previous, next, at)) {
    return next->begin - at < kNear ? std::optional(before(*next, at)) : std::nullopt;
  }
  if (previous && at - previous->end < kNear) return past(*previous, at);
  return std::nullopt;
}

std::optional<Array> array_of(const Allocation* allocation) {
  if (allocation == nullptr) return std::nullopt;
  return Array{allocation->name, static_cast<std::int64_t>(allocation->begin),
               static_cast<std::int64_t>(allocation->end), allocation->element_bytes};
}

std::string nearest(const std::optional<Array>& previous, const std::optional<Array>& next,
                    std::int64_t at) {
  if (previous && at - previous->end < kReach) {
    return fmt::format("; the nearest array is {}, which ends {} bytes before", previous->name,
                       at - previous->end);
  }
  if (next && next->begin - at < kReach) {
    return fmt::format("; the nearest array is {}, which begins {} bytes behind", next->name,
                       next->begin - at);
  }
  return {};
}

const ptx::Variable* declaration_of(const ptx::Module& module, const std::string& name) {
  const auto in = [&](const std::vector<ptx::Variable>& variables) {
    const auto at = std::find_if(variables.begin(), variables.end(),
                                 [&](const ptx::Variable& v) { return v.name == name; });
    return at == variables.end() ? nullptr : &*at;
  };
  if (const ptx::Variable* found = in(module.variables)) return found;
  for (const ptx::Function& function : module.functions) {
    if (const ptx::Variable* found = in(function.variables)) return found;
  }
  return nullptr;
}

Array array_of(const SharedPlaces& places, const engine::SharedVariable& variable,
               int access_bytes) {
  const std::uint32_t end = places.bytes;
  const std::uint32_t size =
      variable.size == 0 ? end - std::min(end, variable.offset) : variable.size;
  Array array{variable.display_name, variable.offset, std::int64_t{variable.offset} + size, 1};
  const ptx::Variable* declared = declaration_of(*places.module, variable.name);
  if (declared != nullptr) array.element_bytes = code::element_bytes(*declared);
  // Arrays may be aligned to more than an element.
  if (access_bytes > 0) {
    array.element_bytes = std::min(array.element_bytes, static_cast<std::uint32_t>(access_bytes));
  }
  return array;
}

// Shared addresses have 32 bits; negative offsets come as large ones.
std::int64_t signed_offset(std::uint64_t offset) {
  const auto low = static_cast<std::int32_t>(static_cast<std::uint32_t>(offset));
  return offset > 0x7fffffffU && low < 0 ? low : static_cast<std::int64_t>(offset);
}

}  // namespace

std::string describe_place(const GlobalMemory& memory, std::uint64_t address) {
  const auto at = static_cast<std::int64_t>(address);
  const std::optional<Array> previous = array_of(memory.before(address));
  if (previous && at < previous->end) return element(*previous, at);
  if (const Allocation* gone = memory.freed(address))
    return fmt::format("{}, which has been freed", element(*array_of(gone), at));
  const bool behind_malloc = previous &&
                             memory.in_heap(static_cast<std::uint64_t>(previous->begin)) &&
                             at - previous->end < kNearInHeap;
  if (memory.in_heap(address) && !behind_malloc) {
    return fmt::format("address {:#x}, which malloc did not give out or free has taken back",
                       address);
  }
  const std::optional<Array> next = array_of(memory.after(address));
  if (auto words = told_by_neighbours(previous, next, at)) return *std::move(words);
  return fmt::format("address {:#x}, where nothing is allocated{}", address,
                     nearest(previous, next, at));
}

std::string describe_place(const SharedPlaces& places, std::uint64_t offset, int access_bytes) {
  const std::int64_t at = signed_offset(offset);
  std::optional<Array> previous, next;
  if (places.program != nullptr) {
    for (const engine::SharedVariable& variable : places.program->shared_variables()) {
      const Array array = array_of(places, variable, access_bytes);
      if (at >= array.begin && at < array.end) return element(array, at);
      if (array.begin <= at && (!previous || array.end > previous->end)) previous = array;
      if (array.begin > at && (!next || array.begin < next->begin)) next = array;
    }
  }
  if (auto words = told_by_neighbours(previous, next, at)) return *std::move(words);
  return fmt::format("shared byte {} (the block has {})", at, places.bytes);
}

}  // namespace lanescope::machine
