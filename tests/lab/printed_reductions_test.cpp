// What the course notes' reductions give as they print them, or as their figures draw them: over
// launches in place, in a block, in halves. The kernels are ours; `where` in tests/course/numbers
// names the notes' places.
#include <algorithm>

#include <fmt/format.h>

#include "tests/lab/notes_bench.hpp"

namespace lanescope::test {
namespace {

using experiment::Experiment;

// In place, a launch for each stride: every element takes in the one a stride further, if there is
// one. Nothing says which warp goes first; with BACKWARDS the last one does.
constexpr const char* kInPlace = R"(
extern "C" __global__ void step(int* data, unsigned stride, unsigned n) {
#ifdef BACKWARDS
  const unsigned i = (blockDim.x / 32 - 1 - threadIdx.x / 32) * 32 + threadIdx.x % 32;
#else
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
#endif
  if (i + stride < n)
    data[i] += data[i + stride];
}
)";

class InPlace : public NotesBench {
 protected:
  static Experiment over_launches(std::uint32_t n, const char* fill) {
    Experiment all = made(kInPlace, {fmt::format("data:i32[{}]={}", n, fill)});
    all.options.order = engine::Order::Barrier;
    for (std::uint32_t stride = 1; stride < n; stride *= 2)
      launch(all, "step", (n + 1023) / 1024, std::min(1024U, (n + 31) / 32 * 32),
             {fmt::format("stride:u32={}", stride), fmt::format("n:u32={}", n)});
    return all;
  }
};

TEST_F(InPlace, EightNumbersLaunchByLaunch) {
  const Experiment whole = over_launches(8, "iota");
  Ints first;
  for (const std::size_t launches : {1U, 2U, 3U}) {
    Experiment begun = whole;
    begun.launches.resize(launches);
    first.push_back(result(begun, "data").front());
  }
  EXPECT_EQ(first, (Ints{1, 6, 28}));
  EXPECT_EQ(result(whole, "data"), (Ints{28, 28, 27, 25, 22, 18, 13, 7}));
}

// N log2 N - (N - 1) for powers of two.
TEST_F(InPlace, Additions) {
  const std::vector<std::pair<std::uint32_t, int>> rows{
      {8, 17}, {32, 129}, {64, 321}, {128, 769}, {256, 1793}, {1000, 8977}, {1024, 9217}};
  for (const auto& [n, additions] : rows)
    EXPECT_EQ(metric(*run(over_launches(n, "const:1")), "global.store.bytes / 4"), additions) << n;
}

TEST_F(InPlace, ThreadsThatAddAndWarpsThatSplit) {
  const auto thirty_two = run(over_launches(32, "const:1"));
  Ints adding;
  for (int launch = 0; launch < 5; ++launch)
    adding.push_back(static_cast<std::int32_t>(
        metric(*thirty_two, fmt::format("global.store.bytes@launch:{} / 4", launch))));
  EXPECT_EQ(adding, (Ints{31, 30, 28, 24, 16}));
  for (const std::uint32_t n : {32U, 64U, 128U, 1024U})
    EXPECT_EQ(metric(*run(over_launches(n, "const:1")), "divergent_branches"), 5) << n;
  EXPECT_EQ(metric(*run(over_launches(1000, "const:1")), "divergent_branches"), 9);
}

// One full warp of more elements than it reads: its own load is four sectors.
TEST_F(InPlace, SectorsOfTheShiftedLoad) {
  for (const std::uint32_t stride : {1U, 2U, 4U, 8U, 16U, 32U}) {
    Experiment one = made(kInPlace, {"data:i32[128]=const:1"});
    launch(one, "step", 1, 32, {fmt::format("stride:u32={}", stride), "n:u32=128"});
    EXPECT_EQ(metric(*run(one), "global.load.sectors") - 4, stride < 8 ? 5 : 4) << stride;
  }
}

TEST_F(InPlace, TheSumDependsOnWhichWarpIsFirst) {
  const auto sum = [&](std::uint32_t n, bool backwards) {
    Experiment ones = over_launches(n, "const:1");
    if (backwards) ones.defines.emplace_back("BACKWARDS");
    return run(ones)->outcome == engine::Outcome::Finished ? result(ones, "data").front() : -1;
  };
  for (const std::uint32_t n : {8U, 32U, 64U, 96U, 128U, 256U, 512U, 1024U})
    EXPECT_EQ(sum(n, false), static_cast<std::int32_t>(n));
  const std::vector<std::pair<std::uint32_t, std::int32_t>> last_first{
      {8, 8}, {32, 32}, {64, 64}, {96, 128}, {128, 192}, {256, 832}, {512, 5312}, {1024, 52032}};
  for (const auto& [n, wrong] : last_first) EXPECT_EQ(sum(n, true), wrong) << n;
}

class PrintedReductions : public NotesBench {};

// A row of `rows` after each step, and in `added` who has added in it.
constexpr const char* kTree = R"(
extern "C" __global__ void tree(int* rows, int* added) {
  __shared__ int s[32];
  const unsigned t = threadIdx.x;
  s[t] = t;
  __syncthreads();
  unsigned row = 0;
  for (unsigned k = 1; k < blockDim.x; k *= 2, ++row) {
    if (t % (2 * k) == 0) {
      s[t] += s[t + k];
      added[row * blockDim.x + t] = 1;
    }
    __syncthreads();
    rows[row * blockDim.x + t] = s[t];
  }
}
)";

TEST_F(PrintedReductions, ATreeOfFourThreads) {
  Experiment tree = made(kTree, {"rows:i32[8]=zero", "added:i32[8]=zero"});
  launch(tree, "tree", 1, 4, {});
  EXPECT_EQ(result(tree, "rows"), (Ints{1, 1, 5, 3, 6, 1, 5, 3}));
  EXPECT_EQ(result(tree, "added"), (Ints{1, 0, 1, 0, 1, 0, 0, 0})) << "threads 0 and 2, then 0";
}

// The lesson's first rung, with 1 to 8.
TEST_F(PrintedReductions, EightNumbersInHalves) {
  Experiment halves = experiment("reduction", "launches", {{"block", 32}, {"n", 8}});
  for (auto& [name, buffer] : halves.buffers) {
    if (name == "data") buffer.fill = *experiment::parse_fill("formula:i+1");
  }
  const auto after = [&](std::size_t launches) {
    Experiment begun = halves;
    begun.launches.resize(launches);
    const auto done = run(begun);
    const auto data = std::ranges::find(done->buffers, "data", &run::BufferResult::name);
    std::vector<float> values(data->bytes.size() / sizeof(float));
    std::memcpy(values.data(), data->bytes.data(), data->bytes.size());
    return values;
  };
  ASSERT_EQ(halves.launches.size(), 3U);
  std::vector<float> first = after(1);
  first.resize(4);
  EXPECT_EQ(first, (std::vector<float>{6, 8, 10, 12}));
  EXPECT_EQ(after(2).front(), 16.0F);
  EXPECT_EQ(after(3).front(), 36.0F);
}

}  // namespace
}  // namespace lanescope::test
