#include "cuda/device/gpu_wire.hpp"

#include <bit>
#include <type_traits>

namespace lanescope::cuda::device {
namespace {

// Writing and reading take the same way through a value: `fields` names its members once.
struct Out {
  ports::images::ByteWriter& bytes;
  void number(std::uint64_t& value) { bytes.number(value); }
  void text(std::string& value) { bytes.text(value); }
  void blob(std::vector<std::byte>& value) { bytes.bytes(value); }
};
struct In {
  ports::images::ByteReader& bytes;
  void number(std::uint64_t& value) { value = bytes.number(); }
  void text(std::string& value) { value = bytes.text(); }
  void blob(std::vector<std::byte>& value) {
    const auto read = bytes.bytes();
    value.assign(read.begin(), read.end());
  }
};

template <typename Way, typename T>
  requires(std::is_integral_v<T> || std::is_enum_v<T>)
void pass(Way& way, T& value) {
  auto wide = static_cast<std::uint64_t>(value);
  way.number(wide);
  value = static_cast<T>(wide);
}
template <typename Way>
void pass(Way& way, double& value) {
  auto bits = std::bit_cast<std::uint64_t>(value);
  way.number(bits);
  value = std::bit_cast<double>(bits);
}
template <typename Way>
void pass(Way& way, float& value) {
  auto bits = std::bit_cast<std::uint32_t>(value);
  pass(way, bits);
  value = std::bit_cast<float>(bits);
}
template <typename Way>
void pass(Way& way, std::string& value) {
  way.text(value);
}
template <typename Way>
void pass(Way& way, std::vector<std::byte>& value) {
  way.blob(value);
}
template <typename Way, typename T, std::size_t Count>
void pass(Way& way, std::array<T, Count>& values) {
  for (T& value : values) pass(way, value);
}
template <typename Way, typename T>
  requires requires(Way& way, T& value) { fields(way, value); }
void pass(Way& way, T& value) {
  fields(way, value);
}
// Every item takes at least 8 bytes.
template <typename Way, typename T>
void pass(Way& way, std::vector<T>& values) {
  if constexpr (std::is_same_v<Way, In>) {
    values.clear();
    for (std::uint64_t n = way.bytes.count(); n > 0 && way.bytes.ok(); --n)
      pass(way, values.emplace_back());
  } else {
    std::uint64_t n = values.size();
    way.number(n);
    for (T& value : values) pass(way, value);
  }
}
template <typename Way, typename... T>
void all(Way& way, T&... values) {
  (pass(way, values), ...);
}

template <typename Way>
void fields(Way& way, ports::device::GpuDevice& d) {
  all(way, d.name, d.memory_bytes);
#define LANESCOPE_FACT(member, attribute, words, unit) pass(way, d.member);
#include "ports/device/device_facts.inc"
#undef LANESCOPE_FACT
}
template <typename Way>
void fields(Way& way, ports::device::GpuList& list) {
  all(way, list.driver_version, list.devices);
}
template <typename Way>
void fields(Way& way, ports::device::GpuBuffer& buffer) {
  all(way, buffer.bytes, buffer.initial);
}
template <typename Way>
void fields(Way& way, ports::device::GpuSymbol& symbol) {
  all(way, symbol.name, symbol.initial);
}
template <typename Way>
void fields(Way& way, ports::device::GpuLaunch::Pointer& pointer) {
  all(way, pointer.offset, pointer.buffer);
}
template <typename Way>
void fields(Way& way, ports::device::GpuLaunch::Handle& handle) {
  all(way, handle.offset, handle.texture);
}
template <typename Way>
void fields(Way& way, TexelFormat& format) {
  all(way, format.kind, format.bits, format.channels);
}
template <typename Way>
void fields(Way& way, TextureDescriptor& texture) {
  all(way, texture.data.value, texture.dimensions, texture.layered, texture.width, texture.height,
      texture.depth, texture.row_bytes, texture.slice_bytes, texture.format, texture.address,
      texture.linear, texture.normalized_coordinates, texture.normalized_values, texture.border);
}
template <typename Way>
void fields(Way& way, ports::device::GpuTexture& texture) {
  all(way, texture.buffer, texture.descriptor);
}
template <typename Way>
void fields(Way& way, ports::device::GpuLaunch& launch) {
  all(way, launch.kernel, launch.grid, launch.block, launch.dynamic_shared_bytes,
      launch.cooperative, launch.parameters, launch.pointers, launch.handles);
}
template <typename Way>
void fields(Way& way, ports::device::GpuJob& job) {
  all(way, job.device, job.cubin, job.buffers, job.symbols, job.textures, job.launches, job.repeats,
      job.fresh_module, job.samples, job.sample_seconds, job.flush_l2);
}
template <typename Way>
void fields(Way& way, ports::device::GpuClocks& clocks) {
  all(way, clocks.sm_mhz, clocks.memory_mhz);
}
template <typename Way>
void fields(Way& way, ports::device::GpuTimes& times) {
  all(way, times.milliseconds, times.passes_per_sample, times.l2, times.launch_milliseconds,
      times.clocks);
}
template <typename Way>
void fields(Way& way, ports::device::GpuSurveyJob& job) {
  all(way, job.device, job.cubin);
}
template <typename Way>
void fields(Way& way, ports::device::GpuSurvey::Transfer& transfer) {
  all(way, transfer.memory, transfer.to_gpu, transfer.bytes, transfer.milliseconds);
}
template <typename Way>
void fields(Way& way, ports::device::GpuSurvey::Peak& peak) {
  all(way, peak.work, peak.milliseconds);
}
template <typename Way>
void fields(Way& way, ports::device::GpuSurvey& survey) {
  all(way, survey.device, survey.driver_version, survey.transfers, survey.copy_bytes, survey.copy,
      survey.f32, survey.f64, survey.launch, survey.clocks);
}
template <typename Way>
void fields(Way& way, ports::device::GpuOutput& output) {
  all(way, output.buffers, output.symbols, output.printed, output.times, output.device,
      output.driver_version);
}
template <typename Way>
void fields(Way& way, ports::device::GpuInstruction& i) {
  all(way, i.function, i.address);
#define LANESCOPE_METRIC(member, metric) pass(way, i.member);
#include "ports/device/sass_metrics.inc"
#undef LANESCOPE_METRIC
}
template <typename Way>
void fields(Way& way, ports::device::GpuCounters& counters) {
  all(way, counters.functions, counters.instructions);
}
template <typename Way>
void fields(Way& way, ports::device::GpuProfile& profile) {
#define LANESCOPE_PROFILED(member, metric) pass(way, profile.member);
#include "ports/device/profile_metrics.inc"
#undef LANESCOPE_PROFILED
  pass(way, profile.passes);
}
template <typename Way>
void fields(Way& way, ports::device::GpuFailure& failure) {
  all(way, failure.error.code, failure.error.message, failure.error.place, failure.by_kernel);
}
template <typename Way>
void fields(Way& way, ports::device::LiveRequest& live) {
  all(way, live.begin, live.job, live.show_cubin, live.show, live.picture_bytes, live.slot,
      live.input_buffer, live.input, live.through_host);
}
template <typename Way>
void fields(Way& way, ports::device::LiveFrame& frame) {
  all(way, frame.milliseconds, frame.not_shared, frame.picture);
}
template <typename Way>
void fields(Way& way, GpuRequest& request) {
  all(way, request.driver, request.scratch_dir, request.what, request.cupti, request.job,
      request.survey, request.live);
}

template <typename T>
T read_as(ports::images::ByteReader& in) {
  In way{in};
  T value;
  pass(way, value);
  return value;
}

}  // namespace

void write(ports::images::ByteWriter& out, const GpuRequest& request) {
  Out way{out};
  GpuRequest copy = request;
  pass(way, copy);
}

GpuRequest read_gpu_request(ports::images::ByteReader& in) { return read_as<GpuRequest>(in); }

void write(ports::images::ByteWriter& out, const GpuReply& reply) {
  out.number(reply.what.index());
  std::visit(
      [&](auto copy) {
        Out way{out};
        pass(way, copy);
      },
      reply.what);
}

GpuReply read_gpu_reply(ports::images::ByteReader& in) {
  switch (in.number()) {
    case 0:
      return {read_as<ports::device::GpuList>(in)};
    case 1:
      return {read_as<ports::device::GpuOutput>(in)};
    case 2:
      return {read_as<ports::device::GpuCounters>(in)};
    case 3:
      return {read_as<ports::device::GpuSurvey>(in)};
    case 4:
      return {read_as<ports::device::LiveFrame>(in)};
    case 5:
      return {read_as<ports::device::GpuProfile>(in)};
    default:
      return {read_as<ports::device::GpuFailure>(in)};
  }
}

}  // namespace lanescope::cuda::device
