#include "sim/base/small_float.hpp"

#include "sim/base/half.hpp"
#include "sim/isa/lanes/loops.hpp"

// PTX ISA 9.7.9.21: conversions of pairs to and from floats of 8 bits. One function does
// each direction, told the formats by LaneOperands::form.
namespace lanescope::isa {
namespace {

using ptx::Type;

struct Job {
  SmallFloat format = SmallFloat::E4M3;
  bool relu = false;
};
constexpr u32 number_of(const Job& j) {
  return static_cast<u32>(j.format) * 2 + (j.relu ? 1U : 0U);
}
constexpr Job job_of(u64 number) { return {static_cast<SmallFloat>(number / 2), number % 2 != 0}; }

u32 narrowed(const Job& job, float high, float low) {
  const auto one = [&job](float value) {
    const bool negative = (__builtin_bit_cast(u32, value) >> 31U) != 0;
    const bool clamped = job.relu && negative && value == value;
    return u32{float_to_small(job.format, clamped ? 0.0F : value)};
  };
  return one(high) << 8U | one(low);
}

u32 widened(const Job& job, u32 pair) {
  const auto one = [&](u32 bits) {
    const u32 half = small_to_half(job.format, static_cast<u8>(bits & 255U));
    const bool number = (half & 0x7fffU) <= 0x7c00U;
    return job.relu && number && (half & 0x8000U) != 0 ? 0U : half;
  };
  return one(pair >> 8U) << 16U | one(pair);
}

void from_floats(std::byte* file, const LaneOperands& o, const u32* active) {
  const Offsets at = offsets_of(o);
  for (int lane = 0; lane < kLanesPerFile; ++lane) {
    if (active != nullptr && active[lane] == 0) continue;
    slot<U32>(file, o.dst)[lane] =
        narrowed(job_of(o.form), as_float(slot<U32>(file, at.src[0])[lane]),
                 as_float(slot<U32>(file, at.src[1])[lane]));
  }
}

void from_halves(std::byte* file, const LaneOperands& o, const u32* active) {
  const Offsets at = offsets_of(o);
  for (int lane = 0; lane < kLanesPerFile; ++lane) {
    if (active != nullptr && active[lane] == 0) continue;
    const u32 pair = slot<U32>(file, at.src[0])[lane];
    slot<U32>(file, o.dst)[lane] =
        narrowed(job_of(o.form), half_to_float(static_cast<u16>(pair >> 16U)),
                 half_to_float(static_cast<u16>(pair)));
  }
}

void to_halves(std::byte* file, const LaneOperands& o, const u32* active) {
  const Offsets at = offsets_of(o);
  for (int lane = 0; lane < kLanesPerFile; ++lane) {
    if (active != nullptr && active[lane] == 0) continue;
    slot<U32>(file, o.dst)[lane] = widened(job_of(o.form), slot<U32>(file, at.src[0])[lane]);
  }
}

using Run = void (*)(std::byte*, const LaneOperands&, const u32*);
template <Run Body>
void full(std::byte* file, const LaneOperands& o) {
  Body(file, o, nullptr);
}
template <Run Body>
void masked(std::byte* file, const LaneOperands& o, const LaneWords& active) {
  Body(file, o, words_of(active));
}

bool find_format(Type type, SmallFloat& format) {
  if (type == Type::E5M2x2) format = SmallFloat::E5M2;
  return type == Type::E4M3x2 || type == Type::E5M2x2;
}

}  // namespace

Lanes select_small_float(const Selector& s) {
  Job job{SmallFloat::E4M3, s.relu};
  if (find_format(s.from, job.format) && s.type == Type::F16x2) {
    return {full<to_halves>, masked<to_halves>, {Type::F16x2}, {Type::B16}, number_of(job)};
  }
  if (!find_format(s.type, job.format)) return kNoLanes;
  if (s.from == Type::F16x2) {
    return {full<from_halves>, masked<from_halves>, {Type::B16}, {Type::F16x2}, number_of(job)};
  }
  return {
      full<from_floats>, masked<from_floats>, {Type::B16}, {Type::F32, Type::F32}, number_of(job)};
}

}  // namespace lanescope::isa
