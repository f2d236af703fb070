// What the course notes' kernels give as they print them, or as their figures draw them: sums of
// runs of letters, a histogram of colours, a wrong mark. The kernels are ours; `where` in
// tests/course/numbers names the notes' places.
#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "tests/lab/notes_bench.hpp"

namespace lanescope::test {
namespace {

using experiment::Experiment;

class PrintedKernels : public NotesBench {};

// Each thread keeps the bin of its last letter and how often it came, and adds when another comes.
constexpr const char* kRuns = R"(
extern "C" __global__ void count(unsigned* bins, const unsigned char* text, unsigned n) {
  unsigned bin = 7, times = 0;
  for (unsigned i = threadIdx.x; i < n; i += blockDim.x) {
    const unsigned letter = text[i] - 'a';
    if (letter >= 26) continue;
    if (letter / 4 != bin) {
      if (times > 0) atomicAdd(&bins[bin], times);
      bin = letter / 4;
      times = 0;
    }
    ++times;
  }
  if (times > 0) atomicAdd(&bins[bin], times);
}
)";

TEST_F(PrintedKernels, AdditionsOfRuns) {
  const auto additions = [&](std::uint32_t threads, const char* text, int n) {
    Experiment runs = made(kRuns, {"bins:u32[7]=zero", text});
    launch(runs, "count", 1, threads, {fmt::format("n:u32={}", n)});
    return static_cast<std::int32_t>(metric(*run(runs), "global.atomic.bytes / 4"));
  };
  Ints all;
  for (const std::uint32_t threads : {1U, 2U, 4U, 8U, 32U})
    all.push_back(
        additions(threads, "text:u8[41]=text:programming massively parallel processors", 41));
  EXPECT_EQ(all, (Ints{33, 32, 35, 31, 35}));
  EXPECT_EQ(additions(32, "text:u8[1024]=const:109", 1024), 32);
}

// Which items a thread takes: neighbouring ones, or every fourth one.
constexpr const char* kItems = R"(
extern "C" __global__ void items(int* piece, int* dealt) {
  for (unsigned k = 0; k < 4; ++k) {
    piece[4 * threadIdx.x + k] = threadIdx.x;
    dealt[4 * k + threadIdx.x] = threadIdx.x;
  }
}
)";

TEST_F(PrintedKernels, ItemsOfTheFirstOfFourThreads) {
  Experiment items = made(kItems, {"piece:i32[16]=const:9", "dealt:i32[16]=const:9"});
  launch(items, "items", 1, 4, {});
  const auto of_first = [&](const char* buffer) {
    const Ints owner = result(items, buffer);
    Ints own;
    for (std::size_t i = 0; i < owner.size(); ++i)
      if (owner[i] == 0) own.push_back(static_cast<std::int32_t>(i));
    return own;
  };
  EXPECT_EQ(of_first("piece"), (Ints{0, 1, 2, 3}));
  EXPECT_EQ(of_first("dealt"), (Ints{0, 4, 8, 12}));
}

TEST_F(PrintedKernels, BinsOfColours) {
  Experiment colours = experiment("histogram", "rgb", {{"n", 4096}, {"block", 32}, {"blocks", 4}});
  const Ints bins = result(colours, "bins");
  ASSERT_EQ(bins.size(), 768U);
  for (const int first : {0, 256, 512})  // red, green, blue: 256 bins of 8 bits each
    EXPECT_EQ(std::accumulate(bins.begin() + first, bins.begin() + first + 256, 0), 4096) << first;
  for (auto& [name, buffer] : colours.buffers) {
    if (name == "pixels") buffer.fill = *experiment::parse_fill("const:7");
  }
  const auto alike = run(colours);
  EXPECT_EQ(ints(*alike, "bins")[256 + 7], 4096) << "green";
  EXPECT_EQ(metric(*alike, "global.atomic.sectors / global.atomic.requests"), 32)
      << "lanes that meet on one counter pass one after the other";
}

// A search level by level that marks the edge instead of the vertex, on the notes' graph of six.
constexpr const char* kWrongMark = R"(
extern "C" __global__ void search(int* distance, const int* start, const int* destination) {
  __shared__ int queue[64], marked[64];
  for (int i = 0; i < 64; ++i) marked[i] = 0;
  int from = 0, to = 0;
  queue[to++] = 0;
  distance[0] = 0;
  marked[0] = 1;
  while (from < to) {
    const int vertex = queue[from++];
    for (int e = start[vertex]; e < start[vertex + 1]; ++e) {
      if (marked[e]) continue;
      marked[e] = 1;
      distance[destination[e]] = distance[vertex] + 1;
      queue[to++] = destination[e];
    }
  }
}
)";

TEST_F(PrintedKernels, AMarkOnTheEdge) {
  Experiment search =
      made(kWrongMark, {"distance:i32[6]=const:-1", "start:i32[7]=formula:i<5?2*i:9",
                        "destination:i32[9]=formula:i==0?1:i<3?2:i<5?3:i<7?4:5"});
  launch(search, "search", 1, 1, {});
  EXPECT_EQ(result(search, "start"), (Ints{0, 2, 4, 6, 8, 9, 9}));
  EXPECT_EQ(result(search, "destination"), (Ints{1, 2, 2, 3, 3, 4, 4, 5, 5}));
  EXPECT_EQ(result(search, "distance"), (Ints{0, -1, 1, 2, 3, 4}));
}

}  // namespace
}  // namespace lanescope::test
