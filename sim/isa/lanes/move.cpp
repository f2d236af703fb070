#include "sim/isa/lanes/dispatch.hpp"
#include "sim/isa/lanes/families.hpp"

// PTX ISA 9.7.9.3 and 9.7.9.4: mov of one register, and packing and unpacking. Element 0 is the
// lowest.
namespace lanescope::isa {
namespace {

struct Copy {
  template <class T>
  LANE T apply(T a) {
    return a;
  }
};

struct Pack {
  template <class A>
  LANE auto apply(A low, A high) {
    using R = typename WideUnsigned<A>::Type;
    return static_cast<R>(static_cast<R>(low) | static_cast<R>(static_cast<R>(high) << kBits<A>));
  }
  template <class A>
  LANE auto apply(A a, A b, A c, A d) {
    return apply(apply(a, b), apply(c, d));
  }

  template <class A>
  struct WideUnsigned;
};
template <>
struct Pack::WideUnsigned<u8> {
  using Type = u16;
};
template <>
struct Pack::WideUnsigned<u16> {
  using Type = u32;
};
template <>
struct Pack::WideUnsigned<u32> {
  using Type = u64;
};

template <class Part>
struct Unpack {
  template <class T>
  LANE Pair<Part, Part> apply(T a) {
    return {static_cast<Part>(a), static_cast<Part>(a >> kBits<Part>)};
  }
};

// Four results of a quarter of the source each.
template <class Part, class A>
struct UnpackFour {
  LANE void run(std::byte* file, const LaneOperands& o, const u32* m) {
    struct More {
      u32 at[2];
    };
    const More more = __builtin_bit_cast(More, o.more_dst);
    u32* const d[4] = {slot<Part>(file, o.dst), slot<Part>(file, o.dst2),
                       slot<Part>(file, more.at[0]), slot<Part>(file, more.at[1])};
    const auto* a = slot<A>(file, offsets_of(o).src[0]);
    for (int i = 0; i < kLanesPerFile; ++i) {
      const auto value = a[i];
      for (u32 k = 0; k < 4; ++k) {
        const u32 part = static_cast<u32>(value >> (k * kBits<typename Part::Value>)) &
                         ((1U << kBits<typename Part::Value>)-1);
        d[k][i] = m == nullptr ? part : blend(m[i], part, d[k][i]);
      }
    }
  }
  static void full(std::byte* file, const LaneOperands& o) { run(file, o, nullptr); }
  static void masked(std::byte* file, const LaneOperands& o, const LaneWords& active) {
    run(file, o, words_of(active));
  }
};
template <class Part, class A>
constexpr Lanes unpack_four() {
  using L = UnpackFour<Part, A>;
  return {L::full, L::masked, {Part::kType, Part::kType, Part::kType, Part::kType}, {A::kType}};
}

// The offsets of two or four results, and of as many sources.
struct RepackPlaces {
  u32 to[4], from[4];
};
LANE RepackPlaces repack_places(const LaneOperands& o) {
  struct More {
    u32 at[2];
  };
  const More more = __builtin_bit_cast(More, o.more_dst);
  const Offsets at = offsets_of(o);
  return {{o.dst, o.dst2, more.at[0], more.at[1]}, {at.src[0], at.src[1], at.src[2], at.src[3]}};
}

// 128 bits, or four words, from parts of one size to parts of another. All are read before one is
// written: a result may lie where a source did.
template <class To, class From>
struct Repack {
  LANE void run(std::byte* file, const LaneOperands& o, const u32* m) {
    constexpr u32 kTo = sizeof(typename To::Word) == 8 ? 2 : 4;
    constexpr u32 kFrom = sizeof(typename From::Word) == 8 ? 2 : 4;
    const RepackPlaces places = repack_places(o);
    for (int i = 0; i < kLanesPerFile; ++i) {
      if (m != nullptr && m[i] == 0) continue;
      u32 words[4];
      for (u32 k = 0; k < kFrom; ++k) {
        const u64 value = slot<From>(file, places.from[k])[i];
        words[k * 4 / kFrom] = static_cast<u32>(value);
        if (kFrom == 2) words[k * 2 + 1] = static_cast<u32>(value >> 32U);
      }
      for (u32 k = 0; k < kTo; ++k) {
        u64 value = words[k * 4 / kTo];
        if (kTo == 2) value |= u64{words[k * 2 + 1]} << 32U;
        slot<To>(file, places.to[k])[i] = static_cast<typename To::Word>(value);
      }
    }
  }
  static void full(std::byte* file, const LaneOperands& o) { run(file, o, nullptr); }
  static void masked(std::byte* file, const LaneOperands& o, const LaneWords& active) {
    run(file, o, words_of(active));
  }
};
template <class To, class From>
constexpr Lanes repack_lanes() {
  using L = Repack<To, From>;
  Lanes lanes{L::full, L::masked, {}, {}};
  for (u32 k = 0; k < (sizeof(typename To::Word) == 8 ? 2 : 4); ++k) lanes.dst[k] = To::kType;
  for (u32 k = 0; k < (sizeof(typename From::Word) == 8 ? 2 : 4); ++k) lanes.src[k] = From::kType;
  return lanes;
}

Lanes repack(const Selector& s) {
  if (s.type == ptx::Type::B128) {
    if (s.elements == 2)
      return s.sources == 2   ? repack_lanes<B64, B64>()
             : s.sources == 4 ? repack_lanes<B64, B32>()
                              : kNoLanes;
    return s.elements == 4 && s.sources == 2 ? repack_lanes<B32, B64>() : kNoLanes;
  }
  return s.elements == 4 && s.sources == 4 && s.type == ptx::Type::U32 ? repack_lanes<B32, B32>()
                                                                       : kNoLanes;
}

Lanes pack(const Selector& s) {
  const bool two = s.elements == 2;
  if (s.type == ptx::Type::B16 && two) return binary<Pack, B16, B8, B8>();
  if (s.type == ptx::Type::B32)
    return two ? binary<Pack, B32, B16, B16>() : quaternary<Pack, B32, B8, B8, B8, B8>();
  if (s.type == ptx::Type::B64)
    return two ? binary<Pack, B64, B32, B32>() : quaternary<Pack, B64, B16, B16, B16, B16>();
  return kNoLanes;
}

Lanes unpack(const Selector& s) {
  const bool two = s.elements == 2;
  if (s.type == ptx::Type::B16 && two) return two_results<Unpack<u8>, B8, B8, B16>();
  if (s.type == ptx::Type::B32)
    return two ? two_results<Unpack<u16>, B16, B16, B32>() : unpack_four<B8, B32>();
  if (s.type == ptx::Type::B64)
    return two ? two_results<Unpack<u32>, B32, B32, B64>() : unpack_four<B16, B64>();
  return kNoLanes;
}

Lanes copy(const Selector& s) {
  switch (s.type) {
    case ptx::Type::Pred:
      return unary<Copy, Pred>();
    case ptx::Type::B64:
    case ptx::Type::U64:
    case ptx::Type::S64:
    case ptx::Type::F64:
      return unary<Copy, U64>();
    case ptx::Type::B16:
    case ptx::Type::U16:
    case ptx::Type::S16:
      return unary<Copy, U16>();
    default:
      return unary<Copy, U32>();
  }
}

}  // namespace

namespace LANESCOPE_LEVEL {

Lanes select_move(const Selector& s) {
  if (s.variant == Variant::Pack) return pack(s);
  if (s.variant == Variant::Unpack) return unpack(s);
  if (s.variant == Variant::Repack) return repack(s);
  return copy(s);
}

}  // namespace LANESCOPE_LEVEL
}  // namespace lanescope::isa
