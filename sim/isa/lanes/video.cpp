#include <algorithm>
#include <cstdint>

#include "sim/isa/lanes/loops.hpp"
#include "sim/isa/video_form.hpp"

// PTX ISA 9.7.18: video instructions. One function does them all, told what to do by
// LaneOperands::form.
namespace lanescope::isa {
namespace {

using Wide = std::int64_t;  // as wide as the machine code computes that ptxas makes of them

constexpr unsigned bits_of_part(VideoPart part) {
  if (part == VideoPart::Word) return 32;
  return part >= VideoPart::H0 ? 16 : 8;
}
constexpr unsigned shift_of_part(VideoPart part) {
  if (part == VideoPart::Word) return 0;
  return part >= VideoPart::H0 ? 16 * (static_cast<unsigned>(part) - 5)
                               : 8 * (static_cast<unsigned>(part) - 1);
}

Wide extended(u32 value, unsigned bits, bool is_signed) {
  const u32 unused = 32 - bits;
  const u32 shifted = value << unused;
  return is_signed ? Wide{static_cast<s32>(shifted) >> unused} : Wide{shifted >> unused};
}

Wide part_of(u32 word, VideoPart part, bool is_signed) {
  return extended(word >> shift_of_part(part), bits_of_part(part), is_signed);
}

Wide clamped(Wide value, unsigned bits, bool is_signed) {
  const Wide top = Wide{1} << (is_signed ? bits - 1 : bits);
  const Wide low = is_signed ? -top : 0;
  return value < low ? low : value >= top ? top - 1 : value;
}

bool compare(VideoCompare how, Wide a, Wide b) {
  switch (how) {
    case VideoCompare::Eq:
      return a == b;
    case VideoCompare::Ne:
      return a != b;
    case VideoCompare::Lt:
      return a < b;
    case VideoCompare::Le:
      return a <= b;
    case VideoCompare::Gt:
      return a > b;
    case VideoCompare::Ge:
      return a >= b;
  }
  return false;
}

Wide combine(const VideoJob& job, Wide a, Wide b) {
  const Wide count = job.wraps ? b & 31 : b > 32 ? 32 : b;
  switch (job.op) {
    case VideoOp::Add:
      return a + b;
    case VideoOp::Sub:
      return a - b;
    case VideoOp::AbsDiff:
      return a > b ? a - b : b - a;
    case VideoOp::Min:
      return a < b ? a : b;
    case VideoOp::Max:
      return a > b ? a : b;
    case VideoOp::ShiftLeft:
      return static_cast<Wide>(static_cast<std::uint64_t>(a) << count);
    case VideoOp::ShiftRight:
      return a >> static_cast<int>(count);
    case VideoOp::Set:
      return compare(job.compare, a, b) ? 1 : 0;
    case VideoOp::Average:  // away from zero where it is half way
      return (a + b + (a + b >= 0 ? 1 : 0)) >> 1;
    case VideoOp::MultiplyAdd:
      return a * b;
  }
  return 0;
}

// Words are multiplied and added as signed numbers whatever their type; an unsigned shift shifts
// zeros in (seen on an H100).
u32 multiply_add(const VideoJob& job, u32 a_word, u32 b_word, u32 c_word) {
  const bool is_signed = job.a_signed || job.b_signed || job.negates_product || job.negates_addend;
  Wide product = part_of(a_word, job.a, job.a_signed || job.a == VideoPart::Word) *
                 part_of(b_word, job.b, job.b_signed || job.b == VideoPart::Word);
  Wide addend = extended(c_word, 32, true);
  if (job.plus_one) {
    product += 1;
  } else {
    if (job.negates_product) product = -product;
    if (job.negates_addend) addend = -addend;
  }
  Wide sum = product + addend;
  if (job.scale > 0) {
    sum = is_signed ? sum >> job.scale
                    : static_cast<Wide>(static_cast<std::uint64_t>(sum) >> job.scale);
  }
  return static_cast<u32>(job.saturates ? clamped(sum, 32, is_signed) : sum);
}

bool shifts(const VideoJob& job) {
  return job.op == VideoOp::ShiftLeft || job.op == VideoOp::ShiftRight;
}

// .sat of a one-lane form. Only shifts do what the manual says, and at 32 bits whatever part is
// written; the others were seen on an H100.
Wide saturated(const VideoJob& job, Wide value) {
  if (shifts(job)) {
    constexpr int kUnused = 64 - 34;  // a shift keeps 34 bits
    return clamped(static_cast<Wide>(static_cast<std::uint64_t>(value) << kUnused) >> kUnused, 32,
                   job.d_signed);
  }
  if (job.d == VideoPart::Word)
    return job.d_signed ? clamped(value, 32, true) : std::max(value, Wide{0});
  const Wide top = (Wide{1} << (bits_of_part(job.d) - (job.d_signed ? 1U : 0U))) - 1;
  return value < 0 ? top : std::min(value, top);
}

// What a secondary minimum or maximum compares: of sums, and of saturated shifts, the lower 32 bits
// as a signed number.
Wide compared(const VideoJob& job, Wide value) {
  const bool narrow =
      job.op == VideoOp::Add || job.op == VideoOp::Sub || (job.saturates && shifts(job));
  return narrow ? static_cast<s32>(value) : value;
}

u32 lesser_or_greater(const VideoJob& job, Wide value, u32 c) {
  const Wide left = compared(job, value), right = extended(c, 32, job.d_signed);
  const bool less = job.d_signed
                        ? left < right
                        : static_cast<std::uint64_t>(left) < static_cast<std::uint64_t>(right);
  return less == (job.second == VideoSecond::Min) ? static_cast<u32>(value) : c;
}

// .h1 takes the upper half of the value (seen on an H100).
u32 merged(VideoPart part, u32 word, u32 c) {
  const unsigned at = shift_of_part(part);
  const u32 mask = ((1U << bits_of_part(part)) - 1) << at;
  return ((part == VideoPart::H1 ? word : word << at) & mask) | (c & ~mask);
}

u32 one_word(const VideoJob& job, u32 a, u32 b, u32 c) {
  if (job.op == VideoOp::MultiplyAdd) return multiply_add(job, a, b, c);
  Wide value = combine(job, part_of(a, job.a, job.a_signed), part_of(b, job.b, job.b_signed));
  if (job.saturates) value = saturated(job, value);
  const auto word = static_cast<u32>(value);
  switch (job.second) {
    case VideoSecond::None:
      return word;
    case VideoSecond::Add:
      return word + c;
    case VideoSecond::Min:
    case VideoSecond::Max:
      return lesser_or_greater(job, value, c);
    case VideoSecond::Merge:
      return merged(job.d, word, c);
  }
  return word;
}

u32 lanes_of_word(const VideoJob& job, u32 a, u32 b, u32 c) {
  const unsigned bits = 32U / job.lanes;
  u32 result = job.second == VideoSecond::Add ? c : 0;
  for (unsigned i = 0; i < job.lanes; ++i) {
    const unsigned at = i * bits;
    const u32 mask = ((1U << bits) - 1) << at;
    if ((job.mask >> i & 1U) == 0) {
      if (job.second != VideoSecond::Add) result |= c & mask;
      continue;
    }
    const auto part = [&](std::uint16_t parts, bool is_signed) {
      const unsigned number = parts >> (3 * i) & 7U;
      const u32 word = number < job.lanes ? a : b;
      return extended(word >> (number % job.lanes * bits), bits, is_signed);
    };
    Wide value = combine(job, part(job.a_parts, job.a_signed), part(job.b_parts, job.b_signed));
    if (job.saturates) value = clamped(value, bits, job.d_signed);
    const auto word = static_cast<u32>(value);
    result = job.second == VideoSecond::Add ? result + word : result | (word << at & mask);
  }
  return result;
}

void run(std::byte* file, const LaneOperands& o, const u32* active) {
  const VideoJob job = video_job(o.form);
  const Offsets at = offsets_of(o);
  for (int lane = 0; lane < kLanesPerFile; ++lane) {
    if (active != nullptr && active[lane] == 0) continue;
    const u32 a = slot<U32>(file, at.src[0])[lane], b = slot<U32>(file, at.src[1])[lane],
              c = slot<U32>(file, at.src[2])[lane];
    slot<U32>(file, o.dst)[lane] =
        job.lanes == 1 ? one_word(job, a, b, c) : lanes_of_word(job, a, b, c);
  }
}
void full(std::byte* file, const LaneOperands& o) { run(file, o, nullptr); }
void masked(std::byte* file, const LaneOperands& o, const LaneWords& active) {
  run(file, o, words_of(active));
}

}  // namespace

Lanes select_video(const Selector& s) {
  if (!s.video_known || s.sources < 2 || s.sources > 3) return kNoLanes;
  Lanes lanes{full, masked, {ptx::Type::B32}, {ptx::Type::B32, ptx::Type::B32}, s.video};
  if (s.sources == 3) lanes.src[2] = ptx::Type::B32;
  return lanes;
}

}  // namespace lanescope::isa
