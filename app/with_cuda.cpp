// The program with cuda/: NVIDIA's tools and GPUs as they are found.

#include "app/commands.hpp"
#include "app/equipment.hpp"
#include "cuda/device/equipment.hpp"
#include "cuda/device/gpu_worker.hpp"
#include "cuda/toolchain/worker_loop.hpp"
#include "lab/lesson/paths.hpp"

namespace lanescope::app {
namespace {

cuda::device::Equipment::Options options() {
  cuda::device::Equipment::Options out;
  if (const auto compiled = lesson::find_asset("compiled"); !compiled.empty())
    out.compiler.read_only_caches = {compiled.string()};
  return out;
}

}  // namespace

const ports::equipment::Equipment& equipment() {
  static const cuda::device::Equipment kEquipment(options());
  return kEquipment;
}

int worker_command() { return cuda::toolchain::run_worker(); }
int gpu_worker_command() { return cuda::device::run_gpu_worker(); }

}  // namespace lanescope::app
