#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "sim/events/events.hpp"

namespace lanescope::machine::test {

// Keeps what the machine tells, and all of it as one byte string.
class EventsLog : public events::Listener {
 public:
  std::vector<events::Step> steps;
  std::vector<events::Branch> branches;
  std::vector<events::Hazard> hazards;
  std::vector<std::uint32_t> releases, waits_of_barrier;
  std::vector<events::Wait> waits;
  std::vector<events::MemoryAccess> accesses;
  std::string bytes;
  std::size_t begun = 0, ended = 0;

  void on(const events::LaunchBegin& e) override { put('L', e.launch); }
  void on(const events::LaunchEnd& e) override { put('l', e.machine_steps); }
  void on(const events::BlockBegin& e) override {
    ++begun;
    put('B', e.block.value);
  }
  void on(const events::BlockEnd& e) override {
    ++ended;
    put('b', e.block.value);
  }
  void on(const events::Step& e) override {
    steps.push_back(e);
    put('S', e.machine_step.value, e.block.value, e.warp.value, e.pc.value, e.active, e.executed);
  }
  void on(const events::MemoryAccess& e) override {
    accesses.push_back(e);
    put('M', static_cast<int>(e.space), static_cast<int>(e.access), e.bytes, e.lanes);
    for (int lane = 0; lane < 64; ++lane) {
      if ((e.lanes >> static_cast<unsigned>(lane) & 1U) != 0) put('a', e.addresses[lane]);
    }
  }
  void on(const events::Branch& e) override {
    branches.push_back(e);
    put('D', e.taken, e.not_taken, e.reconvergence.value);
  }
  void on(const events::Wait& e) override {
    waits.push_back(e);
    put('W', e.block.value, e.warp.value, e.lanes, static_cast<int>(e.reason), e.barrier);
  }
  void on(const events::BarrierRelease& e) override {
    releases.push_back(e.barrier);
    put('R', e.block.value, e.barrier);
  }
  void on(const events::Hazard& e) override {
    hazards.push_back(e);
    put('H', static_cast<int>(e.kind));
  }

 private:
  template <typename... T>
  void put(char tag, T... values) {
    bytes += tag;
    ((bytes += std::to_string(values), bytes += ' '), ...);
  }
};

}  // namespace lanescope::machine::test
