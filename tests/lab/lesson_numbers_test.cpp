// A number in a lesson's text is a claim's, or one that is given before anything runs.

#include "lab/lesson/lesson_numbers.hpp"

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "lab/experiment/file.hpp"
#include "lab/lesson/check.hpp"
#include "lab/lesson/lesson_reader.hpp"
#include "lab/lesson/paths.hpp"

namespace lanescope::lesson {
namespace {

namespace fs = std::filesystem;

std::vector<double> values_in(std::string_view text) {
  std::vector<double> values;
  for (const WrittenNumber& number : numbers_in(text)) values.push_back(number.value);
  return values;
}

TEST(NumbersIn, AreFoundAsTheyAreWritten) {
  using Values = std::vector<double>;
  EXPECT_EQ(values_in("7 requests, 1,048,576 bytes."), (Values{7, 1048576}));
  EXPECT_EQ(values_in("0.75 of 4,096, 12 and 3."), (Values{0.75, 4096, 12, 3}));
  EXPECT_EQ(values_in("1, 2, 300"), (Values{1, 2, 300}));
  EXPECT_EQ(values_in("2 × 3 and 5×6"), (Values{2, 3, 5, 6}));
  EXPECT_EQ(values_in("lanes 3 to 5"), (Values{3, 5})) << "how many, not which one";
  EXPECT_TRUE(values_in("five hundred").empty());
}

TEST(NumbersIn, NamesCodeAndClaimsHoldNone) {
  for (const char* text :
       {"`s[33]` and `t + 16`", "```\nint x = 12;\n```", "{{claim-2}} times", "{#step-3}",
        "float4 in 2D on sm_90 by %r1", "out[100]", "line 12 of Warp 7", "Lane 0", ""})
    EXPECT_TRUE(values_in(text).empty()) << text;
}

// A lesson as shipped but for one place of one file.
std::vector<ClaimVerdict> check_with(const char* file, const std::string& words,
                                     const std::string& instead) {
  const fs::path folder = fs::temp_directory_path() / "lanescope-numbers" / "bank-conflicts";
  fs::remove_all(folder);
  fs::create_directories(folder.parent_path());
  fs::copy(kernels_folder() / "bank-conflicts", folder, fs::copy_options::recursive);
  std::string text = *experiment::read_text((folder / file).string());
  const std::size_t at = text.find(words);
  EXPECT_NE(at, std::string::npos) << words;
  text.replace(at, words.size(), instead);
  EXPECT_TRUE(experiment::write_text((folder / file).string(), text));
  const auto lesson = load_lesson(folder);
  EXPECT_TRUE(lesson) << lesson.error().text();
  auto verdicts = check_numbers(*lesson);
  fs::remove_all(folder.parent_path());
  return verdicts;
}

void expect_found(const std::vector<ClaimVerdict>& verdicts, const std::string& number) {
  ASSERT_EQ(verdicts.size(), 1U);
  EXPECT_FALSE(verdicts[0].holds);
  EXPECT_NE(verdicts[0].problem.find("no claim covers " + number), std::string::npos)
      << verdicts[0].problem;
}

TEST(PlantedNumbers, AreFoundWhereverTheyStand) {
  expect_found(check_with("lesson.md", "# Bank conflicts\n", "# Bank conflicts\n\nIn 99 words."),
               "99");
  expect_found(check_with("lesson.md", "{#odd}\n", "{#odd}\n\nA load takes 32 wavefronts.\n"),
               "32");
  expect_found(check_with("lesson.toml", "Only the 16 even banks", "In 977 wavefronts: the"),
               "977");
  expect_found(
      check_with("lesson.toml", "Thread t reads word 2 t, so", "It took 1,234 wavefronts."),
      "1,234");
  expect_found(check_with("lesson.toml", "but a request is a warp's.", "so 4,321 are asked for."),
               "4,321");
  expect_found(check_with("lesson.toml", "What do they have in common?", "All 5,432 of them?"),
               "5,432");
  expect_found(check_with("lesson.toml", "A stride of 33: as good as 3", "As good as 3.25"),
               "3.25");
}

TEST(PlantedNumbers, AClaimCoversThem) {
  EXPECT_TRUE(check_with("lesson.md", "{#odd}\n", "{#odd}\n\nNo number.\n").empty());
}

TEST(ShippedLessons, HoldNoNumberWithoutAClaim) {
  const auto lessons = load_lessons(kernels_folder());
  ASSERT_TRUE(lessons) << lessons.error().text();
  EXPECT_GE(lessons->size(), 17U);
  for (const Lesson& lesson : *lessons) {
    for (const ClaimVerdict& verdict : check_numbers(lesson))
      ADD_FAILURE() << lesson.id << ": " << verdict.claim << ": " << verdict.problem;
  }
}

}  // namespace
}  // namespace lanescope::lesson
