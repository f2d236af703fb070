#include "sim/trace/address_code.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace lanescope::trace {
namespace {

enum AddressEncoding : std::uint8_t { kAffine = 0, kTile = 1, kPacked = 2 };
constexpr unsigned kBaseLengthShift = 3;  // bytes of the base, 0 to 8, in the high bits

struct Sequence {
  std::array<std::uint64_t, kMaxWarpSize> values;
  std::size_t n = 0;
};

Sequence gather(const std::uint64_t* addresses, LaneMask lanes) {
  Sequence sequence;
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
    sequence.values[sequence.n++] = addresses[std::countr_zero(rest)];
  }
  return sequence;
}

// Length of the leading stretch with values[i] == values[0] + i * stride.
std::size_t affine_prefix(const Sequence& s, std::uint64_t stride) {
  std::uint64_t expected = s.values[0];
  std::size_t i = 0;
  while (i < s.n && s.values[i] == expected) {
    expected += stride;
    ++i;
  }
  return i;
}

bool is_tile(const Sequence& s, std::size_t row, std::uint64_t stride, std::uint64_t pitch) {
  std::uint64_t start = s.values[0];
  for (std::size_t first = 0; first < s.n; first += row, start += pitch) {
    const std::size_t last = std::min(s.n, first + row);
    std::uint64_t expected = start;
    for (std::size_t i = first; i < last; ++i, expected += stride) {
      if (s.values[i] != expected) return false;
    }
  }
  return true;
}

void put_head(std::uint32_t shape, AddressEncoding kind, std::uint64_t base, ByteWriter& out) {
  const auto length = static_cast<std::size_t>((64 - std::countl_zero(base) + 7) / 8);
  out.fixed(kind | length << kBaseLengthShift, 1);
  out.number(shape);
  out.fixed(base, length);
}

void put_packed(std::uint32_t shape, const Sequence& s, ByteWriter& out) {
  const auto end = s.values.begin() + static_cast<std::ptrdiff_t>(s.n);
  const std::uint64_t base = *std::min_element(s.values.begin(), end);
  std::uint64_t any = 0;
  for (std::size_t i = 0; i < s.n; ++i) any |= s.values[i] - base;
  const auto shift = static_cast<unsigned>(any == 0 ? 0 : std::countr_zero(any));
  const auto bits = static_cast<unsigned>(64 - std::countl_zero(any >> shift));
  put_head(shape, kPacked, base, out);
  out.fixed(shift, 1);
  out.fixed(bits, 1);
  std::uint64_t waiting = 0;
  unsigned filled = 0;
  const auto put_bits = [&](std::uint64_t value, unsigned count) {  // count <= 32
    waiting |= value << filled;
    filled += count;
    for (; filled >= 8; filled -= 8, waiting >>= 8U) out.fixed(waiting & 0xffU, 1);
  };
  for (std::size_t i = 0; i < s.n; ++i) {
    const std::uint64_t number = (s.values[i] - base) >> shift;
    put_bits(number & 0xffffffffU, std::min(bits, 32U));
    if (bits > 32) put_bits(number >> 32U, bits - 32);
  }
  if (filled > 0) out.fixed(waiting, 1);
}

bool get_packed(ByteReader& in, std::uint64_t base, LaneMask lanes,
                std::span<std::uint64_t, kMaxWarpSize> addresses) {
  const auto shift = static_cast<unsigned>(in.fixed(1));
  const auto bits = static_cast<unsigned>(in.fixed(1));
  if (shift > 63 || bits > 64) return false;
  const auto n = static_cast<std::size_t>(std::popcount(lanes));
  const auto data = in.bytes((n * bits + 7) / 8);
  if (!in.ok()) return false;
  std::size_t at = 0;  // bit
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
    std::uint64_t number = 0;
    for (unsigned got = 0; got < bits;) {
      const auto offset = static_cast<unsigned>(at % 8);
      const unsigned take = std::min(8 - offset, bits - got);
      const std::uint64_t piece = (std::uint64_t{data[at / 8]} >> offset) & ((1U << take) - 1);
      number |= piece << got;
      got += take;
      at += take;
    }
    addresses[static_cast<std::size_t>(std::countr_zero(rest))] = base + (number << shift);
  }
  return true;
}

}  // namespace

std::optional<Pattern> encode(std::uint32_t shape, const std::uint64_t* addresses, LaneMask lanes,
                              std::vector<std::uint8_t>& out) {
  ByteWriter writer(out);
  const Sequence s = gather(addresses, lanes);
  const std::uint64_t stride = s.n > 1 ? s.values[1] - s.values[0] : 0;
  const std::size_t row = affine_prefix(s, stride);
  if (row == s.n) {
    put_head(shape, kAffine, s.values[0], writer);
    writer.signed_number(static_cast<std::int64_t>(stride));
    return Pattern{s.values[0], stride, 0, static_cast<std::uint32_t>(row)};
  }
  const std::uint64_t pitch = s.values[row] - s.values[0];
  if (is_tile(s, row, stride, pitch)) {
    put_head(shape, kTile, s.values[0], writer);
    writer.fixed(row, 1);
    writer.signed_number(static_cast<std::int64_t>(stride));
    writer.signed_number(static_cast<std::int64_t>(pitch));
    return Pattern{s.values[0], stride, pitch, static_cast<std::uint32_t>(row)};
  }
  put_packed(shape, s, writer);
  return std::nullopt;
}

bool RecordHead::more() const { return (kind & kMoreFollow) != 0; }

RecordHead decode_head(ByteReader& in) {
  RecordHead head;
  head.kind = static_cast<std::uint8_t>(in.fixed(1));
  head.shape = static_cast<std::uint32_t>(in.number());
  return head;
}

bool decode_addresses(ByteReader& in, const RecordHead& head, LaneMask lanes,
                      std::span<std::uint64_t, kMaxWarpSize> addresses) {
  const std::size_t length = head.kind >> kBaseLengthShift;
  if (length > 8) return false;
  const std::uint64_t base = in.fixed(length);
  const unsigned kind = head.kind & 3U;
  if (kind == kPacked) return get_packed(in, base, lanes, addresses);
  if (kind > kPacked) return false;
  const std::uint64_t row = kind == kTile ? in.fixed(1) : kMaxWarpSize;
  const auto stride = static_cast<std::uint64_t>(in.signed_number());
  const auto pitch = static_cast<std::uint64_t>(kind == kTile ? in.signed_number() : 0);
  if (!in.ok() || row == 0) return false;
  std::uint64_t start = base, value = base, column = 0;
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
    if (column == row) {
      column = 0;
      start += pitch;
      value = start;
    }
    addresses[static_cast<std::size_t>(std::countr_zero(rest))] = value;
    value += stride;
    ++column;
  }
  return true;
}

}  // namespace lanescope::trace
