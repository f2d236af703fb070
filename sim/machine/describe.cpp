#include <fmt/core.h>

#include "sim/machine/described_place.hpp"
#include "sim/machine/faults.hpp"
#include "sim/machine/launch.hpp"
#include "sim/machine/memory/cluster_places.hpp"

namespace lanescope::machine {
namespace {

std::string in_shared(const Machine& machine, std::uint64_t offset, int access_bytes) {
  SharedPlaces places{machine.program, nullptr, machine.shared_bytes()};
  if (machine.program != nullptr) places.module = &machine.program->module();
  return describe_place(places, offset, access_bytes);
}

}  // namespace

std::string describe_owner(const Machine& machine, const Block& block, std::uint64_t place) {
  if (!names_block_of_cluster(machine, place)) return {};
  const Dim3 at = place_in_grid(machine, block.cluster, events::rank_of(place));
  return fmt::format(" of block ({},{},{})", at.x, at.y, at.z);
}

std::string describe_address(const Machine& machine, events::Space space, std::uint64_t address,
                             int access_bytes) {
  if (space == events::Space::Shared) {
    const bool named = names_block_of_cluster(machine, address);
    return in_shared(machine, named ? events::offset_of(address) : address, access_bytes);
  }
  if (space == events::Space::Local) {
    return fmt::format("byte {} of its local memory", static_cast<std::int64_t>(address));
  }
  if (address < code::kNullPage) return fmt::format("address {:#x} (a null pointer)", address);
  if (address - code::kSharedWindow < shared_window_bytes(machine))
    return in_shared(machine, events::offset_of(address - code::kSharedWindow), access_bytes);
  if (address >= code::kLocalWindow && address < code::kLocalWindow + code::kWindowBytes) {
    return fmt::format("byte {} of its local memory", address - code::kLocalWindow);
  }
  if (address >= code::kParamWindow && address < code::kParamWindow + code::kWindowBytes) {
    return fmt::format("byte {} of the kernel's parameters", address - code::kParamWindow);
  }
  return describe_place(machine.memory, address);
}

std::string name_thread(const Machine& machine, const Block& block, const Warp& warp, int lane) {
  const Dim3 t = machine.launch->block.at(machine.thread_of(warp, lane));
  return fmt::format("thread ({},{},{}) of block ({},{},{})", t.x, t.y, t.z, block.coordinates.x,
                     block.coordinates.y, block.coordinates.z);
}

}  // namespace lanescope::machine
