#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "sim/base/ids.hpp"
#include "sim/base/result.hpp"
#include "sim/base/texture.hpp"
#include "sim/engine/program.hpp"

namespace lanescope::engine {

class Engine;

// How lanes that went different ways meet again, and which warp issues next (docs/CONTRACT.md,
// "What is run"; ARCHITECTURE.md, "The machine").
enum class Policy : std::uint8_t { Its, Ipdom, MinPc };
enum class Order : std::uint8_t { RoundRobin, Barrier };

// Bytes from `begin` up to `end`.
struct ByteRange {
  std::uint64_t begin = 0, end = 0;
  friend bool operator==(const ByteRange&, const ByteRange&) = default;
};

// A global allocation, known by name. Its address is known before anything runs: buffers lie in
// order from kGlobalBase, each aligned to 512 bytes, with unmapped gaps between them. Or each lies
// where it says, as it did in the program that the launch is from.
struct Buffer {
  std::string name;
  std::uint64_t bytes = 0;
  std::uint32_t element_bytes = 4;  // for "in[1024]" in messages
  std::shared_ptr<const std::vector<std::byte>>
      initial;  // null: zero filled, `bytes` long otherwise
  bool read_only = false;
  bool undefined = false;  // holds zeros that no program may count on, as cudaMalloc leaves it
  std::vector<ByteRange> undefined_bytes{};  // the same of a part, from the buffer's begin
  std::uint64_t address = 0;                 // 0: in order. Either all of a plan's say, or none
};

// A value for a __device__ or __constant__ variable, set before the first launch.
struct SymbolValue {
  std::string name;  // as in PTX
  std::shared_ptr<const std::vector<std::byte>> bytes;
  std::uint64_t address = 0;  // where the variable lies; 0: anywhere
};

// What a kernel reads a buffer through. Its descriptor's data is the buffer's address.
struct Texture {
  std::uint32_t buffer = 0;  // index into Plan::buffers
  TextureDescriptor descriptor;
};
// What kernels are given for Plan::textures[index].
[[nodiscard]] constexpr std::uint64_t texture_handle(std::size_t index) {
  return 0x7b00'0000'0001ULL + index;
}

struct Launch {
  std::shared_ptr<const Program> program;
  Dim3 grid, block;
  std::uint32_t dynamic_shared_bytes = 0;
  std::vector<std::byte> parameters;  // Program::parameter_bytes() long, laid out by ParameterInfo
  Dim3 cluster{0, 0, 0};  // blocks that run together; x is 0: as the kernel says, else one
  // Kernels above it: 0, and the host launched it, else a kernel did. One for the tail takes its
  // parent's place.
  std::uint32_t depth = 0;
  std::uint32_t parent =
      0;  // where a kernel launched it: that one's place among the run's launches
};

// The shape of the launch's clusters; {1, 1, 1} where nobody names one.
[[nodiscard]] Dim3 cluster_of(const Launch& launch);
// Whether the launch or the kernel names a shape, be it of one block.
[[nodiscard]] bool has_explicit_cluster(const Launch& launch);
// Blocks that a cluster may have at most: those beyond kPortableCluster need the program's consent.
inline constexpr std::uint32_t kPortableCluster = 8, kMostInCluster = 16;

struct MachineOptions {
  int warp_size = 32;  // 4, 8, 16, 32, 64; other than 32 refuses warp-level instructions
  Policy policy = Policy::Its;
  Order order = Order::Barrier;
  std::uint64_t schedule_seed = 0;  // 0: warps and blocks in order; else a seeded permutation
  std::uint64_t max_steps = 1'000'000'000;             // warp instructions, over all launches
  std::uint64_t max_memory = std::uint64_t{4} << 30U;  // global + heap, bytes
  std::uint32_t sm_version = 90;  // of sm_90: decides the limits of shared memory
};

// Everything a run depends on. Immutable once a run has it: same plan, byte-identical trace.
struct Plan {
  const Engine* engine = nullptr;  // that decoded the programs
  std::vector<Buffer> buffers;
  std::vector<SymbolValue> symbols;
  std::vector<Texture> textures;  // by texture_handle
  // Run in order; memory lives across them. What kernels launch follows the launch that did; a plan
  // of a run that has been lists it (Execution::launches), and a run of that makes it anew.
  std::vector<Launch> launches;
  MachineOptions options;

  // Address of buffers[i]; valid while constructing the parameters of the launches.
  [[nodiscard]] Address address_of(std::size_t buffer) const;
};
inline constexpr std::uint64_t kGlobalBase = 0x7000'0000'0000ULL;

// Bytes of addresses that a device with so much memory has: allocations may be as small as the gaps
// between them, and what they do not fill costs nothing.
[[nodiscard]] std::uint64_t addresses_of(std::uint64_t max_memory);

// Limits checked before anything runs: grid and block dimensions (1024 threads, 64 in z, …), static
// + dynamic shared memory against the opt-in limit of the architecture, parameter size, warp size,
// memory. The message says the limit and the remedy.
[[nodiscard]] Result<void> validate(const Plan& plan);

// Opt-in limit of shared memory per block in bytes: 232,448 on sm_90; of an architecture that is
// not in the table (sim/base/architectures.hpp), what every GPU grants.
[[nodiscard]] std::uint32_t shared_memory_limit(std::uint32_t sm_version);

}  // namespace lanescope::engine
