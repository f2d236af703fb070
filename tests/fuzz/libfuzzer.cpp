#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "tests/fuzz/target.hpp"

// What libFuzzer calls. LANESCOPE_FUZZ_READER: the reader that gets the inputs.
// LANESCOPE_FUZZ_SEEDS=FOLDER: instead, the right inputs of each are written to FOLDER/READER.
namespace lanescope::fuzz_test {
namespace {

void write_seeds(const std::filesystem::path& folder) {
  for (const Target& target : all_targets()) {
    std::filesystem::create_directories(folder / target.name);
    std::size_t number = 0;
    for (const std::string& seed : target.seeds()) {
      const std::string name = "seed-" + std::to_string(number++);
      if (!(std::ofstream(folder / target.name / name, std::ios::binary) << seed))
        fail("no seed can be written to " + folder.string());
    }
  }
}

// The one that the environment names.
const Target& reader() {
  static const Target kReader = [] {
    const char* wanted = std::getenv("LANESCOPE_FUZZ_READER");
    for (const Target& target : all_targets()) {
      if (wanted != nullptr && std::string_view(wanted) == target.name) return target;
    }
    fail("LANESCOPE_FUZZ_READER names no reader");
  }();
  return kReader;
}

}  // namespace
}  // namespace lanescope::fuzz_test

// NOLINTBEGIN(readability-identifier-naming): libFuzzer's names
extern "C" int LLVMFuzzerInitialize(int* /*argc*/, char*** /*argv*/) {
  if (const char* folder = std::getenv("LANESCOPE_FUZZ_SEEDS")) {
    lanescope::fuzz_test::write_seeds(folder);
    std::exit(EXIT_SUCCESS);
  }
  static_cast<void>(lanescope::fuzz_test::reader());
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  lanescope::fuzz_test::reader().read({reinterpret_cast<const char*>(data), size});
  return 0;
}
// NOLINTEND(readability-identifier-naming)
