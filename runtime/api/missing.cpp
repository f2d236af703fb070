// What answers for the functions of the table that are missing. CUDA's headers are not read here:
// their parameters do not matter.

#include <mutex>
#include <set>
#include <string>

#include <fmt/format.h>

#include "runtime/context.hpp"

namespace {

constexpr int kNotSupported = 801;  // cudaErrorNotSupported

int not_supported(const char* name) {
  using lanescope::runtime::Context;
  Context& context = Context::get();
  static std::mutex mutex;
  static std::set<std::string> told;
  {
    const std::lock_guard lock(mutex);
    if (!told.insert(name).second) return kNotSupported;
  }
  const auto place = context.place_of(lanescope::runtime::here());
  context.log.tell({lanescope::runtime::ProblemKind::NotSupported,
                    lanescope::events::Severity::Warning, place,
                    fmt::format("{} is not there on the model; it returns cudaErrorNotSupported "
                                "(docs/CUDA_API.md lists what is)",
                                name)});
  return kNotSupported;
}

}  // namespace

// NOLINTBEGIN(bugprone-reserved-identifier)
#define LANESCOPE_COVERED(group, name, suffix)
#define LANESCOPE_MISSING(group, name, suffix) LANESCOPE_MISSING_##suffix(name)
#define LANESCOPE_MISSING_(name) \
  extern "C" __attribute__((visibility("default"))) int name() { return not_supported(#name); }
#define LANESCOPE_MISSING__ptsz(name) \
  LANESCOPE_MISSING_(name)            \
  extern "C" __attribute__((visibility("default"), alias(#name))) int name##_ptsz();
#define LANESCOPE_MISSING__ptds(name) \
  LANESCOPE_MISSING_(name)            \
  extern "C" __attribute__((visibility("default"), alias(#name))) int name##_ptds();
#include "runtime/api/functions.def"
// NOLINTEND(bugprone-reserved-identifier)
