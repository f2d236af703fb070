#include "cuda/toolchain/user_folder.hpp"

#include <cstdlib>
#include <filesystem>

namespace lanescope::cuda::toolchain {
namespace {

std::filesystem::path folder_of(const char* variable) {
  const char* value = std::getenv(variable);
  return value == nullptr ? "" : value;
}

}  // namespace

std::string user_deps_folder() {
  std::filesystem::path data = folder_of("XDG_DATA_HOME");
  if (const auto home = folder_of("HOME"); data.empty() && !home.empty())
    data = home / ".local" / "share";
  return data.empty() ? std::string() : (data / "lanescope" / "deps").string();
}

}  // namespace lanescope::cuda::toolchain
