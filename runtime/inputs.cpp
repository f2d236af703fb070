#include "runtime/inputs.hpp"

#include <algorithm>
#include <map>

#include "sim/code/program.hpp"
#include "sim/machine/definedness/definedness.hpp"
#include "sim/machine/machine.hpp"

namespace lanescope::runtime {
namespace {

constexpr std::size_t kMostRanges = 4096;  // of an array; what is beyond counts as written

// The bytes of an array that nobody has written.
std::vector<engine::ByteRange> undefined_bytes(machine::Machine& machine, std::uint64_t address,
                                               std::uint64_t bytes) {
  std::vector<engine::ByteRange> ranges;
  if (!machine.definedness || !machine.definedness->any_global()) return ranges;
  const std::uint64_t offset = address - engine::kGlobalBase;
  for (std::uint64_t at = 0; at < bytes && ranges.size() < kMostRanges;) {
    constexpr std::uint64_t kPage = machine::Definedness::kPage;
    const std::uint64_t end = std::min(bytes, at + kPage - (offset + at) % kPage);
    const std::uint8_t* bits = machine.definedness->global(offset + at);
    for (std::uint64_t i = at; bits != nullptr && i < end; ++i) {
      if (bits[i - at] == 0) continue;
      if (!ranges.empty() && ranges.back().end == i)
        ++ranges.back().end;
      else
        ranges.push_back({i, i + 1});
    }
    at = end;
  }
  return ranges;
}

// The names in PTX of the module's variables, by where they lie.
std::map<std::uint64_t, std::string> variables_of(const machine::Device& device,
                                                  const ptx::Module& module) {
  std::map<std::uint64_t, std::string> names;
  for (const ptx::Variable& variable : module.variables) {
    if (variable.space != ptx::Space::Const && variable.space != ptx::Space::Global) continue;
    if (const auto at = device.symbol(module, variable.name))
      names.emplace(at->address.value, variable.name);
  }
  return names;
}

}  // namespace

std::optional<record::Inputs> inputs_of(machine::Device& device, const Memory& memory,
                                        const engine::Launch& launch, Contents& contents,
                                        Log& log) {
  const auto& module = code::Program::of(*launch.program)->shared_module();
  if (const Result<void> loaded = device.load(module); !loaded) return std::nullopt;
  const std::map<std::uint64_t, std::string> variables = variables_of(device, *module);
  machine::Machine& machine = device.machine();
  record::Inputs inputs;
  inputs.parameters = launch.parameters;
  for (const machine::Allocation& allocation : machine.memory.allocations()) {
    if (allocation.internal || allocation.begin == allocation.end) continue;
    record::KeptArray array;
    const auto variable = variables.find(allocation.begin);
    array.is_variable = variable != variables.end();
    array.name = array.is_variable ? variable->second : allocation.name;
    array.address = allocation.begin;
    array.bytes = allocation.end - allocation.begin;
    array.element_bytes = allocation.element_bytes;
    const auto block = memory.blocks().find(allocation.begin);
    if (block != memory.blocks().end()) array.place = block->second.place;
    array.content = contents.keep({machine.memory.host(array.address), array.bytes}, log);
    array.undefined = undefined_bytes(machine, array.address, array.bytes);
    inputs.arrays.push_back(std::move(array));
  }
  if (!contents.wanted()) return std::nullopt;
  return inputs;
}

}  // namespace lanescope::runtime
