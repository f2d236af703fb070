#pragma once

#include <optional>
#include <vector>

#include "cuda/device/driver.hpp"
#include "cuda/device/mapped_memory.hpp"
#include "cuda/device/textures.hpp"
#include "ports/device/live_types.hpp"

namespace lanescope::cuda::device {

// The worker's side of a live picture: what stays on the GPU from one picture to the next. After a
// failure it is of no more use.
class LiveSession {
 public:
  // The driver outlives it.
  explicit LiveSession(const Driver& driver) : cu_(driver), textures_(driver) {}
  LiveSession(const LiveSession&) = delete;
  LiveSession& operator=(const LiveSession&) = delete;
  ~LiveSession();

  [[nodiscard]] ports::device::GpuResult<ports::device::LiveFrame> frame(
      ports::device::LiveRequest request);
  // Of the pictures' memory, once after it was made; else empty.
  [[nodiscard]] ports::device::Descriptor take_descriptor() { return std::move(descriptor_); }

 private:
  bool check(CuResult code, const std::string& doing);
  void begin();
  void open_device();
  void load();
  void load_module(const std::vector<std::byte>& cubin,
                   const std::vector<ports::device::GpuLaunch>& launches, CuModule& module,
                   std::vector<CuFunction>& functions);
  void set_symbols();
  [[nodiscard]] CuAddress take(std::uint64_t bytes);
  void take_buffers();
  void take_pictures();
  void restore();
  void launch(const std::vector<ports::device::GpuLaunch>& launches,
              const std::vector<CuFunction>& functions);
  [[nodiscard]] double run();
  void drop_job();

  const Driver& cu_;
  ports::device::LiveRequest request_;
  std::optional<ports::device::GpuFailure> failure_;
  CuDevice device_ = 0;
  CuContext context_ = nullptr;
  CuEvent begin_ = nullptr, end_ = nullptr;
  CuModule module_ = nullptr, show_module_ = nullptr;
  std::vector<CuFunction> functions_, show_functions_;
  std::vector<CuAddress> owned_;    // what was allocated for the job
  std::vector<CuAddress> buffers_;  // the job's, and where the picture goes
  Textures textures_;
  std::vector<CuAddress> initials_;  // by buffer of the job; 0: zeros
  std::uint64_t picture_bytes_ = 0;  // of the memory below
  std::optional<MappedMemory> shared_;
  CuAddress unshared_ = 0;  // where no memory can be shared
  std::string not_shared_;
  ports::device::Descriptor descriptor_;
};

}  // namespace lanescope::cuda::device
