#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lanescope::timing {

// A cache of lines of four sectors: sets of `ways` lines, of which the one longest unused goes.
class Cache {
 public:
  struct Line {
    std::uint64_t tag = ~std::uint64_t{0};
    std::int64_t ready = 0;  // when what was asked for last has come
    std::uint32_t used = 0;
    std::uint8_t sectors = 0;  // that are there, or on their way
    std::uint8_t dirty = 0;
  };
  // What was thrown out to make room.
  struct Evicted {
    std::uint8_t dirty = 0;
  };

  Cache(std::int64_t bytes, int ways);
  // The line, or nullptr. Found, it is the one used last.
  [[nodiscard]] Line* find(std::uint64_t line);
  // The same, and its use does not count.
  [[nodiscard]] Line* peek(std::uint64_t line);
  // The line, with no sectors where it was not there.
  Line& place(std::uint64_t line, Evicted& evicted);
  void clear();
  [[nodiscard]] std::uint64_t lines() const { return lines_.size(); }

 private:
  [[nodiscard]] Line* set_of(std::uint64_t line);

  std::vector<Line> lines_;
  std::size_t ways_;
  std::uint64_t sets_;
  std::uint32_t clock_ = 0;
};

}  // namespace lanescope::timing
