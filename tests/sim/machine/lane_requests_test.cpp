// The inner loops of memory requests give the same at every vector level.
#include "sim/machine/memory/lane_requests.hpp"

#include <array>
#include <bit>
#include <cstring>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "sim/isa/alu.hpp"
#include "sim/machine/lane_file.hpp"

namespace lanescope::machine {
namespace {

constexpr std::size_t kLanes = 32;

struct Answered {
  AddressAnswer answer{};
  alignas(64) std::array<std::uint64_t, kLanes> addresses{};
};
struct alignas(64) Slot {
  std::array<std::byte, kLanes * 8> bytes{};
};

std::vector<const LaneRequests*> levels() {
  std::vector<const LaneRequests*> list;
  for (const auto level : {isa::VectorLevel::Avx2, isa::VectorLevel::Avx512}) {
    const LaneRequests* requests = lane_requests_at(level);
    if (requests != nullptr && level <= isa::best_vector_level()) list.push_back(requests);
  }
  return list;
}

const LaneRequests& baseline() { return *lane_requests_at(isa::VectorLevel::Baseline); }

// Few lanes, all, a run, or any.
std::uint32_t some_lanes(std::mt19937& random) {
  switch (random() % 4) {
    case 0:
      return 1U << random() % kLanes;
    case 1:
      return 0xffffffffU;
    case 2:
      return 0xffffffffU >> random() % kLanes;
    default:
      return std::uint32_t(random()) | 1U;
  }
}

// Lanes in a row, all at one place, or anywhere near the bounds; a few of them one byte off.
template <typename T>
Slot addresses(std::mt19937& random, std::uint64_t begin, std::uint32_t bytes) {
  std::array<T, kLanes> values{};
  const std::uint64_t pattern = random() % 3;
  const std::uint64_t start = begin + bytes * (random() % 64);
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    const std::uint64_t at = pattern == 0   ? start + bytes * lane
                             : pattern == 1 ? start
                                            : begin + bytes * (random() % 160) - 16 * bytes;
    values[lane] = static_cast<T>(random() % 128 == 0 ? at + 1 : at);
  }
  Slot slot;
  std::memcpy(slot.bytes.data(), values.data(), sizeof values);
  return slot;
}

template <typename Ask>
void expect_same(const LaneRequests& level, const AddressQuery& query, Ask ask) {
  Answered one, other;
  one.answer = ask(baseline(), query, one.addresses.data());
  other.answer = ask(level, query, other.addresses.data());
  ASSERT_EQ(one.answer.bad, other.answer.bad);
  if (one.answer.bad == 0) {
    ASSERT_EQ(one.answer.consecutive, other.answer.consecutive);
  }
  ASSERT_EQ(one.addresses, other.addresses);
}

TEST(LaneRequests, AddressesAreCheckedAlike) {
  std::mt19937 random(1);
  for (const LaneRequests* level : levels()) {
    for (int i = 0; i < 20000; ++i) {
      const std::uint32_t bytes = 1U << random() % 5;
      const std::uint64_t begin = 0x10000ULL * (1 + random() % 4);
      const std::uint64_t offset = 16 * (random() % 3) - 16;
      AddressQuery query{nullptr,   offset, some_lanes(random), begin, begin + 1984,
                         bytes - 1, bytes};
      const Slot narrow = addresses<std::uint32_t>(random, begin, bytes);
      query.slot = narrow.bytes.data();
      expect_same(*level, query, [](const LaneRequests& r, const AddressQuery& q, auto* out) {
        return r.narrow(q, out);
      });
      query.begin += std::uint64_t{1} << 46U;
      query.last += std::uint64_t{1} << 46U;
      const Slot wide = addresses<std::uint64_t>(random, query.begin, bytes);
      query.slot = wide.bytes.data();
      expect_same(*level, query, [](const LaneRequests& r, const AddressQuery& q, auto* out) {
        return r.wide(q, out);
      });
    }
  }
}

TEST(LaneRequests, RowsAreFoundAlike) {
  std::mt19937 random(4);
  std::vector<const LaneRequests*> all = levels();
  all.push_back(&baseline());
  int rows = 0;
  for (const LaneRequests* level : all) {
    for (int i = 0; i < 20000; ++i) {
      const std::uint64_t begin = 0x10000;
      AddressQuery query{nullptr, 4 * (random() % 3) - 4, some_lanes(random), begin, begin + 380, 3,
                         4};
      const auto expected = [&](const AddressAnswer& found, const auto& addresses) {
        const auto first = static_cast<std::size_t>(std::countr_zero(query.lanes));
        return found.bad == 0 && found.consecutive ? addresses[first] - 4 * first : kNoRow;
      };
      alignas(64) std::array<std::uint64_t, kLanes> out{};
      const Slot narrow = addresses<std::uint32_t>(random, begin, 4);
      query.slot = narrow.bytes.data();
      const AddressAnswer narrow_answer = baseline().narrow(query, out.data());
      ASSERT_EQ(level->narrow_row(query), expected(narrow_answer, out));
      const Slot wide = addresses<std::uint64_t>(random, begin, 4);
      query.slot = wide.bytes.data();
      const AddressAnswer wide_answer = baseline().wide(query, out.data());
      ASSERT_EQ(level->wide_row(query), expected(wide_answer, out));
      rows += level->wide_row(query) != kNoRow ? 1 : 0;
    }
  }
  EXPECT_GT(rows, 1000);
}

// Addresses that nearly are a row in each half of the warp, or one word for it.
struct HalfRowCase {
  std::array<std::uint64_t, kLanes> at{};
  std::uint64_t offset = 0;
  bool good = true;

