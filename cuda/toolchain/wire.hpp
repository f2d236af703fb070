#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "ports/images/archive.hpp"
#include "ports/images/compiled_bytes.hpp"
#include "ports/toolchain/compile_types.hpp"

// What the application and its worker say to each other.
namespace lanescope::cuda::toolchain {

// One order to the worker: everything it needs, so that it looks for nothing itself.
struct Job {
  enum class Kind { Compile, LoadOnly };
  Kind kind = Kind::Compile;
  ports::toolchain::CompileRequest request;
  std::string nvrtc, nvjitlink, ptxas, nvcc, cudadevrt;     // paths; empty: not there
  std::string nvrtc_remedy, nvcc_remedy, cudadevrt_remedy;  // what the user is told then
  std::vector<std::string> cuda_include_dirs;
  std::string working_dir;
  std::string scratch_dir;         // exists, belongs to this worker alone, is removed after it
  std::uint64_t memory_bytes = 0;  // limit of the address space; 0: none
};

void write(ports::images::ByteWriter& out, const Job& job);
[[nodiscard]] Job read_job(ports::images::ByteReader& in);
void write(ports::images::ByteWriter& out, const ports::toolchain::CompileResult& result);
[[nodiscard]] ports::toolchain::CompileResult read_result(ports::images::ByteReader& in);

// A message on the socket: this header, then `size` bytes. Larger ones are damage.
inline constexpr std::uint64_t kFrameMagic = 0x4c414e4553435750ULL;
inline constexpr std::uint64_t kMaxFrameBytes = std::uint64_t{1} << 30U;
inline constexpr std::size_t kFrameHeaderBytes = 16;
[[nodiscard]] std::vector<std::byte> frame(std::span<const std::byte> payload);

// The worker's exit status when its memory limit was reached.
inline constexpr int kOutOfMemoryStatus = 77;

}  // namespace lanescope::cuda::toolchain
