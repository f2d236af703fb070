#include "sim/machine/plan_memory.hpp"

#include <algorithm>
#include <cassert>

#include "sim/machine/machine.hpp"

namespace lanescope::machine {
namespace {

// Behind all that says where it lies.
std::uint64_t end_of_places(const engine::Plan& plan) {
  std::uint64_t end = engine::kGlobalBase;
  for (const engine::Buffer& buffer : plan.buffers) {
    if (buffer.address != 0) end = std::max(end, buffer.address + buffer.bytes);
  }
  for (const engine::SymbolValue& symbol : plan.symbols) {
    if (symbol.address != 0 && symbol.bytes)
      end = std::max(end, symbol.address + symbol.bytes->size());
  }
  return end;
}

// A valid plan fits into its room.
void must(const Result<void>& done) { assert(done); }

// With the values that the plan has for its variables.
void load(const engine::Plan& plan, const std::shared_ptr<const ptx::Module>& module,
          Device& device) {
  VariablePlaces places;
  for (const engine::SymbolValue& value : plan.symbols) {
    if (value.address != 0) places.emplace(value.name, value.address);
  }
  must(device.load(module, places));
  for (const engine::SymbolValue& value : plan.symbols) {
    const auto symbol = device.symbol(*module, value.name);
    if (!symbol || !value.bytes) continue;
    const std::size_t size = std::min<std::size_t>(value.bytes->size(), symbol->bytes);
    device.machine().memory.initialise(symbol->address.value, std::span(*value.bytes).first(size));
  }
}

}  // namespace

std::uint64_t room_for(const engine::Plan& plan, const Modules& modules) {
  constexpr std::uint64_t kBetween = 1536;
  std::uint64_t room = 4 * kHeapBytes + (end_of_places(plan) - engine::kGlobalBase);
  for (const engine::Buffer& buffer : plan.buffers) room += buffer.bytes + kBetween;
  for (const auto& module : modules)
    for (const ptx::Variable& variable : module->variables)
      room += variable.size + variable.alignment + kBetween;
  return room;
}

std::vector<Address> place(const engine::Plan& plan, const Modules& modules, Device& device) {
  std::vector<Address> addresses;
  if (const std::uint64_t end = end_of_places(plan); end != engine::kGlobalBase)
    device.skip_to(Address{end});
  for (const engine::Buffer& buffer : plan.buffers) addresses.push_back(*device.allocate(buffer));
  for (std::size_t i = 0; i < plan.textures.size(); ++i) {
    TextureDescriptor texture = plan.textures[i].descriptor;
    texture.data = addresses[plan.textures[i].buffer];
    [[maybe_unused]] const auto handle = device.create_texture(texture);
    assert(handle && *handle == engine::texture_handle(i));
  }
  for (const auto& module : modules) load(plan, module, device);
  return addresses;
}

}  // namespace lanescope::machine
