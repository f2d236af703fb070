#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "sim/sass/machine/memory.hpp"

// Loads of which it is open whether a lane has any use of them (load_uses.hpp): they are told to
// the race detector, as of when they were done, once it is known which lanes have. Only called when
// Machine::races is set. Warp::holds_loads is set while the warp has such loads.
namespace lanescope::sass::machine::races {

struct HeldLoad {
  struct Holder {
    std::uint32_t reg = 0;
    std::uint32_t lanes = 0;  // in which it holds what was read, or what was made of it
  };
  std::uint32_t pc = 0;
  std::uint64_t step = 0;  // Machine::step as it was
  Request request;         // its lanes: those of which it is not known yet
  std::vector<Holder> holders;
};
// By block and warp.
using HeldLoads = std::unordered_map<std::uint64_t, std::vector<HeldLoad>>;

[[nodiscard]] bool is_held(const Issue& issue);
// In place of order_access.
void hold_load(Issue& issue, const Request& request);
// Before the instruction is carried out.
void settle_held_loads(Issue& issue);

}  // namespace lanescope::sass::machine::races
