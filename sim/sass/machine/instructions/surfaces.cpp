#include <algorithm>
#include <array>
#include <cstring>

#include "sim/machine/machine.hpp"
#include "sim/sass/machine/faults.hpp"
#include "sim/sass/machine/instructions/bind.hpp"
#include "sim/sass/machine/instructions/textures.hpp"
#include "sim/sass/machine/lane_loops.hpp"
#include "sim/sass/roles.hpp"

// Loads and stores of surfaces by bytes: x counts them, then come y, z or the layer, in registers
// that follow on each other (ptxas of CUDA 13.0, sm_90). They are not counted.
namespace lanescope::sass::machine::instructions {
namespace {

enum class Outside : U32 { Clamp, Zero, Trap };

struct Place {
  bool inside = true, traps = false;
  U64 offset = 0;
};

struct Extent {
  std::int64_t last;
  U64 stride;
};

// What coordinate `n` counts.
Extent extent_of(const TextureDescriptor& texture, U32 n, U32 bytes) {
  if (n == 0) return {static_cast<std::int64_t>(texture.width * texture.format.bytes()) - bytes, 1};
  if (n == 1 && texture.dimensions > 1)
    return {static_cast<std::int64_t>(texture.height) - 1, row_stride(texture)};
  return {static_cast<std::int64_t>(texture.depth) - 1, slice_stride(texture)};
}

std::array<Place, kLanes> places_of(const Issue& issue, const TextureDescriptor& texture) {
  std::array<Place, kLanes> places;
  const auto outside = static_cast<Outside>(issue.op.number[1]);
  const U32 count = texture.dimensions + (texture.layered ? 1 : 0);
  for (U32 n = 0; n < count; ++n) {
    const Extent extent = extent_of(texture, n, issue.op.number[0]);
    const Row& at = issue.warp.rows[issue.op.address[0].base + n];
    for (U32 lane = 0; lane < kLanes; ++lane) {
      const auto value = static_cast<std::int32_t>(at.lane[lane]);
      Place& place = places[lane];
      if (value < 0 || value > extent.last) {
        place.inside = place.inside && outside == Outside::Clamp;
        place.traps = place.traps || outside == Outside::Trap;
      }
      place.offset += static_cast<U64>(std::clamp<std::int64_t>(
                          value, 0, std::max<std::int64_t>(extent.last, 0))) *
                      extent.stride;
    }
  }
  return places;
}

// Null: the launch has ended.
const TextureDescriptor* open(Issue& issue, std::array<Place, kLanes>& places) {
  const TextureDescriptor* texture = object_of(issue, issue.op.src[issue.op.number[2]]);
  if (texture == nullptr) return nullptr;
  const bool layered = (issue.op.number[3] & 1U) != 0;
  const char* problem = nullptr;
  U32 lanes = issue.executed;
  if (texture->layered != layered || texture->dimensions != issue.op.number[3] >> 1U) {
    problem = "uses a texture or surface as one of another shape";
  } else {
    places = places_of(issue, *texture);
    lanes = 0;
    for_lanes(issue.executed,
              [&](U32 lane) { lanes |= static_cast<U32>(places[lane].traps) << lane; });
    if (lanes != 0) problem = "reads or writes outside of a surface";
  }
  if (problem == nullptr) return texture;
  static_cast<void>(fault(issue, lanes, events::HazardKind::Trap, problem));
  return nullptr;
}

Next load_surface(Issue& issue) {
  if (issue.executed == 0) return Next::Advance;
  std::array<Place, kLanes> places;
  const TextureDescriptor* texture = open(issue, places);
  if (texture == nullptr) return Next::Stop;
  std::array<Row, 4> words{};
  for_lanes(issue.executed, [&](U32 lane) {
    if (!places[lane].inside) return;
    std::array<U32, 4> value{};
    std::memcpy(value.data(), issue.machine.memory.host(texture->data.value + places[lane].offset),
                issue.op.number[0]);
    for (std::size_t n = 0; n < value.size(); ++n) words[n].lane[lane] = value[n];
  });
  for (U32 n = 0; issue.op.dst != kNoRow && n < (issue.op.number[0] + 3) / 4; ++n)
    write(issue, issue.op.dst + n, words[n]);
  return Next::Advance;
}

Next store_surface(Issue& issue) {
  if (issue.executed == 0) return Next::Advance;
  std::array<Place, kLanes> places;
  const TextureDescriptor* texture = open(issue, places);
  if (texture == nullptr) return Next::Stop;
  const U32 bytes = issue.op.number[0];
  std::array<Row, 4> rooms;
  std::array<const Row*, 4> words{};
  for (U32 n = 0; n < (bytes + 3) / 4; ++n)
    words[n] = &read_word(issue, issue.op.src[0], n, rooms[n]);
  for_lanes(issue.executed, [&](U32 lane) {
    if (!places[lane].inside) return;
    const U64 address = texture->data.value + places[lane].offset;
    std::array<U32, 4> value{};
    for (U32 n = 0; n < (bytes + 3) / 4; ++n) value[n] = words[n]->lane[lane];
    std::memcpy(issue.machine.memory.host(address), value.data(), bytes);
    issue.machine.memory.mark_written(address, bytes);
  });
  return Next::Advance;
}

// "D.BA.2D.128.STRONG.SM.TRAP": bytes, and no format.
bool bind_surface(const Instruction& i, Op& op) {
  TextureShape shape;
  for (const std::string& m : i.modifiers) {
    if (const TextureShape named = shape_named(m); named.dimensions != 0) shape = named;
    if (m == "S8" || m == "S16") return false;
  }
  const Outside outside = i.has("TRAP")  ? Outside::Trap
                          : i.has("IGN") ? Outside::Zero
                                         : Outside::Clamp;
  op.number = {access_bytes(i), static_cast<U32>(outside), 0,
               shape.dimensions << 1U | (shape.layered ? 1U : 0U)};
  return i.has("D") && i.has("BA") && shape.dimensions != 0 && op.addresses == 1 &&
         op.address[0].base != kNoRow && find_object(i, op, op.number[2]);
}

}  // namespace

bool bind_surface_load(const Instruction& i, Op& op) {
  op.handler = load_surface;
  return bind_surface(i, op);
}

bool bind_surface_store(const Instruction& i, Op& op) {
  op.handler = store_surface;
  return bind_surface(i, op) && op.number[2] == 1;
}

}  // namespace lanescope::sass::machine::instructions
