#include "cuda/toolchain/wire.hpp"

#include <random>
#include <span>

#include <gtest/gtest.h>

namespace lanescope::cuda::toolchain {
namespace {

ports::toolchain::Compiled example() {
  ports::toolchain::Compiled compiled;
  compiled.ptx = std::string("ptx\0with a zero", 15);
  compiled.cubin = {std::byte{0x7f}, std::byte{'E'}, std::byte{0}};
  compiled.compiler = "NVRTC 13.0.88";
  compiled.kernels = {
      {"_Z1kPi", "k(int*)", "k", ports::toolchain::KernelResources{32, 1024, 400, 540, 16}},
      {"p", "p", "p", std::nullopt}};
  compiled.lowered_names = {{"k<1>", "_Z1kILi1EEvv"}, {"p", "p"}};
  compiled.warnings = {{"k.cu", 3, 7, ports::toolchain::Diagnostic::Severity::Warning, "unused"},
                       {"", 0, 1, ports::toolchain::Diagnostic::Severity::Note, "note"}};
  return compiled;
}

TEST(Wire, CompiledComesBackWhole) {
  ports::images::ByteWriter out;
  ports::images::write(out, example());
  ports::images::ByteReader in(out.data());
  EXPECT_EQ(ports::images::read_compiled(in), example());
  EXPECT_TRUE(in.at_end());
}

TEST(Wire, FailureComesBackWhole) {
  ports::toolchain::CompileFailure failure{
      missing("remedy", "k.cu:3:1"),
      {{"k.cu", 3, 1, ports::toolchain::Diagnostic::Severity::Error, "bad"}},
      "the log"};
  ports::images::ByteWriter out;
  write(out, ports::toolchain::CompileResult(failure));
  ports::images::ByteReader in(out.data());
  const ports::toolchain::CompileResult back = read_result(in);
  ASSERT_FALSE(back.ok());
  EXPECT_EQ(back.error().code, Error::Code::Missing);
  EXPECT_EQ(back.error().text(), "k.cu:3:1: remedy");
  EXPECT_EQ(back.failure().diagnostics, failure.diagnostics);
  EXPECT_EQ(back.failure().log, "the log");
}

TEST(Wire, JobComesBackWhole) {
  Job job;
  job.kind = Job::Kind::LoadOnly;
  job.request = {"source", "k.cu", "sm_80", {"A=1"}, {"inc"}, {"k<1>", "p"}, true};
  job.nvrtc = "libnvrtc";
  job.nvcc_remedy = "install it";
  job.cuda_include_dirs = {"a", "b"};
  job.scratch_dir = "/tmp/x";
  job.memory_bytes = std::uint64_t{5} << 40U;
  ports::images::ByteWriter out;
  write(out, job);
  ports::images::ByteReader in(out.data());
  const Job back = read_job(in);
  EXPECT_TRUE(in.at_end());
  EXPECT_EQ(back.kind, Job::Kind::LoadOnly);
  EXPECT_EQ(back.request.kernels, job.request.kernels);
  EXPECT_EQ(back.request.defines, job.request.defines);
  EXPECT_EQ(back.request.arch, "sm_80");
  EXPECT_TRUE(back.request.is_ptx);
  EXPECT_EQ(back.nvrtc, "libnvrtc");
  EXPECT_EQ(back.nvcc_remedy, "install it");
  EXPECT_EQ(back.cuda_include_dirs, job.cuda_include_dirs);
  EXPECT_EQ(back.memory_bytes, job.memory_bytes);
}

TEST(Wire, TruncatedBytesAreNeverReadAsWhole) {
  ports::images::ByteWriter out;
  ports::images::write(out, example());
  for (std::size_t size = 0; size < out.data().size(); ++size) {
    ports::images::ByteReader in(std::span(out.data()).first(size));
    static_cast<void>(ports::images::read_compiled(in));
    EXPECT_FALSE(in.at_end()) << size;
  }
}

TEST(Wire, DamagedBytesNeverCrash) {
  ports::images::ByteWriter out;
  ports::images::write(out, example());
  std::mt19937 random(1);
  for (int round = 0; round < 20'000; ++round) {
    auto bytes = out.data();
    for (int hits = 0; hits < 3; ++hits) {
      bytes[random() % bytes.size()] = static_cast<std::byte>(random());
    }
    ports::images::ByteReader in(bytes);
    static_cast<void>(ports::images::read_compiled(in));
  }
}

}  // namespace
}  // namespace lanescope::cuda::toolchain
