#include "tests/fuzz/target.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "sim/base/hash.hpp"

namespace lanescope::fuzz_test {

std::vector<Target> all_targets() {
  std::vector<Target> all;
  for (const auto group : {model_targets(), file_targets(), studio_targets(), program_targets()})
    all.insert(all.end(), group.begin(), group.end());
  return all;
}

void fail(std::string_view words) {
  std::fprintf(stderr, "%.*s\n", static_cast<int>(words.size()), words.data());
  std::abort();
}

std::string text_of(std::span<const std::byte> bytes) {
  std::string text(bytes.size(), '\0');
  if (!bytes.empty()) std::memcpy(text.data(), bytes.data(), bytes.size());
  return text;
}

std::vector<std::string> files_of(const std::string& folder, std::string_view ending) {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().string().ends_with(ending)) paths.push_back(entry.path());
  }
  std::ranges::sort(paths);
  std::vector<std::string> files;
  for (const std::filesystem::path& path : paths) {
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    files.push_back(text.str());
  }
  return files;
}

std::string resealed(std::string_view bytes, std::size_t checksum_at, std::size_t head_bytes) {
  std::string sealed(bytes);
  if (sealed.size() < head_bytes) return sealed;
  const std::uint64_t length = sealed.size() - head_bytes;
  const std::uint64_t checksum = fnv1a64(bytes_of(bytes).subspan(head_bytes));
  std::memcpy(sealed.data() + checksum_at - 8, &length, 8);
  std::memcpy(sealed.data() + checksum_at, &checksum, 8);
  return sealed;
}

}  // namespace lanescope::fuzz_test
