#include "cuda/toolchain/wire.hpp"

namespace lanescope::cuda {
namespace {

void write(ByteWriter& out, const CompileRequest& request) {
  out.text(request.source);
  out.text(request.file_name);
  out.text(request.arch);
  out.texts(request.defines);
  out.texts(request.include_dirs);
  out.texts(request.kernels);
  out.integer(request.is_ptx ? 1 : 0);
}

CompileRequest read_request(ByteReader& in) {
  CompileRequest request;
  request.source = in.text();
  request.file_name = in.text();
  request.arch = in.text();
  request.defines = in.texts();
  request.include_dirs = in.texts();
  request.kernels = in.texts();
  request.is_ptx = in.integer() != 0;
  return request;
}

void write(ByteWriter& out, const std::vector<Diagnostic>& diagnostics) {
  out.number(diagnostics.size());
  for (const Diagnostic& d : diagnostics) {
    out.text(d.file);
    out.integer(d.line);
    out.integer(d.column);
    out.integer(static_cast<int>(d.severity));
    out.text(d.message);
  }
}

std::vector<Diagnostic> read_diagnostics(ByteReader& in) {
  std::vector<Diagnostic> diagnostics;
  for (std::uint64_t n = in.count(); n > 0 && in.ok(); --n) {
    Diagnostic d;
    d.file = in.text();
    d.line = in.integer();
    d.column = in.integer();
    const int severity = in.integer();
    d.severity = severity == 0   ? Diagnostic::Severity::Note
                 : severity == 1 ? Diagnostic::Severity::Warning
                                 : Diagnostic::Severity::Error;
    d.message = in.text();
    diagnostics.push_back(std::move(d));
  }
  return diagnostics;
}

void write(ByteWriter& out, const KernelImage& kernel) {
  out.text(kernel.mangled);
  out.text(kernel.display_name);
  out.text(kernel.plain_name);
  out.integer(kernel.resources ? 1 : 0);
  const KernelResources resources = kernel.resources.value_or(KernelResources{});
  out.integer(resources.registers_per_thread);
  out.integer(resources.static_shared_bytes);
  out.integer(resources.local_bytes);
  out.integer(resources.constant_bytes);
}

KernelImage read_kernel(ByteReader& in) {
  KernelImage kernel;
  kernel.mangled = in.text();
  kernel.display_name = in.text();
  kernel.plain_name = in.text();
  const bool known = in.integer() != 0;
  KernelResources resources;
  resources.registers_per_thread = in.integer();
  resources.static_shared_bytes = in.integer();
  resources.local_bytes = in.integer();
  resources.constant_bytes = in.integer();
  if (known) kernel.resources = resources;
  return kernel;
}

}  // namespace

void write(ByteWriter& out, const Job& job) {
  out.integer(static_cast<int>(job.kind));
  write(out, job.request);
  for (const std::string* text :
       {&job.nvrtc, &job.nvjitlink, &job.ptxas, &job.nvcc, &job.nvrtc_remedy, &job.nvcc_remedy}) {
    out.text(*text);
  }
  out.texts(job.cuda_include_dirs);
  out.text(job.working_dir);
  out.text(job.scratch_dir);
  out.number(job.memory_bytes);
}

Job read_job(ByteReader& in) {
  Job job;
  job.kind = in.integer() == 0 ? Job::Kind::Compile : Job::Kind::LoadOnly;
  job.request = read_request(in);
  for (std::string* text :
       {&job.nvrtc, &job.nvjitlink, &job.ptxas, &job.nvcc, &job.nvrtc_remedy, &job.nvcc_remedy}) {
    *text = in.text();
  }
  job.cuda_include_dirs = in.texts();
  job.working_dir = in.text();
  job.scratch_dir = in.text();
  job.memory_bytes = in.number();
  return job;
}

void write(ByteWriter& out, const Compiled& compiled) {
  out.text(compiled.ptx);
  out.bytes(compiled.cubin);
  out.text(compiled.compiler);
  out.number(compiled.kernels.size());
  for (const KernelImage& kernel : compiled.kernels) write(out, kernel);
  out.number(compiled.lowered_names.size());
  for (const auto& [name, lowered] : compiled.lowered_names) {
    out.text(name);
    out.text(lowered);
  }
  write(out, compiled.warnings);
}

Compiled read_compiled(ByteReader& in) {
  Compiled compiled;
  compiled.ptx = in.text();
  const auto cubin = in.bytes();
  compiled.cubin.assign(cubin.begin(), cubin.end());
  compiled.compiler = in.text();
  for (std::uint64_t n = in.count(); n > 0 && in.ok(); --n) {
    compiled.kernels.push_back(read_kernel(in));
  }
  for (std::uint64_t n = in.count(); n > 0 && in.ok(); --n) {
    std::string name = in.text();
    compiled.lowered_names[std::move(name)] = in.text();
  }
  compiled.warnings = read_diagnostics(in);
  return compiled;
}

void write(ByteWriter& out, const CompileResult& result) {
  out.integer(result.ok() ? 1 : 0);
  if (result.ok()) {
    write(out, result.value());
    return;
  }
  const CompileFailure& failure = result.failure();
  out.integer(static_cast<int>(failure.error.code));
  out.text(failure.error.message);
  out.text(failure.error.place);
  write(out, failure.diagnostics);
  out.text(failure.log);
}

CompileResult read_result(ByteReader& in) {
  if (in.integer() != 0) return read_compiled(in);
  CompileFailure failure;
  failure.error.code = in.integer() == static_cast<int>(Error::Code::Missing)
                           ? Error::Code::Missing
                           : Error::Code::BadInput;
  failure.error.message = in.text();
  failure.error.place = in.text();
  failure.diagnostics = read_diagnostics(in);
  failure.log = in.text();
  return failure;
}

std::vector<std::byte> frame(std::span<const std::byte> payload) {
  ByteWriter out;
  out.number(kFrameMagic);
  out.bytes(payload);
  return out.take();
}

}  // namespace lanescope::cuda
