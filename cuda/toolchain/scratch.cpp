#include "cuda/toolchain/scratch.hpp"

#include <cstdlib>
#include <string>
#include <system_error>

namespace lanescope::cuda::toolchain {

namespace fs = std::filesystem;

Scratch::Scratch() {
  std::error_code error;
  std::string pattern = (fs::temp_directory_path(error) / "lanescope-XXXXXX").string();
  if (!error && ::mkdtemp(pattern.data()) != nullptr) folder_ = pattern;
}

Scratch::~Scratch() {
  std::error_code ignored;
  if (!folder_.empty()) fs::remove_all(folder_, ignored);
}

}  // namespace lanescope::cuda::toolchain
