#include "sim/machine/textures/texture_ops.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <set>

#include "sim/machine/definedness/watch_report.hpp"
#include "sim/machine/faults.hpp"
#include "sim/machine/lane_file.hpp"
#include "sim/machine/memory/access.hpp"
#include "sim/machine/textures/sample.hpp"

namespace lanescope::machine {
namespace {

using code::TextureOp;
using TextureWhat = TextureOp::What;

constexpr std::uint64_t kSectorBytes = 32;

// The object that lanes name, and the lanes that name it.
struct Named {
  const TextureDescriptor* texture = nullptr;
  LaneMask lanes = 0;
};

Named first_named(const Issue& issue, const TextureOp& op, LaneMask lanes) {
  const std::uint64_t handle = read_lane(issue, op.object.slot, std::countr_zero(lanes));
  Named named{issue.machine.textures.find(handle), 0};
  for_lanes(lanes, [&](int lane) {
    if (read_lane(issue, op.object.slot, lane) == handle)
      named.lanes |= LaneMask{1} << static_cast<unsigned>(lane);
  });
  return named;
}

TextureCoordinates coordinates_of(const Issue& issue, const TextureOp& op, int lane) {
  TextureCoordinates where;
  where.whole = op.whole;
  if (op.layered) where.layer = static_cast<std::uint32_t>(read_lane(issue, op.layer, lane));
  for (std::size_t i = 0; i < op.dimensions; ++i) {
    const auto bits = static_cast<std::uint32_t>(read_lane(issue, op.at[i], lane));
    where.at[i] = std::bit_cast<float>(bits);
    where.texel[i] = static_cast<std::int32_t>(bits);
  }
  return where;
}

// One object's part of an instruction.
template <Recording R>
class Access {
 public:
  Access(Issue& issue, const TextureOp& op, const Named& named)
      : issue_(issue), op_(op), texture_(*named.texture), lanes_(named.lanes) {}

  // False: the launch has ended.
  bool run() {
    if (op_.what == TextureWhat::Query) return query();
    const Allocation* memory = issue_.machine.memory.find(texture_.data.value);
    if (memory == nullptr)
      return fail(lanes_, "uses a texture or surface whose memory has been freed");
    if (op_.dimensions != texture_.dimensions || op_.layered != texture_.layered)
      return fail(lanes_, "uses a texture or surface as one of another shape");
    return op_.what == TextureWhat::Sample || op_.what == TextureWhat::Gather ? sample()
                                                                              : surface();
  }

 private:
  bool fail(LaneMask lanes, const char* what) {
    fault(issue_, lanes, events::HazardKind::Trap, what);
    return false;
  }

  [[nodiscard]] std::byte* host(std::uint64_t offset) const {
    return issue_.machine.memory.host(texture_.data.value + offset);
  }

  bool query() {
    const std::uint64_t answer = op_.asked == TextureOp::Asked::Width    ? texture_.width
                                 : op_.asked == TextureOp::Asked::Height ? texture_.height
                                 : op_.asked == TextureOp::Asked::Depth  ? texture_.depth
                                 : texture_.normalized_coordinates       ? 1
                                                                         : 0;
    write_lanes(issue_, op_.data[0], lanes_, answer);
    return true;
  }

  bool sample() {
    for_lanes(lanes_, [&](int lane) {
      const TextureCoordinates where = coordinates_of(issue_, op_, lane);
      taps_[static_cast<std::size_t>(lane)] =
          op_.what == TextureWhat::Gather ? gathered(texture_, where) : taps_of(texture_, where);
    });
    touch(static_cast<int>(texture_.format.bytes()));
    for_lanes(lanes_, [&](int lane) {
      const Taps& taps = taps_[static_cast<std::size_t>(lane)];
      write(lane, op_.what == TextureWhat::Gather ? gather(texture_, host(0), taps, op_.component)
                                                  : blend(texture_, host(0), taps));
    });
    return true;
  }

  void write(int lane, const Texel& texel) const {
    for (std::size_t c = 0; c < texel.size(); ++c) write_lane(issue_, op_.data[c], lane, texel[c]);
  }

  // The memory of all taps is about to be read: counted, told, and noted. One request.
  void touch(int bytes) {
    std::set<std::uint64_t> sectors;
    std::uint64_t lanes = 0;
    for (std::size_t t = 0; t < Taps{}.tap.size(); ++t) {
      Addresses addresses;
      addresses.at.fill(0);
      LaneMask there = 0;
      for_lanes(lanes_, [&](int lane) {
        const Taps& taps = taps_[static_cast<std::size_t>(lane)];
        if (t >= taps.count || !taps.tap[t].inside) return;
        const std::uint64_t at = texture_.data.value + taps.tap[t].offset;
        addresses.at[static_cast<std::size_t>(lane)] = at;
        there |= LaneMask{1} << static_cast<unsigned>(lane);
        sectors.insert(at / kSectorBytes);
        sectors.insert((at + static_cast<std::uint64_t>(bytes) - 1) / kSectorBytes);
      });
      if (there == 0) continue;
      const Request request{events::Access::Load, events::SharedAccess::Load, bytes, true};
      note_touch(issue_, request, addresses.at.data(), there, false);
      if constexpr (R == Recording::Full) {
        events::MemoryAccess event{};
        event.space = events::Space::Texture;
        event.access = events::Access::Load;
        event.bytes = static_cast<std::uint8_t>(bytes);
        event.lanes = there;
        event.addresses = addresses.at.data();
        issue_.block.listeners.tell(event);
      }
    }
    lanes = static_cast<std::uint64_t>(count_lanes(lanes_));
    if constexpr (R != Recording::None) {
      const std::uint64_t asked = lanes * static_cast<std::uint64_t>(bytes);
      const std::uint64_t touched = sectors.size();
      issue_.counts().by_pc[issue_.pc].texture_load +=
          {1, touched, std::min(touched, (asked + kSectorBytes - 1) / kSectorBytes), asked};
    }
  }

