#include "sim/sass/machine/sass_engine.hpp"

#include <utility>

#include "sim/sass/machine/execution.hpp"

namespace lanescope::sass::machine {
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

}  // namespace lanescope::sass::machine
