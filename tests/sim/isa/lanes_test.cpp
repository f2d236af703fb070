#include <gtest/gtest.h>

#include "tests/sim/isa/lane_runner.hpp"

// Every row that only computes, at every vector level that this CPU has: the file's expected values
// come from reference/*.py and from a GPU.
namespace lanescope::isa_test {
namespace {

struct Param {
  std::string row;
  isa::VectorLevel level;
};

std::vector<Param> params() {
  std::vector<Param> all;
  for (const std::string& row : row_files()) {
    const Result<RowFile> file = read_row_file(path_of(row));
    if (!file.ok() || !only_computes(*file)) continue;
    for (const isa::VectorLevel level :
         {isa::VectorLevel::Baseline, isa::VectorLevel::Avx2, isa::VectorLevel::Avx512}) {
      if (level <= isa::best_vector_level()) all.push_back({row, level});
    }
  }
  return all;
}

std::string name_of(const testing::TestParamInfo<Param>& info) {
  constexpr std::array kLevels{"baseline", "avx2", "avx512"};
  std::string name = info.param.row + "_" + kLevels[static_cast<std::size_t>(info.param.level)];
  for (char& c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  }
  return name;
}

class Lanes : public testing::TestWithParam<Param> {};

TEST_P(Lanes, GiveTheExpectedValues) {
  const Result<RowFile> file = read_row_file(path_of(GetParam().row));
  ASSERT_TRUE(file.ok()) << file.error().text();
  const LaneRun run = run_lanes(*file, GetParam().level);
  ASSERT_EQ(run.error, "");
  EXPECT_EQ(compare(*file, run.output), "");
  EXPECT_EQ(run.masked_error, "");
}

INSTANTIATE_TEST_SUITE_P(Rows, Lanes, testing::ValuesIn(params()), name_of);

}  // namespace
}  // namespace lanescope::isa_test
