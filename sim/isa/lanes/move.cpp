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
  return copy(s);
}

}  // namespace LANESCOPE_LEVEL
}  // namespace lanescope::isa
