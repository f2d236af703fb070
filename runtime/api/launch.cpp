#include "runtime/api/launch.hpp"

#include <cstring>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "runtime/api/captured.hpp"
#include "runtime/api/entry.hpp"
#include "runtime/properties.hpp"
#include "runtime/streams.hpp"

using lanescope::Dim3;
using lanescope::runtime::Call;
using lanescope::runtime::Context;
using lanescope::runtime::Frames;
using lanescope::runtime::Kernel;
using lanescope::runtime::Streams;
using lanescope::runtime::api::launch;
using lanescope::runtime::api::Wanted;

namespace engine = lanescope::engine;

namespace {

// kernel<<<grid, block, shared, stream>>>(…): pushed where that stands, popped by the kernel's
// stub.
struct Configuration {
  dim3 grid, block;
  std::size_t shared = 0;
  cudaStream_t stream = nullptr;
  Frames frames;
};
std::vector<Configuration>& pushed() {
  static thread_local std::vector<Configuration> t_pushed;
  return t_pushed;
}
// Of what was popped last: the launch that follows stands there.
Frames& popped() {
  static thread_local Frames t_popped;
  return t_popped;
}

Dim3 extents(const dim3& d) { return {d.x, d.y, d.z}; }

std::vector<std::byte> parameters(const engine::Program& program, void** arguments) {
  std::vector<std::byte> bytes(program.parameter_bytes());
  for (std::size_t i = 0; i < program.parameters().size(); ++i) {
    const engine::ParameterInfo& parameter = program.parameters()[i];
    std::memcpy(bytes.data() + parameter.offset, arguments[i], parameter.size);
  }
  return bytes;
}

bool has_no_threads(const Wanted& wanted) {
  return extents(wanted.grid).count() == 0 || extents(wanted.block).count() == 0;
}

cudaError_t refuse_shared(Call& call, const Kernel& kernel, std::size_t shared) {
  return call.fail(
      cudaErrorInvalidValue,
      fmt::format(
          "{} + {} bytes of shared memory are more than the {} that a block has; ask for "
          "more with cudaFuncSetAttribute(…, cudaFuncAttributeMaxDynamicSharedMemorySize, …)",
          kernel.program->static_shared_bytes(), shared, kernel.dynamic_shared_limit));
}

// All blocks of a cooperative launch must be resident at once.
bool too_many(const Kernel& kernel, const Wanted& wanted, std::uint32_t sm) {
  const auto threads = static_cast<std::uint32_t>(extents(wanted.block).count());
  const auto occupancy = occupancy_of(kernel, sm, threads, wanted.shared);
  return extents(wanted.grid).count() >
         std::uint64_t{occupancy.blocks_per_sm} * lanescope::runtime::kMultiprocessors;
}

// Not measured: which of CUDA's errors a launch with a wrong cluster gets.
cudaError_t check_cluster(Call& call, const Kernel& kernel, const engine::Launch& launch) {
  if (!engine::has_explicit_cluster(launch)) return cudaSuccess;
  const Dim3 cluster = engine::cluster_of(launch);
  const std::uint64_t most = kernel.any_cluster ? engine::kMostInCluster : engine::kPortableCluster;
  if (cluster.count() == 0 || cluster.count() > most) {
    return call.fail(
        cudaErrorInvalidClusterSize,
        fmt::format("a cluster of {} blocks: it may have from 1 to {}{}", cluster.count(), most,
                    kernel.any_cluster
                        ? ""
                        : "; up to 16 with cudaFuncAttributeNonPortableClusterSizeAllowed"));
  }
  const Dim3 grid = launch.grid;
  if (grid.x % cluster.x != 0 || grid.y % cluster.y != 0 || grid.z % cluster.z != 0) {
    return call.fail(cudaErrorInvalidClusterSize,
                     fmt::format("a grid of ({},{},{}) blocks is not made of whole clusters of "
                                 "({},{},{})",
                                 grid.x, grid.y, grid.z, cluster.x, cluster.y, cluster.z));
  }
  return cudaSuccess;
}

// The runtime of CUDA 13 says cudaErrorInvalidValue of every configuration that does not fit, and
// not cudaErrorInvalidConfiguration (seen on an H100, driver for CUDA 13.0).
cudaError_t check_launch(Call& call, const Kernel& kernel, const Wanted& wanted,
                         const engine::Launch& launch) {
  if (has_no_threads(wanted))
    return call.fail(cudaErrorInvalidValue, "a grid or a block of no threads");
  if (kernel.program->static_shared_bytes() + wanted.shared > kernel.dynamic_shared_limit)
    return refuse_shared(call, kernel, wanted.shared);
  engine::Plan alone;
  alone.options.sm_version = call.context().settings.sm;
  alone.launches = {launch};
  if (const cudaError_t error = check_cluster(call, kernel, launch); error != cudaSuccess)
    return error;
  if (const auto ok = engine::validate(alone); !ok)
    return call.fail(cudaErrorInvalidValue, ok.error().message);
  if (wanted.cooperative && too_many(kernel, wanted, call.context().settings.sm)) {
    return call.fail(cudaErrorCooperativeLaunchTooLarge,
                     "more blocks than are resident at once: ask "
                     "cudaOccupancyMaxActiveBlocksPerMultiprocessor");
  }
  return cudaSuccess;
}

}  // namespace

