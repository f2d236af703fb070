#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "sim/base/ids.hpp"
#include "sim/hazards/clock.hpp"
#include "sim/hazards/request.hpp"

namespace lanescope::hazards {

// What orders the accesses of a block's threads, among each other and behind those of other blocks.
// Barriers of the whole block and of whole warps are two numbers; clocks of single threads exist
// only where something else (named barriers, parts of warps, fences) was used.
class BlockOrder {
 public:
  // warp_size: threads of a warp; 1 for warps whose lanes are one thread (member()).
  BlockOrder(std::uint32_t index, std::uint32_t warps, std::uint32_t warp_size, Time begin);

  [[nodiscard]] std::uint32_t index() const { return index_; }
  [[nodiscard]] Time begin() const { return begin_; }
  [[nodiscard]] Time barrier() const { return barrier_; }
  // Of all lanes of a warp.
  [[nodiscard]] Time barrier(std::uint32_t warp) const { return warps_[warp].barrier; }
  // More than barriers counts: threads of a warp may know different things.
  [[nodiscard]] bool has_clocks() const {
    return !threads_.empty() || common_ != nullptr || handed_[0] != nullptr ||
           handed_[1] != nullptr;
  }

  // Which of its warp's threads a lane is.
  [[nodiscard]] std::uint32_t member(std::uint32_t lane) const {
    return warp_size_ == 1 ? 0 : lane;
  }

  // Whether an access happened before what this lane does now; all up to `floor` did.
  [[nodiscard]] bool ordered(const Stamp& stamp, std::uint32_t warp, std::uint32_t lane,
                             Time floor) const;
  // Whether the two lanes of this warp took part in an exchange since the access.
  [[nodiscard]] bool exchanged_since(const Stamp& stamp, std::uint32_t warp,
                                     std::uint32_t lane) const;

  void warp_barrier(std::uint32_t warp, LaneMask members, LaneMask live, Time now);
  void exchange(std::uint32_t warp, LaneMask members, LaneMask live, Time now);
  // waits: bar.sync and bar.red; else bar.arrive.
  void arrive(std::uint32_t barrier, std::uint32_t warp, LaneMask lanes, bool waits, Time now);
  // `awaited`: the lanes that a barrier of all threads waits for, by warp.
  void release(std::uint32_t barrier, std::span<const LaneMask> awaited, Time now);
  using ByScope = std::array<ClockPtr, 2>;
  // A barrier of phases: an mbarrier, or that of a cluster. An arrival counts for the phase that
  // goes on, a wait has seen the latest complete one.
  struct Phases {
    std::vector<ClockEntry> met;  // of the phase that goes on
    ClockPtr arrived;             // what its arrivals knew
    ByScope arrived_handed;
    ClockPtr complete;  // what the complete phases tell
    ByScope handed;
    bool relaxed = false;  // some arrivals of the phase were
  };
  // The mbarrier at `place` of the block's shared memory.
  [[nodiscard]] Phases& mbarrier(std::uint32_t place) { return mbarriers_[place]; }
  void begin_mbarrier(std::uint32_t place) { mbarriers_.erase(place); }
  struct Arriving {
    std::uint32_t warp = 0;
    LaneMask lanes = 0, existing = 0;  // existing: the lanes of the warp
    bool relaxed = false;              // hands on only what was fenced before
    bool elsewhere = false;            // other blocks wait there
  };
  void arrive_at(Phases& barrier, const Arriving& arriving, Time now);
  // The copies that the lanes issued so far arrive.
  void copies_arrive_at(Phases& barrier, std::uint32_t warp, LaneMask lanes, Time now) const;
  static void complete_phase(Phases& barrier);
  void wait_for(const Phases& barrier, std::uint32_t warp, LaneMask lanes);
  // All threads of a cluster's blocks wait for each other: what the block's know and have done up
  // to now, and what they are told of the others.
  [[nodiscard]] ClockPtr all_known(Time now) const;
  void meet(const ClockPtr& known, Time now);
  // Whether a thread of the block comes behind an access to its shared memory.
  [[nodiscard]] bool some_follow(const Stamp& stamp) const;
  void fence(std::uint32_t warp, LaneMask lanes, Scope scope, Time now);
  void commit_copies(std::uint32_t warp, LaneMask lanes, Time now);
  // All groups but the latest `left` are there; kAll copies, committed or not: left = kAllCopies.
  static constexpr std::uint32_t kAllCopies = 0xffffffff;
  void wait_for_copies(std::uint32_t warp, LaneMask lanes, std::uint32_t left, Time now);

