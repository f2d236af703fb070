#include "sim/machine/device.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include <fmt/format.h>

#include "sim/machine/control/scheduler.hpp"
#include "sim/machine/definedness/definedness.hpp"
#include "sim/machine/faults.hpp"
#include "sim/machine/launch.hpp"
#include "sim/machine/machine.hpp"
#include "sim/machine/races.hpp"

namespace lanescope::machine {
namespace {

void define(Machine& machine, Address address, std::uint64_t bytes, bool undefined) {
  if (machine.definedness)
    machine.definedness->set_global(address.value - engine::kGlobalBase, bytes, undefined);
}

}  // namespace

Device::Device(const engine::MachineOptions& options, ExecutionOptions told, std::uint64_t room,
               Memory memory)
    : machine_(std::make_unique<Machine>(
          options, std::move(told), room == 0 ? engine::addresses_of(options.max_memory) : room,
          memory == Memory::Mappable ? ReservedBytes::Kind::Mappable
                                     : ReservedBytes::Kind::Private)) {}
Device::~Device() = default;
Device::Device(Device&&) noexcept = default;
Device& Device::operator=(Device&&) noexcept = default;

Result<Address> Device::allocate(const engine::Buffer& buffer, std::uint64_t alignment) {
  GlobalMemory& memory = machine_->memory;
  const std::uint64_t limit = machine_->spec->max_memory;
  const bool fits = memory.placed_bytes() <= limit && buffer.bytes <= limit - memory.placed_bytes();
  Allocation allocation;
  allocation.name = buffer.name;
  allocation.element_bytes = std::max(1U, buffer.element_bytes);
  allocation.read_only = buffer.read_only;
  const bool placed = buffer.address != 0;
  const std::uint64_t at =
      !fits    ? 0
      : placed ? memory.place_at(buffer.address, buffer.bytes, std::move(allocation))
               : memory.place(buffer.bytes, alignment, std::move(allocation));
  if (at == 0) {
    return bad_input(
        fmt::format("out of memory: {} bytes for {} beside the {} in use are more than {}",
                    buffer.bytes, buffer.name, memory.placed_bytes(), limit));
  }
  if (buffer.initial) {
    const std::size_t size = std::min<std::size_t>(buffer.initial->size(), buffer.bytes);
    memory.initialise(at, std::span(*buffer.initial).first(size));
    kept_.push_back(buffer.initial);
  }
  if (buffer.undefined) define(*machine_, Address{at}, buffer.bytes, true);
  for (const engine::ByteRange& part : buffer.undefined_bytes) {
    const std::uint64_t end = std::min(part.end, buffer.bytes);
    if (part.begin < end) define(*machine_, Address{at + part.begin}, end - part.begin, true);
  }
  return Address{at};
}

Result<void> Device::free(Address address) {
  if (address.value == 0) return {};
  if (machine_->running()) return bad_input("a launch still runs: nothing can be freed");
  GlobalMemory& memory = machine_->memory;
  const Allocation* at = memory.find(address.value);
  if (at == nullptr || at->internal) {
    const Allocation* before = memory.freed(address.value);
    return bad_input(before == nullptr ? fmt::format("nothing is allocated at {:#x}", address.value)
                                       : fmt::format("{} has been freed already", before->name));
  }
  if (memory.in_heap(address.value))
    return bad_input(fmt::format("{} is a kernel's: only kernels free it", at->name));
  if (at->variable)
    return bad_input(fmt::format("{} is a variable of a module: it can't be freed", at->name));
  if (at->begin != address.value) {
    return bad_input(fmt::format("{:#x} lies inside of {}, which begins at {:#x}: free that",
                                 address.value, at->name, at->begin));
  }
  memory.free(address.value);
  return {};
}

Result<void> Device::within(Address address, std::uint64_t bytes, std::string_view what) const {
  const Allocation* at = machine_->memory.find(address.value);
  if (at != nullptr && !at->internal && bytes <= at->end - address.value) return {};
  const std::uint64_t bad = at == nullptr ? address.value : address.value + bytes - 1;
  return bad_input(fmt::format("{} {} bytes: {}", what, bytes,
                               bad < code::kParamWindow
                                   ? describe_address(*machine_, events::Space::Global, bad)
                                   : fmt::format("address {:#x}, which only threads reach", bad)));
}

Result<void> Device::write(Address to, std::span<const std::byte> bytes) {
  if (bytes.empty()) return {};
  if (Result<void> ok = within(to, bytes.size(), "the host writes"); !ok) return ok;
  std::memcpy(machine_->memory.host(to.value), bytes.data(), bytes.size());
  machine_->memory.mark_written(to.value, bytes.size());
  define(*machine_, to, bytes.size(), false);
  return {};
}

Result<void> Device::read(Address from, std::span<std::byte> into) const {
  if (into.empty()) return {};
  if (Result<void> ok = within(from, into.size(), "the host reads"); !ok) return ok;
  std::memcpy(into.data(), std::as_const(*machine_).memory.host(from.value), into.size());
  return {};
}

Result<std::span<std::byte>> Device::share(Address address) {
  if (Result<void> ok = within(address, 1, "the host shares"); !ok) return ok.error();
  const Allocation& at = *machine_->memory.find(address.value);
  const std::uint64_t bytes = at.end - address.value;
  define(*machine_, address, bytes, false);  // the host may fill it at any time
  return std::span(machine_->memory.host(address.value), bytes);
}

Result<std::uint64_t> Device::create_texture(const TextureDescriptor& texture) {
  return machine_->textures.add(texture, machine_->memory);
}

Result<void> Device::destroy_texture(std::uint64_t handle) {
  if (machine_->running()) return bad_input("a launch still runs: no texture can be destroyed");
  if (machine_->textures.remove(handle)) return {};
  return bad_input(fmt::format("{:#x} is no texture or surface object", handle));
}

void Device::skip_to(Address address) { machine_->memory.skip_to(address.value); }

Result<void> Device::load(const std::shared_ptr<const ptx::Module>& module,
                          const VariablePlaces& places) {
  if (machine_->memory.load(module, places)) return {};
  return bad_input("out of memory: the module's variables do not fit");
}

Result<Device::Symbol> Device::symbol(const ptx::Module& module, std::string_view name) const {
  const std::span<const std::byte> bytes = machine_->memory.symbol(&module, name);
  if (bytes.data() == nullptr) return bad_input(fmt::format("no variable {} is loaded", name));
  const auto offset =
      static_cast<std::uint64_t>(bytes.data() - machine_->memory.host(engine::kGlobalBase));
  return Symbol{Address{engine::kGlobalBase + offset}, bytes.size()};
}

Result<void> Device::launch(engine::Launch launch) {
  Machine& machine = *machine_;
  if (!machine.running() && machine.outcome != Outcome::Finished)
    return bad_input("an earlier launch has ended badly: nothing more can run");
  const code::Program* program = launch.program ? code::Program::of(*launch.program) : nullptr;
  if (program == nullptr) return bad_input("a launch without a kernel of PTX");
  engine::Plan alone;
  alone.options = *machine.spec;
  alone.launches = {launch};
  if (Result<void> ok = engine::validate(alone); !ok) return ok;
  if (Result<void> ok = load(program->shared_module()); !ok) return ok;
  if (!machine.memory.has_heap() && !machine.memory.place_heap())
    return bad_input("out of memory: the heap of malloc does not fit");
  if (machine.options.hazards && !machine.races) {
    const std::uint64_t limit = machine.spec->max_memory;
    const std::uint64_t used = machine.memory.placed_bytes() + kHeapBytes;
    machine.races = make_races(limit - std::min(limit, used));
  }
  add_launch(machine, std::move(launch));
  return {};
}

Outcome Device::run(std::uint64_t steps) {
  const std::uint64_t now = machine_->step;
  run_machine(*machine_, steps > ~now ? ~std::uint64_t{0} : now + steps);
  return outcome();
}

Outcome Device::run_about(std::uint64_t steps) {
  const std::uint64_t now = machine_->step;
  run_machine_about(*machine_, steps > ~now ? ~std::uint64_t{0} : now + steps);
  return outcome();
}

void Device::limit_steps(std::uint64_t steps) {
  const std::uint64_t now = machine_->step;
  machine_->own_spec.max_steps = steps > ~now ? ~std::uint64_t{0} : now + steps;
}

int Device::memory_file() const { return machine_->memory.file(); }
std::uint64_t Device::room() const { return machine_->memory.room(); }
const std::string& Device::unsupported() const { return machine_->unsupported; }
std::uint64_t Device::steps() const { return machine_->step; }

std::vector<events::Counters> Device::take_counters(std::uint32_t launch) {
  if (launch >= machine_->counts.size()) return {};
  LaunchCounts& counts = machine_->counts[launch];
  std::vector<events::Counters> summed = counts.summed();
  counts = {};
  return summed;
}

engine::Printed Device::take_printed() { return std::exchange(machine_->printed, {}); }
std::vector<engine::Launch> Device::take_children() { return take_launched(machine_->children); }
void Device::limit_waiting_children(std::uint64_t most) { machine_->children.most_waiting = most; }
std::uint64_t Device::take_refused_children() {
  return std::exchange(machine_->children.refused, std::uint64_t{0});
}
std::vector<events::Hazard> Device::take_hazards() { return std::exchange(machine_->hazards, {}); }

Outcome Device::outcome() const { return machine_->outcome; }
const std::vector<events::Hazard>& Device::hazards() const { return machine_->hazards; }

}  // namespace lanescope::machine
