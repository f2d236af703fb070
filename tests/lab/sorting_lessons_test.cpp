// What the course notes print and derive about merging and the bitonic network, from runs.
#include <algorithm>
#include <array>

#include "tests/lab/notes_bench.hpp"

namespace lanescope::test {
namespace {

class SortingLessons : public NotesBench {
 protected:
  Ints merged(const char* rung, const lesson::ParameterValues& values) {
    return result(experiment("merge", rung, values), "out");
  }
};

const lesson::ParameterValues kNotes{{"m", 15}, {"n", 25}};

TEST_F(SortingLessons, TheNotesArraysMerged) {
  const Ints right{16,  25,  56,  99,  115, 175, 178, 185, 197, 279, 308, 359, 365, 377,
                   390, 411, 439, 450, 466, 468, 482, 540, 575, 598, 620, 640, 640, 655,
                   671, 704, 726, 767, 838, 853, 945, 952, 954, 964, 971, 973};
  for (const char* rung : {"by-rank", "sections", "tiled", "circular"})
    EXPECT_EQ(merged(rung, kNotes), right) << rung;
}

TEST_F(SortingLessons, CoRanksOfTheNotesArrays) {
  Ints ranks = merged("co-ranks", kNotes);
  ranks.push_back(15);  // behind the last place all of a
  EXPECT_EQ(ranks, (Ints{0, 0, 0, 1, 1, 1, 1, 1, 1,  1,  2,  2,  3,  4,  5,  5,  5,  5,  5,  6, 6,
                         7, 7, 7, 8, 8, 8, 8, 9, 10, 11, 12, 13, 13, 13, 13, 13, 14, 14, 14, 15}));
  std::string from;
  for (std::size_t k = 0; k + 1 < ranks.size(); ++k) from += ranks[k + 1] > ranks[k] ? 'A' : 'B';
  EXPECT_EQ(from, "BBABBBBBBABAAABBBBABABBABBBAAAAABBBBABBA");
}

TEST_F(SortingLessons, WhereThePrintedSearchNeverEnds) {
  const Ints ranks = merged("bounds-that-stay", kNotes);
  Ints endless;
  for (std::size_t k = 0; k < ranks.size(); ++k) {
    if (ranks[k] < 0) endless.push_back(static_cast<std::int32_t>(k));
  }
  EXPECT_EQ(endless, (Ints{19, 20, 21, 22, 23, 27, 30}));
  const auto stopped = run(experiment("merge", "exercise", kNotes));
  EXPECT_EQ(stopped->outcome, engine::Outcome::StepLimit);
  EXPECT_EQ(stopped->machine_steps, 400'000U);
}

TEST_F(SortingLessons, CoRanksOfTheSmallExample) {
  experiment::Experiment small = experiment("merge", "co-ranks", {{"m", 4}, {"n", 4}});
  small.buffers[0].second.fill = *experiment::parse_fill("formula:2*i+1");
  small.buffers[1].second.fill = *experiment::parse_fill("formula:2*i+2");
  EXPECT_EQ(result(small, "out"), (Ints{0, 1, 1, 2, 2, 3, 3, 4}));
}

// The exercise's solution, returning how often it has looked instead of what it has found.
TEST_F(SortingLessons, RoundsOfTheRepairedSearch) {
  const auto counting = [](experiment::Experiment one) {
    std::string& text = one.source.text;
    text.replace(text.find("while (true) {"), 14, "for (int round = 1;; ++round) {");
    text.replace(text.find("return i;"), 9, "return round;");
    return one;
  };
  EXPECT_EQ(result(counting(experiment("merge", "exercise-solution", kNotes)), "out"),
            (Ints{1, 2, 3, 2, 3, 3, 3, 3, 4, 4, 3, 3, 3, 5, 4, 4, 4, 4, 4, 5,
                  5, 2, 2, 2, 5, 5, 2, 2, 2, 4, 4, 5, 3, 3, 4, 4, 2, 3, 2, 2}));
  const Ints many =
      result(counting(experiment("merge", "exercise-solution", {{"m", 1000}, {"n", 1000}})), "out");
  EXPECT_EQ(std::ranges::max(many), 11);
}

TEST_F(SortingLessons, ColumnsAndComparatorsOfTheNetwork) {
  const std::vector<std::array<std::int64_t, 3>> sizes{
      {2, 1, 1},     {4, 3, 6},       {8, 6, 24},       {16, 10, 80},     {32, 15, 240},
      {64, 21, 672}, {256, 36, 4608}, {512, 45, 11520}, {1024, 55, 28160}};
  for (const auto& [n, columns, comparators] : sizes) {
    const auto done = run(experiment("bitonic-sort", "comparators", {{"n", n}}));
    EXPECT_EQ(done->plan().launches.size(), static_cast<std::size_t>(columns)) << n;
    EXPECT_EQ(*lesson::evaluate_metric(*done, "global.load.bytes / 8"),
              static_cast<double>(comparators))
        << n;
  }
}

// Too large for the model, and not run: the launches tell.
TEST_F(SortingLessons, ColumnsOfAMillion) {
  const experiment::Experiment large = experiment("bitonic-sort", "comparators", {{"n", 1 << 20}});
  EXPECT_EQ(large.launches.size(), 210U);
  std::uint64_t comparators = 0;
  for (const experiment::LaunchSpec& launch : large.launches)
    comparators += launch.grid.count() * launch.block.count();
  EXPECT_EQ(comparators, 110'100'480U);
  // The last merge has log2 n columns of n / 2 comparators.
  const experiment::LaunchSpec& first = large.launches[large.launches.size() - 20];
  const auto scalar = [&](std::size_t i) {
    return std::get<experiment::ScalarValue>(
               std::get<experiment::Argument>(first.arguments[i]).value)
        .value;
  };
  EXPECT_EQ(scalar(1), "1048576");
  EXPECT_EQ(scalar(2), "524288");
  EXPECT_EQ(first.grid.count() * first.block.count(), 524'288U);
}

TEST_F(SortingLessons, TheNotesExampleColumnByColumn) {
  const std::vector<std::pair<std::size_t, Ints>> after{
      {6, {3, 5, 8, 9, 10, 12, 14, 20, 95, 90, 60, 40, 35, 23, 18, 0}},
      {7, {3, 5, 8, 9, 10, 12, 14, 0, 95, 90, 60, 40, 35, 23, 18, 20}},
      {8, {3, 5, 8, 0, 10, 12, 14, 9, 35, 23, 18, 20, 95, 90, 60, 40}},
      {9, {3, 0, 8, 5, 10, 9, 14, 12, 18, 20, 35, 23, 60, 40, 95, 90}},
      {10, {0, 3, 5, 8, 9, 10, 12, 14, 18, 20, 23, 35, 40, 60, 90, 95}}};
  const experiment::Experiment whole = experiment("bitonic-sort", "step-a-launch", {{"n", 16}});
  ASSERT_EQ(whole.launches.size(), 10U);
  std::string distances;
  for (const auto& [columns, data] : after) {
    experiment::Experiment begun = whole;
    begun.launches.resize(columns);
    EXPECT_EQ(result(begun, "data"), data) << columns;
    if (columns == 6) continue;
    const experiment::Argument& last =
        std::get<experiment::Argument>(begun.launches.back().arguments[2]);
    distances += std::get<experiment::ScalarValue>(last.value).value + " ";
  }
  EXPECT_EQ(distances, "8 4 2 1 ");
}

}  // namespace
}  // namespace lanescope::test
