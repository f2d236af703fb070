#include <cstdlib>
#include <filesystem>
#include <ostream>
#include <sstream>

#include "tests/programs/support.hpp"

// `export LESSON/RUNG --format program`: nvcc takes the program of every rung, and one of each
// lesson is built whole and run on the model, which agrees with what the rung's own run computed.
namespace lanescope::programs_test {
namespace {

struct LessonRungs {
  std::string lesson;
  std::vector<std::string> rungs;
};

std::ostream& operator<<(std::ostream& out, const LessonRungs& row) { return out << row.lesson; }

// As `lanescope list` tells them: a line a lesson, and below it an indented one a rung.
std::vector<LessonRungs> all_lessons() {
  std::istringstream lines(test::run_program({"list"}).out);
  std::vector<LessonRungs> all;
  for (std::string line; std::getline(lines, line);) {
    const std::string id = line.substr(0, line.find('\t'));
    if (!id.starts_with("  ")) {
      all.push_back({id, {}});
    } else if (!all.empty()) {
      all.back().rungs.push_back(id.substr(2));
    }
  }
  return all;
}

// The commands of nvcc's host pass up to its front end, which reads all of the program as CUDA C++
// and is what can refuse it: its device code is compiled already (for the run that is exported),
// and behind it only what NVIDIA generates is left. Half the time of the whole.
std::string front_end(const std::string& nvcc, const std::string& file) {
  const std::string list = test::write_file("commands.txt", "");
  const std::string folder = std::filesystem::path(list).parent_path().string();
  const bool nested = holds(test::read_file(file), "-rdc=true");  // as its head says
  const std::string words = std::string(nested ? " -rdc=true" : "") +
                            " -std=c++17 -arch=sm_90 -allow-unsupported-compiler -c '" + file +
                            "' --keep --keep-dir '" + folder + "' --dryrun >'" + list + "' 2>&1";
  if (std::system(("'" + nvcc + "'" + words).c_str()) != 0) return {};
  const std::string tools = std::filesystem::path(nvcc).parent_path().string();
  std::string commands = "set -e\nexport PATH='" + tools + "':\"$PATH\"\n";
  std::istringstream lines(test::read_file(list));
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("#$ ")) continue;
    line.erase(0, 3);
    if (holds(line, " -E -x c++ ")) commands += line + "\n";
    if (line.starts_with("cudafe++ ")) return commands + line + "\n";
  }
  return {};
}

class Exported : public Programs, public testing::WithParamInterface<LessonRungs> {
 protected:
  // Empty where there is none. A rung that shows a mistake has a program, too, and status 1.
  static std::string exported(const std::string& rung, int& status) {
    const std::string target = GetParam().lesson + "/" + rung;
    const std::string file = test::write_file("exported.cu", "");
    const Finished finished =
        test::run_program({"export", target, "--format", "program", "--out", file});
    status = finished.status;
    EXPECT_TRUE(status == 0 || status == 1) << target << ": " << finished.err;
    EXPECT_TRUE(holds(test::read_file(file), "int main() {")) << target << ": " << finished.err;
    return file;
  }

  static void expect_taken(const std::string& nvcc, const std::string& rung,
                           const std::string& file) {
    const std::string commands = front_end(nvcc, file);
    ASSERT_FALSE(commands.empty()) << "nvcc --dryrun names no cudafe++";
    const std::string script = test::write_file("front_end.sh", commands);
    const std::string said = test::write_file("said.txt", "");
    EXPECT_EQ(std::system(("sh '" + script + "' >'" + said + "' 2>&1").c_str()), 0)
        << GetParam().lesson << "/" << rung << ": " << test::read_file(said);
  }

  // Each buffer is said to hold "as the model computed" or "NOT what the model computed".
  static void expect_agreement(const std::string& rung, const std::string& file) {
    const Finished finished = test::run_program({"program", file});
    EXPECT_EQ(finished.status, 0) << GetParam().lesson << "/" << rung << ": " << finished.err;
    EXPECT_TRUE(holds(finished.out, "  as the model computed\n")) << finished.out;
    EXPECT_FALSE(holds(finished.out, "NOT what the model computed")) << finished.out;
  }
};

TEST_P(Exported, IsTakenByNvccAndAgreesWithTheModel) {
  const std::string nvcc = cuda::toolchain::find_toolchain().nvcc.path;
  bool ran = false;
  for (const std::string& rung : GetParam().rungs) {
    int status = -1;
    const std::string file = exported(rung, status);
    if (HasFailure()) return;
    if (ran || status != 0) {
      expect_taken(nvcc, rung, file);
    } else {
      expect_agreement(rung, file);
      ran = true;
    }
  }
  EXPECT_TRUE(ran) << "each lesson has a rung without a mistake";
}

TEST(ExportedPrograms, AreThoseOfTheWholeCourse) { EXPECT_GE(all_lessons().size(), 30U); }

// What the front end must refuse, else it would prove nothing.
TEST_F(Programs, WhatIsNoCudaIsRefused) {
  const std::string nvcc = cuda::toolchain::find_toolchain().nvcc.path;
  const std::string file = test::write_file(
      "wrong.cu", "__global__ void k(int* out) {}\nint main() { k<<<1, 32>>>(1.5); }\n");
  const std::string commands = front_end(nvcc, file);
  ASSERT_FALSE(commands.empty());
  const std::string script = test::write_file("front_end.sh", commands);
  EXPECT_NE(std::system(("sh '" + script + "' >/dev/null 2>&1").c_str()), 0);
}

TEST_F(Programs, AKernelThatWaitsForTheWholeGridIsLaunchedSo) {
  const std::string file = test::write_file("grid.cu", "");
  EXPECT_EQ(
      test::run_program({"export", "cooperative-groups/grid", "--format", "program", "--out", file})
          .status,
      0);
  EXPECT_TRUE(holds(test::read_file(file), "cudaLaunchAttributeCooperative"));
  const Finished finished = test::run_program({"program", file});
  EXPECT_EQ(finished.status, 0) << finished.err;
  EXPECT_FALSE(holds(finished.out, "NOT what the model computed")) << finished.out;
}

INSTANTIATE_TEST_SUITE_P(Lessons, Exported, testing::ValuesIn(all_lessons()), [](const auto& each) {
  std::string name = each.param.lesson;
  for (char& c : name) c = c == '-' ? '_' : c;
  return name;
});

}  // namespace
}  // namespace lanescope::programs_test
