#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "sim/code/program.hpp"
#include "sim/engine/plan.hpp"
#include "sim/ptx/parser.hpp"

// Kernels of bench/data and what they work on. Run from the source root.
namespace lanescope::bench {

using Bytes = std::shared_ptr<const std::vector<std::byte>>;

inline Bytes floats(std::size_t count, float value) {
  const std::vector<float> values(count, value);
  auto bytes = std::make_shared<std::vector<std::byte>>(count * sizeof(float));
  std::memcpy(bytes->data(), values.data(), bytes->size());
  return bytes;
}

// A launch of kernel parameters that are buffers (their size, and what they hold unless it is 0),
// in order, and then `n`.
struct Work {
  std::string file, kernel;
  std::vector<std::pair<std::size_t, Bytes>> buffers;
  std::uint32_t n = 0;
  Dim3 grid, block;
  std::uint32_t shared = 0;
};

// Null: its PTX can't be read.
inline std::shared_ptr<engine::Plan> plan_of(const Work& work) {
  std::ifstream file("bench/data/" + work.file + ".ptx");
  std::stringstream text;
  text << file.rdbuf();
  auto module = std::make_shared<const ptx::Module>(ptx::parse(text.str()));
  const auto program = code::Program::decode(module, work.kernel);
  if (!program) return nullptr;
  auto plan = std::make_shared<engine::Plan>();
  engine::Launch launch{*program, work.grid, work.block, work.shared, {}};
  for (const auto& [size, content] : work.buffers)
    plan->buffers.push_back({"b" + std::to_string(plan->buffers.size()), size, 4, content, false});
  launch.parameters.resize(8 * work.buffers.size() + 4);
  for (std::size_t b = 0; b < work.buffers.size(); ++b) {
    const std::uint64_t address = plan->address_of(b).value;
    std::memcpy(launch.parameters.data() + 8 * b, &address, sizeof address);
  }
  std::memcpy(launch.parameters.data() + 8 * work.buffers.size(), &work.n, sizeof work.n);
  plan->launches.push_back(std::move(launch));
  return plan;
}

// The product of two n × n matrices.
inline Work product(const std::string& file, std::uint32_t n, Dim3 grid, Dim3 block,
                    std::uint32_t shared) {
  const std::size_t size = std::size_t{n} * n * sizeof(float);
  return {file,  "multiply", {{size, nullptr}, {size, nullptr}, {size, nullptr}}, n, grid,
          block, shared};
}

// The shared-memory reduction of 262,144 values, the tiled product of 256 × 256 matrices, and
// arithmetic and hardly anything else.
inline Work reduction() {
  constexpr std::uint32_t kThreads = 262144, kBlock = 256;
  constexpr std::size_t kBytes = kThreads * sizeof(float);
  return {"reduction",
          "reduce",
          {{kBytes / kBlock, nullptr}, {kBytes, floats(kThreads, 1.0F)}},
          kThreads,
          {kThreads / kBlock},
          {kBlock},
          kBlock * 4};
}

inline Work tiled_product() { return product("product_tiled", 256, {16, 16}, {16, 16}, 2048); }

inline Work polynomial() {
  constexpr std::uint32_t kThreads = 32768;
  constexpr std::size_t kBytes = kThreads * sizeof(float);
  return {"polynomial", "polynomial",     {{kBytes, nullptr}, {kBytes, floats(kThreads, 0.75F)}},
          kThreads,     {kThreads / 256}, {256}};
}

}  // namespace lanescope::bench
