#pragma once

#include <string>

#include "ports/device/gpu.hpp"

namespace lanescope::ports::device {

// Every job fails, with the same words.
class NoGpu final : public Gpu {
 public:
  explicit NoGpu(std::string why) : failure_{missing(std::move(why)), false} {}  // with the remedy
  [[nodiscard]] GpuResult<GpuList> list(const std::atomic<bool>*) override { return failure_; }
  [[nodiscard]] GpuResult<GpuOutput> run(const GpuJob&, const std::atomic<bool>*) override {
    return failure_;
  }
  [[nodiscard]] GpuResult<GpuCounters> count(const GpuJob&, const std::atomic<bool>*) override {
    return failure_;
  }
  [[nodiscard]] GpuResult<GpuProfile> profile(const GpuJob&, const std::atomic<bool>*) override {
    return failure_;
  }
  [[nodiscard]] GpuResult<GpuSurvey> survey(const GpuSurveyJob&,
                                            const std::atomic<bool>*) override {
    return failure_;
  }
  [[nodiscard]] GpuResult<LiveFrame> show(LiveRequest, const std::atomic<bool>*) override {
    return failure_;
  }
  [[nodiscard]] Descriptor take_descriptor() override { return {}; }
  void limit_time(std::chrono::milliseconds) override {}

 private:
  GpuFailure failure_;
};

}  // namespace lanescope::ports::device