  explicit HalfRowCase(std::mt19937& random) : offset(4 * (random() % 3) - 4) {
    for (std::size_t half = 0; half < 2; ++half) {
      const std::uint64_t start = kBegin + 4 * (random() % 84) + (random() % 64 == 0 ? 1 : 0);
      const std::uint64_t step = 4 * (random() % 2);
      for (std::size_t lane = 0; lane < 16; ++lane)
        at[16 * half + lane] = start + step * lane + offset + (random() % 512 == 0 ? 4 : 0);
      const std::uint64_t first = at[16 * half], between = at[16 * half + 1] - first;
      good = good && between <= 4;
      for (std::size_t lane = 0; lane < 16; ++lane)
        good = good && is_allowed(at[16 * half + lane]) &&
               at[16 * half + lane] == first + between * lane;
    }
  }

  template <typename T, typename Ask>
  void check(Ask ask) const {
    std::array<T, kLanes> values{};
    for (std::size_t lane = 0; lane < kLanes; ++lane)
      values[lane] = static_cast<T>(at[lane] - offset);
    Slot slot;
    std::memcpy(slot.bytes.data(), values.data(), sizeof values);
    events::HalfRows rows{};
    const AddressQuery query{slot.bytes.data(), offset, 0xffffffffU, kBegin, kLast, 3, 4};
    ASSERT_EQ(ask(query, rows), good);
    if (!good) return;
    for (std::size_t lane = 0; lane < kLanes; ++lane)
      ASSERT_EQ(rows.start[lane / 16] + lane % 16 * rows.step[lane / 16], at[lane]);
  }

 private:
  static constexpr std::uint64_t kBegin = 0x10000, kLast = kBegin + 380;
  static bool is_allowed(std::uint64_t address) {
    return address >= kBegin && address <= kLast && address % 4 == 0;
  }
};

TEST(LaneRequests, HalfRowsAreFoundAlike) {
  std::mt19937 random(5);
  std::vector<const LaneRequests*> all = levels();
  all.push_back(&baseline());
  int found = 0;
  for (const LaneRequests* level : all) {
    for (int i = 0; i < 20000; ++i) {
      const HalfRowCase one(random);
      one.check<std::uint32_t>(level->narrow_halves);
      one.check<std::uint64_t>(level->wide_halves);
      if (one.good) ++found;
    }
  }
  EXPECT_GT(found, 1000);
}

// 16 words one behind the other, or one, 64 bytes apart or at one place, or anything else.
template <typename T>
std::array<T, kLanes> row_addresses(std::mt19937& random) {
  std::array<T, kLanes> at{};
  if (random() % 2 == 0) {
    const Slot any = addresses<T>(random, 0, 4);
    std::memcpy(at.data(), any.bytes.data(), sizeof at);
    return at;
  }
  const bool word = random() % 4 == 0;
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    const std::size_t half = random() % 64 != 0 ? lane / 16 : 0;
    at[lane] = static_cast<T>(64 * half + (word && lane >= 16 ? 0 : 4 * (lane % 16)));
  }
  return at;
}

