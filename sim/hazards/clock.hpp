#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

#include "sim/hazards/stamp.hpp"

// What a thread knows of the others: sparse vector clocks over blocks, warps and lanes. What
// barriers of whole blocks and warps order is not in them (see ordering.hpp).
namespace lanescope::hazards {

// "Everything that this block (warp, lane) did up to `time`."
struct ClockEntry {
  std::uint64_t key = 0;
  Time time = 0;
};
inline constexpr std::uint32_t kAll = 0xffffffff;
[[nodiscard]] constexpr std::uint64_t key_of(std::uint32_t block, std::uint32_t warp = kAll,
                                             std::uint32_t lane = kAll) {
  return std::uint64_t{block} << 32U | std::uint64_t{(warp + 1) << 8U} | (lane + 1);
}

// In the place of a lane: the copies (cp.async) that it issued. Who knows of the lane does not know
// that they are there.
inline constexpr std::uint32_t kCopiesOfLane = 0x80;
[[nodiscard]] constexpr bool is_of_copies(std::uint64_t key) {
  return (key & 0xff) > kCopiesOfLane;
}

// What a lane did at a time: known to those who know it of the lane, of its warp or of its block.
struct Deed {
  std::uint32_t block = 0, warp = 0, lane = 0;  // lane: may have kCopiesOfLane
  Time time = 0;
  [[nodiscard]] bool of_copies() const { return (lane & kCopiesOfLane) != 0; }
  [[nodiscard]] bool is_in(const ClockEntry& known) const {
    if (known.time < time) return false;
    if (known.key == key_of(block, warp, lane)) return true;
    return !of_copies() && (known.key == key_of(block, warp) || known.key == key_of(block));
  }
};

class ReleaseLog;

// A thread of block `reader` has read the place of a log when it held `until` items: it knows them.
struct Reading {
  const ReleaseLog* log = nullptr;
  std::uint32_t until = 0;
  std::uint32_t reader = 0;
};

// What was released at one place, in the order of the releases. Later atomics on the place add to
// it.
class ReleaseLog {
 public:
  static constexpr std::uint64_t kNobody = 0;
  // owner: key_of the lane, when only its stores release here. Each of its logs knows what its logs
  // before know.
  explicit ReleaseLog(std::uint64_t owner) : owner_(owner) {}

  // `within`: only threads of this block may use it (a fence of narrow scope); kAll: everybody.
  void add(const ClockEntry& known, std::uint32_t within, Time now);
  void add(const Reading& reading, std::uint32_t within, Time now);
  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(items_.size()); }
  [[nodiscard]] std::uint64_t owner() const { return owner_; }
  void share() { owner_ = kNobody; }  // another thread adds to it
  [[nodiscard]] Time newest() const { return newest_; }

  // Whether the deed is among its first `until` items, apart from the readings, which are put into
  // `open` for another look.
  [[nodiscard]] bool holds(const Deed& deed, std::uint32_t until, std::uint32_t reader,
                           std::vector<Reading>& open) const;
  // The readings among its first `until` items.
  void pass_on(std::uint32_t until, std::uint32_t reader, std::vector<Reading>& open) const;

 private:
  struct Item {
    ClockEntry known;
    std::uint32_t within = kAll;
    std::uint32_t previous = kAll;  // of the same key
  };
  [[nodiscard]] bool holds(std::uint64_t key, Time time, std::uint32_t until,
                           std::uint32_t reader) const;
  [[nodiscard]] static bool may_use(std::uint32_t within, std::uint32_t reader) {
    return within == kAll || within == reader;
  }

  std::uint64_t owner_;
  Time newest_ = 0;
  std::vector<Item> items_;
  std::unordered_map<std::uint64_t, std::uint32_t> last_;  // by key, into items_
  struct Passed {
    Reading reading;
    std::uint32_t item = 0, within = kAll;  // its place among the items
  };
  std::vector<Passed> readings_;
};

class Clock;
using ClockPtr = std::shared_ptr<const Clock>;

// Immutable: joined clocks are new ones.
class Clock {
 public:
  std::vector<ClockEntry> known;  // by key, each once
  std::vector<Reading> readings;

  [[nodiscard]] bool knows(const Deed& deed) const;
  [[nodiscard]] bool has(const Reading& reading) const;
  // Whether what began this log was read, by this thread or by one that it knows of.
  [[nodiscard]] bool has_read(const ReleaseLog& log) const;
};

// Null is the clock that knows nothing.
[[nodiscard]] ClockPtr join(const ClockPtr& a, const ClockPtr& b);
[[nodiscard]] ClockPtr clock_with(const ClockPtr& a, std::vector<ClockEntry> more);
[[nodiscard]] ClockPtr clock_with(const ClockPtr& a, const Reading& reading);
// Without what is known of the threads of `block` up to `time`: everybody there knows it.
[[nodiscard]] ClockPtr without(const ClockPtr& a, std::uint32_t block, Time time);

}  // namespace lanescope::hazards
