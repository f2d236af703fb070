#pragma once

#include <map>
#include <string>

#include "cuda/device/driver.hpp"
#include "cuda/device/nvml.hpp"
#include "ports/device/gpu_types.hpp"
#include "ports/device/live_types.hpp"

// A driver of our own for machines without one: one GPU with ordinary memory and a few kernels.
//   twice    out[i] *= 2, in place: parameters {i32* out, i32 n}
//   ones     out[i] = 1: a second pass leaves the same
//   fetch    out[i] = texel i of a texture: parameters {i32* out, i32 n, object}
//   say      prints a line, and doubles
//   illegal  fails like an illegal address, when it is waited for
//   lanescope_copy, lanescope_fma_f32, lanescope_fma_f64, lanescope_empty: those of a survey
//   lanescope_show  {u32* out, u8* in, i32 type, i32 pixels}: grey as colours
//   hang     never ends        crash    ends the process by SIGSEGV        leave    by exit(5)
namespace lanescope::cuda::test {

struct Fake {
  int calls = 0;              // so far
  int fail_at = -1;           // the number of the call that fails, from 0
  device::CuResult code = 0;  // with which
  std::string failed;         // that call's name
  int open = 0;               // allocations, modules, events and contexts that are not let go
  int gpus = 1;
  int cooperative = 0;                 // launches that were
  int modules = 0;                     // loaded so far
  device::CuArrayShape array;          // the last one that was made
  device::CuTextureShape texture;      // the same
  std::map<std::string, int> by_name;  // calls so far
  std::size_t memory_bytes = std::size_t{16} << 20U;
  bool takes_host_memory = true;  // maps it, and has managed memory
};
// The state behind fake_driver(), to look at and to set.
[[nodiscard]] Fake& fake();
[[nodiscard]] device::Driver fake_driver();

// Its clocks, without NVIDIA's library: 1,500 MHz and 2,500 MHz. The call of that number fails,
// from 0; -1: none does.
[[nodiscard]] device::Nvml fake_nvml(int fail_at = -1);

// One launch of the kernel `ones` on `pixels` grey pixels, and what makes a picture of them.
[[nodiscard]] ports::device::LiveRequest live_of(const std::string& kernel, int pixels = 64);

// One launch of `fetch` into the second of two buffers, by a texture of the first one: 8 x n / 8
// numbers, 0 to n - 1.
[[nodiscard]] ports::device::GpuJob fetch_job(int n = 64);
// One launch of `kernel` on a buffer of the numbers 0 to n - 1.
[[nodiscard]] ports::device::GpuJob job_of(const std::string& kernel, int n = 64);

}  // namespace lanescope::cuda::test
