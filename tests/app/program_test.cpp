// `export --format program`: an experiment as CUDA C++ with its host code.

#include <array>
#include <cstdlib>

#include <gtest/gtest.h>

#include "tests/app/kernels.hpp"
#include "tests/app/process.hpp"

namespace lanescope::test {
namespace {

const std::string kOut = ::testing::TempDir() + "program.cu";

std::string program(const std::vector<std::string>& words) {
  std::vector<std::string> all{"export"};
  all.insert(all.end(), words.begin(), words.end());
  all.insert(all.end(), {"--format", "program", "--out", kOut});
  const Finished finished = run_program(all);
  EXPECT_EQ(finished.status, 0) << finished.err;
  return read_file(kOut);
}

void expect_lines(const std::string& text, const std::vector<std::string>& lines) {
  for (const std::string& line : lines)
    EXPECT_NE(text.find("\n  " + line + "\n"), std::string::npos) << line << "\nin\n" << text;
}

const std::vector<std::string> kAddRun{"--grid",  "4",
                                       "--block", "64",
                                       "--arg",   "c:f32[250]=zero",
                                       "--arg",   "a:f32[250]=random:1",
                                       "--arg",   "b:f32[250]=const:0.5",
                                       "--arg",   "n:i32=250"};

std::vector<std::string> with(std::string target, const std::vector<std::string>& words) {
  std::vector<std::string> all{std::move(target)};
  all.insert(all.end(), words.begin(), words.end());
  return all;
}

TEST(Program, AllocatesFillsLaunchesAndCopiesBack) {
  const std::string text = program(with(write_file("add.cu", kAdd), kAddRun));
  EXPECT_NE(text.find(kAdd), std::string::npos) << "the kernel, as it is";
  expect_lines(text,
               {"std::vector<float> h_a(250);", "host::Memory d_a(h_a.size() * sizeof(h_a[0]));",
                "CHECK(cudaMemcpy(d_a.data, h_a.data(), d_a.bytes, cudaMemcpyHostToDevice));",
                "add<<<dim3(4, 1, 1), dim3(64, 1, 1), 0>>>(d_c, d_a, d_b, std::int32_t{250});",
                "CHECK(cudaGetLastError());", "CHECK(cudaDeviceSynchronize());",
                "CHECK(cudaMemcpy(h_c.data(), d_c.data, d_c.bytes, cudaMemcpyDeviceToHost));",
                "CHECK(cudaFree(d_c.data));"});
}

TEST(Program, StructsSymbolsAndNamesOfCpp) {
  const std::string text = program({write_file("struct.cu", kStruct), "--grid", "1", "--block",
                                    "32", "--arg", "p:{i32=32,f32=0.5,f32[32]=zero}", "--symbol",
                                    "table:f32[4]=iota", "--symbol", "ns::total:i32=0"});
  expect_lines(text, {"CHECK(cudaMemcpyToSymbol(table, h_table.data(), h_table.size() * "
                      "sizeof(h_table[0])));",
                      "fill<<<dim3(1, 1, 1), dim3(32, 1, 1), 0>>>(host::Fields().add("
                      "std::int32_t{32}).add(float{0x1p-1f}).add(d_p_2.data));"});
  EXPECT_NE(text.find("cudaMemcpyToSymbol(ns::total"), std::string::npos);
}

TEST(Program, ATemplateIsNamedWithItsArguments) {
  const std::string text = program({write_file("two.cu", kTwo), "--kernel", "many<3>", "--grid",
                                    "1", "--block", "32", "--arg", "a:i32[32]=zero"});
  expect_lines(text, {"many<3><<<dim3(1, 1, 1), dim3(32, 1, 1), 0>>>(d_a);"});
}

TEST(Program, WhatCannotBeOneSaysWhy) {
  const std::string file = write_file("add.cu", kAdd);
  const Finished long_one =
      run_program({"export", file, "--grid", "1", "--block", "32", "--arg", "c:f32[70000]=zero",
                   "--arg", "a:f32[70000]=formula:i*i", "--arg", "b:f32[70000]=zero", "--arg",
                   "n:i32=32", "--format", "program", "--out", kOut});
  EXPECT_EQ(long_one.status, 2);
  EXPECT_NE(long_one.err.find("at most 65536 are written out"), std::string::npos) << long_one.err;
}

// The real compiler, where there is one: what is written must be C++.
TEST(Program, NvccTakesIt) {
  if (std::system("nvcc --version >/dev/null 2>&1") != 0) GTEST_SKIP() << "nvcc is not on the path";
  const std::array experiments{
      with(write_file("add.cu", kAdd), kAddRun),
      std::vector<std::string>{"convolution-1d/constant"},
      std::vector<std::string>{"reduction/sequential"},
      std::vector<std::string>{write_file("struct.cu", kStruct), "--grid", "1", "--block", "32",
                               "--arg", "p:{i32=32,f32=0.5,f32[32]=zero}", "--symbol",
                               "table:f32[4]=iota"}};
  for (const std::vector<std::string>& words : experiments) {
    program(words);
    const std::string command =
        "nvcc -std=c++17 -arch=sm_90 -c '" + kOut + "' -o '" + kOut + ".o' 2>&1";
    EXPECT_EQ(std::system(command.c_str()), 0) << words.front();
  }
}

}  // namespace
}  // namespace lanescope::test
