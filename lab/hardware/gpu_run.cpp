#include "lab/hardware/gpu_run.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <span>

#include <fmt/format.h>

#include "lab/experiment/element.hpp"
#include "lab/experiment/struct_layout.hpp"
#include "lab/experiment/texture.hpp"
#include "lab/run/grid_barrier.hpp"
#include "lab/run/machine_code_run.hpp"
#include "lab/run/prepare.hpp"
#include "sim/base/hash.hpp"
#include "sim/code/program.hpp"
#include "sim/engine/engine.hpp"

namespace lanescope::hardware {
namespace {

using Pointers = std::vector<ports::device::GpuLaunch::Pointer>;

std::vector<std::byte> bytes_of(const std::shared_ptr<const std::vector<std::byte>>& bytes) {
  return bytes == nullptr ? std::vector<std::byte>{} : *bytes;
}

// Adds the pointer at `offset` to the buffer of that name.
void add_pointer(const run::Prepared& prepared, const std::string& name, std::uint32_t offset,
                 Pointers& out) {
  const auto at = std::ranges::find_if(prepared.buffers, [&](const run::PlannedBuffer& buffer) {
    return !buffer.is_symbol && buffer.name == name;
  });
  if (at != prepared.buffers.end()) out.push_back({offset, at->plan_index});
}

// Where the handles of its textures stand. They are numbered in the order of all launches.
std::vector<ports::device::GpuLaunch::Handle> handles_of(const run::Prepared& prepared,
                                                         std::size_t launch) {
  const auto& launches = prepared.experiment.launches;
  const std::size_t given = *run::given_launch(prepared, launch);
  std::uint32_t number = 0;
  for (std::size_t l = 0; l < given; ++l)
    number += static_cast<std::uint32_t>(experiment::textures_of(launches[l]).size());
  const auto& parameters = prepared.plan->launches[launch].program->parameters();
  std::vector<ports::device::GpuLaunch::Handle> out;
  for (const experiment::NamedTexture& texture : experiment::textures_of(launches[given]))
    out.push_back({parameters[texture.argument].offset, number++});
  return out;
}

// Where the buffers' addresses stand among a launch's parameters.
Pointers pointers_of(const run::Prepared& prepared, std::size_t launch) {
  Pointers out;
  const experiment::LaunchSpec& spec =
      prepared.experiment.launches[*run::given_launch(prepared, launch)];
  const auto& parameters = prepared.plan->launches[launch].program->parameters();
  for (std::size_t i = 0; i < spec.arguments.size(); ++i) {
    const std::uint32_t offset = parameters[i].offset;
    if (const auto* reference =
            std::get_if<experiment::LaunchSpec::BufferRef>(&spec.arguments[i])) {
      add_pointer(prepared, reference->name, offset, out);
      continue;
    }
    const auto& argument = std::get<experiment::Argument>(spec.arguments[i]);
    if (std::holds_alternative<experiment::BufferValue>(argument.value))
      add_pointer(prepared, argument.name, offset, out);
    const auto* fields = std::get_if<experiment::StructValue>(&argument.value);
    if (fields == nullptr) continue;
    const experiment::StructLayout layout = experiment::layout_of(*fields);
    for (std::size_t f = 0; f < fields->fields.size(); ++f) {
      if (std::holds_alternative<experiment::BufferValue>(fields->fields[f].value))
        add_pointer(prepared, fmt::format("{}.{}", argument.name, f), offset + layout.offsets[f],
                    out);
    }
  }
  return out;
}

ports::device::GpuLaunch launch_of(const run::Prepared& prepared, std::size_t index) {
  const engine::Launch& planned = prepared.plan->launches[index];
  ports::device::GpuLaunch launch;
  launch.kernel = planned.program->kernel();
  launch.grid = {planned.grid.x, planned.grid.y, planned.grid.z};
  launch.block = {planned.block.x, planned.block.y, planned.block.z};
  launch.dynamic_shared_bytes = planned.dynamic_shared_bytes;
  launch.parameters = planned.parameters;
  launch.pointers = pointers_of(prepared, index);
  launch.handles = handles_of(prepared, index);
  launch.cooperative = run::has_grid_barrier(prepared);
  return launch;
}

// The model does everything twice, the second time on what the first has left.
bool does_repeat(const run::ModelRun& run) {
  constexpr std::uint64_t kMostSteps = 20'000'000;  // about half a second
  const run::Prepared& prepared = *run.prepared;
  if (run.outcome != engine::Outcome::Finished || run.machine_steps > kMostSteps) return false;
  engine::Plan twice = *prepared.plan;
  twice.launches.insert(twice.launches.end(), prepared.plan->launches.begin(),
                        prepared.plan->launches.end());
  twice.options.max_steps = 2 * run.machine_steps;
  const auto execution = engine::start(std::make_shared<const engine::Plan>(std::move(twice)),
                                       {engine::Recording::None});
  if (execution->run() != engine::Outcome::Finished) return false;
  if (execution->machine_step() != MachineStep{2 * run.machine_steps}) return false;
  for (std::size_t i = 0; i < prepared.buffers.size(); ++i) {
    const run::PlannedBuffer& buffer = prepared.buffers[i];
    if (!buffer.is_symbol &&
        !std::ranges::equal(execution->buffer(buffer.plan_index), run.buffers[i].bytes))
      return false;
  }
  return true;
}

GpuBufferReport compare(const run::BufferResult& model, const std::vector<std::byte>& gpu) {
  GpuBufferReport report;
  report.name = model.name;
  report.fnv1a64 = fnv1a64(gpu);
  report.agrees = gpu == model.bytes;
  const std::uint32_t size = experiment::size_of(model.type);
  for (std::uint64_t i = 0; !report.agrees && i < std::min(model.count, gpu.size() / size); ++i) {
    const std::byte* ours = model.bytes.data() + i * size;
    const std::byte* theirs = gpu.data() + i * size;
    if (std::memcmp(ours, theirs, size) == 0) continue;
    if (report.differing++ == 0) {
      report.first = i;
      report.first_on_model = experiment::element_text(model.type, ours);
      report.first_on_gpu = experiment::element_text(model.type, theirs);
    }
    const double apart = std::abs(experiment::element_value(model.type, ours) -
                                  experiment::element_value(model.type, theirs));
    report.largest_difference = std::max(report.largest_difference, apart);
  }
  return report;
}

const std::vector<std::byte>& output_of(const ports::device::GpuOutput& output,
                                        const run::PlannedBuffer& buffer) {
  return (buffer.is_symbol ? output.symbols : output.buffers)[buffer.plan_index];
}

GpuProfileReport profile_report(const run::ModelRun& run, const GpuRun& measured,
                                ports::device::GpuResult<ports::device::GpuProfile> result) {
  GpuProfileReport report;
  if (const auto* failed = std::get_if<ports::device::GpuFailure>(&result)) {
    report.why_none = failed->error.message;
    return report;
  }
  const auto& profile = std::get<ports::device::GpuProfile>(result);
  report.passes = profile.passes;
  const auto instructions = measured.counted ? std::span(measured.counted->instructions)
                                             : std::span<const ports::device::GpuInstruction>{};
  report.figures = compare_profile(run, measured.device, measured.counters, instructions, profile);
  return report;
}

void add_counters(const run::ModelRun& run,
                  ports::device::GpuResult<ports::device::GpuCounters> counted, GpuRun& report) {
  if (const auto* failed = std::get_if<ports::device::GpuFailure>(&counted)) {
    report.not_counted = failed->error.message;
    return;
  }
  report.counted = std::get<ports::device::GpuCounters>(std::move(counted));
  report.counters = compare_counters(run, *report.counted);
}

ports::device::GpuJob gpu_job(const run::Prepared& prepared,
                              const ports::toolchain::Compiled& image, const GpuOptions& options) {
  ports::device::GpuJob job = hardware::gpu_job(prepared);
  job.device = static_cast<int>(options.number);
  job.flush_l2 = options.flush_l2;
  job.cubin = image.cubin;
  job.fresh_module = has_variables(prepared);
  return job;
}

}  // namespace

bool GpuRun::agrees() const {
  return std::ranges::all_of(buffers, [](const GpuBufferReport& buffer) { return buffer.agrees; });
}

Spread spread(std::vector<double> values) {
  if (values.empty()) return {};
  std::ranges::sort(values);
  return {values[values.size() / 2], values.front(), values.back()};
}

bool has_variables(const run::Prepared& prepared) {
  const ptx::Module& module = run::ptx_of(*prepared.plan->launches.front().program)->module();
  return std::ranges::any_of(module.variables, [](const ptx::Variable& variable) {
    return variable.space == ptx::Space::Global && !variable.is_extern;
  });
}

Result<std::shared_ptr<const ports::toolchain::Compiled>> machine_code(
    const run::Prepared& prepared, const std::string& arch, ports::toolchain::Compiler& compiler) {
  if (prepared.experiment.arch == arch && !prepared.compiled->cubin.empty())
    return prepared.compiled;
  experiment::Experiment own = prepared.experiment;
  own.arch = arch;
  ports::toolchain::CompileResult compiled = compiler.compile(run::compile_request(own));
  if (!compiled) return compiled.error();
  if (compiled.value().cubin.empty()) {
    const auto& warnings = compiled.value().warnings;  // the last one says what is missing
    return missing(fmt::format(
        "no machine code could be made for the GPU ({}): {}, see `lanescope doctor`", arch,
        warnings.empty() ? "install ptxas or nvJitLink" : warnings.back().message));
  }
  return std::make_shared<const ports::toolchain::Compiled>(std::move(compiled).value());
}

ports::device::GpuJob gpu_job(const run::Prepared& prepared) {
  ports::device::GpuJob job;
  for (const engine::Buffer& buffer : prepared.plan->buffers)
    job.buffers.push_back({buffer.bytes, bytes_of(buffer.initial)});
  for (const engine::SymbolValue& symbol : prepared.plan->symbols)
    job.symbols.push_back({symbol.name, bytes_of(symbol.bytes)});
  for (const engine::Texture& texture : prepared.plan->textures)
    job.textures.push_back({texture.buffer, texture.descriptor});
  for (std::size_t i = 0; i < prepared.plan->launches.size(); ++i) {
    if (run::given_launch(prepared, i)) job.launches.push_back(launch_of(prepared, i));
  }
  return job;
}

GpuReport run_on_gpu(const run::ModelRun& run, ports::device::Gpu& gpu,
                     ports::toolchain::Compiler& compiler, const GpuOptions& options,
                     const std::atomic<bool>* cancel) {
  const run::Prepared& prepared = *run.prepared;
  ports::device::GpuResult<ports::device::GpuList> list = gpu.list(cancel);
  if (auto* failed = std::get_if<ports::device::GpuFailure>(&list)) return std::move(*failed);
  const auto& devices = std::get<ports::device::GpuList>(list).devices;
  if (devices.empty()) return ports::device::GpuFailure{missing("no NVIDIA GPU is there"), false};
  if (options.number >= devices.size())
    return ports::device::GpuFailure{
        bad_input(fmt::format(
            "there is no GPU number {}; they are counted from 0, and there {}", options.number,
            devices.size() == 1 ? "is one" : fmt::format("are {}", devices.size()))),
        false};
  const std::string arch = devices[options.number].arch();
  const auto image = machine_code(prepared, arch, compiler);
  if (!image) return ports::device::GpuFailure{image.error(), false};
  ports::device::GpuJob job = gpu_job(prepared, **image, options);
  job.repeats = !job.fresh_module && does_repeat(run);
  ports::device::GpuResult<ports::device::GpuOutput> result = gpu.run(job, cancel);
  if (auto* failed = std::get_if<ports::device::GpuFailure>(&result)) return std::move(*failed);
  const auto& output = std::get<ports::device::GpuOutput>(result);
  GpuRun report;
  report.device = output.device;
  report.driver_version = output.driver_version;
  report.arch = arch;
  report.compiler = (*image)->compiler;
  report.times = output.times;
  report.printed = output.printed;
  for (std::size_t i = 0; i < run.buffers.size(); ++i)
    report.buffers.push_back(compare(run.buffers[i], output_of(output, prepared.buffers[i])));
  if (options.count) add_counters(run, gpu.count(job, cancel), report);
  if (options.profile) report.profile = profile_report(run, report, gpu.profile(job, cancel));
  return report;
}

GpuProfileReport profile_on_gpu(const run::ModelRun& run, const GpuRun& measured,
                                ports::device::Gpu& gpu, ports::toolchain::Compiler& compiler,
                                const GpuOptions& options, const std::atomic<bool>* cancel) {
  const auto image = machine_code(*run.prepared, measured.arch, compiler);
  if (!image) return {{}, 0, image.error().message};
  const ports::device::GpuJob job = gpu_job(*run.prepared, **image, options);
  return profile_report(run, measured, gpu.profile(job, cancel));
}

}  // namespace lanescope::hardware
