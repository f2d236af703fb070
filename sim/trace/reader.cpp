#include "sim/trace/reader.hpp"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "sim/base/hash.hpp"
#include "sim/trace/address_code.hpp"
#include "sim/trace/fields.hpp"
#include "sim/trace/file_head.hpp"

namespace lanescope::trace {

// Reads a payload whose checksum is right. It may still be foreign or made to harm: every index and
// every tick is checked here, so that a Trace needs no checks of its own.
class Reader {
 public:
  static Result<std::shared_ptr<const Trace>> payload(std::span<const std::uint8_t> bytes,
                                                      std::uint64_t version);

 private:
  Reader(std::span<const std::uint8_t> bytes, std::uint64_t version)
      : in_(bytes), version_(version) {}
  void columns();
  Column column(std::size_t size);
  Presence presence();
  void machine_steps();
  void records();
  void check_indices();
  void check_accesses();
  void check_times();
  [[nodiscard]] bool is_tick(Tick tick) const { return tick.value <= ticks_; }

  In in_;
  std::uint64_t version_;
  std::uint64_t ticks_ = 0;
  std::vector<WarpKey> warps_;
  std::vector<std::size_t> waits_of_warp_;
  std::vector<Phase> phases_;
  std::vector<Mark> marks_;
  std::vector<WaitRecord> waits_;
  std::shared_ptr<Trace::Columns> c_ = std::make_shared<Trace::Columns>();
};

Column Reader::column(std::size_t size) {
  const auto width = static_cast<std::uint8_t>(in_.raw().fixed(1));
  in_.check(width <= 8 && (width & (width - 1U)) == 0);
  in_.check(in_.raw().number() == size);
  if (!in_.ok()) return {};
  const auto data = in_.raw().bytes(size * width);
  if (!in_.ok()) return {};
  ByteReader numbers(data);
  Column column;
  for (std::size_t i = 0; i < size; ++i) column.push_back(width == 0 ? 0 : numbers.fixed(width));
  return column;
}

Presence Reader::presence() {
  Presence presence;
  const auto data = in_.raw().bytes((ticks_ + 63) / 64 * 8);
  if (!in_.ok()) return presence;
  for (std::size_t i = 0; i < (ticks_ + 63) / 64 * 64; ++i) {
    const bool present = (data[i / 8] >> (i % 8) & 1U) != 0;
    if (i < ticks_) presence.push_back(present);
    in_.check(i < ticks_ || !present);
  }
  return presence;
}

void Reader::machine_steps() {
  std::uint64_t next = 0;
  for (std::uint64_t i = 0; i < ticks_ && in_.ok();) {
    const std::uint64_t gap = in_.raw().number(), run = in_.raw().number();
    in_.check(run > 0 && run <= ticks_ - i && gap <= ~std::uint64_t{0} / 4 &&
              next <= ~std::uint64_t{0} / 4);
    if (!in_.ok()) return;
    next += gap;
    for (std::uint64_t k = 0; k < run; ++k) c_->machine_step.push_back(next++);
    i += run;
  }
  in_.number(c_->machine_steps);
  in_.check(next <= c_->machine_steps);
}

void Reader::columns() {
  in_.number(ticks_);
  in_.check(ticks_ / 4 <= in_.raw().left());  // two bits a tick follow at least
  if (!in_.ok()) return;
  c_->has_access = presence();
  c_->has_branch = presence();
  if (!in_.ok()) return;
  c_->pc = column(ticks_);
  c_->masks = column(ticks_);
  c_->warp = column(ticks_);
  c_->branches = column(c_->has_branch.count());
  machine_steps();
  const auto accesses = in_.raw().bytes(in_.raw().number());
  c_->accesses.assign(accesses.begin(), accesses.end());
}

void Reader::records() {
  in_.list(c_->mask_values, fields_of_masks);
  in_.list(c_->access_shapes, fields_of_access_shape);
  in_.list(c_->branch_shapes, fields_of_branch_shape);
  in_.list(warps_, fields_of_warp);
  in_.list(c_->launches, fields_of_launch);
  in_.list(phases_, fields_of_phase);
  in_.list(marks_, fields_of_mark);
  in_.list(waits_of_warp_, [](auto& io, auto& first) { io.number(first); });
  in_.list(waits_, fields_of_wait);
  in_.list(c_->hazards, fields_of_hazard);
  in_.list(c_->counters_by_pc,
           [](auto& io, auto& of_launch) { io.list(of_launch, fields_of_counters); });
  if (version_ > kOldestVersion) {
    for (events::Hazard& hazard : c_->hazards) fields_of_other_access(in_, hazard);
  }
  in_.check(in_.raw().left() == 0);
}

void Reader::check_indices() {
  for (std::uint64_t i = 0; i < ticks_; ++i) {
    in_.check(c_->masks[i] < c_->mask_values.size() && c_->warp[i] < warps_.size() &&
              c_->pc[i] <= 0xffffffff);
  }
  for (std::size_t i = 0; i < c_->branches.size(); ++i)
    in_.check(c_->branches[i] < c_->branch_shapes.size());
  for (const WarpKey& warp : warps_) in_.check(warp.launch < c_->launches.size());
  for (const AccessShape& s : c_->access_shapes) {
    in_.check(s.space <= events::Space::Texture && s.kind <= events::Access::Atomic &&
              s.rule <= events::SharedAccess::AtomicCas && s.bytes <= 16 &&
              std::has_single_bit(s.bytes));
  }
  for (const events::Hazard& h : c_->hazards) {
    in_.check(h.kind <= events::HazardKind::StepLimit && h.severity <= events::Severity::Error);
  }
  in_.check(waits_of_warp_.size() == warps_.size() + 1 && waits_of_warp_.back() == waits_.size() &&
            std::is_sorted(waits_of_warp_.begin(), waits_of_warp_.end()));
}

void Reader::check_times() {
  for (const LaunchRecord& l : c_->launches) in_.check(l.first <= l.last && is_tick(l.last));
  for (const Phase& p : phases_) {
    in_.check(p.launch < c_->launches.size() && p.first <= p.last && is_tick(p.last));
  }
  Tick before;
  for (const Mark& m : marks_) {
    in_.check(before <= m.tick && is_tick(m.tick) && m.kind <= MarkKind::LaunchBoundary);
    before = m.tick;
  }
  for (const WaitRecord& w : waits_) {
    in_.check(w.from <= w.to && is_tick(w.to) && w.reason <= events::WaitReason::Exited);
  }
}

// Walks all requests, which also tells where each tick's begin.
void Reader::check_accesses() {
  ByteReader stream(c_->accesses);
  std::array<std::uint64_t, kMaxWarpSize> addresses{};
  for (std::size_t tick = 0; tick < ticks_ && in_.ok(); ++tick) {
    if (!c_->has_access.at(tick)) continue;
    c_->access_at.push_back(stream.position());
    bool more = true;
    while (more && in_.ok()) {
      const RecordHead head = decode_head(stream);
      in_.check(stream.ok() && head.shape < c_->access_shapes.size());
      if (!in_.ok()) return;
      const LaneMask named = c_->access_shapes[head.shape].lanes;
      const LaneMask lanes = named != 0 ? named : c_->mask_values[c_->masks[tick]].executed;
      in_.check(decode_addresses(stream, head, lanes, addresses));
      more = head.more();
    }
  }
  in_.check(stream.left() == 0);
}

Result<std::shared_ptr<const Trace>> Reader::payload(std::span<const std::uint8_t> bytes,
                                                     std::uint64_t version) {
  Reader reader(bytes, version);
  reader.columns();
  if (reader.in_.ok()) reader.records();
  if (reader.in_.ok()) reader.check_indices();
  if (reader.in_.ok()) reader.check_times();
  if (reader.in_.ok()) reader.check_accesses();
  if (!reader.in_.ok())
    return bad_input("the trace file contradicts itself: it was not written by Lanescope");
  reader.c_->warps.assign(reader.warps_);
  for (const std::size_t first : reader.waits_of_warp_) reader.c_->waits_of_warp.push_back(first);
  reader.c_->phases.assign(reader.phases_);
  reader.c_->marks.assign(reader.marks_);
  reader.c_->waits.assign(reader.waits_);
  reader.c_->shrink_to_fit();
  reader.c_->seal();
  return std::shared_ptr<const Trace>(new Trace(std::move(reader.c_)));
}

Result<std::shared_ptr<const Trace>> read(std::span<const std::byte> file) {
  std::vector<std::uint8_t> bytes(file.size());
  std::transform(file.begin(), file.end(), bytes.begin(),
                 [](std::byte b) { return static_cast<std::uint8_t>(b); });
  ByteReader head(bytes);
  const auto magic = head.bytes(kMagic.size());
  if (!std::equal(magic.begin(), magic.end(), kMagic.begin(), kMagic.end(),
                  [](std::uint8_t a, char b) { return a == static_cast<std::uint8_t>(b); })) {
    return bad_input("not a Lanescope trace file");
  }
  const std::uint64_t version = head.fixed(4), size = head.fixed(8), checksum = head.fixed(8);
  if (!head.ok()) return bad_input("the trace file is cut short in its head");
  if (version < kOldestVersion || version > kVersion) {
    return bad_input(
        fmt::format("the trace file has version {}; this Lanescope reads versions {} to {}",
                    version, kOldestVersion, kVersion));
  }
  if (size != head.left()) {
    return bad_input(fmt::format(
        "the trace file is damaged: it should hold {} bytes after its head, and holds {}", size,
        head.left()));
  }
  if (fnv1a64(file.subspan(kHeadSize)) != checksum)
    return bad_input("the trace file is damaged: its checksum is wrong");
  return Reader::payload(std::span<const std::uint8_t>(bytes).subspan(kHeadSize), version);
}

}  // namespace lanescope::trace
