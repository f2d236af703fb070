// A thousand random kernels by PTX and by machine code: both engines give the same bytes. Of those
// that differ, the smallest part that still does is printed, with its seed.
//
//   LANESCOPE_RANDOM_SEED      which ones: from this seed on
//   LANESCOPE_RANDOM_KERNELS   how many
#include <algorithm>
#include <cstdlib>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/lab/random_kernels/engines.hpp"
#include "tests/lab/random_kernels/shrink.hpp"

namespace lanescope::test::random_kernels {
namespace {

constexpr std::uint64_t kTogether = 40;  // kernels a source
constexpr int kMostShown = 5;

std::uint64_t setting(const char* name, std::uint64_t otherwise) {
  const char* value = std::getenv(name);
  return value == nullptr ? otherwise : std::strtoull(value, nullptr, 10);
}

void show(Engines& engines, const Kernel& kernel) {
  const std::string first = engines.differences({kernel}).front();
  if (first.empty()) {
    ADD_FAILURE() << "seed " << kernel.seed << " differs beside others alone";
    return;
  }
  const std::string kind = first.substr(0, first.find_first_of("[:"));
  const Kernel small = shrunk(kernel, [&](const Kernel& smaller) {
    return engines.differences({smaller}).front().starts_with(kind);
  });
  ADD_FAILURE() << "seed " << kernel.seed << "\n"
                << engines.differences({small}).front() << small.text();
}

TEST(RandomKernels, GiveTheSameByPtxAndByMachineCode) {
  Engines engines;
  if (!engines.missing().empty()) GTEST_SKIP() << engines.missing();
  const std::uint64_t first = setting("LANESCOPE_RANDOM_SEED", 1);
  const std::uint64_t end = first + setting("LANESCOPE_RANDOM_KERNELS", 1000);
  int shown = 0;
  for (std::uint64_t seed = first; seed < end && shown < kMostShown; seed += kTogether) {
    std::vector<Kernel> kernels;
    for (std::uint64_t i = seed; i < std::min(end, seed + kTogether); ++i)
      kernels.push_back(make_kernel(i));
    const std::vector<std::string> differences = engines.differences(kernels);
    for (std::size_t i = 0; i < kernels.size() && shown < kMostShown; ++i) {
      if (differences[i].empty()) continue;
      ++shown;
      show(engines, kernels[i]);
    }
  }
  fmt::print("executed kinds of instructions: {} of PTX, {} of machine code\n",
             engines.met().ptx.size(), engines.met().sass.size());
}

TEST(RandomKernels, AreTheSameForTheSameSeed) {
  EXPECT_EQ(make_kernel(7).text(), make_kernel(7).text());
  EXPECT_NE(make_kernel(7).text(), make_kernel(8).text());
}

}  // namespace
}  // namespace lanescope::test::random_kernels
