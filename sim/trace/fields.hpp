#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include "sim/events/counters.hpp"
#include "sim/trace/bytes.hpp"
#include "sim/trace/columns.hpp"

// The order of the numbers of each record of the trace file (FORMAT.md), once for both directions:
// `Io` is Out or In, the records are const for Out.
namespace lanescope::trace {

class Out {
 public:
  explicit Out(std::vector<std::uint8_t>& bytes) : writer_(bytes) {}
  template <typename T>
  void number(const T& value) {
    writer_.number(static_cast<std::uint64_t>(value));
  }
  void text(const std::string& value) {
    writer_.number(value.size());
    for (char c : value) writer_.fixed(static_cast<std::uint8_t>(c), 1);
  }
  template <typename List, typename Fields>
  void list(const List& values, Fields fields) {
    writer_.number(values.size());
    for (const auto& value : values) fields(*this, value);
  }
  [[nodiscard]] ByteWriter& raw() { return writer_; }

 private:
  ByteWriter writer_;
};

class In {
 public:
  explicit In(std::span<const std::uint8_t> bytes) : reader_(bytes) {}
  template <typename T>
  void number(T& value) {
    const std::uint64_t read = reader_.number();
    if constexpr (std::is_same_v<T, bool>) {
      value = read != 0;
      ok_ = ok_ && read <= 1;
    } else {
      value = static_cast<T>(read);
      ok_ = ok_ && static_cast<std::uint64_t>(value) == read;
    }
  }
  void text(std::string& value) {
    const auto bytes = reader_.bytes(reader_.number());
    value.assign(bytes.begin(), bytes.end());
  }
  // Each element takes a byte at least, so that a damaged count can't ask for more memory than a
  // small multiple of the file.
  template <typename T, typename Fields>
  void list(std::vector<T>& values, Fields fields) {
    const std::uint64_t count = reader_.number();
    values.clear();
    if (!ok() || count > reader_.left()) {
      ok_ = false;
      return;
    }
    values.resize(count);
    for (T& value : values) fields(*this, value);
  }
  [[nodiscard]] ByteReader& raw() { return reader_; }
  void check(bool condition) { ok_ = ok_ && condition; }
  [[nodiscard]] bool ok() const { return ok_ && reader_.ok(); }

 private:
  ByteReader reader_;
  bool ok_ = true;
};

inline constexpr auto fields_of_dim = [](auto& io, auto& d) {
  io.number(d.x);
  io.number(d.y);
  io.number(d.z);
};
inline constexpr auto fields_of_masks = [](auto& io, auto& m) {
  io.number(m.active);
  io.number(m.executed);
};
inline constexpr auto fields_of_access_shape = [](auto& io, auto& s) {
  io.number(s.space);
  io.number(s.kind);
  io.number(s.bytes);
  io.number(s.rule);
  io.number(s.lanes);
  io.number(s.fetchers);
};
inline constexpr auto fields_of_branch_shape = [](auto& io, auto& s) {
  io.number(s.taken);
  io.number(s.not_taken);
  io.number(s.divergent);
  io.number(s.reconvergence.value);
};
inline constexpr auto fields_of_warp = [](auto& io, auto& w) {
  io.number(w.launch);
  io.number(w.block.value);
  io.number(w.warp.value);
};
inline constexpr auto fields_of_launch = [](auto& io, auto& l) {
  fields_of_dim(io, l.grid);
  fields_of_dim(io, l.block);
  io.number(l.first.value);
  io.number(l.last.value);
  io.number(l.first_machine_step.value);
  io.number(l.last_machine_step.value);
};
inline constexpr auto fields_of_phase = [](auto& io, auto& p) {
  io.number(p.launch);
  io.number(p.block.value);
  io.number(p.number);
  io.number(p.first.value);
  io.number(p.last.value);
};
inline constexpr auto fields_of_mark = [](auto& io, auto& m) {
  io.number(m.tick.value);
  io.number(m.kind);
};
inline constexpr auto fields_of_wait = [](auto& io, auto& w) {
  io.number(w.from.value);
  io.number(w.to.value);
  io.number(w.block.value);
  io.number(w.warp.value);
  io.number(w.lanes);
  io.number(w.reason);
  io.number(w.barrier);
};
inline constexpr auto fields_of_hazard = [](auto& io, auto& h) {
  io.number(h.kind);
  io.number(h.severity);
  io.number(h.count);
  io.number(h.launch);
  io.number(h.pc.value);
  io.number(h.other_pc.value);
  io.text(h.space);
  fields_of_dim(io, h.block);
  fields_of_dim(io, h.other_block);
  io.list(h.threads, fields_of_dim);
  io.text(h.address);
  io.number(h.machine_step.value);
  io.text(h.message);
};
// Since version 3: the earlier access of a race.
inline constexpr auto fields_of_other_access = [](auto& io, auto& h) {
  io.number(h.other_machine_step.value);
  fields_of_dim(io, h.other_thread);
};
inline constexpr auto fields_of_counters = [](auto& io, auto& c) {
  auto values = std::bit_cast<events::CounterValues>(c);
  for (auto& value : values) io.number(value);
  if constexpr (!std::is_const_v<std::remove_reference_t<decltype(c)>>)
    c = std::bit_cast<events::Counters>(values);
};

}  // namespace lanescope::trace
