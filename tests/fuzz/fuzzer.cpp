// One target under libFuzzer: LANESCOPE_FUZZ_TARGET names it; without one, the names are printed.
// LANESCOPE_FUZZ_SEEDS is a folder into which the right inputs are written first.
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "tests/fuzz/target.hpp"

namespace {

using lanescope::fuzz_test::all_targets;
using lanescope::fuzz_test::Target;

Target& chosen() {
  static Target target{};
  return target;
}

void write_seeds(const std::filesystem::path& folder) {
  std::filesystem::create_directories(folder);
  int number = 0;
  for (const std::string& seed : chosen().seeds())
    std::ofstream(folder / ("seed-" + std::to_string(number++)), std::ios::binary) << seed;
}

}  // namespace

// NOLINTBEGIN(readability-identifier-naming): libFuzzer's names
extern "C" int LLVMFuzzerInitialize(int* /*count*/, char*** /*words*/) {
  const char* wanted = std::getenv("LANESCOPE_FUZZ_TARGET");
  for (const Target& one : all_targets()) {
    if (wanted == nullptr) std::puts(one.name);
    if (wanted != nullptr && one.name == std::string_view(wanted)) chosen() = one;
  }
  if (wanted == nullptr) std::exit(0);
  if (chosen().read == nullptr) {
    std::fprintf(stderr, "no target is called %s\n", wanted);
    std::exit(2);
  }
  if (const char* folder = std::getenv("LANESCOPE_FUZZ_SEEDS"); folder != nullptr)
    write_seeds(folder);
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* bytes, std::size_t size) {
  chosen().read({reinterpret_cast<const char*>(bytes), size});
  return 0;
}
// NOLINTEND(readability-identifier-naming)
