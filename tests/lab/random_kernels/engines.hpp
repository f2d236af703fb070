#pragma once

#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "cuda/toolchain/in_process.hpp"
#include "cuda/toolchain/nvdisasm.hpp"
#include "cuda/toolchain/toolchain.hpp"
#include "lab/run/prepare.hpp"
#include "tests/lab/random_kernels/kernel.hpp"

namespace lanescope::test::random_kernels {

// Kinds of instructions that were executed.
struct Met {
  std::set<std::string> ptx, sass;
};

// Compiles kernels, runs them by PTX and by machine code, and says what differs.
class Engines {
 public:
  explicit Engines(std::string arch);
  // What is missing for that, in words; empty: nothing.
  [[nodiscard]] std::string missing() const;

  // One text a kernel, empty where both engines agree; it begins with kNoEnd where by PTX lanes
  // wait for each other without end, with kDoesNotCompile where the architecture lacks something.
  // The kernels are compiled together, and run one after the other.
  static constexpr std::string_view kNoEnd = "lanes wait for each other: ",
                                    kDoesNotCompile = "does not compile: ";
  [[nodiscard]] std::vector<std::string> differences(const std::vector<Kernel>& kernels);
  // A kernel's run by PTX as a file.
  [[nodiscard]] Result<std::vector<std::byte>> saved(const Kernel& kernel);
  [[nodiscard]] const Met& met() const { return met_; }

 private:
  // Where one of them ends the run of all.
  [[nodiscard]] std::vector<std::string> one_by_one(const std::vector<Kernel>& kernels);
  [[nodiscard]] Result<std::shared_ptr<const run::Prepared>> prepare(
      const std::vector<Kernel>& kernels);
  [[nodiscard]] ports::toolchain::CompileResult compile(const std::vector<Kernel>& kernels);

  cuda::toolchain::Toolchain toolchain_ = cuda::toolchain::find_toolchain();
  cuda::toolchain::InProcessCompiler compiler_;
  cuda::toolchain::Nvdisasm nvdisasm_{{}};
  std::string arch_, prelude_;
  Met met_;
};

}  // namespace lanescope::test::random_kernels
