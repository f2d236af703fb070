#pragma once

#include <cstdint>
#include <random>
#include <span>
#include <string>

namespace lanescope::fuzz_test {

// Damages inputs: pieces left out, doubled, taken from another input, numbers at their limits. The
// same seed does the same on every machine.
class Mutator {
 public:
  explicit Mutator(std::uint64_t seed) : random_(seed) {}
  // One of the inputs, changed in one to four places.
  [[nodiscard]] std::string mutate(std::span<const std::string> inputs);

 private:
  std::size_t below(std::size_t n) { return n == 0 ? 0 : random_() % n; }
  void once(std::string& text, const std::string& other);
  void change_number(std::string& text);

  std::mt19937_64 random_;
};

}  // namespace lanescope::fuzz_test
