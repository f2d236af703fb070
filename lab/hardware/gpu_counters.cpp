#include "lab/hardware/gpu_counters.hpp"

#include <algorithm>
#include <utility>

#include "lab/hardware/counter_reasons.hpp"
#include "lab/hardware/hardware_counters.hpp"
#include "lab/hardware/machine_code_reasons.hpp"
#include "lab/run/machine_code_run.hpp"
#include "lab/run/report_counters.hpp"

namespace lanescope::hardware {
namespace {

using events::Counters;
using ports::device::GpuInstruction;

CounterComparison compare(const HardwareCounter& counter, const run::ModelRun& run,
                          const Counters& on_model, const ports::device::GpuCounters& gpu) {
  CounterComparison out;
  out.id = counter.id();
  out.model = counter.model(on_model);
  for (const GpuInstruction& i : gpu.instructions) out.gpu += counter.gpu(i);
  if (out.model == out.gpu) return out;
  out.verdict = CounterComparison::Verdict::Explained;
  const bool same_code = run::is_machine_code(*run.prepared);
  if (counter.is_of_machine_code() && !same_code) {
    out.why = "the assembler makes other instructions of the PTX, and predicates of short branches";
    return out;
  }
  if (auto found = same_code ? reason_by_machine_code(counter.id(), out.model, out.gpu, run, gpu)
                             : reason_of(counter.id(), out.model, out.gpu, run, gpu)) {
    out.why = std::move(found->why);
    out.has_bound = true;
    out.least = found->least;
    out.most = found->most;
    return out;
  }
  out.verdict = CounterComparison::Verdict::Different;
  out.why = "the GPU's figures do not tell why";
  return out;
}

}  // namespace

std::string_view spelling(CounterComparison::Verdict verdict) {
  switch (verdict) {
    case CounterComparison::Verdict::Equal:
      return "equal";
    case CounterComparison::Verdict::Explained:
      return "explained";
    case CounterComparison::Verdict::Different:
      break;
  }
  return "different";
}

std::vector<CounterComparison> compare_counters(const run::ModelRun& run,
                                                const ports::device::GpuCounters& gpu) {
  std::vector<CounterComparison> out;
  const Counters on_model = run::host_launched_counters(run);
  for (const HardwareCounter& counter : hardware_counters()) {
    CounterComparison compared = compare(counter, run, on_model, gpu);
    if (compared.model != 0 || compared.gpu != 0) out.push_back(std::move(compared));
  }
  return out;
}

}  // namespace lanescope::hardware
