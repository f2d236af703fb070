#include "sim/trace/writer.hpp"

#include <algorithm>
#include <bit>

#include "sim/base/hash.hpp"
#include "sim/trace/fields.hpp"
#include "sim/trace/file_head.hpp"

namespace lanescope::trace {

class Writer {
 public:
  static std::vector<std::uint8_t> payload(const Trace& trace, std::uint32_t version);

 private:
  static void column(const Column& column, ByteWriter& out);
  static void machine_steps(const Trace::Columns& c, ByteWriter& out);
};

// Numbers that all have the width that the largest needs.
void Writer::column(const Column& column, ByteWriter& out) {
  std::uint64_t most = 0;
  for (std::size_t i = 0; i < column.size(); ++i) most = std::max(most, column[i]);
  const unsigned bytes =
      most == 0 ? 0 : std::bit_ceil((static_cast<unsigned>(std::bit_width(most)) + 7) / 8);
  out.fixed(bytes, 1);
  out.number(column.size());
  for (std::size_t i = 0; bytes != 0 && i < column.size(); ++i) out.fixed(column[i], bytes);
}

// Runs of machine steps that follow one another: how many are left out before, how many there are.
void Writer::machine_steps(const Trace::Columns& c, ByteWriter& out) {
  std::uint64_t next = 0;
  for (std::size_t i = 0; i < c.tick_count();) {
    std::size_t last = i + 1;
    while (last < c.tick_count() && c.machine_step[last] == c.machine_step[last - 1] + 1) ++last;
    out.number(c.machine_step[i] - next);
    out.number(last - i);
    next = c.machine_step[last - 1] + 1;
    i = last;
  }
}

std::vector<std::uint8_t> Writer::payload(const Trace& trace, std::uint32_t version) {
  const Trace::Columns& c = *trace.columns_;
  std::vector<std::uint8_t> bytes;
  Out out(bytes);
  out.number(c.tick_count());
  for (const Presence* presence : {&c.has_access, &c.has_branch}) {
    for (std::uint64_t word : presence->words()) out.raw().fixed(word, 8);
  }
  for (const Column* column : {&c.pc, &c.masks, &c.warp, &c.branches})
    Writer::column(*column, out.raw());
  machine_steps(c, out.raw());
  out.number(c.machine_steps);
  out.number(c.accesses.size());
  out.raw().bytes(c.accesses);
  out.list(c.mask_values, fields_of_masks);
  out.list(c.access_shapes, fields_of_access_shape);
  out.list(c.branch_shapes, fields_of_branch_shape);
  out.list(Records(c.warps), fields_of_warp);
  out.list(c.launches, fields_of_launch);
  out.list(Records(c.phases), fields_of_phase);
  out.list(Records(c.marks), fields_of_mark);
  out.number(c.waits_of_warp.size());
  for (std::size_t i = 0; i < c.waits_of_warp.size(); ++i) out.number(c.waits_of_warp[i]);
  out.list(Records(c.waits), fields_of_wait);
  out.list(c.hazards, fields_of_hazard);
  out.list(c.counters_by_pc,
           [](auto& io, auto& of_launch) { io.list(of_launch, fields_of_counters); });
  if (version == 2) return bytes;
  for (const events::Hazard& hazard : c.hazards) fields_of_other_access(out, hazard);
  return bytes;
}

std::vector<std::byte> write(const Trace& trace, std::uint32_t version) {
  const std::vector<std::uint8_t> payload = Writer::payload(trace, version);
  const auto payload_bytes = std::as_bytes(std::span(payload));
  std::vector<std::uint8_t> head(kMagic.begin(), kMagic.end());
  ByteWriter out(head);
  out.fixed(version, 4);
  out.fixed(payload.size(), 8);
  out.fixed(fnv1a64(payload_bytes), 8);
  const auto head_bytes = std::as_bytes(std::span(head));
  std::vector<std::byte> file(head_bytes.begin(), head_bytes.end());
  file.insert(file.end(), payload_bytes.begin(), payload_bytes.end());
  return file;
}

}  // namespace lanescope::trace
