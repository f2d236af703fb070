#pragma once

#include <atomic>
#include <memory>
#include <optional>

#include "lab/hardware/gpu_run.hpp"
#include "lab/hardware/live_picture.hpp"
#include "ports/equipment/equipment.hpp"

namespace lanescope::hardware {

// Makes live pictures one after the other: on the GPU, in a worker process of its own, and where
// that is not possible on the model. A kernel that fails on the GPU is shown by the model until the
// experiment is another one. Every call waits.
class LiveMaker {
 public:
  explicit LiveMaker(const ports::equipment::Equipment& equipment);

  // Nullopt: it would be the last one again. An Error: there is no picture, and why. The picture
  // before the last may be written over.
  [[nodiscard]] std::optional<Result<LivePicture>> make(const LivePictureRequest& wish,
                                                        const std::atomic<bool>& cancel);

 private:
  [[nodiscard]] Result<void> prepare(const LivePictureRequest& wish);
  [[nodiscard]] Result<void> prepare(const experiment::Experiment& experiment);
  [[nodiscard]] Result<LivePicture> give_up_gpu(const LivePictureRequest& wish, std::string why,
                                                const std::atomic<bool>& cancel);
  [[nodiscard]] Result<void> choose_pictures(const LivePictureRequest& wish);
  [[nodiscard]] Result<ports::device::GpuDevice> device(int number);
  [[nodiscard]] Result<ports::device::LiveRequest> first_request(int number);
  [[nodiscard]] Result<LivePicture> on_gpu(const LivePictureRequest& wish,
                                           const std::atomic<bool>& cancel);
  [[nodiscard]] Result<LivePicture> on_model(const LivePictureRequest& wish, const std::string& why,
                                             const std::atomic<bool>& cancel);
  [[nodiscard]] std::vector<std::byte> input(const LivePictureRequest& wish) const;

  std::unique_ptr<ports::device::Gpu> gpu_;
  std::unique_ptr<ports::toolchain::Compiler> compiler_;
  std::optional<ports::device::GpuResult<ports::device::GpuList>> devices_;
  LivePictureRequest wish_;  // the last one
  std::optional<ports::toolchain::CompileRequest> compiled_for_;
  std::shared_ptr<const ports::toolchain::Compiled> compiled_;
  std::shared_ptr<const run::Prepared> prepared_;
  experiment::PictureShape shape_;                 // of the result
  std::uint32_t result_ = 0;                       // its place among the plan's buffers
  std::optional<experiment::PictureShape> first_;  // the picture that goes in
  std::uint32_t input_ = 0;                        // its place
  bool begun_ = false;                             // the worker has the job
  std::string gpu_trouble_;                        // with this experiment
  std::shared_ptr<const ports::toolchain::Compiled> show_image_;  // of show_request
  std::shared_ptr<const LiveMemory> memory_;
  std::uint64_t number_ = 0, frame_ = 0;
};

}  // namespace lanescope::hardware
