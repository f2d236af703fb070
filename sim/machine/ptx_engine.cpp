#include "sim/machine/ptx_engine.hpp"

#include <utility>

#include "sim/machine/execution.hpp"

namespace lanescope::machine {
namespace {

class PtxEngine final : public engine::Engine {
 public:
  [[nodiscard]] std::string_view name() const override { return "ptx"; }
  [[nodiscard]] std::unique_ptr<engine::Execution> start(std::shared_ptr<const engine::Plan> plan,
                                                         ExecutionOptions options) const override {
    return std::make_unique<Execution>(std::move(plan), std::move(options));
  }
};

}  // namespace

const engine::Engine& ptx_engine() {
  static const PtxEngine kEngine;
  return kEngine;
}

}  // namespace lanescope::machine
