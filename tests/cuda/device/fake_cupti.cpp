#include "tests/cuda/device/fake_cupti.hpp"

#include <map>
#include <string>
#include <vector>

#include "tests/cuda/device/fake_driver.hpp"

namespace lanescope::cuda::test {
namespace {

device::CuptiResult call(const char* name) {
  Fake& seen = fake();
  if (seen.calls++ != seen.fail_at) return 0;
  seen.failed = name;
  return seen.code;
}

struct Counted {
  std::uint32_t address;
  const char* metric;
  std::uint64_t value;
};
constexpr Counted kCounted[] = {
    {0x20, "smsp__sass_inst_executed", 2},
    {0x10, "smsp__sass_inst_executed", 2},
    {0x20, "smsp__sass_thread_inst_executed_pred_on", 64},
    {0x10, "smsp__sass_thread_inst_executed_pred_on", 48},
    {0x20, "smsp__sass_inst_executed_op_global_st", 2},
    {0x20, "smsp__sass_inst_executed_op_memory_32b", 2},
    {0x20, "smsp__sass_sectors_mem_global", 8},
};

// The metrics' numbers, in the order in which they were asked for.
std::map<std::string, std::uint64_t>& numbers() {
  static std::map<std::string, std::uint64_t> all;
  return all;
}

}  // namespace

device::Cupti fake_cupti() {
  numbers().clear();
  device::Cupti c;
  c.cuptiGetResultString = [](device::CuptiResult, const char** text) {
    *text = "a fake error";
    return 0;
  };
  c.cuptiSubscribe = [](void**, device::CuptiCallback, void*) { return call("cuptiSubscribe"); };
  c.cuptiEnableDomain = [](std::uint32_t, void*, int) { return call("cuptiEnableDomain"); };
  c.cuptiProfilerInitialize = [](device::CuptiBlock* block) {
    return block->size == 16 ? call("cuptiProfilerInitialize") : 10;
  };
  c.cuptiDeviceGetChipName = [](device::CuptiChipName* block) {
    block->name = "FAKE";
    return block->size == 32 ? call("cuptiDeviceGetChipName") : 10;
  };
  c.cuptiSassMetricsGetProperties = [](device::CuptiMetricQuery* block) {
    block->metric.id = numbers().emplace(block->name, 100 + numbers().size()).first->second;
    return block->size == 56 ? call("cuptiSassMetricsGetProperties") : 10;
  };
  c.cuptiSassMetricsSetConfig = [](device::CuptiSetUp* block) {
    return block->size == 36 ? call("cuptiSassMetricsSetConfig") : 10;
  };
  c.cuptiSassMetricsEnable = [](device::CuptiEnable* block) {
    return block->size == 25 ? call("cuptiSassMetricsEnable") : 10;
  };
  c.cuptiSassMetricsGetDataProperties = [](device::CuptiExtent* block) {
    block->records = std::size(kCounted);
    block->instances = 1;
    return block->size == 40 ? call("cuptiSassMetricsGetDataProperties") : 10;
  };
  c.cuptiSassMetricsFlushData = [](device::CuptiFlush* block) {
    for (std::size_t i = 0; i < block->records; ++i) {
      device::CuptiRecord& record = block->data[i];
      record.function_name = "ones";
      record.address = kCounted[i].address;
      record.values[0] = {numbers()[kCounted[i].metric], kCounted[i].value};
    }
    return block->size == 40 ? call("cuptiSassMetricsFlushData") : 10;
  };
  c.cuptiSassMetricsDisable = [](device::CuptiDisable* block) {
    return block->size == 32 ? call("cuptiSassMetricsDisable") : 10;
  };
  return c;
}

}  // namespace lanescope::cuda::test
