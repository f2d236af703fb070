#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

// What comes from outside of Lanescope, and who reads it.
namespace lanescope::fuzz_test {

struct Target {
  const char* name;
  // Comes back whatever the bytes, within little memory: what is wrong is told, never thrown.
  void (*read)(std::string_view bytes);
  // Inputs that are right, made anew.
  std::vector<std::string> (*seeds)();
};

// In groups, by what they need.
[[nodiscard]] std::span<const Target> model_targets();
[[nodiscard]] std::span<const Target> file_targets();
[[nodiscard]] std::span<const Target> studio_targets();
[[nodiscard]] std::span<const Target> program_targets();

[[nodiscard]] std::vector<Target> all_targets();

// Aborts with the words: how a target tells that something is wrong which is no crash.
[[noreturn]] void fail(std::string_view words);

[[nodiscard]] inline std::span<const std::byte> bytes_of(std::string_view text) {
  return std::as_bytes(std::span(text));
}
[[nodiscard]] std::string text_of(std::span<const std::byte> bytes);
// Every file of a folder of the repository that ends so.
[[nodiscard]] std::vector<std::string> files_of(const std::string& folder, std::string_view ending);
// The same bytes with the length and the checksum of what follows a file's head, which holds them
// side by side (8 bytes each), so that damage behind it is read at all. Shorter ones stay as they
// are.
[[nodiscard]] std::string resealed(std::string_view bytes, std::size_t checksum_at,
                                   std::size_t head_bytes);

}  // namespace lanescope::fuzz_test
