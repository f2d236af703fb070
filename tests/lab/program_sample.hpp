#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "lab/program/saved_program.hpp"
#include "ports/images/archive.hpp"
#include "tests/lab/ptx_kernels.hpp"

// A saved program, written by hand, for tests that need no nvcc.
namespace lanescope::test {

inline constexpr const char* kAddSource =
    "__device__ int factor = 1;\nextern \"C\" __global__ void add(float* c, const float* a, const "
    "float* b, int n) {\n  const int i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i < n) "
    "c[i] = a[i] + b[i];\n}\n";

inline constexpr std::uint64_t kC = engine::kGlobalBase + 4096, kA = kC + 1024, kB = kA + 1536,
                               kFactor = engine::kGlobalBase + 65'536;
inline constexpr int kCount = 64;

inline std::vector<std::byte> floats(float (*value)(int)) {
  std::vector<std::byte> bytes;
  for (int i = 0; i < kCount; ++i) {
    const float one = value(i);
    const auto* begin = reinterpret_cast<const std::byte*>(&one);
    bytes.insert(bytes.end(), begin, begin + sizeof one);
  }
  return bytes;
}

// Two launches of c = a + b, the second with b = c of the first: 2 i + 1 and 3 i + 1.
struct ProgramSample {
  std::string text;
  ports::images::ByteWriter contents;
  std::uint32_t pieces = 0;

  std::uint32_t add(const std::vector<std::byte>& bytes) {
    contents.bytes(bytes);
    text += line_of(runtime::record::Content{pieces, bytes.size(), {pieces}});
    return pieces++;
  }
};

inline runtime::record::KeptArray kept_array(const char* name, std::uint64_t address,
                                             std::uint32_t content,
                                             std::uint64_t bytes = kCount * 4,
                                             bool variable = false) {
  runtime::record::KeptArray kept;
  kept.name = name;
  kept.address = address;
  kept.bytes = bytes;
  kept.content = content;
  kept.is_variable = variable;
  kept.place = {"add.cu", 20};
  return kept;
}

inline runtime::record::Launch launch(std::uint64_t call, std::uint64_t to, std::uint64_t from) {
  runtime::record::Launch launch;
  launch.kernel = "add";
  launch.grid = {2, 1, 1};
  launch.block = {32, 1, 1};
  launch.place = {"add.cu", static_cast<std::uint32_t>(30 + call)};
  launch.steps = 2 * 19;
  launch.call = call;
  runtime::record::Inputs inputs;
  inputs.parameters.resize(28);
  const std::uint64_t words[] = {to, kA, from, kCount};
  std::memcpy(inputs.parameters.data(), words, 28);
  launch.inputs = std::move(inputs);
  return launch;
}

// cudaMemcpy of pinned memory to an array, in the default stream.
inline runtime::record::Call copy_call(std::uint64_t to, std::uint32_t line) {
  using runtime::record::Issue;
  runtime::record::Call call{
      "cudaMemcpy", {"add.cu", line}, "cudaSuccess", kCount * 4, {{to, 0, kCount * 4}}};
  call.issue =
      Issue{{}, {{runtime::record::IssuedWork::Kind::ToDevice, kCount * 4}}, Issue::Waits::Work};
  return call;
}

// `gpu`: its run on one.
inline std::vector<std::byte> saved_add_program(const program::GpuRun* gpu = nullptr) {
  ProgramSample sample;
  sample.text = line_of(runtime::record::Module{0, kAddPtx});
  const std::uint32_t zeros = sample.add(floats([](int) { return 0.0F; }));
  const std::uint32_t a = sample.add(floats([](int i) { return static_cast<float>(i); }));
  const std::uint32_t b = sample.add(floats([](int i) { return static_cast<float>(i + 1); }));
  const std::uint32_t c = sample.add(floats([](int i) { return static_cast<float>(2 * i + 1); }));
  const std::uint32_t one = sample.add({std::byte{1}, {}, {}, {}});
  // cudaMemcpy of a, of b, the two launches.
  for (const auto& [to, line] : {std::pair{kA, 21U}, std::pair{kB, 22U}})
    sample.text += line_of(copy_call(to, line));
  runtime::record::Call launch_call{"cudaLaunchKernel", {"add.cu", 32}, "cudaSuccess", 0};
  launch_call.issue = runtime::record::Issue{{}, {{runtime::record::IssuedWork::Kind::Kernel}}};
  for (int i = 0; i < 2; ++i) sample.text += line_of(launch_call);
  runtime::record::Launch first = launch(2, kC, kB), second = launch(3, kB, kC);
  first.inputs->arrays = {kept_array("d_c", kC, zeros), kept_array("d_a", kA, a),
                          kept_array("d_b", kB, b), kept_array("factor", kFactor, one, 4, true)};
  first.inputs->arrays.front().undefined = {{0, kCount * 4}};
  second.inputs->arrays = {kept_array("d_c", kC, c), kept_array("d_a", kA, a),
                           kept_array("d_b", kB, b), kept_array("factor", kFactor, one, 4, true)};
  sample.text += line_of(first) + line_of(second);
  return program::saved_program_bytes({{{"add.cu", kAddSource}},
                                       {"64"},
                                       "sm_90",
                                       "/somewhere",
                                       {3, 0},
                                       sample.text,
                                       sample.contents.data(),
                                       gpu});
}

// A copy that still goes on when the first launch begins, the second launch, and a graph's kernel.
inline program::GpuRun run_of_add_on_gpu() {
  return {"NVIDIA H200",
          {3, 0},
          true,
          program::read_gpu_times("launch 0 0.25\n"
                                  "launch 1 0.125\n"
                                  "to_device 13 1000 9000 256\n"
                                  "kernel 7 5000 15000 0 add\n"
                                  "kernel 7 16000 21000 1 add\n"
                                  "kernel 14 22000 23000 - add\n")};
}

}  // namespace lanescope::test
