#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "sim/events/events.hpp"
#include "sim/timing/code.hpp"
#include "sim/timing/sample.hpp"
#include "sim/timing/trace.hpp"

namespace lanescope::timing {

// Listens to a run of machine code and keeps, of one launch and the blocks of `sample`, what takes
// time. `code` must live as long. It asks for those blocks alone (`wants`).
class Recorder final : public events::Listener {
 public:
  Recorder(std::uint32_t launch, const Code& code, Sample sample);
  using Listener::on;
  void on(const events::LaunchBegin& begin) override;
  void on(const events::LaunchEnd& end) override;
  void on(const events::BlockBegin& begin) override;
  void on(const events::BlockEnd& end) override;
  void on(const events::Step& step) override;
  void on(const events::MemoryAccess& access) override;
  void on(const events::Wait& wait) override;
  void on(const events::BarrierRelease& release) override;
  [[nodiscard]] bool wants(std::uint32_t launch, BlockIndex block) const override;

  // What was kept, once: the blocks in order of their indices.
  [[nodiscard]] Trace take();

 private:
  struct Arrival {
    std::uint32_t warp = 0, event = 0;
    std::uint32_t barrier = 0;
    bool known = false;  // which barrier it is: told by a Wait only
  };
  struct OpenBlock {
    BlockTrace trace;
    std::vector<Arrival> arrivals;  // at barriers that are not complete
  };
  void close(OpenBlock& block);
  [[nodiscard]] Request request_of(const events::MemoryAccess& access);
  void add_lines(const events::MemoryAccess& access, Request& request);
  void hand_over(const events::MemoryAccess& access, const Instruction& by);

  std::uint32_t launch_;
  const Code& code_;
  Sample sample_;
  bool polls_;  // an instruction does
  Trace trace_;
  std::unordered_map<std::uint32_t, OpenBlock> open_;
  OpenBlock* block_ = nullptr;  // of the last step
  Event* event_ = nullptr;
  // What was stored last to words that other blocks are to see; a store but once, since who waits
  // may find the first one.
  struct Stored {
    std::uint32_t request = 0;
    BlockIndex block;
  };
  std::unordered_map<std::uint64_t, Stored> stored_;
  bool listening_ = false;
  std::uint32_t warps_ = 0;
};

}  // namespace lanescope::timing
