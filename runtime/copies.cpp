#include "runtime/copies.hpp"

#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "runtime/registered_memory.hpp"

namespace lanescope::runtime {
namespace {

Outcome refusal(int error, const char* words) {
  return {error, ProblemKind::BadCall, std::string(words)};
}

bool too_narrow(const CopySide& side, std::size_t row, std::size_t height, std::size_t depth) {
  return (height > 1 && side.pitch < row) || (depth > 1 && side.slice < side.pitch * (height - 1));
}

// As a number: a program may give any pointer, whose rows lie nowhere.
std::byte* row_at(const CopySide& side, std::size_t z, std::size_t y) {
  return reinterpret_cast<std::byte*>(  // NOLINT(performance-no-int-to-ptr)
      reinterpret_cast<std::uintptr_t>(side.data) + z * side.slice + y * side.pitch);
}

// `row(z, y)` of each until one fails, whose message then says which it was.
template <typename Row>
Outcome for_rows(std::size_t height, std::size_t depth, Row&& row) {
  for (std::size_t z = 0; z < depth; ++z) {
    for (std::size_t y = 0; y < height; ++y) {
      Outcome outcome = row(z, y);
      if (outcome.ok()) continue;
      if (height > 1) outcome.message = fmt::format("row {}: {}", y, outcome.message);
      if (depth > 1) outcome.message = fmt::format("slice {}: {}", z, outcome.message);
      return outcome;
    }
  }
  return {};
}

enum class Side : std::uint8_t { Device, Pinned, Pageable };
Side side_of(const Memory& memory, const void* pointer) {
  const auto* block = memory.find(pointer);
  if (block != nullptr && block->kind == Memory::Kind::Pinned) return Side::Pinned;
  if (block != nullptr || memory.covers(pointer)) return Side::Device;
  return RegisteredMemory::get().contains(pointer) ? Side::Pinned : Side::Pageable;
}

}  // namespace

record::IssuedWork issued(const Memory& memory, const Copy& copy) {
  using enum record::IssuedWork::Kind;
  const Side to = side_of(memory, copy.to.data), from = side_of(memory, copy.from.data);
  record::IssuedWork work{Nothing, copy.bytes()};
  work.pageable = to == Side::Pageable || from == Side::Pageable;
  if (to == Side::Device) work.kind = from == Side::Device ? OnDevice : ToDevice;
  if (to != Side::Device && from == Side::Device) work.kind = FromDevice;
  return work;
}

record::IssuedWork issued(const Memory& /*memory*/, const Fill& fill) {
  return {record::IssuedWork::Kind::Set, fill.bytes()};
}

Outcome check(const Copy& copy) {
  if (copy.kind < cudaMemcpyHostToHost || copy.kind > cudaMemcpyDefault)
    return refusal(cudaErrorInvalidMemcpyDirection, "a direction that there is not");
  if (too_narrow(copy.to, copy.width, copy.height, copy.depth) ||
      too_narrow(copy.from, copy.width, copy.height, copy.depth))
    return refusal(cudaErrorInvalidPitchValue, "a pitch smaller than the width of a row");
  return {};
}

Outcome check(const Fill& fill) {
  if (fill.element_bytes != 1 && fill.element_bytes != 2 && fill.element_bytes != 4)
    return refusal(cudaErrorInvalidValue, "elements of 1, 2 or 4 bytes are set");
  if (too_narrow(fill.to, fill.width * fill.element_bytes, fill.height, fill.depth))
    return refusal(cudaErrorInvalidPitchValue, "a pitch smaller than the width of a row");
  return {};
}

Outcome perform(Memory& memory, const Copy& copy) {
  return for_rows(copy.height, copy.depth, [&](std::size_t z, std::size_t y) {
    return memory.copy(row_at(copy.to, z, y), row_at(copy.from, z, y), copy.width,
                       static_cast<Direction>(copy.kind));
  });
}

Outcome perform(Memory& memory, const Fill& fill) {
  const std::size_t row_bytes = fill.width * fill.element_bytes;
  std::vector<std::byte> row;
  if (fill.element_bytes > 1) {
    row.resize(row_bytes);
    for (std::size_t at = 0; at < row_bytes; at += fill.element_bytes)
      std::memcpy(row.data() + at, &fill.value, fill.element_bytes);  // little endian, as the GPU
  }
  return for_rows(fill.height, fill.depth, [&](std::size_t z, std::size_t y) {
    std::byte* to = row_at(fill.to, z, y);
    return row.empty() ? memory.set(to, static_cast<int>(fill.value), row_bytes)
                       : memory.copy(to, row.data(), row_bytes, Direction::HostToDevice);
  });
}

}  // namespace lanescope::runtime
