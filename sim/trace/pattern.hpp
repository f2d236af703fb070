#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "sim/base/hash.hpp"
#include "sim/base/ids.hpp"

namespace lanescope::trace {

// Addresses that follow a rule: with a[i] that of the i-th active lane, those of `row` lanes go up
// by `stride`, and each row begins `pitch` behind the one before.
struct Pattern {
  std::uint64_t base = 0, stride = 0, pitch = 0;
  std::uint32_t row = 0;  // as many as there are lanes: one row
};

// Whether requests of a pattern conflict, remembered: requests alike but for where they begin are
// counted alike, as long as they begin at the same place of a line of 128 bytes.
class KnownPatterns {
 public:
  struct Key {
    std::uint32_t shape = 0, row = 0, place = 0;
    LaneMask lanes = 0;
    std::uint64_t stride = 0, pitch = 0;
    friend bool operator==(const Key&, const Key&) = default;
  };
  [[nodiscard]] static Key key_of(const Pattern& pattern, std::uint32_t shape, LaneMask lanes) {
    return {shape, pattern.row,    static_cast<std::uint32_t>(pattern.base % kLine),
            lanes, pattern.stride, pattern.pitch};
  }
  // What `count` says, unless it is known.
  template <typename Count>
  [[nodiscard]] bool conflicts(const Key& key, const Count& count) {
    Entry& entry = entries_[hash(key) % entries_.size()];
    if (!entry.known || entry.key != key) entry = {key, true, count()};
    return entry.conflicts;
  }

 private:
  static constexpr std::uint64_t kLine = 128;
  struct Entry {
    Key key;
    bool known = false, conflicts = false;
  };
  [[nodiscard]] static std::uint64_t hash(const Key& key) {
    return mix(key.stride ^
               mix(key.pitch ^ mix(key.lanes ^ mix(std::uint64_t{key.shape} << 32U |
                                                   std::uint64_t{key.row} << 16U | key.place))));
  }
  std::array<Entry, 512> entries_{};
};

}  // namespace lanescope::trace
