#include "cuda/gpu/gpu_worker.hpp"

#include <optional>

#include "cuda/gpu/device.hpp"
#include "cuda/gpu/execution.hpp"
#include "cuda/gpu/gpu_wire.hpp"
#include "cuda/worker_loop.hpp"

namespace lanescope::cuda {
namespace {

template <typename T>
GpuReply reply_of(GpuResult<T> result) {
  if (auto* failed = std::get_if<GpuFailure>(&result)) return {std::move(*failed)};
  return {std::get<T>(std::move(result))};
}

}  // namespace

int serve_gpu(int socket, const std::function<Result<Driver>(const std::string&)>& load) {
  std::optional<Driver> driver;
  const auto answer = [&](const GpuRequest& request) -> GpuReply {
    if (!driver) {
      Result<Driver> loaded = load(request.driver);
      if (!loaded) return {GpuFailure{loaded.error(), false}};
      driver = *loaded;
    }
    return request.list_only ? reply_of(list_devices(*driver))
                             : reply_of(execute(*driver, request.job));
  };
  return serve(socket, [&](std::span<const std::byte> message, const Tidy& tidy) {
    ByteReader in(message);
    const GpuRequest request = read_gpu_request(in);
    tidy(request.scratch_dir);
    ByteWriter out;
    write(out, in.ok() ? answer(request)
                       : GpuReply{GpuFailure{bad_input("the GPU's worker got a damaged request")}});
    return out.take();
  });
}

int run_gpu_worker() { return serve_gpu(kWorkerSocket, load_driver); }

}  // namespace lanescope::cuda
