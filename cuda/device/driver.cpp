#include "cuda/device/driver.hpp"

#include <algorithm>
#include <array>

#include <dlfcn.h>
#include <fmt/format.h>

namespace lanescope::cuda::device {
namespace {

// CUDA Driver API, "enum CUresult".
struct Meaning {
  CuResult code;
  bool by_kernel;
  const char* words;
};
constexpr std::array kMeanings = {
    Meaning{2, false,
            "the GPU's memory is full; use smaller buffers, or end other programs that use it"},
    Meaning{34, false,
            "libcuda.so is the toolkit's stub for linking; install NVIDIA's driver, or take the "
            "stub's folder off the loader's path"},
    Meaning{36, false, "the driver is too old for this; install a newer one"},
    Meaning{46, false, "the GPU is in use by another program, alone, or does not answer"},
    Meaning{100, false, "no NVIDIA GPU is there; kernels run on the model, which needs none"},
    Meaning{200, false, "the driver does not know this machine code; install a newer driver"},
    Meaning{209, false,
            "the machine code is for another GPU; leave out --arch, or give this GPU's own"},
    Meaning{214, false, "the GPU's memory has an error that cannot be corrected"},
    Meaning{222, false, "the PTX is newer than the driver; install a newer driver"},
    Meaning{500, false, "the machine code has no such name"},
    Meaning{700, true, "the kernel accessed an address where nothing of its own lies"},
    Meaning{
        701, true,
        "the launch needs more registers or shared memory than the GPU has; use smaller blocks"},
    Meaning{702, true, "the kernel ran for longer than the driver allows"},
    Meaning{710, true, "an assertion of the kernel failed"},
    Meaning{714, true, "a thread used up its stack"},
    Meaning{715, true, "the kernel executed an instruction that the GPU does not know"},
    Meaning{716, true, "the kernel accessed an address that is no multiple of the access's width"},
    Meaning{717, true,
            "the kernel used an instruction of one memory space with an address of another"},
    Meaning{718, true, "the kernel jumped to where no instruction is"},
    Meaning{719, true, "the kernel failed on the GPU, for instance in a trap"},
    Meaning{720, true, "a cooperative launch has more blocks than the GPU holds at a time"},
    Meaning{803, false, "the driver's library and its kernel module differ; restart the machine"},
};

const Meaning* meaning(CuResult code) {
  const auto* at = std::ranges::find(kMeanings, code, &Meaning::code);
  return at == kMeanings.end() ? nullptr : at;
}

std::string text_of(CuResult (*say)(CuResult, const char**), CuResult code) {
  const char* text = nullptr;
  return say != nullptr && say(code, &text) == 0 && text != nullptr ? text : "";
}

}  // namespace

bool is_kernel_fault(CuResult code) {
  const Meaning* known = meaning(code);
  return known != nullptr && known->by_kernel;
}

Error driver_error(const Driver& driver, CuResult code, const std::string& doing) {
  const Meaning* known = meaning(code);
  const std::string name = text_of(driver.cuGetErrorName, code);
  const std::string words =
      known != nullptr ? known->words : text_of(driver.cuGetErrorString, code);
  return missing(fmt::format("{}: {} (error {}{}{})", doing, words.empty() ? "it failed" : words,
                             code, name.empty() ? "" : ", ", name));
}

Result<void> start(const Driver& driver) {
  if (const CuResult code = driver.cuInit(0); code != 0)
    return driver_error(driver, code, "starting NVIDIA's driver");
  return {};
}

Result<EntryPoints> entry_points(const std::string& path) {
  void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    const char* why = dlerror();
    return missing(
        fmt::format("NVIDIA's driver could not be loaded: {}; install it to run kernels "
                    "on the GPU",
                    why == nullptr ? path : why));
  }
  const auto get =
      reinterpret_cast<decltype(EntryPoints::find)>(dlsym(library, "cuGetProcAddress_v2"));
  if (get == nullptr) {
    return missing(
        fmt::format("{} is older than CUDA 12.0; install a driver of series 580 or newer", path));
  }
  return EntryPoints{get};
}

Result<Driver> load_driver(const std::string& path) {
  const Result<EntryPoints> library = entry_points(path);
  if (!library) return library.error();
  Driver driver;
#define LANESCOPE_CU(name, version, parameters)                                                 \
  if (void* at = nullptr; library->find(#name, &at, version, 0, nullptr) == 0 && at != nullptr) \
    driver.name = reinterpret_cast<decltype(driver.name)>(at);                                  \
  else                                                                                          \
    return missing(                                                                             \
        fmt::format("{} has no {}; install a driver of series 580 or newer", path, #name));
#include "cuda/device/driver_functions.inc"
#undef LANESCOPE_CU
  if (Result<void> started = start(driver); !started) return started.error();
  return driver;
}

}  // namespace lanescope::cuda::device
