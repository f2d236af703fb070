#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "sim/base/result.hpp"

// NVIDIA's driver, found at run time and never linked.
namespace lanescope::cuda::device {

// The types of the driver's ABI (CUDA Driver API, "Data types used by CUDA driver").
using CuResult = int;
using CuDevice = int;
using CuContext = void*;
using CuModule = void*;
using CuFunction = void*;
using CuStream = void*;
using CuEvent = void*;
using CuAddress = std::uint64_t;
// CUDA Driver API, "struct CUlaunchAttribute" and "struct CUlaunchConfig".
struct CuLaunchAttribute {
  int id = 0;
  char padding[4] = {};
  union {
    int number;
    char bytes[64];
  } value = {};
};
struct CuLaunchConfig {
  unsigned grid[3] = {1, 1, 1}, block[3] = {1, 1, 1};
  unsigned shared_bytes = 0;
  CuStream stream = nullptr;
  CuLaunchAttribute* attributes = nullptr;
  unsigned attribute_count = 0;
};

// CUDA Driver API, "struct CUmemLocation", "struct CUmemAllocationProp", "struct CUmemAccessDesc".
using CuMemory = std::uint64_t;
struct CuMemLocation {
  int type = 1;  // CU_MEM_LOCATION_TYPE_DEVICE
  int id = 0;
};
struct CuMemProperties {
  int type = 1;     // CU_MEM_ALLOCATION_TYPE_PINNED
  int handles = 1;  // CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR
  CuMemLocation location;
  void* windows = nullptr;
  unsigned char flags[8] = {};
};
struct CuMemAccess {
  CuMemLocation location;
  int flags = 3;  // CU_MEM_ACCESS_FLAGS_PROT_READWRITE
};

// CUDA Driver API, "struct CUDA_ARRAY3D_DESCRIPTOR", "struct CUDA_MEMCPY3D" (from device memory
// into an array), "struct CUDA_RESOURCE_DESC" (an array) and "struct CUDA_TEXTURE_DESC".
using CuArray = void*;
using CuTexture = std::uint64_t;
struct CuArrayShape {
  std::size_t width = 0, height = 0, depth = 0;  // 0: not of so many dimensions
  unsigned format = 0, channels = 1, flags = 0;
};
struct CuCopy3D {
  std::size_t from_x = 0, from_y = 0, from_z = 0, from_level = 0;
  int from_kind = 2;  // CU_MEMORYTYPE_DEVICE
  const void* from_host = nullptr;
  CuAddress from_device = 0;
  CuArray from_array = nullptr;
  void* from_reserved = nullptr;
  std::size_t from_pitch = 0, from_height = 0;
  std::size_t to_x = 0, to_y = 0, to_z = 0, to_level = 0;
  int to_kind = 3;  // CU_MEMORYTYPE_ARRAY
  void* to_host = nullptr;
  CuAddress to_device = 0;
  CuArray to_array = nullptr;
  void* to_reserved = nullptr;
  std::size_t to_pitch = 0, to_height = 0;
  std::size_t width_bytes = 0, height = 1, depth = 1;
};
struct CuResource {
  int type = 0;  // CU_RESOURCE_TYPE_ARRAY
  CuArray array = nullptr;
  char rest_of_union[120] = {};
  unsigned flags = 0;
};
struct CuTextureShape {
  int address_mode[3] = {};
  int filter_mode = 0;
  unsigned flags = 0, max_anisotropy = 0;
  int mipmap_filter_mode = 0;
  float mipmap_level_bias = 0, min_mipmap_level = 0, max_mipmap_level = 0;
  float border_color[4] = {};
  int reserved[12] = {};
};

// One table of entry points; tests fill it with functions of their own.
struct Driver {
// NOLINTNEXTLINE(bugprone-macro-parentheses): the list brings its own
#define LANESCOPE_CU(name, version, parameters) CuResult(*name) parameters = nullptr;
#include "cuda/device/driver_functions.inc"
#undef LANESCOPE_CU
};

// The library's own way to its entry points, by name and version. Missing: no such library, or one
// older than CUDA 12.0.
struct EntryPoints {
  CuResult (*find)(const char* name, void** out, int version, std::uint64_t flags, int* status);
};
[[nodiscard]] Result<EntryPoints> entry_points(const std::string& path);

// Loads libcuda from `path` and starts it. Missing, with the remedy: no such library, one older
// than CUDA 12.0 (which has no cuGetProcAddress_v2), no GPU, a driver that does not start.
[[nodiscard]] Result<Driver> load_driver(const std::string& path);
// cuInit; a part of load_driver of its own, for tests.
[[nodiscard]] Result<void> start(const Driver& driver);

// What the driver's error `code` means for a person, with the remedy where there is one; `doing` is
// what was tried: "copying the input".
[[nodiscard]] Error driver_error(const Driver& driver, CuResult code, const std::string& doing);
// The kernel itself did it: an illegal address, an assert, a trap, …
[[nodiscard]] bool is_kernel_fault(CuResult code);

}  // namespace lanescope::cuda::device
