#include "sim/engine/plan.hpp"

#include <algorithm>

#include <fmt/core.h>

#include "sim/base/architectures.hpp"

namespace lanescope::engine {
namespace {

constexpr std::uint64_t kAlignment = 512;
constexpr std::uint64_t kGap = 512;
// PTX ISA 5.1.6.1: kernel parameters of up to 32,764 bytes (sm_70 and later, PTX ISA 8.1).
constexpr std::size_t kMaxParameterBytes = 32764;

Result<void> check_extent(const char* what, const char* axis, std::uint32_t value,
                          std::uint32_t limit) {
  if (value >= 1 && value <= limit) return {};
  return bad_input(
      fmt::format("{} dimension {} is {}: it must be from 1 to {}", what, axis, value, limit));
}

Result<void> check_dimensions(const Launch& launch) {
  struct Row {
    const char* what;
    const char* axis;
    std::uint32_t value, limit;
  };
  // CUDA C++ Programming Guide, table "Technical Specifications per Compute Capability".
  const Row rows[] = {
      {"grid", "x", launch.grid.x, 0x7fffffffU}, {"grid", "y", launch.grid.y, 65535},
      {"grid", "z", launch.grid.z, 65535},       {"block", "x", launch.block.x, 1024},
      {"block", "y", launch.block.y, 1024},      {"block", "z", launch.block.z, 64},
  };
  for (const Row& row : rows) {
    if (Result<void> r = check_extent(row.what, row.axis, row.value, row.limit); !r) return r;
  }
  if (launch.block.count() > 1024) {
    return bad_input(
        fmt::format("a block of {} x {} x {} has {} threads: the limit is 1024; use smaller blocks "
                    "and more of them",
                    launch.block.x, launch.block.y, launch.block.z, launch.block.count()));
  }
  if (launch.grid.count() > 0xffffffffULL) {
    return bad_input(fmt::format("a grid of {} blocks is more than Lanescope runs (4,294,967,295)",
                                 launch.grid.count()));
  }
  return {};
}

Result<void> check_bounds(const Launch& launch) {
  const LaunchBounds bounds = launch.program->launch_bounds();
  if (bounds.threads == 0) return {};
  if (launch.block.count() > bounds.threads) {
    return bad_input(fmt::format(
        "the kernel is compiled for at most {} threads a block (__launch_bounds__), not {}",
        bounds.threads, launch.block.count()));
  }
  if (bounds.exactly && launch.block.count() != bounds.threads) {
    return bad_input(fmt::format("the kernel is compiled for blocks of exactly {} threads, not {}",
                                 bounds.threads, launch.block.count()));
  }
  return {};
}

// CUDA C++ Programming Guide, "Thread Block Clusters".
Result<void> check_cluster(const Launch& launch, std::uint32_t sm_version) {
  if (!has_explicit_cluster(launch)) return {};
  const Dim3 asked = launch.cluster, own = launch.program->launch_bounds().cluster;
  if (asked.x != 0 && own.x != 0 && !(asked == own)) {
    return bad_input(fmt::format(
        "the kernel is compiled for clusters of {} x {} x {} blocks (__cluster_dims__), not {} x "
        "{} x {}",
        own.x, own.y, own.z, asked.x, asked.y, asked.z));
  }
  const Dim3 cluster = cluster_of(launch);
  if (cluster.count() == 0 || cluster.count() > kMostInCluster) {
    return bad_input(fmt::format("a cluster of {} x {} x {} blocks: it may have from 1 to {}",
                                 cluster.x, cluster.y, cluster.z, kMostInCluster));
  }
  if (cluster.count() > 1 && sm_version < 90)
    return bad_input("clusters of several blocks need sm_90 or later");
  if (launch.grid.x % cluster.x != 0 || launch.grid.y % cluster.y != 0 ||
      launch.grid.z % cluster.z != 0) {
    return bad_input(
        fmt::format("a grid of {} x {} x {} blocks is not made of whole clusters of {} x {} x {}",
                    launch.grid.x, launch.grid.y, launch.grid.z, cluster.x, cluster.y, cluster.z));
  }
  return {};
}

Result<void> check_launch(const Plan& plan, const Launch& launch) {
  if (!launch.program) return bad_input("a launch without a kernel");
  if (Result<void> r = check_dimensions(launch); !r) return r;
  if (Result<void> r = check_bounds(launch); !r) return r;
  if (Result<void> r = check_cluster(launch, plan.options.sm_version); !r) return r;
  const std::uint32_t limit = shared_memory_limit(plan.options.sm_version);
  const std::uint64_t shared =
      std::uint64_t{launch.program->static_shared_bytes()} + launch.dynamic_shared_bytes;
  if (shared > limit) {
    return bad_input(fmt::format(
        "{} bytes of shared memory a block ({} static + {} dynamic) are more than the {} of sm_{}; "
        "use less",
        shared, launch.program->static_shared_bytes(), launch.dynamic_shared_bytes, limit,
        plan.options.sm_version));
  }
  if (launch.parameters.size() != launch.program->parameter_bytes()) {
    return bad_input(fmt::format("the kernel takes {} bytes of parameters, {} were given",
                                 launch.program->parameter_bytes(), launch.parameters.size()));
  }
  if (launch.parameters.size() > kMaxParameterBytes) {
    return bad_input(fmt::format("{} bytes of parameters: the limit is {}",
                                 launch.parameters.size(), kMaxParameterBytes));
  }
  return {};
}

// What says where it lies: inside of what a device may have at most, and nothing upon another.
Result<void> check_places(const Plan& plan) {
  struct Place {
    std::uint64_t begin, bytes;
    const std::string* name;
  };
  std::vector<Place> places;
  std::size_t buffers = 0;
  for (const Buffer& buffer : plan.buffers) {
    if (buffer.address == 0) continue;
    places.push_back({buffer.address, buffer.bytes, &buffer.name});
    ++buffers;
  }
  if (buffers != 0 && buffers != plan.buffers.size())
    return bad_input("some buffers say where they lie, and others do not");
  for (const SymbolValue& symbol : plan.symbols) {
    if (symbol.address != 0)
      places.push_back({symbol.address, symbol.bytes ? symbol.bytes->size() : 0, &symbol.name});
  }
  std::ranges::sort(places, {}, &Place::begin);
  const std::uint64_t room = addresses_of(plan.options.max_memory);
  std::uint64_t free = kGlobalBase;
  for (const Place& place : places) {
    if (place.begin < free)
      return bad_input(fmt::format("{} lies where nothing can, or upon another one", *place.name));
    if (place.begin - kGlobalBase > room || place.bytes > room - (place.begin - kGlobalBase))
      return bad_input(
          fmt::format("{} lies beyond the device's memory; raise --max-memory", *place.name));
    free = place.begin + std::max<std::uint64_t>(place.bytes, 1);
  }
  return {};
}

Result<void> check_memory(const Plan& plan) {
  std::uint64_t total = 0;
  for (const Buffer& buffer : plan.buffers) {
    if (buffer.initial && buffer.initial->size() != buffer.bytes) {
      return bad_input(fmt::format("buffer {} has {} bytes but {} were given to fill it",
                                   buffer.name, buffer.bytes, buffer.initial->size()));
    }
    total += std::min(buffer.bytes, plan.options.max_memory + 1);
    if (total > plan.options.max_memory) {
      return bad_input(fmt::format(
          "the buffers need more than {} bytes of memory; raise --max-memory or use smaller ones",
          plan.options.max_memory));
    }
  }
  return {};
}

Result<void> check_textures(const Plan& plan) {
  for (const Texture& texture : plan.textures) {
    if (texture.buffer >= plan.buffers.size()) return bad_input("a texture of no buffer");
    const Buffer& buffer = plan.buffers[texture.buffer];
    Result<void> ok = check(texture.descriptor);
    if (!ok)
      return bad_input(fmt::format("the texture of {}: {}", buffer.name, ok.error().message));
    if (bytes_of(texture.descriptor) > buffer.bytes) {
      return bad_input(fmt::format("the texture of {}: it has {} bytes, and the buffer {}",
                                   buffer.name, bytes_of(texture.descriptor), buffer.bytes));
    }
  }
  return {};
}

}  // namespace

bool has_explicit_cluster(const Launch& launch) {
  return launch.cluster.x != 0 || launch.program->launch_bounds().cluster.x != 0;
}

Dim3 cluster_of(const Launch& launch) {
  if (launch.cluster.x != 0) return launch.cluster;
  const Dim3 own = launch.program->launch_bounds().cluster;
  return own.x != 0 ? own : Dim3{};
}

Address Plan::address_of(std::size_t buffer) const {
  if (buffers[buffer].address != 0) return Address{buffers[buffer].address};
  std::uint64_t next = kGlobalBase;
  for (std::size_t i = 0; i <= buffer; ++i) {
    next = (next + kAlignment - 1) / kAlignment * kAlignment;
    if (i == buffer) break;
    next += std::max<std::uint64_t>(buffers[i].bytes, 1) + kGap;
  }
  return Address{next};
}

Result<void> validate(const Plan& plan) {
  const int warp = plan.options.warp_size;
  if (warp != 4 && warp != 8 && warp != 16 && warp != 32 && warp != 64) {
    return bad_input(fmt::format("warp size {}: it must be 4, 8, 16, 32 or 64", warp));
  }
  if (plan.launches.empty()) return bad_input("nothing to launch");
  for (const Launch& launch : plan.launches) {
    if (Result<void> r = check_launch(plan, launch); !r) return r;
  }
  if (Result<void> r = check_memory(plan); !r) return r;
  if (Result<void> r = check_textures(plan); !r) return r;
  return check_places(plan);
}

std::uint64_t addresses_of(std::uint64_t max_memory) {
  constexpr std::uint64_t kMost = std::uint64_t{1} << 42U, kBeside = std::uint64_t{32} << 20U;
  return 2 * std::min(max_memory, kMost) + kBeside;
}

std::uint32_t shared_memory_limit(std::uint32_t sm_version) {
  const Architecture* found = find_architecture(sm_version);
  return found == nullptr ? kSharedBytesOfAnyBlock : found->shared_optin_bytes_per_block;
}

}  // namespace lanescope::engine
