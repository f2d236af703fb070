#include "sim/analysis/origin_search.hpp"

#include <algorithm>
#include <bit>
#include <string>

#include "sim/analysis/access.hpp"

namespace lanescope::analysis {

using engine::Role;
using trace::Access;
using trace::Step;

std::size_t count_of(const engine::InstructionInfo& info, Role role) {
  return static_cast<std::size_t>(
      std::count_if(info.operands.begin(), info.operands.end(),
                    [role](const engine::Operand& o) { return o.role == role; }));
}

namespace {

bool stays_inside(events::Space space) {
  return space == events::Space::Shared || space == events::Space::Local;
}

}  // namespace

// What register number `part` of `parts` holds of an access.
OriginSearch::Piece OriginSearch::piece_of(std::uint32_t bytes, std::size_t part,
                                           std::size_t parts) {
  if (parts < 2 || bytes % parts != 0) return {0, bytes};
  const auto each = static_cast<std::uint32_t>(bytes / parts);
  return {static_cast<std::uint32_t>(part) * each, each};
}

std::uint64_t OriginSearch::key_of(const Step& step, events::Space space, std::uint32_t lane,
                                   std::uint64_t byte) const {
  const std::uint64_t thread = std::uint64_t{step.warp.value} * warp_size_ + lane;
  return space == events::Space::Local ? (thread + 1) << 40U | byte : byte;
}

void OriginSearch::begin(const Step& step, const Stored& stored) {
  const Info& info = program_.at(step.pc);
  const Lanes lanes{LaneMask{1} << stored.lane, 0};
  trace_.accesses(step.tick, accesses_);
  for (const Access& access : accesses_) {
    if (access.kind == events::Access::Load || (access.lanes & lanes[kValue]) == 0) continue;
    const std::uint64_t at = access.addresses[stored.lane];
    const std::uint64_t first = std::max(at, stored.address);
    const std::uint64_t last = std::min(at + access.bytes, stored.address + stored.bytes);
    if (first >= last) continue;
    const Piece piece{static_cast<std::uint32_t>(first - at),
                      static_cast<std::uint32_t>(last - first)};
    want_stored(step, info, access.bytes, piece, lanes);
  }
}

void OriginSearch::back_over(const Step& step) {
  const Info& info = program_.at(step.pc);
  if (info.is_memory() && !bytes_.empty()) follow_stores(step, info);
  const Lanes lanes = take_written(step, info);
  if (any(lanes) == 0) return;
  want(step, info, Role::Guard, {0, any(lanes)});
  if (info.is_memory())
    follow_load(step, info, lanes);
  else
    want(step, info, Role::Read, givers(step, info, lanes));
}

void OriginSearch::want_register(const Step& step, std::uint32_t reg, Lanes lanes) {
  if (any(lanes) == 0) return;
  // The outcome of a comparison only chooses.
  if (program_.registers()[reg].type == ValueType::Pred) lanes = {0, any(lanes)};
  if (warps_.size() <= step.warp.value) warps_.resize(step.warp.value + 1);
  Registers& registers = warps_[step.warp.value];
  if (registers.empty()) registers.resize(program_.registers().size());
  Lanes& there = registers[reg];
  if (any(there) == 0) ++wanted_registers_;
  there[kValue] |= lanes[kValue];
  there[kSteer] |= lanes[kSteer];
}

void OriginSearch::want(const Step& step, const Info& info, Role role, const Lanes& lanes) {
  for (const engine::Operand& operand : info.operands)
    if (operand.role == role) want_register(step, operand.reg, lanes);
}

// The registers that hold these of the bytes that an instruction stores, and what led there. The
// new value of an atomic is made of all of its operands.
void OriginSearch::want_stored(const Step& step, const Info& info, std::uint32_t bytes, Piece piece,
                               const Lanes& lanes) {
  const std::size_t parts = info.unit == Unit::Atomic ? 1 : count_of(info, Role::Read);
  std::size_t part = 0;
  for (const engine::Operand& operand : info.operands) {
    if (operand.role != Role::Read) continue;
    const Piece held = piece_of(bytes, part++, parts);
    if (held.first < piece.first + piece.count && piece.first < held.first + held.count)
      want_register(step, operand.reg, lanes);
  }
  want(step, info, Role::Address, {0, any(lanes)});
  want(step, info, Role::Guard, {0, any(lanes)});
}

void OriginSearch::follow_stores(const Step& step, const Info& info) {
  if (!trace_.has_accesses(step.tick)) return;
  trace_.accesses(step.tick, accesses_);
  for (const Access& access : accesses_) {
    if (access.kind == events::Access::Load || !stays_inside(access.space)) continue;
    for (LaneMask rest = access.lanes; rest != 0; rest &= rest - 1)
      follow_store(step, info, access, static_cast<std::uint32_t>(std::countr_zero(rest)));
  }
  for (const std::uint64_t byte : made_bytes_) bytes_.erase(byte);
  made_bytes_.clear();
}

void OriginSearch::follow_store(const Step& step, const Info& info, const Access& access,
                                std::uint32_t lane) {
  for (std::uint32_t b = 0; b < access.bytes; ++b) {
    const std::uint64_t key = key_of(step, access.space, lane, access.addresses[lane] + b);
    const auto wanted = bytes_.find(key);
    if (wanted == bytes_.end()) continue;
    const LaneMask one = LaneMask{1} << lane;
    const auto [value, steer] = wanted->second;
    want_stored(step, info, access.bytes, {b, 1}, {value ? one : 0, steer ? one : 0});
    // What an atomic found there is still in what it left.
    if (access.kind == events::Access::Store) made_bytes_.push_back(key);
  }
}

// The lanes in which wanted registers are made here: they are looked for no more.
OriginSearch::Lanes OriginSearch::take_written(const Step& step, const Info& info) {
  Lanes all{};
  made_parts_.clear();
  if (step.warp.value >= warps_.size() || warps_[step.warp.value].empty()) return all;
  for (const engine::Operand& operand : info.operands) {
    if (operand.role != Role::Write) continue;
    Lanes& there = warps_[step.warp.value][operand.reg];
    const Lanes made{there[kValue] & step.executed, there[kSteer] & step.executed};
    made_parts_.push_back(made);
    if (any(made) == 0) continue;
    for (const Kind kind : {kValue, kSteer}) {
      there[kind] &= ~step.executed;
      all[kind] |= made[kind];
    }
    if (any(there) == 0) --wanted_registers_;
  }
  return all;
}

void OriginSearch::follow_load(const Step& step, const Info& info, const Lanes& all) {
  if (!trace_.has_accesses(step.tick)) return;  // a parameter: the same for all threads
  want(step, info, Role::Address, {0, any(all)});
  trace_.accesses(step.tick, accesses_);
  const std::size_t parts = made_parts_.size();
  for (const Access& access : accesses_)
    for (std::size_t part = 0; part < parts; ++part) {
      // Of a texture's texel every result has its share, whatever their number.
      const bool texel = access.space == events::Space::Texture;
      const Piece piece = texel ? Piece{0, access.bytes} : piece_of(access.bytes, part, parts);
      follow_part(step, access, piece, made_parts_[part]);
    }
}

void OriginSearch::follow_part(const Step& step, const Access& access, Piece piece,
                               const Lanes& lanes) {
  for (LaneMask rest = access.lanes & any(lanes); rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
    const bool value = (lanes[kValue] >> lane & 1U) != 0;
    if (stays_inside(access.space))
      want_bytes(step, access, lane, piece, value);
    else
      tell(step, access, lane, piece, value);
  }
}

void OriginSearch::want_bytes(const Step& step, const Access& access, std::uint32_t lane,
                              Piece piece, bool value) {
  out_.shared |= access.space == events::Space::Shared;
  for (std::uint32_t b = piece.first; b < piece.first + piece.count; ++b)
    bytes_[key_of(step, access.space, lane, access.addresses[lane] + b)][value ? kValue : kSteer] =
        true;
}

void OriginSearch::tell(const Step& step, const Access& access, std::uint32_t lane, Piece piece,
                        bool value) {
  if (out_.origins.size() == most_) {
    out_.truncated = true;
    return;
  }
  const events::Space space = lies_in_buffers(access.space) ? events::Space::Global : access.space;
  out_.origins.push_back({space, access.addresses[lane] + piece.first,
                          static_cast<std::uint8_t>(piece.count), step.tick,
                          step.warp.value * warp_size_ + lane, !value});
}

// The lanes whose operands make these lanes' results.
OriginSearch::Lanes OriginSearch::givers(const Step& step, const Info& info, const Lanes& lanes) {
  if (info.unit != Unit::WarpSync) return lanes;
  if (!constants_) constants_.emplace(program_);
  const std::string text = constants_->text_at(program_, step.pc);
  Lanes from{};
  for (LaneMask rest = any(lanes); rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
    const LaneMask give = shuffle_sources(text, lane, step.executed);
    out_.exchanged |= std::popcount(give) > 1;
    from[(lanes[kValue] >> lane & 1U) != 0 ? kValue : kSteer] |= give;
  }
  return from;
}

}  // namespace lanescope::analysis