namespace lanescope::runtime::api {

cudaError_t prepare(Call& call, const Wanted& wanted, IssuedLaunch& issued) {
  Context& context = call.context();
  Kernel* kernel = context.registry.find_kernel(wanted.kernel);
  if (kernel == nullptr)
    return call.fail(cudaErrorInvalidDeviceFunction, "it is no kernel of the program");
  if (const auto ok = context.load(*kernel); !ok) {
    const bool no_ptx = ok.error().code == lanescope::Error::Code::Missing;
    return call.fail(no_ptx ? cudaErrorNoKernelImageForDevice : cudaErrorInvalidDeviceFunction,
                     ok.error().message);
  }
  issued.launch.program = kernel->program;
  issued.machine_code = kernel->machine_code;
  issued.launch.grid = extents(wanted.grid);
  issued.launch.block = extents(wanted.block);
  issued.launch.dynamic_shared_bytes = static_cast<std::uint32_t>(wanted.shared);
  issued.launch.cluster = wanted.cluster;
  if (wanted.arguments == nullptr && wanted.packed.size() < kernel->program->parameter_bytes() &&
      !kernel->program->parameters().empty())
    return call.fail(cudaErrorInvalidValue,
                     "the kernel has parameters, but no arguments are there");
  // As an H100 does; fewer bytes it takes, and reads what lies behind them.
  if (wanted.packed.size() > kernel->program->parameter_bytes())
    return call.fail(cudaErrorLaunchOutOfResources,
                     fmt::format("{} bytes of arguments, and the kernel has {}",
                                 wanted.packed.size(), kernel->program->parameter_bytes()));
  issued.launch.parameters = wanted.arguments != nullptr
                                 ? parameters(*kernel->program, wanted.arguments)
                                 : std::vector(wanted.packed.begin(), wanted.packed.end());
  issued.launch.parameters.resize(kernel->program->parameter_bytes());
  if (const cudaError_t error = check_launch(call, *kernel, wanted, issued.launch);
      error != cudaSuccess)
    return error;
  issued.kernel = kernel->name;
  issued.module = kernel->module->id;
  issued.place = call.place();
  return cudaSuccess;
}

cudaError_t launch(Call& call, const Wanted& wanted) {
  if (call.refused()) return call.refusal();
  auto* stream = Streams::get().find(wanted.stream);
  if (stream == nullptr)
    return call.fail(cudaErrorInvalidResourceHandle, "there is no such stream");
  IssuedLaunch issued;
  if (const cudaError_t error = prepare(call, wanted, issued); error != cudaSuccess) return error;
  if (graphs::Captured* at = captured(wanted.stream)) {
    const cudaKernelNodeParams asked{
        const_cast<void*>(wanted.kernel),     wanted.grid, wanted.block,
        static_cast<unsigned>(wanted.shared), nullptr,     nullptr};
    return capture(call, *at, graphs::LaunchKernel{std::move(issued), asked, {}});
  }
  issued.stream = stream->number;
  call.context().show_printed();
  call.issues(Streams::get().used(wanted.stream), {{record::IssuedWork::Kind::Kernel}});
  stream->last = call.context().issue(std::move(issued));
  return call.done();
}

}  // namespace lanescope::runtime::api

bool lanescope::runtime::api::take_attributes(std::span<const cudaLaunchAttribute> attributes,
                                              Wanted& wanted) {
  for (const cudaLaunchAttribute& attribute : attributes) {
    if (attribute.id == cudaLaunchAttributeCooperative)
      wanted.cooperative = attribute.val.cooperative != 0;
    if (attribute.id != cudaLaunchAttributeClusterDimension) continue;
    const auto& cluster = attribute.val.clusterDim;
    wanted.cluster = {cluster.x, cluster.y, cluster.z};
    if (wanted.cluster.count() == 0) return false;
  }
  return true;
}

