#include "runtime/memory.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include <driver_types.h>
#include <fmt/format.h>

#include "runtime/host_lines.hpp"
#include "sim/machine/faults.hpp"
#include "sim/machine/machine.hpp"

namespace lanescope::runtime {
namespace {

constexpr std::uint64_t kPage = 4096;
constexpr std::uint64_t kChunk = std::uint64_t{1} << 20U;  // copied at once

std::uint64_t address(const void* pointer) { return reinterpret_cast<std::uintptr_t>(pointer); }
void* pointer_to(std::uint64_t at) {
  return reinterpret_cast<void*>(at);  // NOLINT(performance-no-int-to-ptr): of the device
}
std::span<const std::byte> bytes_at(const void* pointer, std::uint64_t bytes) {
  return {static_cast<const std::byte*>(pointer), bytes};
}

Outcome failure(int error, std::string message, ProblemKind kind = ProblemKind::BadCall) {
  return {error, kind, std::move(message)};
}

}  // namespace

Memory::Memory(machine::Device& device)
    : device_(device), window_(device.memory_file(), device.room()) {}

std::string Memory::new_name(const HostPlace& place) {
  ++given_;
  std::string name = allocated_name(source_text(place), at_place_[place.text()]++);
  if (name.empty()) name = fmt::format("memory {}", given_);
  std::string unique = name;
  for (int i = 2; places_.contains(unique); ++i) unique = fmt::format("{} ({})", name, i);
  places_[unique] = place;
  return unique;
}

Outcome Memory::allocate(std::uint64_t bytes, Kind kind, const HostPlace& place, void** pointer) {
  *pointer = nullptr;
  if (bytes == 0) return {};
  if (!window_.ok())
    return failure(cudaErrorMemoryAllocation, "the addresses of the device are in use by the host");
  Block block{0, bytes, kind, new_name(place), place};
  engine::Buffer buffer;
  buffer.name = block.name;
  buffer.bytes = bytes;
  buffer.element_bytes = element_bytes(source_text(place), bytes);
  buffer.undefined = kind == Kind::Device;
  // What is shared has pages of its own.
  const std::uint64_t alignment = block.shared() || last_shared_ ? kPage : 512;
  const Result<Address> at = device_.allocate(buffer, alignment);
  if (!at) return failure(cudaErrorMemoryAllocation, at.error().message);
  last_shared_ = block.shared();
  block.begin = at->value;
  if (block.shared() && !(device_.share(*at) && window_.open(block.begin, bytes)))
    return failure(cudaErrorMemoryAllocation, "the host has no room for memory that both see");
  in_use_ += bytes;
  *pointer = pointer_to(block.begin);
  blocks_.emplace(block.begin, std::move(block));
  return {};
}

Outcome Memory::free(void* pointer, bool pinned) {
  if (pointer == nullptr) return {};
  const auto found = blocks_.find(address(pointer));
  if (found == blocks_.end()) {
    const Result<void> why = device_.free(Address{address(pointer)});
    const bool again =
        covers(pointer) && device_.machine().memory.freed(address(pointer)) != nullptr;
    return failure(cudaErrorInvalidValue, why ? "nothing is allocated there" : why.error().message,
                   again ? ProblemKind::UseAfterFree : ProblemKind::BadCall);
  }
  const Block& block = found->second;
  if (pinned != (block.kind == Kind::Pinned)) {
    return failure(cudaErrorInvalidValue,
                   fmt::format("{} is {}: it is freed by {}", block.name,
                               pinned ? "memory of the device" : "pinned memory of the host",
                               pinned ? "cudaFree" : "cudaFreeHost"));
  }
  if (const Result<void> freed = device_.free(Address{block.begin}); !freed)
    return failure(cudaErrorInvalidValue, freed.error().message);
  window_.release(block.begin, block.bytes);
  in_use_ -= block.bytes;
  blocks_.erase(found);
  return {};
}

bool Memory::share_variable(std::uint64_t begin, std::uint64_t bytes, const std::string& name) {
  if (!device_.share(Address{begin}) || !window_.open(begin, bytes)) return false;
  blocks_[begin] = {begin, bytes, Kind::Variable, name, {}};
  return true;
}

const Memory::Block* Memory::find(const void* pointer) const {
  const std::uint64_t at = address(pointer);
  auto behind = blocks_.upper_bound(at);
  if (behind == blocks_.begin()) return nullptr;
  const Block& block = std::prev(behind)->second;
  return at - block.begin < block.bytes ? &block : nullptr;
}

bool Memory::covers(const void* pointer) const { return window_.covers(address(pointer)); }

bool Memory::host_may(const void* pointer) const {
  if (!covers(pointer)) return true;
  const Block* block = find(pointer);
  return block != nullptr && block->shared();
}

std::string Memory::describe(const void* pointer) const {
  return machine::describe_address(device_.machine(), events::Space::Global, address(pointer));
}

std::string Memory::origin_of(const std::string& message) const {
  const std::string* best = nullptr;
  std::size_t first = std::string::npos;
  for (const auto& [name, place] : places_) {
    if (place.line == 0) continue;
    const std::size_t at = message.find(name + "[");
    if (at < first || (at == first && best != nullptr && name.size() > best->size())) {
      first = at;
      best = &name;
    }
  }
  if (best == nullptr || first == std::string::npos) return {};
  return fmt::format("{} was allocated at {}", *best, places_.at(*best).text());
}

Outcome Memory::check_direction(const void* to, const void* from, Direction direction) const {
  static constexpr const char* kNames[] = {"HostToHost", "HostToDevice", "DeviceToHost",
                                           "DeviceToDevice", "Default"};
  const bool writes_host =
      direction == Direction::HostToHost || direction == Direction::DeviceToHost;
  const bool reads_host =
      direction == Direction::HostToHost || direction == Direction::HostToDevice;
  const auto wrong = [&](const char* end, const char* wanted, const void* pointer) {
    return failure(cudaErrorInvalidValue,
                   fmt::format("cudaMemcpy{} with a {} that is not {} memory: {}",
                               kNames[static_cast<std::size_t>(direction)], end, wanted,
                               covers(pointer) ? describe(pointer) : "an address of the host"),
                   ProblemKind::BadCopy);
  };
  if (direction == Direction::Any) return {};
  if (writes_host ? !host_may(to) : !covers(to))
    return wrong("destination", writes_host ? "host" : "device", to);
  if (reads_host ? !host_may(from) : !covers(from))
    return wrong("source", reads_host ? "host" : "device", from);
  return {};
}

Outcome Memory::refused(std::string message, const void* pointer) const {
  const bool freed = device_.machine().memory.find(address(pointer)) == nullptr &&
                     device_.machine().memory.freed(address(pointer)) != nullptr;
  if (const std::string origin = origin_of(message); !origin.empty()) message += "; " + origin;
  return failure(cudaErrorInvalidValue, std::move(message),
                 freed ? ProblemKind::UseAfterFree : ProblemKind::BadCopy);
}

// Within the device. As memmove: of ranges that overlap, what was there before.
Outcome Memory::move(std::uint64_t to, std::uint64_t from, std::uint64_t bytes) {
  const bool backwards = to > from && to - from < bytes;
  std::vector<std::byte> held(std::min(bytes, kChunk));
  // Of both the whole is checked first.
  std::byte probe{};
  const Address last{from + bytes - 1};
  if (Result<void> ok = device_.read(last, std::span(&probe, 1)); !ok)
    return refused(ok.error().message, pointer_to(last.value));
  for (std::uint64_t done = 0; done < bytes;) {
    const std::uint64_t now = std::min(kChunk, bytes - done);
    const std::uint64_t at = backwards ? bytes - done - now : done;
    const auto chunk = std::span(held).first(now);
    if (Result<void> ok = device_.read(Address{from + at}, chunk); !ok)
      return refused(ok.error().message, pointer_to(from + at));
    if (Result<void> ok = device_.write(Address{to + at}, chunk); !ok)
      return refused(ok.error().message, pointer_to(to + at));
    done += now;
  }
  return {};
}

Outcome Memory::copy(void* to, const void* from, std::uint64_t bytes, Direction direction) {
  if (bytes == 0) return {};
  if (to == nullptr || from == nullptr) {
    return failure(
        cudaErrorInvalidValue,
        fmt::format("copies {} bytes {} a null pointer", bytes, to == nullptr ? "to" : "from"),
        ProblemKind::BadCopy);
  }
  if (Outcome wrong = check_direction(to, from, direction); !wrong.ok()) return wrong;
  if (Outcome wrong = copy_checked(to, from, bytes); !wrong.ok()) return wrong;
  note(on_device(to), on_device(from), bytes);
  return {};
}

// The address, where it is not the host's own: pinned memory is, although kernels reach it too.
std::uint64_t Memory::on_device(const void* pointer) const {
  const Block* block = find(pointer);
  return block == nullptr || block->kind != Kind::Pinned ? (covers(pointer) ? address(pointer) : 0)
                                                         : 0;
}

Outcome Memory::copy_checked(void* to, const void* from, std::uint64_t bytes) {
  if (covers(to) && covers(from)) return move(address(to), address(from), bytes);
  if (covers(to)) {
    const Result<void> ok = device_.write(Address{address(to)}, bytes_at(from, bytes));
    return ok ? Outcome{} : refused(ok.error().message, to);
  }
  if (covers(from)) {
    const Result<void> ok =
        device_.read(Address{address(from)}, {static_cast<std::byte*>(to), bytes});
    return ok ? Outcome{} : refused(ok.error().message, from);
  }
  std::memmove(to, from, bytes);
  return {};
}

std::vector<record::Moved> Memory::take_moved() {
  const std::lock_guard lock(moved_mutex_);
  return std::exchange(moved_, {});
}

// Rows without a gap are one.
void Memory::note(std::uint64_t to, std::uint64_t from, std::uint64_t bytes) {
  constexpr std::size_t kMost = 65'536;
  if (to == 0 && from == 0) return;
  const std::lock_guard lock(moved_mutex_);
  if (!moved_.empty()) {
    record::Moved& last = moved_.back();
    const auto goes_on = [&](std::uint64_t before, std::uint64_t now) {
      return before == 0 ? now == 0 : before + last.bytes == now;
    };
    if (goes_on(last.to, to) && goes_on(last.from, from)) {
      last.bytes += bytes;
      return;
    }
  }
  if (moved_.size() < kMost) moved_.push_back({to, from, bytes});
}

Outcome Memory::set(void* to, int value, std::uint64_t bytes) {
  if (bytes == 0) return {};
  if (to == nullptr || !covers(to)) {
    return failure(cudaErrorInvalidValue,
                   fmt::format("sets {} bytes at {}, which is not device memory", bytes,
                               to == nullptr ? "a null pointer" : "an address of the host"),
                   ProblemKind::BadCopy);
  }
  const std::vector<std::byte> filled(std::min(bytes, kChunk), static_cast<std::byte>(value));
  // The last byte first: nothing is written where not all can be.
  if (Result<void> ok = device_.write(Address{address(to) + bytes - 1}, std::span(filled).first(1));
      !ok)
    return refused(ok.error().message, to);
  for (std::uint64_t done = 0; done < bytes; done += kChunk) {
    const auto part = std::span(filled).first(std::min(kChunk, bytes - done));
    if (Result<void> ok = device_.write(Address{address(to) + done}, part); !ok)
      return refused(ok.error().message, to);
  }
  note(on_device(to), 0, bytes);
  return {};
}

}  // namespace lanescope::runtime
