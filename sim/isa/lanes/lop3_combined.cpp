#include "sim/isa/lanes/loops.hpp"

// PTX ISA 9.7.8.6: lop3.BoolOp, which also writes a predicate: whether the result is not 0,
// combined with another predicate.
namespace lanescope::isa {
namespace {

struct Job {
  u32 table = 0;
  Combine combine = Combine::And;
  bool negates = false;
};
constexpr u32 number_of(const Job& j) {
  return (j.table & 255U) | static_cast<u32>(j.combine) << 8U | (j.negates ? 1U << 12U : 0U);
}
constexpr Job job_of(u64 form) {
  const u32 number = static_cast<u32>(form);
  return {number & 255U, static_cast<Combine>(number >> 8U & 15U), (number >> 12U & 1U) != 0};
}

// The truth table's bit (a << 2 | b << 1 | c) for each bit of the word.
u32 looked_up(u32 table, u32 a, u32 b, u32 c) {
  u32 result = 0;
  for (u32 entry = 0; entry < 8; ++entry) {
    if ((table >> entry & 1U) == 0) continue;
    result |=
        ((entry & 4U) != 0 ? a : ~a) & ((entry & 2U) != 0 ? b : ~b) & ((entry & 1U) != 0 ? c : ~c);
  }
  return result;
}

u32 combined(const Job& job, bool result, u32 predicate) {
  const bool other = (predicate != 0) != job.negates;
  const bool yes = job.combine == Combine::And  ? result && other
                   : job.combine == Combine::Or ? result || other
                                                : result != other;
  return yes ? 0xffffffffU : 0U;
}

void run(std::byte* file, const LaneOperands& o, const u32* active) {
  const Job job = job_of(o.form);
  const Offsets at = offsets_of(o);
  for (int lane = 0; lane < kLanesPerFile; ++lane) {
    if (active != nullptr && active[lane] == 0) continue;
    const u32 predicate = slot<U32>(file, at.src[3])[lane];
    const u32 word = looked_up(job.table, slot<U32>(file, at.src[0])[lane],
                               slot<U32>(file, at.src[1])[lane], slot<U32>(file, at.src[2])[lane]);
    slot<U32>(file, o.dst)[lane] = word;
    slot<U32>(file, o.dst2)[lane] = combined(job, word != 0, predicate);
  }
}
void full(std::byte* file, const LaneOperands& o) { run(file, o, nullptr); }
void masked(std::byte* file, const LaneOperands& o, const LaneWords& active) {
  run(file, o, words_of(active));
}

}  // namespace

Lanes select_lop3_combined(const Selector& s) {
  if (!s.second_result) return kNoLanes;
  return {full,
          masked,
          {ptx::Type::B32, ptx::Type::Pred},
          {ptx::Type::B32, ptx::Type::B32, ptx::Type::B32, ptx::Type::Pred},
          number_of({s.table, s.combine, s.negated_input})};
}

}  // namespace lanescope::isa
