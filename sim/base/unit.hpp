#pragma once

#include <cstdint>

namespace lanescope {

// Which part of a machine carries an instruction out.
enum class Unit : std::uint8_t {
  Alu,
  Move,
  Memory,
  Atomic,
  Branch,
  Call,
  Barrier,
  Fence,
  WarpSync,
  System
};

}  // namespace lanescope
