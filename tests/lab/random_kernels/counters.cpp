#include "tests/lab/random_kernels/counters.hpp"

#include <fmt/format.h>

namespace lanescope::test::random_kernels {

events::Counters counters_of(const run::ModelRun& run, std::size_t launch) {
  events::Counters sum;
  for (const events::Counters& one : run.counters_by_pc[launch]) sum += one;
  return sum;
}

std::string counter_difference(const Kernel& kernel, const events::Counters& ptx,
                               const events::Counters& sass) {
  std::string text;
  const auto compare = [&text](const char* name, std::uint64_t a, std::uint64_t b) {
    if (a != b) text += fmt::format("{}: {} by PTX, {} by machine code\n", name, a, b);
  };
  compare("barriers", ptx.barriers, sass.barriers);
  compare("global.store.bytes", ptx.global_store.bytes, sass.global_store.bytes);
  if (!kernel.stores_at_end) return text;
  compare("global.store.requests", ptx.global_store.requests, sass.global_store.requests);
  compare("global.store.sectors", ptx.global_store.sectors, sass.global_store.sectors);
  return text;
}

}  // namespace lanescope::test::random_kernels