namespace {

cudaError_t launch_pushed(const void* kernel, dim3 grid, dim3 block, void** arguments,
                          size_t shared, cudaStream_t stream) {
  Call call("cudaLaunchKernel");
  const Frames frames = std::exchange(popped(), Frames{});
  if (frames.count > 0) call.stand_at(frames);
  return launch(call, {kernel, grid, block, arguments, shared, stream});
}

void take_default_per_thread() {
  const std::lock_guard lock(Context::get().mutex);
  Streams::get().take_default_per_thread();
}

}  // namespace

// NOLINTBEGIN(bugprone-reserved-identifier,readability-identifier-naming): CUDA's names
LANESCOPE_ENTRY unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared,
                                                     cudaStream_t stream) {
  pushed().push_back({grid, block, shared, stream, lanescope::runtime::here()});
  return 0;
}

LANESCOPE_ENTRY cudaError_t __cudaPopCallConfiguration(dim3* grid, dim3* block, size_t* shared,
                                                       void* stream) {
  if (pushed().empty()) return cudaErrorMissingConfiguration;
  const Configuration configuration = pushed().back();
  pushed().pop_back();
  *grid = configuration.grid;
  *block = configuration.block;
  *shared = configuration.shared;
  *static_cast<cudaStream_t*>(stream) = configuration.stream;
  popped() = configuration.frames;
  return cudaSuccess;
}

LANESCOPE_ENTRY cudaError_t __cudaGetKernel(cudaKernel_t* kernel, const void* stub) {
  Context& context = Context::get();
  const std::lock_guard lock(context.mutex);
  auto* found = context.registry.find_kernel(stub);
  *kernel = reinterpret_cast<cudaKernel_t>(found);
  return found == nullptr ? cudaErrorInvalidDeviceFunction : cudaSuccess;
}

LANESCOPE_ENTRY cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block,
                                               void** arguments, size_t shared,
                                               cudaStream_t stream) {
  return launch_pushed(kernel, grid, block, arguments, shared, stream);
}
// What nvcc --default-stream per-thread has kernel<<<…>>> call.
LANESCOPE_ENTRY cudaError_t __cudaLaunchKernel_ptsz(cudaKernel_t kernel, dim3 grid, dim3 block,
                                                    void** arguments, size_t shared,
                                                    cudaStream_t stream) {
  take_default_per_thread();
  return launch_pushed(kernel, grid, block, arguments, shared, stream);
}
LANESCOPE_ENTRY cudaError_t cudaLaunchKernel_ptsz(const void* kernel, dim3 grid, dim3 block,
                                                  void** arguments, size_t shared,
                                                  cudaStream_t stream) {
  take_default_per_thread();
  return launch_pushed(kernel, grid, block, arguments, shared, stream);
}
// NOLINTEND(bugprone-reserved-identifier,readability-identifier-naming)

cudaError_t cudaLaunchKernel(const void* kernel, dim3 grid, dim3 block, void** arguments,
                             size_t shared, cudaStream_t stream) {
  return launch_pushed(kernel, grid, block, arguments, shared, stream);
}

cudaError_t cudaLaunchCooperativeKernel(const void* kernel, dim3 grid, dim3 block, void** arguments,
                                        size_t shared, cudaStream_t stream) {
  Call call("cudaLaunchCooperativeKernel");
  return launch(call, {kernel, grid, block, arguments, shared, stream, true});
}
LANESCOPE_PER_THREAD(cudaLaunchCooperativeKernel, _ptsz)

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config, const void* kernel,
                                void** arguments) {
  Call call("cudaLaunchKernelExC");
  if (call.refused()) return call.refusal();
  if (config == nullptr) return call.fail(cudaErrorInvalidValue, "a null pointer");
  Wanted wanted{kernel,
                config->gridDim,
                config->blockDim,
                arguments,
                config->dynamicSmemBytes,
                config->stream,
                false,
                {}};
  if (!take_attributes({config->attrs, config->numAttrs}, wanted))
    return call.fail(cudaErrorInvalidClusterSize, "a cluster of no blocks");
  return launch(call, wanted);
}
LANESCOPE_PER_THREAD(cudaLaunchKernelExC, _ptsz)
