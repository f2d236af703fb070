#include "sim/isa/lanes/half_math.hpp"

// PTX ISA 9.7.6.1, 9.7.6.2 and 9.7.7: the many forms of set and setp that compilers seldom emit.
// One function does them all, told what to do by LaneOperands::form.
namespace lanescope::isa {
namespace {

enum class Source : u32 {
  Signed16,
  Unsigned32,
  Signed32,
  Unsigned64,
  Signed64,
  Single,
  SingleFtz,
  Double64,
  Half16,
  Half16Ftz,
  Bfloat16,
  Half16x2,
  Half16x2Ftz,
  Bfloat16x2,
};
// How the two values stand to each other; a comparison is the set of relations it is true for.
enum class Relation : u32 { Less, Equal, Greater, Unordered };
constexpr u32 kTables = 16;
// None, And, Or, Xor with c; the same with the opposite of c.
constexpr u32 kCombines = 7;
enum class Output : u32 { Predicate, TwoPredicates, Ones, ShortOnes, One };
constexpr u32 kOutputs = 5;

struct Form {
  Source source;
  u32 table;
  u32 combine;
  Output output;
};
constexpr Form form_of(u64 packed) {
  const u32 number = static_cast<u32>(packed);
  return {static_cast<Source>(number / (kOutputs * kCombines * kTables)),
          number / (kOutputs * kCombines) % kTables, number / kOutputs % kCombines,
          static_cast<Output>(number % kOutputs)};
}
constexpr u32 number_of(const Form& form) {
  const u32 table = static_cast<u32>(form.source) * kTables + form.table;
  return (table * kCombines + form.combine) * kOutputs + static_cast<u32>(form.output);
}

template <class T>
Relation relate(T a, T b) {
  return a < b    ? Relation::Less
         : a > b  ? Relation::Greater
         : a == b ? Relation::Equal
                  : Relation::Unordered;
}
float half_value(Source source, u32 bits) {
  const u16 v = static_cast<u16>(bits);
  const bool flushed = (source == Source::Half16Ftz || source == Source::Half16x2Ftz) &&
                       (v & 0x7fffU) < Half::kSmallestNormal;
  const bool bfloat = source == Source::Bfloat16 || source == Source::Bfloat16x2;
  return bfloat ? Bfloat::to_float(v) : Half::to_float(flushed ? static_cast<u16>(v & 0x8000U) : v);
}
Relation relation(Source source, u64 a, u64 b) {
  const u32 x = static_cast<u32>(a);
  const u32 y = static_cast<u32>(b);
  switch (source) {
    case Source::Signed16:
      return relate(static_cast<s16>(x), static_cast<s16>(y));
    case Source::Unsigned32:
      return relate(x, y);
    case Source::Signed32:
      return relate(static_cast<s32>(x), static_cast<s32>(y));
    case Source::Unsigned64:
      return relate(a, b);
    case Source::Signed64:
      return relate(static_cast<s64>(a), static_cast<s64>(b));
    case Source::Single:
      return relate(as_float(x), as_float(y));
    case Source::SingleFtz:
      return relate(flush(as_float(x)), flush(as_float(y)));
    case Source::Double64:
      return relate(as_double(a), as_double(b));
    default:
      return relate(half_value(source, x), half_value(source, y));
  }
}

bool is_wide(Source source) {
  return source == Source::Unsigned64 || source == Source::Signed64 || source == Source::Double64;
}
bool is_pair(Source source) {
  return source == Source::Half16x2 || source == Source::Half16x2Ftz ||
         source == Source::Bfloat16x2;
}
bool is_half_source(Source source) {
  return static_cast<u32>(source) >= static_cast<u32>(Source::Half16);
}

u64 lane_of(const std::byte* file, u32 offset, Source source, int lane) {
  if (is_wide(source)) return reinterpret_cast<const u64*>(file + offset)[lane];
  return reinterpret_cast<const u32*>(file + offset)[lane];
}

bool combined(u32 combine, bool result, bool c) {
  if (combine == 0) return result;
  const bool other = combine > 3 ? !c : c;
  const u32 kind = (combine - 1) % 3;
  return kind == 0 ? result && other : kind == 1 ? result || other : result != other;
}
bool compare(const Form& form, u64 a, u64 b) {
  return ((form.table >> static_cast<u32>(relation(form.source, a, b))) & 1U) != 0;
}

// What `set` writes for true, for one value or for the low half of a pair.
u32 true_value(const Form& form) {
  const bool bfloat = form.source == Source::Bfloat16 || form.source == Source::Bfloat16x2;
  if (form.output == Output::ShortOnes) return 0xffffU;
  if (form.output == Output::Ones) return is_pair(form.source) ? 0xffffU : 0xffffffffU;
  return is_half_source(form.source) ? (bfloat ? Bfloat::kOne : Half::kOne) : 0x3f800000U;
}

// The results of one lane: `second` is that of the other predicate or of the high half.
void write(std::byte* file, const LaneOperands& o, const Form& form, int lane, bool first,
           bool second) {
  u32& d = slot<Pred>(file, o.dst)[lane];
  if (form.output == Output::Predicate || form.output == Output::TwoPredicates) {
    d = first ? 0xffffffffU : 0U;
    if (form.output == Output::TwoPredicates)
      slot<Pred>(file, o.dst2)[lane] = second ? 0xffffffffU : 0U;
  } else {
    const u32 low = first ? true_value(form) : 0U;
    d = is_pair(form.source) && second ? low | (true_value(form) << 16U) : low;
  }
}

void run(std::byte* file, const LaneOperands& o, const u32* active) {
  const Form form = form_of(o.form);
  const Offsets at = offsets_of(o);
  const bool pair = is_pair(form.source);
  const bool has_c = form.combine != 0;
  for (int lane = 0; lane < kLanesPerFile; ++lane) {
    if (active != nullptr && active[lane] == 0) continue;
    const u64 a = lane_of(file, at.src[0], form.source, lane);
    const u64 b = lane_of(file, at.src[1], form.source, lane);
    const bool c = has_c && slot<Pred>(file, at.src[2])[lane] != 0;
    const bool hit = compare(form, a, b);
    const bool high_hit = pair ? compare(form, a >> 16U, b >> 16U) : !hit;
    const bool first = combined(form.combine, hit, c);
    write(file, o, form, lane, first, combined(form.combine, high_hit, c));
  }
}

void full(std::byte* file, const LaneOperands& o) { run(file, o, nullptr); }
void masked(std::byte* file, const LaneOperands& o, const LaneWords& active) {
  run(file, o, words_of(active));
}

// Bits: less, equal, greater, unordered.
u32 table_of(Compare compare) {
  switch (compare) {
    case Compare::Eq:
      return 0b0010;
    case Compare::Ne:
      return 0b0101;
    case Compare::Lt:
    case Compare::Lo:
      return 0b0001;
    case Compare::Le:
    case Compare::Ls:
      return 0b0011;
    case Compare::Gt:
    case Compare::Hi:
      return 0b0100;
    case Compare::Ge:
    case Compare::Hs:
      return 0b0110;
    case Compare::Equ:
      return 0b1010;
    case Compare::Neu:
      return 0b1101;
    case Compare::Ltu:
      return 0b1001;
    case Compare::Leu:
      return 0b1011;
    case Compare::Gtu:
      return 0b1100;
    case Compare::Geu:
      return 0b1110;
    case Compare::Num:
      return 0b0111;
    case Compare::Nan:
      return 0b1000;
    default:
      return 0;
  }
}

struct SourceType {
  ptx::Type type;
  Source source;
  ptx::Type slot;
};
constexpr SourceType kSourceTypes[] = {
    {ptx::Type::B16, Source::Unsigned32, ptx::Type::B16},
    {ptx::Type::U16, Source::Unsigned32, ptx::Type::U16},
    {ptx::Type::S16, Source::Signed16, ptx::Type::S16},
    {ptx::Type::B32, Source::Unsigned32, ptx::Type::B32},
    {ptx::Type::U32, Source::Unsigned32, ptx::Type::U32},
    {ptx::Type::S32, Source::Signed32, ptx::Type::S32},
    {ptx::Type::B64, Source::Unsigned64, ptx::Type::B64},
    {ptx::Type::U64, Source::Unsigned64, ptx::Type::U64},
    {ptx::Type::S64, Source::Signed64, ptx::Type::S64},
    {ptx::Type::F32, Source::Single, ptx::Type::F32},
    {ptx::Type::F64, Source::Double64, ptx::Type::F64},
    {ptx::Type::F16, Source::Half16, ptx::Type::F16},
    {ptx::Type::BF16, Source::Bfloat16, ptx::Type::BF16},
    {ptx::Type::F16x2, Source::Half16x2, ptx::Type::F16x2},
    {ptx::Type::BF16x2, Source::Bfloat16x2, ptx::Type::BF16x2},
};

Source flushed(Source source) {
  if (source == Source::Single) return Source::SingleFtz;
  if (source == Source::Half16) return Source::Half16Ftz;
  return source == Source::Half16x2 ? Source::Half16x2Ftz : source;
}

Output output_of(const Selector& s) {
  if (s.op == Op::Setp) return s.second_result ? Output::TwoPredicates : Output::Predicate;
  const bool one = s.type == ptx::Type::F32 || s.type == ptx::Type::F16 ||
                   s.type == ptx::Type::BF16 || s.type == ptx::Type::F16x2 ||
                   s.type == ptx::Type::BF16x2;
  const bool short_ones = s.type == ptx::Type::U16 || s.type == ptx::Type::S16;
  return one ? Output::One : short_ones ? Output::ShortOnes : Output::Ones;
}

}  // namespace

Lanes select_rare_compare(const Selector& s) {
  for (const SourceType& candidate : kSourceTypes) {
    if (candidate.type != s.from) continue;
    const u32 negated = s.negated_input ? 3 : 0;
    const u32 combine = s.combine == Combine::None ? 0 : static_cast<u32>(s.combine) + negated;
    const Form form{s.ftz ? flushed(candidate.source) : candidate.source, table_of(s.compare),
                    combine, output_of(s)};
    Lanes lanes{full, masked, {}, {candidate.slot, candidate.slot}, number_of(form)};
    lanes.dst[0] = s.op == Op::Setp ? ptx::Type::Pred : s.type;
    if (s.second_result) lanes.dst[1] = ptx::Type::Pred;
    if (combine != 0) lanes.src[2] = ptx::Type::Pred;
    return lanes;
  }
  return kNoLanes;
}

}  // namespace lanescope::isa
