#include "cuda/gl/gl_driver.hpp"

#include <fmt/format.h>

namespace lanescope::cuda::gl {

Result<GlDriver> load_gl_driver(const std::string& path) {
  Result<device::Driver> plain = device::load_driver(path);
  if (!plain) return plain.error();
  const Result<device::EntryPoints> library = device::entry_points(path);
  if (!library) return library.error();
  GlDriver driver;
  driver.cu = *plain;
#define LANESCOPE_CU(name, version, parameters)                                                 \
  if (void* at = nullptr; library->find(#name, &at, version, 0, nullptr) == 0 && at != nullptr) \
    driver.name = reinterpret_cast<decltype(driver.name)>(at);                                  \
  else                                                                                          \
    return missing(                                                                             \
        fmt::format("{} has no {}; install a driver of series 580 or newer", path, #name));
#include "cuda/gl/gl_functions.inc"
#undef LANESCOPE_CU
  return driver;
}

}  // namespace lanescope::cuda::gl
