#include "sim/sass/machine/system_functions.hpp"

#include <algorithm>
#include <iterator>

namespace lanescope::sass::machine {
namespace {

constexpr std::uint64_t kFirstAddress = 0x7f00'0000'0000ULL;
constexpr std::string_view kNames[]{"vprintf", "malloc", "free", "__assertfail"};

}  // namespace

std::optional<SystemCall> system_call_named(std::string_view name) {
  const auto* found = std::ranges::find(kNames, name);
  if (found == std::end(kNames)) return std::nullopt;
  return static_cast<SystemCall>(found - std::begin(kNames));
}

std::uint64_t system_call_address(SystemCall call) {
  return kFirstAddress + 16 * static_cast<std::uint64_t>(call);
}

std::optional<SystemCall> system_call_at(std::uint64_t address) {
  if (address < kFirstAddress || address >= kFirstAddress + 16 * std::size(kNames))
    return std::nullopt;
  return static_cast<SystemCall>((address - kFirstAddress) / 16);
}

std::uint64_t unknown_call_address() { return kFirstAddress + 0x1000; }

}  // namespace lanescope::sass::machine
