#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "sim/timing/launch_shape.hpp"
#include "sim/timing/machine.hpp"
#include "sim/timing/server.hpp"
#include "sim/timing/simulate.hpp"
#include "sim/timing/sm.hpp"

namespace lanescope::timing {

// Gives blocks to SMs: in turn until they are full, then where one has ended.
class Blocks {
 public:
  // `share`: simulated SMs, of all. The SMs must live as long.
  Blocks(const MachineDescription& machine, const Trace& trace, const LaunchShape& shape,
         double share, std::vector<std::unique_ptr<Sm>>& sms);

  void fill();
  // Notes the ends of an SM's blocks and gives it others.
  void refill(std::size_t sm);

  [[nodiscard]] const std::vector<BlockSpan>& spans() const { return spans_; }
  // When the last block's end is known to whoever started the launch.
  [[nodiscard]] std::int64_t over() const { return over_; }
  // When the last block was given away.
  [[nodiscard]] std::int64_t last_start() const { return last_start_; }

 private:
  void give(std::size_t sm, double time);

  const MachineDescription& machine_;
  const Trace& trace_;
  std::uint32_t resident_;
  double share_;
  double each_;  // cycles that an SM takes to start a block
  std::vector<std::unique_ptr<Sm>>& sms_;
  std::vector<Server> starts_;
  Server retire_;
  std::size_t next_ = 0;
  std::vector<BlockSpan> spans_;
  std::int64_t over_ = 0, last_start_ = 0;
};

}  // namespace lanescope::timing
