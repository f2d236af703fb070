#pragma once

#include <cstddef>
#include <cstdint>

#include "sim/machine/definedness/definedness.hpp"
#include "sim/machine/machine.hpp"

// The undefined bits of memory, found by the host's address of a byte. Private to watch_*.cpp.
namespace lanescope::machine {

// Memory of one kind as a request sees it.
class WatchedMemory {
 public:
  // Of the space in which this byte lies.
  WatchedMemory(const Issue& issue, const std::byte* byte);

  // Known without a look: no byte of the space is undefined.
  [[nodiscard]] bool all_defined() const { return all_defined_; }
  [[nodiscard]] bool in_block() const { return begin_ != nullptr; }
  [[nodiscard]] events::Space space() const { return space_; }
  // nullptr: defined, as is all of its page. Bytes of one element lie in one page.
  [[nodiscard]] std::uint8_t* bits(const std::byte* byte) const;
  void write(const std::byte* byte, std::uint64_t bits, std::size_t bytes);
  // The byte's address as events and messages have it.
  [[nodiscard]] std::uint64_t address(const std::byte* byte, int lane) const;

 private:
  const Issue& issue_;
  const Block& owner_;  // of shared memory: the block whose it is
  BlockDefinedness& block_;
  events::Space space_ = events::Space::Global;
  const std::byte* host_ = nullptr;
  std::uint8_t* begin_ = nullptr;  // of shared and local memory
  bool all_defined_ = true;
};

}  // namespace lanescope::machine
