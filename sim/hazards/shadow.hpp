#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>

#include "sim/hazards/stamp.hpp"

// The last accesses to each piece of a stretch of memory.
namespace lanescope::hazards {

// A set of accesses is kept as its latest one and the latest by somebody of whom the latest one
// tells nothing: another warp of its block, another block, another lane of its warp. So whoever
// comes next, if an access in the set is of another thread and not ordered before, one is found.
enum class Kept : std::uint8_t { Latest, OtherWarp, OtherBlock, OtherLane };
inline constexpr std::size_t kKept = 4;

enum class Accesses : std::uint8_t { Writes, Reads, StrongWrites, StrongReads };

// A plane holds one Stamp for each cell, member by member: one request looks at many cells.
struct Plane {
  std::uint32_t *time = nullptr, *who = nullptr, *pc = nullptr, *block = nullptr;
  explicit operator bool() const { return time != nullptr; }
  [[nodiscard]] Stamp at(std::uint32_t cell) const {
    return {time[cell], who[cell], pc[cell], block[cell]};
  }
  void put(std::uint32_t cell, const Stamp& stamp) const {
    time[cell] = stamp.time;
    who[cell] = stamp.who;
    pc[cell] = stamp.pc;
    block[cell] = stamp.block;
  }
};

// Bytes that planes may take on the host.
struct Budget {
  std::uint64_t left = 0;
  bool exceeded = false;  // some accesses are not looked at
};

class Page {
 public:
  // bytes: a multiple of 4.
  explicit Page(std::uint32_t bytes) : bytes_(bytes) {}

  // A cell is 1 << shift() bytes: as small as the smallest access so far, 4 at most.
  [[nodiscard]] unsigned shift() const { return shift_; }
  // Cells of `bytes` bytes from now on.
  void refine(std::uint32_t bytes, Budget& budget);

  // Null where no such access has been.
  [[nodiscard]] Plane plane(Accesses accesses, Kept kept = Kept::Latest) const {
    return view(planes_[index(accesses, kept)].get());
  }
  // Makes it where it is missing; null when the budget is used up.
  [[nodiscard]] Plane make(Accesses accesses, Kept kept, Budget& budget);
  // Nobody has accessed these cells.
  void forget(std::uint32_t first, std::uint32_t count);
  // Some strong accesses here may not meet all others: they are volatile or of narrow scope.
  [[nodiscard]] bool has_choosy() const { return has_choosy_; }
  void note_choosy() { has_choosy_ = true; }
  // Gives all planes back.
  void drop(Budget& budget);

 private:
  Page(std::uint32_t bytes, unsigned shift) : bytes_(bytes), shift_(shift) {}
  // From calloc: pages that the system has just given are zero already.
  struct Free {
    void operator()(std::uint32_t* words) const { std::free(words); }
  };
  using Words = std::unique_ptr<std::uint32_t[], Free>;
  [[nodiscard]] static constexpr std::size_t index(Accesses accesses, Kept kept) {
    return static_cast<std::size_t>(accesses) * kKept + static_cast<std::size_t>(kept);
  }
  // Between the members, so that those of one cell don't compete for a line of the host's cache.
  static constexpr std::uint32_t kApart = 16;
  [[nodiscard]] std::size_t words_of_plane() const { return std::size_t{4} * (cells() + kApart); }
  [[nodiscard]] static Words zeros(std::size_t count);
  [[nodiscard]] std::uint32_t cells() const { return bytes_ >> shift_; }
  [[nodiscard]] Plane view(std::uint32_t* words) const {
    if (words == nullptr) return {};
    const std::size_t member = cells() + kApart;
    return {words, words + member, words + 2 * member, words + 3 * member};
  }

  std::uint32_t bytes_;
  unsigned shift_ = 2;
  bool has_choosy_ = false;
  std::array<Words, 4 * kKept> planes_;
};

}  // namespace lanescope::hazards
