#include "ports/equipment/bare_equipment.hpp"

#include "ports/device/no_gpu.hpp"
#include "ports/images/shipped_images.hpp"

namespace lanescope::ports::equipment {
namespace {

constexpr const char* kNoCompiler = "there is no compiler in this program";
constexpr const char* kNoAssembler = "there is no assembler in this program";
constexpr const char* kNoDisassembler = "there is no disassembler in this program";
constexpr const char* kNoGpu = "this program runs kernels on the model only";

toolchain::Tool absent(const char* name, const char* problem, const std::string& remedy,
                       toolchain::Tool::Serves serves) {
  toolchain::Tool tool;
  tool.name = name;
  tool.problem = problem;
  tool.remedy = remedy;
  tool.serves = serves;
  return tool;
}

}  // namespace

BareEquipment::BareEquipment(std::vector<std::string> images, std::string remedy)
    : images_(std::move(images)),
      remedy_(std::move(remedy)),
      disassembler_(std::string(kNoDisassembler) + ": " + remedy_),
      listings_(images_, disassembler_) {}

std::unique_ptr<toolchain::Compiler> BareEquipment::compiler() const {
  return std::make_unique<images::ShippedImages>(
      images_, std::make_unique<toolchain::NoAssembler>(kNoAssembler), remedy_);
}

std::unique_ptr<device::Gpu> BareEquipment::gpu() const {
  return std::make_unique<device::NoGpu>(std::string(kNoGpu) + ": " + remedy_);
}

std::vector<toolchain::Tool> BareEquipment::tools() const {
  return {absent("GPU", kNoGpu, remedy_, toolchain::Tool::Serves::Gpu),
          absent("compiler", kNoCompiler, remedy_, toolchain::Tool::Serves::Compiling),
          absent("disassembler", kNoDisassembler, remedy_, toolchain::Tool::Serves::Compiling)};
}

}  // namespace lanescope::ports::equipment
