#pragma once

#include <filesystem>

namespace lanescope::cuda::toolchain {

// A folder for what a tool reads and writes, gone with its owner.
class Scratch {
 public:
  Scratch();
  ~Scratch();
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }  // empty: none

 private:
  std::filesystem::path folder_;
};

}  // namespace lanescope::cuda::toolchain