// Rows, half rows and others, of all lanes or some, are moved as lane after lane would.
template <typename T, typename Load, typename Store>
void expect_moved(Load load, Store store, std::mt19937& random, std::array<int, 3>& loads,
                  std::array<int, 3>& stores) {
  const auto at = row_addresses<T>(random);
  Slot slot;
  std::memcpy(slot.bytes.data(), at.data(), sizeof at);
  const std::uint32_t lanes = random() % 2 == 0 ? 0xffffffffU : some_lanes(random);
  const AddressQuery query{slot.bytes.data(), 4 * (random() % 3), lanes, 0, 380, 3, 4};
  std::array<std::byte, 384> memory{};
  Slot words;
  for (std::byte& byte : memory) byte = std::byte(random());
  for (std::byte& byte : words.bytes) byte = std::byte(random());
  std::array<std::byte, 384> expected = memory;
  Slot expected_words = words;
  const auto each = [&](auto move) {
    for (std::size_t lane = 0; lane < kLanes; ++lane)
      if ((lanes >> lane & 1U) != 0) move(4 * lane, static_cast<T>(at[lane] + query.offset));
  };
  events::HalfRows rows{};
  const auto base = reinterpret_cast<std::uintptr_t>(memory.data());
  const FoundRows stored = store(query, base, words.bytes.data(), rows);
  if (stored != FoundRows::None)
    each([&](auto from, auto to) { std::memcpy(&expected[to], &words.bytes[from], 4); });
  ASSERT_EQ(memory, expected);
  const FoundRows loaded = load(query, base, words.bytes.data(), rows);
  if (loaded != FoundRows::None)
    each([&](auto to, auto from) { std::memcpy(&expected_words.bytes[to], &memory[from], 4); });
  ASSERT_EQ(words.bytes, expected_words.bytes);
  ++loads[static_cast<std::size_t>(loaded)];
  ++stores[static_cast<std::size_t>(stored)];
}

TEST(LaneRequests, RowsAreMovedAsTheyAreFound) {
  std::mt19937 random(6);
  std::vector<const LaneRequests*> all = levels();
  all.push_back(&baseline());
  std::array<int, 3> first{};
  for (const LaneRequests* level : all) {
    std::array<int, 3> loads{}, stores{};
    random.seed(6);
    for (int i = 0; i < 20000; ++i) {
      expect_moved<std::uint32_t>(level->load_narrow_rows, level->store_narrow_rows, random, loads,
                                  stores);
      expect_moved<std::uint64_t>(level->load_wide_rows, level->store_wide_rows, random, loads,
                                  stores);
    }
    if (level == all.front()) first = loads;
    EXPECT_EQ(loads, first);  // at every level
    for (const int found : loads) EXPECT_GT(found, 500);
    EXPECT_GT(loads[1], stores[1]);  // several lanes load one word, and store to none
  }
}

TEST(LaneRequests, WordsAreMovedAlike) {
  std::mt19937 random(2);
  for (const LaneRequests* level : levels()) {
    for (int i = 0; i < 2000; ++i) {
      Slot slot, memory;
      for (std::size_t at = 0; at < slot.bytes.size(); ++at) {
        slot.bytes[at] = std::byte(random());
        memory.bytes[at] = std::byte(random());
      }
      Slot other_slot = slot, other_memory = memory;
      const std::uint32_t lanes = some_lanes(random);
      const std::size_t at = 4 * (random() % 32);
      const auto place = [at](Slot& s) {
        return reinterpret_cast<std::uintptr_t>(s.bytes.data()) + at;
      };
      baseline().load_words(slot.bytes.data(), place(memory), lanes);
      level->load_words(other_slot.bytes.data(), place(other_memory), lanes);
      ASSERT_EQ(slot.bytes, other_slot.bytes);
      const std::uint32_t stored = some_lanes(random);
      baseline().store_words(slot.bytes.data(), place(memory), stored);
      level->store_words(other_slot.bytes.data(), place(other_memory), stored);
      ASSERT_EQ(memory.bytes, other_memory.bytes);
    }
  }
}

TEST(LaneRequests, MasksBecomeWordsAndBack) {
  std::mt19937 random(3);
  for (const LaneRequests* level : levels()) {
    for (int i = 0; i < 2000; ++i) {
      const std::uint32_t lanes = some_lanes(random);
      isa::LaneWords words, expected;
      level->expand(lanes, words.word.data());
      isa::expand(lanes, expected);
      ASSERT_EQ(words.word, expected.word);
      ASSERT_EQ(predicate_bits(reinterpret_cast<const std::byte*>(words.word.data())), lanes);
    }
  }
}

}  // namespace
}  // namespace lanescope::machine
