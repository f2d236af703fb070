#include "lab/hardware/live_maker.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include <fmt/format.h>

#include "lab/experiment/element.hpp"
#include "lab/hardware/live_kernels.hpp"
#include "lab/run/prepare.hpp"

namespace lanescope::hardware {
namespace {

// The job again with other bytes for one buffer.
std::shared_ptr<const run::Prepared> with_input(
    const std::shared_ptr<const run::Prepared>& prepared, std::uint32_t buffer,
    std::vector<std::byte> bytes) {
  if (bytes.empty()) return prepared;
  engine::Plan plan = *prepared->plan;
  plan.buffers[buffer].initial = std::make_shared<const std::vector<std::byte>>(std::move(bytes));
  run::Prepared changed = *prepared;
  changed.plan = std::make_shared<const engine::Plan>(std::move(plan));
  return std::make_shared<const run::Prepared>(std::move(changed));
}

// A picture that takes longer is none to wait for; the driver may take seconds to start.
constexpr std::chrono::milliseconds kPatience{10'000};

std::optional<std::uint32_t> place_of(const run::Prepared& prepared, const std::string& name) {
  const auto at = std::ranges::find_if(prepared.buffers, [&](const run::PlannedBuffer& buffer) {
    return !buffer.is_symbol && buffer.name == name;
  });
  return at == prepared.buffers.end() ? std::nullopt : std::optional(at->plan_index);
}

}  // namespace

LiveMaker::LiveMaker(const ports::equipment::Equipment& equipment)
    : gpu_(equipment.gpu()), compiler_(equipment.compiler()) {
  gpu_->limit_time(kPatience);
}

std::optional<Result<LivePicture>> LiveMaker::make(const LivePictureRequest& wish,
                                                   const std::atomic<bool>& cancel) {
  const bool same = wish == wish_;
  if (same && prepared_ == nullptr) return std::nullopt;  // why, was said
  if (!same) {
    Result<void> ready = prepare(wish);
    wish_ = wish;
    if (!ready) {
      prepared_ = nullptr;
      return ready.error();
    }
  }
  if (gpu_trouble_.empty()) {
    Result<LivePicture> made = on_gpu(wish, cancel);
    if (made || cancel) return made;
    return give_up_gpu(wish, made.error().message, cancel);
  }
  if (same && !wish.pattern) return std::nullopt;
  return on_model(wish, gpu_trouble_, cancel);
}

Result<void> LiveMaker::prepare(const LivePictureRequest& wish) {
  if (wish.experiment == nullptr) return bad_input("nothing has run yet");
  begun_ = false;
  const bool same = wish.experiment == wish_.experiment && wish.large == wish_.large;
  if (!same || prepared_ == nullptr) {
    gpu_trouble_.clear();
    if (devices_ && std::holds_alternative<ports::device::GpuFailure>(*devices_)) devices_.reset();
    bool is_large = wish.large != nullptr;
    if (is_large) {
      const Result<ports::device::GpuDevice> gpu = device(wish.device);
      is_large = gpu.ok();
      if (!gpu) gpu_trouble_ = gpu.error().message;
    }
    if (Result<void> ready = prepare(is_large ? *wish.large : *wish.experiment); !ready)
      return ready;
  }
  return choose_pictures(wish);
}

Result<void> LiveMaker::prepare(const experiment::Experiment& experiment) {
  ports::toolchain::CompileRequest wanted = run::compile_request(experiment);
  if (!compiled_for_ || !run::same_image(*compiled_for_, wanted)) {
    if (auto failed = run::check_before_compile(experiment)) return failed->error;
    ports::toolchain::CompileResult compiled = compiler_->compile(wanted);
    if (!compiled) return compiled.error();
    compiled_ = std::make_shared<const ports::toolchain::Compiled>(std::move(compiled).value());
    compiled_for_ = std::move(wanted);
  }
  run::PrepareResult result = run::prepare_again(experiment, compiled_, prepared_.get());
  if (const auto* failed = std::get_if<run::PrepareFailure>(&result)) return failed->error;
  prepared_ = std::get<std::shared_ptr<const run::Prepared>>(std::move(result));
  return {};
}

// The model makes the smaller picture.
Result<LivePicture> LiveMaker::give_up_gpu(const LivePictureRequest& wish, std::string why,
                                           const std::atomic<bool>& cancel) {
  gpu_trouble_ = std::move(why);
  begun_ = false;
  if (wish.large != nullptr) {
    Result<void> ready = prepare(*wish.experiment);
    if (ready) ready = choose_pictures(wish);
    if (!ready) {
      prepared_ = nullptr;
      return ready.error();
    }
  }
  return on_model(wish, gpu_trouble_, cancel);
}

Result<void> LiveMaker::choose_pictures(const LivePictureRequest& wish) {
  std::optional<experiment::PictureShape> result;
  first_.reset();
  bool named = false;
  for (const auto& [name, value] : prepared_->experiment.buffers) {
    std::optional<experiment::PictureShape> shape =
        experiment::picture_shape(name, value, experiment::kMostLivePixels);
    const auto place = place_of(*prepared_, name);
    if (!shape || !place) continue;
    if (shape->input && !first_) {
      first_ = shape;
      input_ = *place;
    }
    if (named || (shape->input && name != wish.result)) continue;
    named = name == wish.result;
    result_ = *place;
    result = std::move(shape);
  }
  if (!result) return bad_input("no buffer of this kernel has the shape of a picture");
  shape_ = std::move(*result);
  return {};
}

std::vector<std::byte> LiveMaker::input(const LivePictureRequest& wish) const {
  if (!wish.pattern || !first_) return {};
  const std::uint64_t bytes = prepared_->plan->buffers[input_].bytes;
  return experiment::pattern_bytes(*first_, bytes / experiment::size_of(first_->type), frame_);
}

Result<ports::device::GpuDevice> LiveMaker::device(int number) {
  if (!devices_) devices_ = gpu_->list();
  if (const auto* failed = std::get_if<ports::device::GpuFailure>(&*devices_)) return failed->error;
  const auto& all = std::get<ports::device::GpuList>(*devices_).devices;
  if (all.empty()) return missing("no NVIDIA GPU is there");
  return all[std::min(static_cast<std::size_t>(number), all.size() - 1)];
}

Result<ports::device::LiveRequest> LiveMaker::first_request(int number) {
  const Result<ports::device::GpuDevice> gpu = device(number);
  if (!gpu) return gpu.error();
  const auto image = machine_code(*prepared_, gpu->arch(), *compiler_);
  if (!image) return image.error();
  if (show_image_ == nullptr) {
    ports::toolchain::CompileResult compiled = compiler_->compile(show_request(gpu->arch()));
    if (!compiled) return compiled.error();
    show_image_ = std::make_shared<const ports::toolchain::Compiled>(std::move(compiled).value());
  }
  ports::device::LiveRequest request;
  request.begin = true;
  request.job = gpu_job(*prepared_);
  request.job.device = number;
  request.job.cubin = (*image)->cubin;
  request.job.fresh_module = has_variables(*prepared_);
  request.show_cubin = show_image_->cubin;
  request.show =
      show_launches(shape_, result_, static_cast<std::uint32_t>(request.job.buffers.size()));
  request.picture_bytes = 4 * shape_.pixels();
  return request;
}

Result<LivePicture> LiveMaker::on_gpu(const LivePictureRequest& wish,
                                      const std::atomic<bool>& cancel) {
  ports::device::LiveRequest request;
  if (!begun_) {
    Result<ports::device::LiveRequest> first = first_request(wish.device);
    if (!first) return first.error();
    request = std::move(*first);
  }
  LivePicture out;
  out.number = number_ + 1;
  request.slot = static_cast<std::uint32_t>(out.number % ports::device::kLiveSlots);
  request.input_buffer = input_;
  request.input = input(wish);
  request.through_host = !wish.not_from_device.empty();
  out.offset = request.slot * ports::device::live_slot_bytes(4 * shape_.pixels());
  auto result = gpu_->show(std::move(request), &cancel);
  if (const auto* failed = std::get_if<ports::device::GpuFailure>(&result)) return failed->error;
  auto& frame = std::get<ports::device::LiveFrame>(result);
  if (ports::device::Descriptor shared = gpu_->take_descriptor())
    memory_ = std::make_shared<const LiveMemory>(
        LiveMemory{std::move(shared),
                   ports::device::kLiveSlots * ports::device::live_slot_bytes(4 * shape_.pixels()),
                   wish.device});
  begun_ = true;
  number_ = out.number;
  frame_ += wish.pattern ? 1 : 0;
  out.shape = shape_;
  out.device = device(wish.device)->name;
  out.milliseconds = frame.milliseconds;
  out.way = frame.picture.empty() ? LivePicture::Way::Device : LivePicture::Way::Host;
  if (out.way == LivePicture::Way::Device) out.memory = memory_;
  out.why = frame.not_shared.empty() ? wish.not_from_device : frame.not_shared;
  out.bytes = std::move(frame.picture);
  return out;
}

Result<LivePicture> LiveMaker::on_model(const LivePictureRequest& wish, const std::string& why,
                                        const std::atomic<bool>& cancel) {
  const auto run = run::run_model(with_input(prepared_, input_, input(wish)), {}, &cancel);
  const auto result = std::ranges::find(run->buffers, shape_.name, &run::BufferResult::name);
  if (result == run->buffers.end() || run->outcome != engine::Outcome::Finished)
    return bad_input("the model's run did not end");
  LivePicture out;
  out.number = ++number_;
  frame_ += wish.pattern ? 1 : 0;
  out.shape = shape_;
  out.way = LivePicture::Way::Model;
  out.why = why;
  out.milliseconds = run->seconds * 1e3;
  out.bytes = result->bytes;
  return out;
}

}  // namespace lanescope::hardware
