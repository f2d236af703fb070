#include "ui/session/sass_listing.hpp"

#include <chrono>

namespace lanescope::ui {
namespace {

std::shared_ptr<const lab::Disassembly> disassembled(
    const std::shared_ptr<const ports::Compiled>& image, const ports::Disassembler* disassembler) {
  return std::make_shared<const lab::Disassembly>(lab::disassembly_of(*image, *disassembler));
}

}  // namespace

void SassListing::update(const std::shared_ptr<const lab::Prepared>& wanted) {
  const std::shared_ptr<const ports::Compiled> image =
      wanted == nullptr ? nullptr : wanted->compiled;
  if (image != image_) {
    image_ = image;
    answer_.reset();
  }
  if (work_.valid()) {
    if (work_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return;
    auto answer = work_.get();
    if (making_ == image_) answer_ = std::move(answer);
    making_.reset();
  }
  if (image_ == nullptr || answer_ != nullptr) return;
  making_ = image_;
  work_ = std::async(std::launch::async, disassembled, making_, disassembler_);
}

void SassListing::wait() {
  if (!work_.valid()) return;
  auto answer = work_.get();
  if (making_ == image_) answer_ = std::move(answer);
  making_.reset();
}

}  // namespace lanescope::ui
