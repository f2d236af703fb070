#include "tests/cuda/device/fake_range_profiler.hpp"

#include <string_view>

#include "tests/cuda/device/fake_driver.hpp"

namespace lanescope::cuda::test {
namespace {

constexpr device::CuptiResult kWrongSize = 10;  // CUPTI_ERROR_PARAMETER_SIZE_NOT_SUFFICIENT
constexpr device::CuptiResult kWrong = 1;       // CUPTI_ERROR_INVALID_PARAMETER

struct State {
  int passes = 0;
  bool in_range = false;
  int host = 0, profiler = 0;  // handed out by their addresses
};
State& state() {
  static State all;
  return all;
}

device::CuptiResult call(const char* name, bool is_right = true) {
  Fake& seen = fake();
  if (seen.calls++ == seen.fail_at) {
    seen.failed = name;
    return seen.code;
  }
  return is_right ? 0 : kWrong;
}
device::CuptiResult sized_call(const char* name, const device::CuptiBlock& block, std::size_t size,
                               bool is_right = true) {
  return block.size == size ? call(name, is_right) : kWrongSize;
}

double value_of(std::string_view metric) {
  if (metric == "sm__warps_active.avg.pct_of_peak_sustained_active") return 3.125;
  if (metric == "l1tex__m_l1tex2xbar_write_sectors_mem_lg_op_st.sum") return 8.0;
  if (metric == "dram__bytes_read.sum") return 4096.0;
  return 0.0;
}

void choose(device::RangeProfiler& c) {
  c.cuptiProfilerHostInitialize = [](device::RangeChip* block) {
    block->object = &state().host;
    return sized_call("cuptiProfilerHostInitialize", *block, 48,
                      block->kind == 0 && std::string_view(block->chip) == "FAKE");
  };
  c.cuptiProfilerHostConfigAddMetrics = [](device::RangeMetrics* block) {
    return sized_call("cuptiProfilerHostConfigAddMetrics", *block, 40,
                      block->object == &state().host && block->count == 1);
  };
  c.cuptiProfilerHostGetConfigImageSize = [](device::RangeImage* block) {
    block->bytes = 5;
    return sized_call("cuptiProfilerHostGetConfigImageSize", *block, 32,
                      block->object == &state().host);
  };
  c.cuptiProfilerHostGetConfigImage = [](device::RangeImage* block) {
    return sized_call("cuptiProfilerHostGetConfigImage", *block, 40,
                      block->bytes == 5 && block->image != nullptr);
  };
  c.cuptiProfilerHostEvaluateToGpuValues = [](device::RangeValues* block) {
    for (std::size_t i = 0; i < block->count; ++i) block->values[i] = value_of(block->names[i]);
    return sized_call("cuptiProfilerHostEvaluateToGpuValues", *block, 72,
                      block->object == &state().host && block->bytes == 7);
  };
  c.cuptiProfilerHostDeinitialize = [](device::RangeObject* block) {
    return sized_call("cuptiProfilerHostDeinitialize", *block, 24, block->object == &state().host);
  };
}

void set_up(device::RangeProfiler& c) {
  c.cuptiRangeProfilerEnable = [](device::RangeEnable* block) {
    block->object = &state().profiler;
    return sized_call("cuptiRangeProfilerEnable", *block, 32, block->context != nullptr);
  };
  c.cuptiRangeProfilerGetCounterDataSize = [](device::RangeDataSize* block) {
    block->bytes = 7;
    return sized_call(
        "cuptiRangeProfilerGetCounterDataSize", *block, 64,
        block->object == &state().profiler && block->ranges == 1 && block->nodes == 1);
  };
  c.cuptiRangeProfilerCounterDataImageInitialize = [](device::RangeImage* block) {
    return sized_call("cuptiRangeProfilerCounterDataImageInitialize", *block, 40,
                      block->bytes == 7 && block->image != nullptr);
  };
  c.cuptiRangeProfilerSetConfig = [](device::RangeSetUp* block) {
    return sized_call("cuptiRangeProfilerSetConfig", *block, 90,
                      block->config_bytes == 5 && block->data_bytes == 7 && block->range == 2 &&
                          block->replay == 3 && block->ranges == 1);
  };
  c.cuptiRangeProfilerDisable = [](device::RangeObject* block) {
    return sized_call("cuptiRangeProfilerDisable", *block, 24, block->object == &state().profiler);
  };
}

void run(device::RangeProfiler& c) {
  c.cuptiRangeProfilerStart = [](device::RangeObject* block) {
    return sized_call("cuptiRangeProfilerStart", *block, 24, !state().in_range);
  };
  c.cuptiRangeProfilerPushRange = [](device::RangePush* block) {
    state().in_range = true;
    return sized_call("cuptiRangeProfilerPushRange", *block, 32, block->name != nullptr);
  };
  c.cuptiRangeProfilerPopRange = [](device::RangeObject* block) {
    state().in_range = false;
    return sized_call("cuptiRangeProfilerPopRange", *block, 24);
  };
  c.cuptiRangeProfilerStop = [](device::RangeStop* block) {
    block->was_last = ++state().passes == 2 ? 1 : 0;
    return sized_call("cuptiRangeProfilerStop", *block, 41, !state().in_range);
  };
  c.cuptiRangeProfilerDecodeData = [](device::RangeDecode* block) {
    block->dropped = 0;
    return sized_call("cuptiRangeProfilerDecodeData", *block, 32, state().passes == 2);
  };
}

}  // namespace

device::RangeProfiler fake_range_profiler() {
  state() = {};
  device::RangeProfiler c;
  c.cuptiGetResultString = [](device::CuptiResult, const char** text) {
    *text = "a fake error";
    return 0;
  };
  c.cuptiProfilerInitialize = [](device::CuptiBlock* block) {
    return sized_call("cuptiProfilerInitialize", *block, 16);
  };
  c.cuptiDeviceGetChipName = [](device::CuptiChipName* block) {
    block->name = "FAKE";
    return sized_call("cuptiDeviceGetChipName", *block, 32);
  };
  choose(c);
  set_up(c);
  run(c);
  return c;
}

}  // namespace lanescope::cuda::test
