#include "cuda/toolchain/wire.hpp"

namespace lanescope::cuda::toolchain {
namespace {

void write(ports::images::ByteWriter& out, const ports::toolchain::CompileRequest& request) {
  out.text(request.source);
  out.text(request.file_name);
  out.text(request.arch);
  out.texts(request.defines);
  out.texts(request.include_dirs);
  out.texts(request.kernels);
  out.integer(request.is_ptx ? 1 : 0);
  out.integer(request.machine_code ? 1 : 0);
}

ports::toolchain::CompileRequest read_request(ports::images::ByteReader& in) {
  ports::toolchain::CompileRequest request;
  request.source = in.text();
  request.file_name = in.text();
  request.arch = in.text();
  request.defines = in.texts();
  request.include_dirs = in.texts();
  request.kernels = in.texts();
  request.is_ptx = in.integer() != 0;
  request.machine_code = in.integer() != 0;
  return request;
}

}  // namespace

void write(ports::images::ByteWriter& out, const Job& job) {
  out.integer(static_cast<int>(job.kind));
  write(out, job.request);
  for (const std::string* text : {&job.nvrtc, &job.nvjitlink, &job.ptxas, &job.nvcc, &job.cudadevrt,
                                  &job.nvrtc_remedy, &job.nvcc_remedy, &job.cudadevrt_remedy}) {
    out.text(*text);
  }
  out.texts(job.cuda_include_dirs);
  out.text(job.working_dir);
  out.text(job.scratch_dir);
  out.number(job.memory_bytes);
}

Job read_job(ports::images::ByteReader& in) {
  Job job;
  job.kind = in.integer() == 0 ? Job::Kind::Compile : Job::Kind::LoadOnly;
  job.request = read_request(in);
  for (std::string* text : {&job.nvrtc, &job.nvjitlink, &job.ptxas, &job.nvcc, &job.cudadevrt,
                            &job.nvrtc_remedy, &job.nvcc_remedy, &job.cudadevrt_remedy}) {
    *text = in.text();
  }
  job.cuda_include_dirs = in.texts();
  job.working_dir = in.text();
  job.scratch_dir = in.text();
  job.memory_bytes = in.number();
  return job;
}

void write(ports::images::ByteWriter& out, const ports::toolchain::CompileResult& result) {
  out.integer(result.ok() ? 1 : 0);
  if (result.ok()) {
    ports::images::write(out, result.value());
    return;
  }
  const ports::toolchain::CompileFailure& failure = result.failure();
  out.integer(static_cast<int>(failure.error.code));
  out.text(failure.error.message);
  out.text(failure.error.place);
  ports::images::write(out, failure.diagnostics);
  out.text(failure.log);
}

ports::toolchain::CompileResult read_result(ports::images::ByteReader& in) {
  if (in.integer() != 0) return ports::images::read_compiled(in);
  ports::toolchain::CompileFailure failure;
  failure.error.code = in.integer() == static_cast<int>(Error::Code::Missing)
                           ? Error::Code::Missing
                           : Error::Code::BadInput;
  failure.error.message = in.text();
  failure.error.place = in.text();
  failure.diagnostics = ports::images::read_diagnostics(in);
  failure.log = in.text();
  return failure;
}

std::vector<std::byte> frame(std::span<const std::byte> payload) {
  ports::images::ByteWriter out;
  out.number(kFrameMagic);
  out.bytes(payload);
  return out.take();
}

}  // namespace lanescope::cuda::toolchain
