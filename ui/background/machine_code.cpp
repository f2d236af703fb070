#include "ui/background/machine_code.hpp"

#include <chrono>
#include <utility>

namespace lanescope::ui::background {

MachineCode::~MachineCode() { cancel_ = true; }  // the future waits for its thread

bool MachineCode::update(const std::shared_ptr<const run::Prepared>& shown) {
  const Image wanted =
      shown == nullptr || shown->compiled->is_assembled ? nullptr : shown->compiled;
  bool arrived = false;
  if (work_.valid()) {
    if (making_ != wanted) cancel_ = true;
    if (work_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return false;
    if (Answer answer = work_.get()) {
      answer_ = std::move(answer);
      made_ = making_;
      arrived = made_ == wanted;
    }
    making_.reset();
  }
  if (wanted != nullptr && wanted != made_) begin(*shown);
  return arrived;
}

void MachineCode::begin(const run::Prepared& shown) {
  if (compiler_ == nullptr) compiler_ = equipment_->compiler();
  making_ = shown.compiled;
  cancel_ = false;
  work_ = std::async(std::launch::async,
                     [this, request = run::compile_request(shown.experiment)]() mutable -> Answer {
                       const auto ticket = compiler_->submit(std::move(request));
                       return compiler_->wait(ticket, cancel_);
                     });
}

void MachineCode::wait() const {
  if (work_.valid()) work_.wait();
}

const ports::toolchain::CompileResult* MachineCode::find(
    const ports::toolchain::Compiled& image) const {
  return made_.get() == &image && answer_ ? &*answer_ : nullptr;
}

}  // namespace lanescope::ui::background