  // What a strong store of the lane passes on to those who read it.
  [[nodiscard]] ClockPtr released(std::uint32_t warp, std::uint32_t lane, Scope scope) const;
  // The same as if a fence came right before it.
  [[nodiscard]] ClockPtr released_now(std::uint32_t warp, std::uint32_t lane, Time now) const;
  void acquire(std::uint32_t warp, std::uint32_t lane, const Reading& reading);
  // Whether the lane comes behind the release that began this log: by its own hand, or because it
  // or somebody it knows of has read it.
  [[nodiscard]] bool follows(std::uint32_t warp, std::uint32_t lane, const ReleaseLog& log) const;

 private:
  // What a thread knew when it fenced.
  struct Fence {
    Time own = 0, warp = 0, block = 0;
    ClockPtr known;
  };
  struct Thread {
    ClockPtr known;
    std::array<Fence, 2> fences;
    ByScope handed;  // what others had fenced before barriers that the thread has passed
  };
  struct Exchange {
    Time time = 0;
    LaneMask lanes = 0;
  };
  struct Warp {
    Time barrier = 0;            // of all its lanes
    Time exchange = 0;           // of all its lanes
    std::vector<Exchange> some;  // of some lanes, by lane
  };
  struct Arrival {
    std::uint32_t warp = 0;
    LaneMask lanes = 0;
    bool waits = true;
    Time time = 0;
    ClockPtr known;
    ByScope handed;
  };
  struct Copies {
    std::vector<Time> commits;
    struct Wait {
      Time until = 0, time = 0;  // copies issued until then were there at `time`
    };
    std::vector<Wait> waits;
  };

  [[nodiscard]] std::uint32_t thread_of(std::uint32_t warp, std::uint32_t lane) const {
    return warp * warp_size_ + member(lane);
  }
  std::vector<Thread>& threads();
  [[nodiscard]] bool knows(std::uint32_t thread, const Deed& deed) const;
  [[nodiscard]] Time copied_at(const Stamp& stamp) const;  // 0: not yet
  [[nodiscard]] bool is_whole(std::span<const Arrival> arrivals,
                              std::span<const LaneMask> awaited) const;
  void release_all(Time now);
  void release_some(std::span<const Arrival> arrivals, std::span<const LaneMask> awaited);
  [[nodiscard]] ClockPtr fenced(std::uint32_t warp, LaneMask lanes, Scope scope) const;
  [[nodiscard]] ClockPtr known_of(std::uint32_t warp, LaneMask lanes) const;
  [[nodiscard]] Fence fence_now(std::uint32_t warp, std::uint32_t lane, Time now) const;
  void add_fence(const Fence& fence, std::uint32_t warp, std::uint32_t lane,
                 std::vector<ClockEntry>& known, ClockPtr& clock) const;

  std::uint32_t index_, warp_size_;
  Time begin_, barrier_;
  bool fenced_ = false;  // some thread has, since the last barrier of all
  std::vector<Warp> warps_;
  std::vector<Thread> threads_;                          // empty: clocks are not needed yet
  ClockPtr common_;                                      // known to all threads of the block
  ByScope handed_;                                       // to all threads of the block
  std::array<std::vector<Arrival>, 16> arrivals_;        // by barrier
  std::unordered_map<std::uint32_t, Phases> mbarriers_;  // by place
  std::vector<Copies> copies_;                           // by thread
};

}  // namespace lanescope::hazards
