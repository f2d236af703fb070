#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "ports/toolchain/sass.hpp"
#include "sim/base/result.hpp"
#include "sim/code/program.hpp"
#include "sim/cubin/code.hpp"
#include "sim/sass/program.hpp"

namespace lanescope::ports::machine_code {

// The kernels of one cubin, as machine code that can run.
class Kernels {
 public:
  // `listing`: what a Disassembler read in the cubin, whose paths are told as they stand there, but
  // for that of `source`, which keeps this name. An Error: the bytes are no cubin,
  // or of an architecture whose code is not executed.
  [[nodiscard]] static Result<Kernels> read(std::span<const std::byte> cubin,
                                            const std::vector<toolchain::SassFunction>& listing,
                                            const std::string& source);

  // Made once for each PTX that it is asked with. An Error: the cubin has not the kernel, or a line
  // of it means nothing to us.
  [[nodiscard]] Result<std::shared_ptr<const sass::Program>> of(
      const std::shared_ptr<const code::Program>& ptx);

  [[nodiscard]] const cubin::Code& cubin() const { return cubin_; }

 private:
  Kernels(cubin::Code cubin, std::vector<sass::Function> listing);

  cubin::Code cubin_;
  std::vector<sass::Function> listing_;
  std::map<std::shared_ptr<const code::Program>, std::shared_ptr<const sass::Program>> known_;
};

}  // namespace lanescope::ports::machine_code
