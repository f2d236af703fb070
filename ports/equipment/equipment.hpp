#pragma once

#include <memory>
#include <vector>

#include "ports/device/gpu.hpp"
#include "ports/toolchain/compiler.hpp"
#include "ports/toolchain/disassembler.hpp"
#include "ports/toolchain/tool.hpp"

namespace lanescope::ports::equipment {

// What the lab may use of the machine that it runs on. Any of it may be absent: then what stands in
// for it answers with what is missing and what to do about it. Of all threads.
class Equipment {
 public:
  virtual ~Equipment() = default;
  // Anew, one for each thread that compiles.
  [[nodiscard]] virtual std::unique_ptr<toolchain::Compiler> compiler() const = 0;
  [[nodiscard]] virtual const toolchain::Disassembler& disassembler() const = 0;

  // There is a driver; whether it has GPUs, Gpu::list() says.
  [[nodiscard]] virtual bool has_gpu_driver() const = 0;
  // Anew, one for each thread that runs kernels.
  [[nodiscard]] virtual std::unique_ptr<device::Gpu> gpu() const = 0;

  // For `lanescope doctor`: looked for anew, found or not, in a fixed order.
  [[nodiscard]] virtual std::vector<toolchain::Tool> tools() const = 0;
};

}  // namespace lanescope::ports::equipment
