#include "sim/trace/records.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <unordered_map>

#include "sim/trace/columns.hpp"

namespace lanescope::trace {
namespace {

// Ends are kept as lengths, which are small.
std::array<std::uint64_t, 5> numbers_of(const Phase& p) {
  return {p.launch, p.block.value, p.number, p.first.value, p.last.value - p.first.value};
}
void read(const std::array<std::uint64_t, 5>& n, Phase& p) {
  p = {static_cast<std::uint32_t>(n[0]), BlockIndex{static_cast<decltype(BlockIndex::value)>(n[1])},
       static_cast<std::uint32_t>(n[2]), Tick{n[3]}, Tick{n[3] + n[4]}};
}

std::array<std::uint64_t, 2> numbers_of(const Mark& m) {
  return {m.tick.value, static_cast<std::uint64_t>(m.kind)};
}
void read(const std::array<std::uint64_t, 2>& n, Mark& m) {
  m = {Tick{n[0]}, static_cast<MarkKind>(n[1])};
}

std::array<std::uint64_t, 7> numbers_of(const WaitRecord& w) {
  return {w.from.value,  w.to.value - w.from.value,
          w.block.value, w.warp.value,
          w.lanes,       static_cast<std::uint64_t>(w.reason),
          w.barrier};
}
void read(const std::array<std::uint64_t, 7>& n, WaitRecord& w) {
  w = {Tick{n[0]},
       Tick{n[0] + n[1]},
       BlockIndex{static_cast<decltype(BlockIndex::value)>(n[2])},
       WarpIndex{static_cast<decltype(WarpIndex::value)>(n[3])},
       n[4],
       static_cast<events::WaitReason>(n[5]),
       static_cast<std::uint32_t>(n[6])};
}

std::array<std::uint64_t, 3> numbers_of(const WarpKey& w) {
  return {w.launch, w.block.value, w.warp.value};
}
void read(const std::array<std::uint64_t, 3>& n, WarpKey& w) {
  w = {static_cast<std::uint32_t>(n[0]), BlockIndex{static_cast<decltype(BlockIndex::value)>(n[1])},
       WarpIndex{static_cast<decltype(WarpIndex::value)>(n[2])}};
}

// Which of the numbers is a set of lanes; none is.
template <typename T>
constexpr std::size_t kLanes = ~std::size_t{0};
template <>
constexpr std::size_t kLanes<WaitRecord> = 4;

}  // namespace

template <typename T>
void PackedRecords<T>::assign(const std::vector<T>& records) {
  columns_.assign(numbers_of(T{}).size(), {});
  size_ = records.size();
  sets_.clear();
  std::unordered_map<std::uint64_t, std::uint64_t> indices;
  for (const T& record : records) {
    auto numbers = numbers_of(record);
    if constexpr (kLanes<T> < std::tuple_size_v<decltype(numbers)>) {
      const auto [found, is_new] = indices.try_emplace(numbers[kLanes<T>], sets_.size());
      if (is_new) sets_.push_back(numbers[kLanes<T>]);
      numbers[kLanes<T>] = found->second;
    }
    for (std::size_t n = 0; n < numbers.size(); ++n) columns_[n].push_back(numbers[n]);
  }
  for (Column& column : columns_) column.shrink_to_fit();
}

template <typename T>
T PackedRecords<T>::operator[](std::size_t i) const {
  decltype(numbers_of(T{})) numbers;
  for (std::size_t n = 0; n < numbers.size(); ++n) numbers[n] = columns_[n][i];
  if constexpr (kLanes<T> < std::tuple_size_v<decltype(numbers)>)
    numbers[kLanes<T>] = sets_[numbers[kLanes<T>]];
  T record;
  read(numbers, record);
  return record;
}

template <typename T>
std::uint64_t PackedRecords<T>::bytes() const {
  return std::accumulate(
      columns_.begin(), columns_.end(), std::uint64_t{sets_.size() * sizeof(std::uint64_t)},
      [](std::uint64_t sum, const Column& column) { return sum + column.bytes(); });
}

template class PackedRecords<Phase>;
template class PackedRecords<Mark>;
template class PackedRecords<WaitRecord>;
template class PackedRecords<WarpKey>;

}  // namespace lanescope::trace
