#pragma once

#include <cstdint>
#include <memory>

#include "runtime/record/record.hpp"
#include "runtime/settings.hpp"
#include "sim/base/result.hpp"
#include "sim/machine/device.hpp"
#include "sim/sass/program.hpp"

namespace lanescope::runtime {

// A launch under way on the device.
class GridRun {
 public:
  GridRun() = default;
  GridRun(const GridRun&) = delete;
  GridRun& operator=(const GridRun&) = delete;
  virtual ~GridRun() = default;
  // About so many warp instructions more.
  virtual engine::Outcome go_on(std::uint64_t steps) = 0;
  // What came of it so far, into what is recorded: outcome, output, hazards, counters, time. Once.
  virtual void tell(record::Launch& told) = 0;
};

// Begins it. `number`: of the launches of this device. An Error: the launch does not fit.
[[nodiscard]] Result<std::unique_ptr<GridRun>> run_ptx(machine::Device& device,
                                                       const engine::Launch& launch,
                                                       const Settings& settings,
                                                       std::uint32_t number);
// The same by its kernel's machine code.
[[nodiscard]] Result<std::unique_ptr<GridRun>> run_machine_code(
    machine::Device& device, const engine::Launch& launch,
    const std::shared_ptr<const sass::Program>& program, const Settings& settings);

}  // namespace lanescope::runtime
