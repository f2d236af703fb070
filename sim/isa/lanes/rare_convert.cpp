#include "sim/isa/lanes/half_math.hpp"
#include "sim/isa/lanes/soft_float.hpp"

// PTX ISA 9.7.9.21 and 9.7.9.22: the conversions that lanes/convert.cpp leaves out. One function
// does them all, told what to do by LaneOperands::form.
namespace lanescope::isa {
namespace {

using ptx::Type;

constexpr Type kTypes[] = {Type::U8,  Type::U16, Type::U32, Type::U64, Type::S8,
                           Type::S16, Type::S32, Type::S64, Type::F16, Type::BF16,
                           Type::F32, Type::F64, Type::TF32};
constexpr u32 kTypeCount = 13;
constexpr u32 kFirstFloat = 8;
constexpr u32 kRoundings = 10;

struct Job {
  u32 to;
  u32 from;
  Rounding rounding;
  bool sat;
  bool ftz;
  bool relu;
  bool finite;
};
constexpr u32 number_of(const Job& j) {
  const u32 flags =
      (j.finite ? 8U : 0U) | (j.sat ? 4U : 0U) | (j.ftz ? 2U : 0U) | (j.relu ? 1U : 0U);
  return ((j.to * kTypeCount + j.from) * kRoundings + static_cast<u32>(j.rounding)) * 16 + flags;
}
constexpr Job job_of(u64 form) {
  const u32 number = static_cast<u32>(form);
  const u32 pair = number / (16 * kRoundings);
  return {pair / kTypeCount,  pair % kTypeCount,  static_cast<Rounding>(number / 16 % kRoundings),
          (number & 4U) != 0, (number & 2U) != 0, (number & 1U) != 0,
          (number & 8U) != 0};
}

constexpr int bits_of_type(u32 type) { return 8 << (type % 4); }  // of the integers
constexpr bool is_signed(u32 type) { return type >= 4; }
constexpr bool is_float(u32 type) { return type >= kFirstFloat; }

constexpr Format format_of(u32 type) {
  switch (kTypes[type]) {
    case Type::F16:
      return {10, 5};
    case Type::BF16:
      return {7, 8};
    case Type::F64:
      return {52, 11};
    case Type::TF32:
      return {10, 8};
    default:
      return {23, 8};
  }
}

Real integer_value(u64 word, u32 type) {
  const int unused = 64 - bits_of_type(type);
  const u64 shifted = word << unused;
  Real r;
  r.negative = is_signed(type) && (shifted >> 63U) != 0;
  const u64 value =
      is_signed(type) ? static_cast<u64>(static_cast<s64>(shifted) >> unused) : shifted >> unused;
  r.mantissa = r.negative ? 0 - value : value;
  return r;
}

// Clamped to the range of the type. NaN: see Limits in lanes/convert.cpp.
u64 to_integer(const Real& r, const Job& job) {
  const int bits = bits_of_type(job.to);
  const u64 top = u64{1} << (bits - 1);
  if (r.kind == Real::Kind::NotANumber) {
    return kTypes[job.from] != Type::F64 && bits <= 32 ? 0 : top;
  }
  const u64 max = is_signed(job.to) ? top - 1 : top | (top - 1);
  const u64 magnitude_max = !r.negative ? max : is_signed(job.to) ? top : 0;
  const bool over = r.kind == Real::Kind::Infinite ||
                    (r.exponent > 0 && r.mantissa != 0 &&
                     (r.exponent >= 64 || (r.mantissa << r.exponent >> r.exponent) != r.mantissa));
  const u64 wide = over ? ~u64{0} : r.mantissa << (r.exponent > 0 ? r.exponent : 0);
  const u64 magnitude = wide > magnitude_max ? magnitude_max : wide;
  const u64 value = r.negative ? 0 - magnitude : magnitude;
  return bits == 64 ? value : value & ((u64{1} << bits) - 1);
}

// What a narrow integer looks like in a register of 16 bits at least (PTX ISA 9.4.1).
u64 in_register(u64 value, u32 type) {
  if (kTypes[type] != Type::S8) return value;
  return static_cast<u16>(static_cast<s16>(static_cast<s8>(value)));
}

// What a NaN becomes on an H200 (sim/DEVIATIONS.md).
u64 nan_of(const Real& r, const Job& job) {
  const Format f = format_of(job.to);
  const Type to = kTypes[job.to];
  if ((to == Type::F16 || to == Type::BF16) && kTypes[job.from] != Type::F64) return 0x7fff;
  if (to == Type::TF32) return 0x7fffffff;
  const u64 payload = (r.mantissa | (u64{1} << 63U)) >> (64 - f.fraction_bits);
  return (r.negative ? sign_of(f) : 0) | infinity_of(f) | payload;
}

u64 to_float(const Real& r, const Job& job) {
  const Format f = format_of(job.to);
  const bool nan = r.kind == Real::Kind::NotANumber;
  if (nan) return job.sat ? 0 : nan_of(r, job);
  u64 bits = encode(r, f, job.rounding);
  if (job.ftz && (bits & infinity_of(f)) == 0) bits &= sign_of(f);
  const bool negative = (bits & sign_of(f)) != 0;
  const u64 one = static_cast<u64>(bias_of(f)) << f.fraction_bits;
  if (job.sat) bits = negative ? 0 : bits > one ? one : bits;
  if (job.relu && negative) bits = 0;
  if (job.finite && (bits & ~sign_of(f)) == infinity_of(f)) --bits;
  return kTypes[job.to] == Type::TF32 ? bits << 13U : bits;
}

u64 convert(const Job& job, u64 word) {
  if (!is_float(job.from)) {
    const Real value = integer_value(word, job.from);
    if (is_float(job.to)) return to_float(value, job);
    return in_register(job.sat ? to_integer(value, job) : word, job.to);
  }
  const Format f = format_of(job.from);
  const bool flushed = job.ftz && kTypes[job.from] == Type::F32 && (word & infinity_of(f)) == 0;
  const Real value = decode(flushed ? word & sign_of(f) : word, f);
  const bool integral = job.rounding >= Rounding::IntNearest && job.rounding <= Rounding::IntUp;
  const Real rounded = integral ? to_integral(value, job.rounding) : value;
  return is_float(job.to) ? to_float(rounded, job) : in_register(to_integer(rounded, job), job.to);
}

bool is_wide(u32 type) {
  return kTypes[type] == Type::U64 || kTypes[type] == Type::S64 || kTypes[type] == Type::F64;
}
u64 load(const std::byte* file, u32 offset, u32 type, int lane) {
  return is_wide(type) ? reinterpret_cast<const u64*>(file + offset)[lane]
                       : reinterpret_cast<const u32*>(file + offset)[lane];
}
void store(std::byte* file, u32 offset, u32 type, int lane, u64 value) {
  if (is_wide(type)) {
    reinterpret_cast<u64*>(file + offset)[lane] = value;
  } else {
    reinterpret_cast<u32*>(file + offset)[lane] = static_cast<u32>(value);
  }
}

void run(std::byte* file, const LaneOperands& o, const u32* active) {
  const Job job = job_of(o.form);
  const u32 source = offsets_of(o).src[0];
  for (int lane = 0; lane < kLanesPerFile; ++lane) {
    if (active != nullptr && active[lane] == 0) continue;
    store(file, o.dst, job.to, lane, convert(job, load(file, source, job.from, lane)));
  }
}
// Two f32 to a pair of halves, the first one above.
void run_pair(std::byte* file, const LaneOperands& o, const u32* active) {
  const Job job = job_of(o.form);
  const Offsets at = offsets_of(o);
  for (int lane = 0; lane < kLanesPerFile; ++lane) {
    if (active != nullptr && active[lane] == 0) continue;
    const u64 high = convert(job, slot<U32>(file, at.src[0])[lane]);
    const u64 low = convert(job, slot<U32>(file, at.src[1])[lane]);
    slot<U32>(file, o.dst)[lane] = static_cast<u32>(high << 16U | low);
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

// Whether the conversion exists; lanes/convert.cpp has been asked before.
bool exists(const Job& j) {
  if (j.finite && (kTypes[j.from] != Type::F32 || !is_float(j.to) || j.sat)) return false;
  if (j.relu && (j.sat || !is_float(j.to) || kTypes[j.from] != Type::F32)) return false;
  if (kTypes[j.from] == Type::TF32) return false;
  if (kTypes[j.to] == Type::TF32) return kTypes[j.from] == Type::F32 && !j.sat && !j.ftz;
  if (j.rounding == Rounding::NearestAway) return false;
  if (!is_float(j.from) && !is_float(j.to)) return j.sat && !j.ftz && j.rounding == Rounding::None;
  if (!is_float(j.to)) return j.rounding >= Rounding::IntNearest;
  return is_float(j.from) || (j.rounding >= Rounding::Nearest && j.rounding <= Rounding::Up);
}

u32 index_of(Type type) {
  for (u32 i = 0; i < kTypeCount; ++i) {
    if (kTypes[i] == type) return i;
  }
  return kTypeCount;
}

Lanes halves(const Selector& s) {
  const Type to = s.type == Type::F16x2 ? Type::F16 : Type::BF16;
  const Rounding rounding = s.rounding == Rounding::Zero ? Rounding::Zero : Rounding::Nearest;
  const Job job{index_of(to), index_of(Type::F32), rounding, false, false, s.relu, s.finite};
  return {full<run_pair>, masked<run_pair>, {s.type}, {Type::F32, Type::F32}, number_of(job)};
}

// cvt.pack: a and b clamped to Bits bits, a above b, the result above the lower bits of c.
template <u32 Bits, bool Signed>
struct PackTwo {
  LANE u32 clamp(s32 v) {
    const s32 low = Signed ? -(1 << (Bits - 1)) : 0;
    const s32 high = Signed ? (1 << (Bits - 1)) - 1 : (1 << Bits) - 1;
    return static_cast<u32>(v < low ? low : v > high ? high : v) & ((1U << Bits) - 1);
  }
  LANE u32 apply(s32 a, s32 b) { return (clamp(a) << Bits) | clamp(b); }
  LANE u32 apply(s32 a, s32 b, u32 c) { return (c << (2 * Bits)) | apply(a, b); }
};
Lanes pack(Type type, std::uint8_t sources, std::uint8_t bits) {
  if (bits == 4)
    return type == Type::U8 ? ternary<PackTwo<4, false>, U32, S32, S32, U32>()
                            : ternary<PackTwo<4, true>, U32, S32, S32, U32>();
  if (bits == 2)
    return type == Type::U8 ? ternary<PackTwo<2, false>, U32, S32, S32, U32>()
                            : ternary<PackTwo<2, true>, U32, S32, S32, U32>();
  if (sources == 2)
    return type == Type::U16 ? binary<PackTwo<16, false>, U32, S32, S32>()
                             : binary<PackTwo<16, true>, U32, S32, S32>();
  return type == Type::U8 ? ternary<PackTwo<8, false>, U32, S32, S32, U32>()
                          : ternary<PackTwo<8, true>, U32, S32, S32, U32>();
}

}  // namespace

Lanes select_rare_convert(const Selector& s) {
  if (s.op == Op::CvtPack) return pack(s.type, s.sources, s.elements);
  if (s.type == Type::F16x2 || s.type == Type::BF16x2) return halves(s);
  const u32 to = index_of(s.type);
  const u32 from = index_of(s.from);
  if (to == kTypeCount || from == kTypeCount) return kNoLanes;
  const Job job{to, from, s.rounding, s.sat, s.ftz, s.relu, s.finite};
  if (!exists(job)) return kNoLanes;
  return {full<run>, masked<run>, {s.type}, {s.from}, number_of(job)};
}

}  // namespace lanescope::isa
