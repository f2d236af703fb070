#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "tests/app/kernels.hpp"
#include "tests/app/process.hpp"

namespace lanescope::test {
namespace {

void expect_words(const std::string& text, const std::string& words) {
  EXPECT_NE(text.find(words), std::string::npos) << "`" << text << "` lacks `" << words << "`";
}

// Refused before anything runs: one message, nothing on standard output.
void expect_refused(const std::vector<std::string>& words, int status, const std::string& message) {
  const Finished finished = run_program(words);
  EXPECT_EQ(finished.status, status) << finished.err;
  EXPECT_EQ(finished.out, "");
  expect_words(finished.err, message);
}

// The words of a good launch of `add`, with one exchanged or more added.
std::vector<std::string> add_words(const std::vector<std::string>& more = {}) {
  std::vector<std::string> words{"run",      write_file("add.cu", kAdd),
                                 "--kernel", "add",
                                 "--grid",   "2",
                                 "--block",  "32",
                                 "--arg",    "c:f32[64]=zero",
                                 "--arg",    "a:f32[64]=iota",
                                 "--arg",    "b:f32[64]=const:1",
                                 "--arg",    "n:i32=64"};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}
std::vector<std::string> exchanged(const std::string& from, const std::string& to) {
  std::vector<std::string> words = add_words();
  for (std::string& word : words) {
    if (word == from) word = to;
  }
  return words;
}

TEST(BadInput, Words) {
  expect_refused({"nonsense"}, 2, "nonsense");
  expect_refused({"run"}, 2, "target is required");
  expect_refused(add_words({"--no-such-option"}), 2, "--no-such-option");
  expect_refused(add_words({"--policy", "random"}), 2, "--policy");
  expect_refused(add_words({"--max-steps", "many"}), 2, "--max-steps");
  for (const char* option : {"--shared", "--max-memory", "--max-steps", "--schedule-seed"}) {
    for (const char* value : {"-1", "4G", "1.5", "", "18446744073709551616"})
      expect_refused(add_words({option, value}), 2, option);
  }
  expect_refused(add_words({"--shared", "4294967296"}), 2, "--shared");
  expect_refused(add_words({"--report", "xml"}), 2, "--report");
  expect_refused(add_words({"--hazards", "maybe"}), 2, "--hazards");
}

TEST(BadInput, Files) {
  expect_refused({"run", "/nonexistent/k.cu", "--grid", "1", "--block", "1"}, 2,
                 "/nonexistent/k.cu: cannot be read: No such file");
  expect_refused({"run", "/tmp", "--grid", "1", "--block", "1"}, 2,
                 "cannot be read: Is a directory");
  expect_refused({"run", "no-such-lesson/rung"}, 2, "no such lesson");
  expect_refused({"run", "reduction/no-such-rung"}, 2, "one of: launches");
  expect_refused({"run", write_file("empty.cu", ""), "--grid", "1", "--block", "1"}, 2,
                 "empty.cu: the file has no kernel");
}

TEST(BadInput, SourceThatDoesNotCompile) {
  const std::string file =
      write_file("wrong.cu", "extern \"C\" __global__ void k(int* a) {\n  a[0] = nothing;\n}\n");
  const Finished finished = run_program(
      {"run", file, "--kernel", "k", "--grid", "1", "--block", "1", "--arg", "a:i32[1]=zero"});
  EXPECT_EQ(finished.status, 2);
  expect_words(finished.err, file + ":2:");
  expect_words(finished.err, "nothing");
}

TEST(BadInput, PtxThatIsNotPtx) {
  const std::string file = write_file("wrong.ptx", "this is no PTX\nat all\n");
  const Finished finished =
      run_program({"run", file, "--kernel", "k", "--grid", "1", "--block", "1"});
  EXPECT_EQ(finished.status, 2);
  expect_words(finished.err, file + ":1:");
}

TEST(BadInput, Kernels) {
  expect_refused(exchanged("add", "sub"), 2, "add");
  const std::string two = write_file("two.cu", kTwo);
  expect_refused({"run", two, "--grid", "1", "--block", "1", "--arg", "a:i32[1]=zero"}, 2,
                 "several kernels");
}

TEST(BadInput, Arguments) {
  std::vector<std::string> few = add_words();
  few.resize(few.size() - 2);
  expect_refused(few, 2, "too few arguments");
  expect_refused(add_words({"--arg", "more:i32=1"}), 2, "too many arguments");
  expect_refused(exchanged("n:i32=64", "n:f32=64"), 2, "n");
  expect_refused(exchanged("n:i32=64", "n:i64=64"), 2, "u32 (4 bytes)");
  expect_refused(exchanged("n:i32=64", "n:i32[4]=zero"), 2, "not a pointer");
  expect_refused(exchanged("a:f32[64]=iota", "a:f32=1"), 2, "argument 2 (a)");
  expect_refused(exchanged("n:i32=64", "a:i32=64"), 2, "stands twice");
  expect_refused(exchanged("a:f32[64]=iota", "a:f32[64]=what"), 2, "not a fill");
  expect_refused(exchanged("a:f32[64]=iota", "a:f32[0]=iota"), 2, "at least one element");
  expect_refused(exchanged("a:f32[64]=iota", "a:f32[64000000000]=iota"), 2, "--max-memory");
  expect_refused(exchanged("a:f32[64]=iota", "a:f32[18446744073709551615]=iota"), 2,
                 "--max-memory");
  expect_refused(exchanged("a:f32[64]=iota", "a:f32[64]=file:/nonexistent"), 2,
                 "/nonexistent: cannot be read");
  expect_refused(exchanged("a:f32[64]=iota", "a:f32[64]=file:/dev/zero"), 2,
                 "/dev/zero: cannot be read: it does not end");
  expect_refused(add_words({"--symbol", "nothing:i32[1]=zero"}), 2, "--symbol nothing");
  expect_refused(add_words({"--symbol", "t:i32[1]=zero", "--symbol", "t:i32[1]=iota"}), 2,
                 "the name `t` stands twice");
  expect_refused(add_words({"--dump", "nothing=x.bin"}), 2, "there are: c, a, b");
  expect_refused(add_words({"--dump", "c"}), 2, "BUFFER=FILE");
  expect_refused(add_words({"--set", "n=1"}), 2, "--set is for");
}

TEST(BadInput, Dimensions) {
  expect_refused(exchanged("32", "0"), 2, "block");
  expect_refused(exchanged("32", "1025"), 2, "1024");
  expect_refused(exchanged("32", "1,1,65"), 2, "64");
  expect_refused(exchanged("32", "32,32,2"), 2, "1024");
  expect_refused(exchanged("32", "x"), 2, "--block x");
  expect_refused(exchanged("32", "-1"), 2, "--block");
  expect_refused(exchanged("2", "0"), 2, "grid");
  expect_refused(exchanged("2", "1,70000"), 2, "65535");
  expect_refused(exchanged("2", "1,2,3,4"), 2, "--grid");
  expect_refused(exchanged("2", "99999999999"), 2, "--grid");
}

TEST(BadInput, Limits) {
#if !defined(__SANITIZE_ADDRESS__)
  // 2^50 bytes: more than any machine's address space holds.
  std::vector<std::string> huge = exchanged("a:f32[64]=iota", "a:u8[1125899906842624]=zero");
  huge.insert(huge.end(), {"--max-memory", "18446744073709551615"});
  expect_refused(huge, 2, "too little memory");
#endif
  expect_refused(add_words({"--shared", "307200"}), 2, "232448");
  expect_refused(add_words({"--arch", "sm_12345"}), 2, "sm_12345");
  expect_refused(add_words({"--warp-size", "7"}), 2, "warp");
}

TEST(BadInput, Others) {
  expect_refused({"export", "vector-add/guarded", "--format", "vcd", "--out", "/tmp/x"}, 2,
                 "--format");
  expect_refused({"export", "vector-add/guarded", "--format", "csv", "--out", "/nonexistent/x"}, 2,
                 "/nonexistent/x: cannot be written: No such file");
  expect_refused(add_words({"--gpu-l2", "flushed"}), 4, "--gpu");
  expect_refused(add_words({"--gpu-number", "x"}), 2, "whole number");
  expect_refused(add_words({"--gpu-counters", "code"}), 4, "--gpu");
  expect_refused(add_words({"--gpu-counters", "some"}), 2, "--gpu-counters");
  expect_refused({"sweep", "vector-add/guarded", "--vary", "block=1..9999"}, 2, "is not a range");
  expect_refused({"sweep", "vector-add/guarded", "--vary", "colour=1"}, 2, "--vary colour=1");
  expect_refused({"sweep", "vector-add/guarded", "--vary", "block="}, 2, "no values");
  for (const char* gap : {"block=32,", "block=,32", "block=32,,64"})
    expect_refused({"sweep", "vector-add/guarded", "--vary", gap}, 2, "between two commas");
  // Told before anything runs: no table of the values that are right.
  expect_refused({"sweep", "vector-add/guarded", "--vary", "set:n=64,many"}, 2, "n=many");
  expect_refused({"check", "no-such-lesson"}, 2, "no-such-lesson");
  expect_refused({"measure", "vector-add", "no-such-lesson"}, 2, "no lesson `no-such-lesson`");
  expect_refused({"measure", "vector-add/none"}, 2, "no rung `vector-add/none`");
  expect_refused({"measure", "--gpu-l2", "cold"}, 2, "--gpu-l2");
}

// A lesson with a mistake is named, and the others work.
TEST(BadInput, ABrokenLesson) {
  namespace fs = std::filesystem;
  const fs::path course = fs::path(testing::TempDir()) / "lanescope_broken_course";
  fs::remove_all(course);
  fs::create_directories(course / "broken");
  fs::copy("kernels/vector-add", course / "vector-add");
  std::ofstream(course / "broken" / "lesson.toml") << "id = \"broken\"\ntitle = 7\n";
  ::setenv("LANESCOPE_KERNELS", course.c_str(), 1);
  const Finished listed = run_program({"list"});
  EXPECT_EQ(listed.status, 0);
  expect_words(listed.out, "vector-add\t");
  expect_words(listed.err, "lesson `broken` cannot be read");
  expect_words(listed.err, "lesson.toml:2");
  EXPECT_EQ(run_program({"run", "vector-add/guarded"}).status, 0);
  expect_refused({"run", "broken/rung"}, 2, "lesson `broken` cannot be read");
  EXPECT_EQ(run_program({"check", "vector-add"}).status, 0);
  const Finished checked = run_program({"check"});
  EXPECT_EQ(checked.status, 1) << checked.out;
  expect_words(checked.out, " hold, 0 do not");
  expect_words(checked.err, "lesson `broken` cannot be read");
  ::unsetenv("LANESCOPE_KERNELS");
  fs::remove_all(course);
}

// As `run`, though the studio could show the mistake.
TEST(BadInput, PicturesOfLaunches) {
  const auto shot = [](std::vector<std::string> words) {
    words.front() = "shot";
    words.insert(words.end(), {"--out", testing::TempDir() + "lanescope_bad_input.png"});
    return words;
  };
  const Finished finished = run_program(shot(exchanged("add", "sub")));
  if (finished.err.find("built without the studio") != std::string::npos)
    GTEST_SKIP() << "this program has no studio";
  EXPECT_EQ(finished.status, 2);
  expect_words(finished.err, "no kernel is named \"sub\"");
  expect_refused(shot(exchanged("n:i32=64", "n:f32[4]=zero")), 2, "not a pointer");
  expect_refused(shot(add_words({"--gpu"})), 4, "--gpu");
  expect_refused(shot(add_words({"--do", "nonsense x=1"})), 2, "no command 'nonsense'");
  expect_refused(shot(add_words({"--size", "9x9"})), 2, "--size 9x9");
}

TEST(BadInput, GpuIsMissing) {
  expect_refused(add_words({"--gpu"}), 4, "--gpu");
  expect_refused({"sweep", "vector-add/guarded", "--vary", "block=32", "--gpu"}, 4, "--gpu");
  expect_refused({"export", "vector-add/guarded", "--out", "/tmp/x", "--gpu"}, 4, "--gpu");
  const std::string out = write_file("measured.json", "kept");
  const Finished measured = run_program({"measure", "vector-add/guarded", "--out", out});
  EXPECT_EQ(measured.status, 4) << measured.err;
  expect_words(measured.err, "lanescope: measure: ");
  expect_words(measured.err, "libcuda.so.1");
  EXPECT_EQ(read_file(out), "kept");
}

// NVRTC hidden: nvcc compiles where it is found, else the message says what to do.
TEST(BadInput, NvrtcIsMissing) {
  ::setenv("LANESCOPE_NVRTC", "/nonexistent", 1);
  const std::string doctor = run_program({"doctor"}).out;
  expect_words(doctor, "missing  NVRTC");
  const std::vector<std::string> words = add_words({"--define", "NVRTC_IS_HIDDEN"});
  if (doctor.find("found    nvcc") == std::string::npos) {
    expect_refused(words, 4, "LANESCOPE_NVRTC names /nonexistent");
  } else {
    expect_words(run_program(words).out, " · nvcc ");
  }
  ::unsetenv("LANESCOPE_NVRTC");
}

// The report is still printed.
TEST(BadInput, UnwritableOutputs) {
  const Finished out = run_program(add_words({"--out", "/nonexistent/report.txt"}));
  EXPECT_EQ(out.status, 2);
  expect_words(out.err, "/nonexistent/report.txt: cannot be written");
  expect_words(out.out, "finished");
  const Finished dump = run_program(add_words({"--dump", "c=/nonexistent/c.bin"}));
  EXPECT_EQ(dump.status, 2);
  expect_words(dump.err, "/nonexistent/c.bin: cannot be written");
  expect_words(dump.out, "finished");
}

// What cannot be said to anybody changes nothing else.
TEST(BadInput, ClosedStandardStreams) {
  const std::string file = write_file("talk.cu", kTalk);
  const std::vector<std::string> words{"run",     file, "--grid", "1",
                                       "--block", "3",  "--arg",  "out:i32[3]=zero"};
  for (const char* closed : {"2>&-", "2>/dev/full"}) {
    const Finished finished = run_in_shell(words, closed);
    EXPECT_EQ(finished.status, 0) << closed;
    expect_words(finished.out, "finished");
  }
  for (const char* closed : {">&-", ">/dev/full"}) {
    for (const std::vector<std::string>& command :
         {words, {"list"}, {"doctor"}, {"check", "vector-add"}}) {
      const Finished finished = run_in_shell(command, closed);
      EXPECT_EQ(finished.status, 2) << command.front() << closed;
      expect_words(finished.err, "standard output: cannot be written");
    }
  }
}

}  // namespace
}  // namespace lanescope::test
