#pragma once

#include <string>
#include <vector>

#include "cuda/toolchain/toolchain.hpp"

namespace lanescope::cuda::toolchain {

// The folders in which CUDA may lie, the most specific first. See ToolchainSearch.
class SearchPath {
 public:
  explicit SearchPath(const ToolchainSearch& search);

  // The first `NAME` in a root's bin folder, then in the PATH; empty when there is none.
  [[nodiscard]] std::string program(const std::string& name) const;
  // The first of `names` in a root's library folders, then in the loader's; newer names first.
  [[nodiscard]] std::string library(const std::vector<std::string>& names) const;
  // CUDA's header folders: those next to `near` (a library that was found) if it has some, else of
  // the first root that has.
  [[nodiscard]] std::vector<std::string> include_dirs(const std::string& near) const;

 private:
  std::vector<std::string> roots_;
  std::vector<std::string> program_dirs_;
  std::vector<std::string> library_dirs_;
};

}  // namespace lanescope::cuda::toolchain
