#pragma once

#include <cstddef>
#include <cstdint>

#include "sim/events/shared_place.hpp"
#include "sim/machine/machine.hpp"
#include "sim/machine/memory/access.hpp"

// Distributed shared memory: the addresses by which the blocks of a cluster reach each other's
// shared arrays. A generic address of shared memory always names its block there, so that it means
// the same in every block.
namespace lanescope::machine {

[[nodiscard]] inline bool names_block_of_cluster(const Machine& machine, std::uint64_t place) {
  return machine.cluster_size > 1 && events::names_block(place) &&
         events::rank_of(place) < machine.cluster_size;
}

// Bytes of the window of shared memory among generic addresses.
[[nodiscard]] inline std::uint64_t shared_window_bytes(const Machine& machine) {
  return machine.cluster_size > 1 ? code::kSharedWindowBytes : code::kWindowBytes;
}

// The shared memory that a place lies in, or is beside.
struct SharedMemory {
  Block* block = nullptr;   // null: it has ended
  std::uint64_t begin = 0;  // the place of its first byte
};
[[nodiscard]] SharedMemory shared_memory_at(const Issue& issue, std::uint64_t place);

// The place without, or with, the name of the issuing block.
[[nodiscard]] std::uint64_t own_if_named(const Issue& issue, std::uint64_t place);
[[nodiscard]] std::uint64_t named_if_own(const Issue& issue, std::uint64_t place);
[[nodiscard]] bool is_in_shared(const Issue& issue, std::uint64_t place, bool of_cluster);

// Lanes that go to shared memory, block by block, the issuing one first; the places of its own
// are made plain. Parts are put from `count` on; returns how many there are then.
std::size_t part_by_block(const Issue& issue, LaneMask lanes, Addresses& places, SpaceParts& parts,
                          std::size_t count);

// mapa, getctarank (PTX ISA 9.7.9.23, 9.7.9.24).
Next do_block_of_cluster(Issue& issue);

}  // namespace lanescope::machine
