#include "cuda/device/live_session.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "cuda/device/launch.hpp"

namespace lanescope::cuda::device {

bool LiveSession::check(CuResult code, const std::string& doing) {
  if (code == 0 || failure_) return !failure_;
  failure_ = ports::device::GpuFailure{driver_error(cu_, code, doing), is_kernel_fault(code)};
  return false;
}

LiveSession::~LiveSession() {
  drop_job();
  shared_.reset();
  if (unshared_ != 0) cu_.cuMemFree(unshared_);
  if (begin_ != nullptr) cu_.cuEventDestroy(begin_);
  if (end_ != nullptr) cu_.cuEventDestroy(end_);
  if (context_ != nullptr) cu_.cuDevicePrimaryCtxRelease(device_);
}

void LiveSession::drop_job() {
  textures_.drop();
  for (const CuAddress memory : owned_) cu_.cuMemFree(memory);
  owned_.clear();
  buffers_.clear();
  initials_.clear();
  for (CuModule* module : {&module_, &show_module_}) {
    if (*module != nullptr) cu_.cuModuleUnload(std::exchange(*module, nullptr));
  }
}

void LiveSession::open_device() {
  const std::string opening = "opening the GPU";
  if (context_ != nullptr || !check(cu_.cuDeviceGet(&device_, request_.job.device), opening) ||
      !check(cu_.cuDevicePrimaryCtxRetain(&context_, device_), opening) ||
      !check(cu_.cuCtxSetCurrent(context_), opening) ||
      !check(cu_.cuEventCreate(&begin_, 0), opening))
    return;
  check(cu_.cuEventCreate(&end_, 0), opening);
}

void LiveSession::load_module(const std::vector<std::byte>& cubin,
                              const std::vector<ports::device::GpuLaunch>& launches,
                              CuModule& module, std::vector<CuFunction>& functions) {
  if (failure_ || !check(cu_.cuModuleLoadData(&module, cubin.data()), "loading the machine code"))
    return;
  functions.clear();
  for (const ports::device::GpuLaunch& launch : launches) {
    failure_ = find_kernel(cu_, module, launch, functions.emplace_back());
    if (failure_) return;
  }
}

void LiveSession::set_symbols() {
  for (const ports::device::GpuSymbol& symbol : request_.job.symbols) {
    CuAddress address = 0;
    std::size_t bytes = 0;
    if (failure_ || !check(cu_.cuModuleGetGlobal(&address, &bytes, module_, symbol.name.c_str()),
                           fmt::format("finding the variable {}", symbol.name)))
      return;
    check(cu_.cuMemcpyHtoD(address, symbol.initial.data(), std::min(bytes, symbol.initial.size())),
          "setting a variable on the GPU");
  }
}

void LiveSession::load() {
  load_module(request_.job.cubin, request_.job.launches, module_, functions_);
  set_symbols();
}

CuAddress LiveSession::take(std::uint64_t bytes) {
  CuAddress memory = 0;
  if (failure_ || !check(cu_.cuMemAlloc(&memory, bytes),
                         fmt::format("taking {} bytes of the GPU's memory", bytes)))
    return 0;
  return owned_.emplace_back(memory);
}

// The initial bytes stay on the GPU beside each buffer, so that a picture needs nothing of the
// host.
void LiveSession::take_buffers() {
  for (const ports::device::GpuBuffer& buffer : request_.job.buffers) {
    buffers_.push_back(take(buffer.bytes));
    initials_.push_back(buffer.initial.empty() ? 0 : take(buffer.bytes));
    if (failure_) return;
    if (initials_.back() != 0)
      check(cu_.cuMemcpyHtoD(initials_.back(), buffer.initial.data(), buffer.bytes),
            "copying an input to the GPU");
  }
}

// Memory that cannot be shared is no failure: the pictures go through the host then.
void LiveSession::take_pictures() {
  if (failure_ || picture_bytes_ == request_.picture_bytes) return;
  shared_.reset();
  if (unshared_ != 0) cu_.cuMemFree(std::exchange(unshared_, 0));
  picture_bytes_ = request_.picture_bytes;
  const std::uint64_t bytes =
      ports::device::kLiveSlots * ports::device::live_slot_bytes(picture_bytes_);
  not_shared_.clear();
  Result<MappedMemory> made = MappedMemory::make(cu_, device_, bytes);
  if (made) {
    Result<ports::device::Descriptor> descriptor = made->share();
    if (descriptor) {
      shared_ = std::move(*made);
      descriptor_ = std::move(*descriptor);
      return;
    }
    not_shared_ = descriptor.error().message;
  } else {
    not_shared_ = made.error().message;
  }
  check(cu_.cuMemAlloc(&unshared_, bytes),
        fmt::format("taking {} bytes of the GPU's memory", bytes));
}

void LiveSession::begin() {
  drop_job();
  open_device();
  load();
  load_module(request_.show_cubin, request_.show, show_module_, show_functions_);
  take_buffers();
  take_pictures();
  if (!failure_) check(textures_.make(request_.job.textures), "making the textures");
  buffers_.push_back(0);
}

void LiveSession::restore() {
  for (std::size_t i = 0; i < initials_.size() && !failure_; ++i) {
    const std::uint64_t bytes = request_.job.buffers[i].bytes;
    if (i == request_.input_buffer && !request_.input.empty())
      check(cu_.cuMemcpyHtoD(buffers_[i], request_.input.data(), bytes),
            "copying an input to the GPU");
    else if (initials_[i] != 0)
      check(cu_.cuMemcpyDtoD(buffers_[i], initials_[i], bytes), "copying an input on the GPU");
    else
      check(cu_.cuMemsetD8(buffers_[i], 0, bytes), "clearing a buffer");
  }
  if (!failure_) check(textures_.fill(buffers_), "copying an input into an array");
}

void LiveSession::launch(const std::vector<ports::device::GpuLaunch>& launches,
                         const std::vector<CuFunction>& functions) {
  for (std::size_t i = 0; i < launches.size() && !failure_; ++i)
    check(launch_kernel(cu_, functions[i], launches[i], buffers_, textures_.objects()),
          fmt::format("launching {}", launches[i].kernel));
}

double LiveSession::run() {
  // Its variables are as at first again.
  if (request_.job.fresh_module && !failure_) {
    cu_.cuModuleUnload(std::exchange(module_, nullptr));
    load();
  }
  restore();
  const std::string timing = "timing the kernel";
  float milliseconds = 0.0F;
  if (failure_ || !check(cu_.cuEventRecord(begin_, nullptr), timing)) return 0.0;
  launch(request_.job.launches, functions_);
  check(failure_ ? 0 : cu_.cuEventRecord(end_, nullptr), timing);
  launch(request_.show, show_functions_);
  if (failure_ || !check(cu_.cuCtxSynchronize(), "running the kernel")) return 0.0;
  check(cu_.cuEventElapsedTime(&milliseconds, begin_, end_), timing);
  return static_cast<double>(milliseconds);
}

ports::device::GpuResult<ports::device::LiveFrame> LiveSession::frame(
    ports::device::LiveRequest request) {
  const auto refused = [](const char* why) { return ports::device::GpuFailure{bad_input(why)}; };
  if (request.begin) {
    if (auto wrong = check_job(request.job)) return *std::move(wrong);
    if (auto wrong = check_launches(request.show, request.job.buffers.size() + 1))
      return *std::move(wrong);
    if (request.picture_bytes == 0) return refused("a live picture has no pixels");
    request_ = std::move(request);
    begin();
  } else {
    if (context_ == nullptr) return refused("a live picture goes on that was never begun");
    request_.slot = request.slot;
    request_.input_buffer = request.input_buffer;
    request_.input = std::move(request.input);
    request_.through_host = request.through_host;
  }
  if (request_.slot >= ports::device::kLiveSlots)
    return refused("a live picture has no such place");
  if (!request_.input.empty() &&
      (request_.input_buffer >= request_.job.buffers.size() ||
       request_.input.size() != request_.job.buffers[request_.input_buffer].bytes))
    return refused("a live picture's input does not fit its buffer");
  if (failure_) return *failure_;
  const CuAddress pictures = shared_ ? shared_->address() : unshared_;
  buffers_.back() = pictures + request_.slot * ports::device::live_slot_bytes(picture_bytes_);
  ports::device::LiveFrame out;
  out.milliseconds = run();
  out.not_shared = not_shared_;
  if (!failure_ && (request_.through_host || !shared_)) {
    out.picture.resize(picture_bytes_);
    check(cu_.cuMemcpyDtoH(out.picture.data(), buffers_.back(), picture_bytes_),
          "copying the picture from the GPU");
  }
  if (failure_) return *failure_;
  return out;
}

}  // namespace lanescope::cuda::device
