#include "sim/sass/machine/execution/sass_engine.hpp"

#include <utility>

#include "sim/machine/machine.hpp"
#include "sim/sass/machine/execution/execution.hpp"

namespace lanescope::sass::machine::execution {
namespace {

class SassEngine final : public engine::Engine {
 public:
  [[nodiscard]] std::string_view name() const override { return "sass"; }
  [[nodiscard]] std::unique_ptr<engine::Execution> start(
      std::shared_ptr<const engine::Plan> plan, engine::ExecutionOptions options) const override {
    return std::make_unique<Execution>(std::move(plan), std::move(options));
  }
};

}  // namespace

const engine::Engine& sass_engine() {
  static const SassEngine kEngine;
  return kEngine;
}

Result<std::unique_ptr<engine::Execution>> start_on(lanescope::machine::Device& device,
                                                    engine::Launch launch,
                                                    engine::ExecutionOptions options,
                                                    std::uint64_t max_steps) {
  auto plan = std::make_shared<engine::Plan>();
  plan->engine = &sass_engine();
  plan->options = *device.machine().spec;
  plan->options.max_steps = max_steps;
  plan->launches = {std::move(launch)};
  if (Result<void> ok = engine::validate(*plan); !ok) return ok.error();
  const auto& program = static_cast<const Program&>(*plan->launches.front().program);
  if (Result<void> ok = device.load(program.ptx().shared_module()); !ok) return ok.error();
  lanescope::machine::GlobalMemory& memory = device.machine().memory;
  if (!memory.has_heap() && !memory.place_heap())
    return bad_input("out of memory: the heap of malloc does not fit");
  return std::unique_ptr<engine::Execution>(
      std::make_unique<Execution>(std::move(plan), std::move(options), device));
}

}  // namespace lanescope::sass::machine::execution
