#include "cuda/device/cupti_call.hpp"

#include <algorithm>

#include <dlfcn.h>
#include <fmt/format.h>

namespace lanescope::cuda::device {
namespace {

// CUPTI, "enum CUptiResult".
struct Remedy {
  CuptiResult code;
  const char* words;
};
constexpr Remedy kRemedies[] = {
    {15, "CUPTI found no driver"},
    {26, "something else reads the GPU's counters; end the other profiler or monitor"},
    {27, "CUPTI cannot count on this GPU (it takes sm_75 or newer)"},
    {33, "CUPTI does not count on a virtual GPU"},
    {35,
     "the administrator allows hardware counters only to root; the driver's option "
     "NVreg_RestrictProfilingToAdminUsers=0 allows them to all (NVIDIA, ERR_NVGPUCTRPERM)"},
    {39, "another profiler is attached to this program; end it"},
    {40, "the host of this virtual GPU does not allow hardware counters"},
    {41, "CUPTI does not count while confidential computing is on"},
    {43, "CUPTI does not count on a part of a GPU (MIG)"},
    {45, "CUPTI does not count in WSL"},
};

}  // namespace

Error cupti_error(CuptiResultString words, CuptiResult code, const std::string& doing) {
  const auto* known = std::ranges::find(kRemedies, code, &Remedy::code);
  const char* why = nullptr;
  if (known != std::end(kRemedies)) {
    why = known->words;
  } else if (words(code, &why) != 0 || why == nullptr) {
    why = "it failed";
  }
  return missing(fmt::format("{}: {} (CUPTI error {})", doing, why, code));
}

Result<void*> open_cupti(const std::string& path) {
  void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library != nullptr) return library;
  const char* why = dlerror();
  return missing(fmt::format("CUPTI could not be loaded: {}", why == nullptr ? path : why));
}

}  // namespace lanescope::cuda::device
