#include "sim/sass/machine/instructions/textures.hpp"

#include <array>
#include <bit>
#include <set>

#include "sim/engine/plan.hpp"
#include "sim/machine/machine.hpp"
#include "sim/machine/textures/sample.hpp"
#include "sim/sass/machine/faults.hpp"
#include "sim/sass/machine/instructions/bind.hpp"
#include "sim/sass/machine/lane_loops.hpp"
#include "sim/sass/machine/memory.hpp"
#include "sim/sass/roles.hpp"

// Fetches from textures. Which registers they take and give is what ptxas makes of CUDA's texture
// functions (CUDA 13.0, sm_75 to sm_90): the coordinates in a row, the layer before them; of the
// channels that the mask names the first two go to the second operand's pair, the others to the
// first's. Up to sm_89 (SCR) two coordinates are in one pair, what follows them in another: with B
// behind the object, which each lane names for itself.
namespace lanescope::sass::machine::instructions {
namespace {

using lanescope::machine::Taps;
using lanescope::machine::Texel;
using lanescope::machine::TextureCoordinates;

constexpr U64 kSectorBytes = 32;

enum class Fetch : U32 { Sample, Whole, Gather, Query };

struct Form {
  Fetch fetch;
  U32 mask, channel;
  TextureShape shape;
  bool in_pairs = false, object_by_lane = false;
};

U32 packed(const Form& form) {
  return static_cast<U32>(form.fetch) | form.mask << 4U | form.channel << 8U |
         form.shape.dimensions << 12U | (form.shape.layered ? 1U << 16U : 0U) |
         (form.in_pairs ? 1U << 17U : 0U) | (form.object_by_lane ? 1U << 18U : 0U);
}
Form form_of(const Op& op) {
  const U32 bits = op.number[0];
  return {static_cast<Fetch>(bits & 0xfU),
          bits >> 4U & 0xfU,
          bits >> 8U & 0xfU,
          {bits >> 12U & 0xfU, (bits >> 16U & 1U) != 0},
          (bits >> 17U & 1U) != 0,
          (bits >> 18U & 1U) != 0};
}

const TextureDescriptor* named_object(const Issue& issue, const Source& source) {
  constexpr U64 kAllHandles = engine::texture_handle(0) & ~U64{0xffffffffU};
  Row room;
  const auto lane = static_cast<std::size_t>(std::countr_zero(issue.executed));
  const U64 handle = kAllHandles | read(issue, source, room).lane[lane];
  return issue.machine.device.machine().textures.find(handle);
}

// Of the layer and the coordinates, the word `n`.
const Row& coordinate_word(const Issue& issue, const Form& form, U32 n, Row& room) {
  if (!form.in_pairs || n < 2) return read_word(issue, issue.op.src[1], n, room);
  return read_word(issue, issue.op.src[2], n - 2 + (form.object_by_lane ? 1 : 0), room);
}

std::array<TextureCoordinates, kLanes> coordinates_of(const Issue& issue, const Form& form) {
  std::array<TextureCoordinates, kLanes> all;
  const U32 first = form.shape.layered ? 1 : 0;
  for (U32 n = 0; n < form.shape.dimensions + first; ++n) {
    Row room;
    const Row& word = coordinate_word(issue, form, n, room);
    for (U32 lane = 0; lane < kLanes; ++lane) {
      TextureCoordinates& where = all[lane];
      where.whole = form.fetch == Fetch::Whole;
      if (n < first) {
        where.layer = word.lane[lane] & 0xffffU;
        continue;
      }
      where.at[n - first] = std::bit_cast<float>(word.lane[lane]);
      where.texel[n - first] = static_cast<std::int32_t>(word.lane[lane]);
    }
  }
  return all;
}

void write_channels(Issue& issue, const Form& form, const std::array<Row, 4>& channels) {
  U32 given = 0;
  for (U32 channel = 0; channel < 4; ++channel) {
    if ((form.mask >> channel & 1U) == 0) continue;
    const U32 pair = given < 2 ? issue.op.number[1] : issue.op.dst;
    if (pair != kNoRow) write(issue, pair + given % 2, channels[channel]);
    ++given;
  }
}

// One request, whatever it takes: as many sectors as its taps lie in.
void tell_taps(Issue& issue, const TextureDescriptor& texture,
               const std::array<Taps, kLanes>& taps) {
  if (!issue.machine.counting()) return;
  const U64 bytes = texture.format.bytes();
  std::set<U64> sectors;
  for (std::size_t t = 0; t < Taps{}.tap.size(); ++t) {
    Addresses addresses{};
    LaneMask there = 0;
    for_lanes(issue.executed, [&](U32 lane) {
      if (t >= taps[lane].count || !taps[lane].tap[t].inside) return;
      const U64 at = texture.data.value + taps[lane].tap[t].offset;
      addresses[lane] = at;
      there |= LaneMask{1} << lane;
      sectors.insert(at / kSectorBytes);
      sectors.insert((at + bytes - 1) / kSectorBytes);
    });
    if (there == 0) continue;
    events::MemoryAccess event{};
    event.space = events::Space::Texture;
    event.access = events::Access::Load;
    event.bytes = static_cast<std::uint8_t>(bytes);
    event.lanes = there;
    event.addresses = addresses.data();
    issue.block.listeners.tell(event);
  }
  const U64 asked = static_cast<U64>(std::popcount(issue.executed)) * bytes;
  const U64 touched = sectors.size();
  issue.machine.counts_at(issue.pc).texture_load +=
      {1, touched, std::min(touched, (asked + kSectorBytes - 1) / kSectorBytes), asked};
}

// A texture of one dimension is fetched from as one of two.
bool fits(const TextureDescriptor& texture, const Form& form) {
  const bool row = texture.dimensions == 1 && form.shape.dimensions == 2;
  return texture.layered == form.shape.layered &&
         (texture.dimensions == form.shape.dimensions || row);
}

Next fetch(Issue& issue) {
  if (issue.executed == 0) return Next::Advance;
  const Form form = form_of(issue.op);
  const TextureDescriptor* texture = object_of(issue, issue.op.src[issue.op.number[2]]);
  if (texture == nullptr) return Next::Stop;
  if (!fits(*texture, form))
    return fault(issue, issue.executed, events::HazardKind::Trap,
                 "uses a texture or surface as one of another shape");
  const auto where = coordinates_of(issue, form);
  const std::byte* data = issue.machine.memory.host(texture->data.value);
  std::array<Taps, kLanes> taps;
  std::array<Row, 4> channels{};
  for_lanes(issue.executed, [&](U32 lane) {
    const bool gathers = form.fetch == Fetch::Gather;
    taps[lane] = gathers ? gathered(*texture, where[lane]) : taps_of(*texture, where[lane]);
    const Texel texel = gathers ? gather(*texture, data, taps[lane], form.channel)
                                : blend(*texture, data, taps[lane]);
    for (std::size_t c = 0; c < texel.size(); ++c) channels[c].lane[lane] = texel[c];
  });
  tell_taps(issue, *texture, taps);
  write_channels(issue, form, channels);
  return Next::Advance;
}

// Object by object.
Next fetch_by_lane(Issue& issue) {
  const U32 all = issue.executed;
  Row room;
  const Row objects = read(issue, issue.op.src[issue.op.number[2]], room);
  Next next = Next::Advance;
  for (U32 left = all; left != 0 && next == Next::Advance; left &= ~issue.executed) {
    const U32 object = objects.lane[static_cast<std::size_t>(std::countr_zero(left))];
    issue.executed = 0;
    for_lanes(left, [&](U32 lane) {
      if (objects.lane[lane] == object) issue.executed |= 1U << lane;
    });
    next = fetch(issue);
  }
  issue.executed = all;
  return next;
}

// ptxas asks before it knows whether there is an object: an H200 has an answer nevertheless (txq).
Next query(Issue& issue) {
  if (issue.executed == 0) return Next::Advance;
  const TextureDescriptor* texture = named_object(issue, issue.op.src[issue.op.number[2]]);
  std::array<Row, 4> channels{};
  if (texture != nullptr) {
    channels[0].lane.fill(static_cast<U32>(texture->width));
    channels[1].lane.fill(static_cast<U32>(texture->height));
    channels[2].lane.fill(static_cast<U32>(texture->depth));
  }
  write_channels(issue, form_of(issue.op), channels);
  return Next::Advance;
}

// All texture objects have one level, so that it does not matter how the level is found.
bool knows_modifiers(const Instruction& i, bool object_by_lane) {
  for (const std::string& m : i.modifiers) {
    if (m == "B" && object_by_lane) continue;
    const bool level = m == "LL" || m == "LZ" || m == "LB" || m == "NODEP" || m == "SCR";
    const bool channel = i.name == "TLD4" && (m == "R" || m == "G" || m == "B" || m == "A");
    if (!level && !channel) return false;
  }
  return true;
}

// "R6, R4, R4, R7, UR4, 0x0, 2D, 0x3"; no mask: all channels.
bool take_operands(const Instruction& i, Op& op, Form& form) {
  const std::size_t first = shape_of(i).first_source();
  form.in_pairs = i.has("SCR");
  form.object_by_lane = form.in_pairs && i.has("B") && i.name == "TEX";
  if (op.dst_predicates[0].index != kTrue || first >= i.operands.size() ||
      !knows_modifiers(i, form.object_by_lane))
    return false;
  op.number[2] = 2;
  if (!form.object_by_lane && (!find_object(i, op, op.number[2]) || op.number[2] < 2)) return false;
  for (const Operand& operand : i.operands) {
    const TextureShape shape = shape_named(operand.text);
    if (shape.dimensions != 0) form.shape = shape;
  }
  const Operand& last = i.operands.back();
  const Operand& before = i.operands[i.operands.size() - 2];
  const bool masked = last.kind == Operand::Kind::Integer && before.kind != Operand::Kind::Uniform;
  form.mask = masked ? static_cast<U32>(last.bits) & 0xfU : 0xfU;
  const bool discards = i.operands[first].index == kZeroRegister;
  op.number[1] = discards ? kNoRow : op.src[0].row;
  op.number[0] = packed(form);
  return i.operands[first].kind == Operand::Kind::Register;
}

bool bind_fetch(const Instruction& i, Op& op) {
  Form form{Fetch::Sample, 0, 0, {}};
  if (i.name == "TLD") form.fetch = Fetch::Whole;
  if (i.name == "TLD4") {
    form.fetch = Fetch::Gather;
    form.channel = i.has("G") ? 1 : i.has("B") ? 2 : i.has("A") ? 3 : 0;
  }
  if (!take_operands(i, op, form) || form.shape.dimensions == 0) return false;
  op.handler = form.object_by_lane ? fetch_by_lane : fetch;
  // Where TXD has its third coordinate among gradients was not seen.
  const U32 coordinates = form.shape.dimensions + (form.shape.layered ? 1 : 0);
  return !form.in_pairs || i.name != "TXD" || coordinates <= 2;
}

bool bind_query(const Instruction& i, Op& op) {
  Form form{Fetch::Query, 0, 0, {}};
  op.handler = query;
  bool dimension = false;
  for (const Operand& operand : i.operands)
    dimension = dimension || operand.text == "TEX_HEADER_DIMENSION";
  return dimension && i.modifiers.empty() && take_operands(i, op, form);
}

constexpr BinderRow kRows[]{{"TEX", bind_fetch},         {"TLD", bind_fetch},
                            {"TLD4", bind_fetch},        {"TXD", bind_fetch},
                            {"TXQ", bind_query},         {"SULD", bind_surface_load},
                            {"SUST", bind_surface_store}};

}  // namespace

bool find_object(const Instruction& i, Op& op, std::uint32_t& source) {
  source = 0;
  for (std::size_t n = shape_of(i).first_source(); n < i.operands.size(); ++n) {
    const Operand& operand = i.operands[n];
    if (source >= op.sources) return false;
    if (operand.kind == Operand::Kind::Uniform) return operand.index != kZeroUniform;
    if (operand.kind == Operand::Kind::Integer) {
      if (n + 1 == i.operands.size() || i.operands[n + 1].kind != Operand::Kind::Integer)
        return false;
      Source& object = op.src[source];
      object.from = Source::From::Constant;
      object.bank = static_cast<U32>(operand.bits);
      object.value = i.operands[n + 1].bits * sizeof(U32);
      return true;
    }
    if (operand.kind == Operand::Kind::Register) ++source;
  }
  return false;
}

const TextureDescriptor* object_of(Issue& issue, const Source& source) {
  const TextureDescriptor* texture = named_object(issue, source);
  const char* problem = nullptr;
  if (texture == nullptr)
    problem = "uses a texture or surface object that does not exist";
  else if (issue.machine.memory.find(texture->data.value) == nullptr)
    problem = "uses a texture or surface whose memory has been freed";
  if (problem == nullptr) return texture;
  static_cast<void>(fault(issue, issue.executed, events::HazardKind::Trap, problem));
  return nullptr;
}

TextureShape shape_named(std::string_view name) {
  if (name == "1D" || name == "ARRAY_1D" || name == "1D_ARRAY") return {1, name != "1D"};
  if (name == "2D" || name == "ARRAY_2D" || name == "2D_ARRAY") return {2, name != "2D"};
  return name == "3D" ? TextureShape{3, false} : TextureShape{};
}

std::span<const BinderRow> texture_binders() { return kRows; }

}  // namespace lanescope::sass::machine::instructions