  // Where a lane's bytes of a surface lie. inside: false where nothing is read or written.
  struct Place {
    bool inside = true;
    bool traps = false;
    std::uint64_t offset = 0;
  };
  [[nodiscard]] Place place_of(int lane) const {
    const TextureCoordinates where = coordinates_of(issue_, op_, lane);
    const auto bytes = static_cast<std::int64_t>(op_.bytes) * op_.count;
    const std::array<std::int64_t, 3> last{
        static_cast<std::int64_t>(texture_.width * texture_.format.bytes()) - bytes,
        static_cast<std::int64_t>(texture_.height) - 1,
        static_cast<std::int64_t>(texture_.depth) - 1};
    const std::array<std::uint64_t, 3> strides{1, row_stride(texture_), slice_stride(texture_)};
    Place place;
    for (std::size_t i = 0; i < op_.dimensions; ++i) {
      const std::int64_t at = where.texel[i];
      if (at < 0 || at > last[i]) {
        place.inside = place.inside && op_.outside == TextureOp::Outside::Clamp;
        place.traps = place.traps || op_.outside == TextureOp::Outside::Trap;
      }
      place.offset +=
          static_cast<std::uint64_t>(std::clamp<std::int64_t>(at, 0, last[i])) * strides[i];
    }
    if (op_.layered) {
      const bool there = where.layer < texture_.depth;
      place.inside = place.inside && (there || op_.outside == TextureOp::Outside::Clamp);
      place.traps = place.traps || (!there && op_.outside == TextureOp::Outside::Trap);
      place.offset += std::min<std::uint64_t>(where.layer, texture_.depth - 1) * strides[2];
    }
    return place;
  }

  bool surface() {
    std::array<Place, kMaxWarpSize> places;
    Addresses addresses;
    addresses.at.fill(0);
    LaneMask inside = 0, trapping = 0;
    for_lanes(lanes_, [&](int lane) {
      const auto l = static_cast<std::size_t>(lane);
      const LaneMask bit = LaneMask{1} << static_cast<unsigned>(lane);
      places[l] = place_of(lane);
      if (places[l].inside) inside |= bit;
      if (places[l].traps) trapping |= bit;
      addresses.at[l] = texture_.data.value + places[l].offset;
    });
    if (trapping != 0) return fail(trapping, "reads or writes outside of a surface");
    const bool stores = op_.what == TextureWhat::Store;
    const Request request{stores ? events::Access::Store : events::Access::Load,
                          events::SharedAccess::Load, op_.bytes * op_.count, false};
    if (inside != 0) note_touch(issue_, request, addresses.at.data(), inside, false);
    for_lanes(lanes_, [&](int lane) {
      const Place& place = places[static_cast<std::size_t>(lane)];
      stores ? store(lane, place) : load(lane, place);
    });
    return true;
  }

  void load(int lane, const Place& place) const {
    for (std::size_t e = 0; e < op_.count; ++e) {
      const std::uint64_t value =
          place.inside ? load_bytes(host(place.offset) + e * op_.bytes, op_.bytes) : 0;
      write_lane(issue_, op_.data[e], lane, value);
    }
  }

  void store(int lane, const Place& place) const {
    if (!place.inside) return;
    for (std::size_t e = 0; e < op_.count; ++e)
      store_bytes(host(place.offset) + e * op_.bytes, read_lane(issue_, op_.data[e], lane),
                  op_.bytes);
    issue_.machine.memory.mark_written(texture_.data.value + place.offset,
                                       std::uint64_t{op_.bytes} * op_.count);
  }

  Issue& issue_;
  const TextureOp& op_;
  const TextureDescriptor& texture_;
  LaneMask lanes_;
  std::array<Taps, kMaxWarpSize> taps_;
};

}  // namespace

template <Recording R>
Next do_texture(Issue& issue) {
  const TextureOp& op = issue.machine.code->textures[issue.op().detail];
  for (LaneMask rest = issue.executed; rest != 0;) {
    const Named named = first_named(issue, op, rest);
    if (named.texture == nullptr) {
      return fault(issue, named.lanes, events::HazardKind::Trap,
                   "uses a texture or surface object that does not exist");
    }
    if (!Access<R>(issue, op, named).run()) return Next::Stop;
    rest &= ~named.lanes;
  }
  if (issue.warp.undefined && op.what != TextureWhat::Store) {
    for (const code::Slot& slot : op.data) {
      if (slot.used()) registers_of(issue).clear(slot.offset, issue.executed);
    }
  }
  return Next::Advance;
}

template Next do_texture<Recording::None>(Issue&);
template Next do_texture<Recording::Counters>(Issue&);
template Next do_texture<Recording::Full>(Issue&);

}  // namespace lanescope::machine
