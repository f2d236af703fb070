#pragma once

#include "sim/isa/lanes/slots.hpp"

// From a functor on one lane to the full and the masked operation on a register file. A functor is
// a struct with a static `apply` of one to four values; it may return a Pair for two results.
namespace lanescope::isa {
namespace {

template <class A, class B>
struct Pair {
  A first;
  B second;
};

template <class T>
LANE typename T::Word* slot(std::byte* file, u32 offset) {
  return static_cast<typename T::Word*>(__builtin_assume_aligned(file + offset, 64));
}

// The offsets, without calling std::array's members (selector.hpp).
struct Offsets {
  u32 src[4];
};
LANE Offsets offsets_of(const LaneOperands& operands) {
  return __builtin_bit_cast(Offsets, operands.src);
}

// `yes` where the lane's word of the mask is all ones, `no` where it is 0.
LANE u32 blend(u32 mask, u32 yes, u32 no) { return (yes & mask) | (no & ~mask); }
LANE u64 blend(u32 mask, u64 yes, u64 no) {
  const u64 wide = static_cast<u64>(static_cast<s64>(static_cast<s32>(mask)));
  return (yes & wide) | (no & ~wide);
}

LANE const u32* words_of(const LaneWords& active) {
  return static_cast<const u32*>(__builtin_assume_aligned(&active, 64));
}

// One iteration a lane, none depending on another: see the invariant of LaneOperands.
#define LANE_LOOP _Pragma("GCC ivdep") for (int i = 0; i < kLanesPerFile; ++i)

// F: the functor; D, A, B, C, E: the slot types of the result and of its sources.
template <class F, class D, class A>
struct Unary {
  LANE typename D::Word one(const typename A::Word* a, int i) {
    return D::store(F::apply(A::load(a[i])));
  }
  static void full(std::byte* file, const LaneOperands& o) {
    const Offsets at = offsets_of(o);
    auto* d = slot<D>(file, o.dst);
    const auto* a = slot<A>(file, at.src[0]);
    LANE_LOOP d[i] = one(a, i);
  }
  static void masked(std::byte* file, const LaneOperands& o, const LaneWords& active) {
    const Offsets at = offsets_of(o);
    auto* d = slot<D>(file, o.dst);
    const auto* a = slot<A>(file, at.src[0]);
    const u32* m = words_of(active);
    LANE_LOOP d[i] = blend(m[i], one(a, i), d[i]);
  }
};

template <class F, class D, class A, class B>
struct Binary {
  LANE typename D::Word one(const typename A::Word* a, const typename B::Word* b, int i) {
    return D::store(F::apply(A::load(a[i]), B::load(b[i])));
  }
  static void full(std::byte* file, const LaneOperands& o) {
    const Offsets at = offsets_of(o);
    auto* d = slot<D>(file, o.dst);
    const auto* a = slot<A>(file, at.src[0]);
    const auto* b = slot<B>(file, at.src[1]);
    LANE_LOOP d[i] = one(a, b, i);
  }
  static void masked(std::byte* file, const LaneOperands& o, const LaneWords& active) {
    const Offsets at = offsets_of(o);
    auto* d = slot<D>(file, o.dst);
    const auto* a = slot<A>(file, at.src[0]);
    const auto* b = slot<B>(file, at.src[1]);
    const u32* m = words_of(active);
    LANE_LOOP d[i] = blend(m[i], one(a, b, i), d[i]);
  }
};

template <class F, class D, class A, class B, class C>
struct Ternary {
  LANE typename D::Word one(const typename A::Word* a, const typename B::Word* b,
                            const typename C::Word* c, int i) {
    return D::store(F::apply(A::load(a[i]), B::load(b[i]), C::load(c[i])));
  }
  static void full(std::byte* file, const LaneOperands& o) {
    const Offsets at = offsets_of(o);
    auto* d = slot<D>(file, o.dst);
    const auto* a = slot<A>(file, at.src[0]);
    const auto* b = slot<B>(file, at.src[1]);
    const auto* c = slot<C>(file, at.src[2]);
    LANE_LOOP d[i] = one(a, b, c, i);
  }
  static void masked(std::byte* file, const LaneOperands& o, const LaneWords& active) {
    const Offsets at = offsets_of(o);
    auto* d = slot<D>(file, o.dst);
    const auto* a = slot<A>(file, at.src[0]);
    const auto* b = slot<B>(file, at.src[1]);
    const auto* c = slot<C>(file, at.src[2]);
    const u32* m = words_of(active);
    LANE_LOOP d[i] = blend(m[i], one(a, b, c, i), d[i]);
  }
};

template <class F, class D, class A, class B, class C, class E>
struct Quaternary {
  LANE typename D::Word one(const typename A::Word* a, const typename B::Word* b,
                            const typename C::Word* c, const typename E::Word* e, int i) {
    return D::store(F::apply(A::load(a[i]), B::load(b[i]), C::load(c[i]), E::load(e[i])));
  }
  static void full(std::byte* file, const LaneOperands& o) {
    const Offsets at = offsets_of(o);
    auto* d = slot<D>(file, o.dst);
    const auto* a = slot<A>(file, at.src[0]);
    const auto* b = slot<B>(file, at.src[1]);
    const auto* c = slot<C>(file, at.src[2]);
    const auto* e = slot<E>(file, at.src[3]);
    LANE_LOOP d[i] = one(a, b, c, e, i);
  }
  static void masked(std::byte* file, const LaneOperands& o, const LaneWords& active) {
    const Offsets at = offsets_of(o);
    auto* d = slot<D>(file, o.dst);
    const auto* a = slot<A>(file, at.src[0]);
    const auto* b = slot<B>(file, at.src[1]);
    const auto* c = slot<C>(file, at.src[2]);
    const auto* e = slot<E>(file, at.src[3]);
    const u32* m = words_of(active);
    LANE_LOOP d[i] = blend(m[i], one(a, b, c, e, i), d[i]);
  }
};

// Two results: `F::apply` returns a Pair. Sources are read lane by lane before either is written.
template <class F, class D, class E, class... S>
struct TwoResults {
  template <int... I>
  LANE void run(std::byte* file, const LaneOperands& o, const u32* m) {
    const Offsets at = offsets_of(o);
    auto* d = slot<D>(file, o.dst);
    auto* e = slot<E>(file, o.dst2);
    LANE_LOOP {
      const auto both = F::apply(S::load(slot<S>(file, at.src[I])[i])...);
      const auto first = D::store(both.first);
      const auto second = E::store(both.second);
      d[i] = m == nullptr ? first : blend(m[i], first, d[i]);
      e[i] = m == nullptr ? second : blend(m[i], second, e[i]);
    }
  }
  LANE void start(std::byte* file, const LaneOperands& o, const u32* m) {
    if constexpr (sizeof...(S) == 1) run<0>(file, o, m);
    if constexpr (sizeof...(S) == 2) run<0, 1>(file, o, m);
    if constexpr (sizeof...(S) == 3) run<0, 1, 2>(file, o, m);
    if constexpr (sizeof...(S) == 4) run<0, 1, 2, 3>(file, o, m);
  }
  static void full(std::byte* file, const LaneOperands& o) { start(file, o, nullptr); }
  static void masked(std::byte* file, const LaneOperands& o, const LaneWords& active) {
    start(file, o, words_of(active));
  }
};

// The operations of a functor as the binder takes them, with the types that it may be bound to.
template <class F, class D, class A>
[[maybe_unused]] constexpr Lanes unary() {
  return {Unary<F, D, A>::full, Unary<F, D, A>::masked, {D::kType}, {A::kType}};
}
template <class F, class D, class A, class B>
[[maybe_unused]] constexpr Lanes binary() {
  return {Binary<F, D, A, B>::full, Binary<F, D, A, B>::masked, {D::kType}, {A::kType, B::kType}};
}
template <class F, class D, class A, class B, class C>
[[maybe_unused]] constexpr Lanes ternary() {
  using L = Ternary<F, D, A, B, C>;
  return {L::full, L::masked, {D::kType}, {A::kType, B::kType, C::kType}};
}
template <class F, class D, class A, class B, class C, class E>
[[maybe_unused]] constexpr Lanes quaternary() {
  using L = Quaternary<F, D, A, B, C, E>;
  return {L::full, L::masked, {D::kType}, {A::kType, B::kType, C::kType, E::kType}};
}
template <class F, class D, class E, class... S>
[[maybe_unused]] constexpr Lanes two_results() {
  using L = TwoResults<F, D, E, S...>;
  return {L::full, L::masked, {D::kType, E::kType}, {S::kType...}};
}

// A functor of one type at every place.
template <class F, class T>
[[maybe_unused]] constexpr Lanes unary() {
  return unary<F, T, T>();
}
template <class F, class T>
[[maybe_unused]] constexpr Lanes binary() {
  return binary<F, T, T, T>();
}
template <class F, class T>
[[maybe_unused]] constexpr Lanes ternary() {
  return ternary<F, T, T, T, T>();
}

// There is no such operation for the type asked for.
inline constexpr Lanes kNoLanes{};

}  // namespace
}  // namespace lanescope::isa
