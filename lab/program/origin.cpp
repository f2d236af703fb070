#include "lab/program/origin.hpp"

#include <algorithm>
#include <optional>

namespace lanescope::program {
namespace {

using runtime::record::Call;
using runtime::record::kContentChunk;
using runtime::record::KeptArray;
using runtime::record::Launch;
using runtime::record::Moved;

const KeptArray* array_with(const Launch& launch, std::uint64_t address) {
  if (!launch.inputs) return nullptr;
  for (const KeptArray& array : launch.inputs->arrays) {
    if (address >= array.address && address - array.address < array.bytes) return &array;
  }
  return nullptr;
}

class Search {
 public:
  Search(const SavedProgram& program, std::size_t launch, std::uint64_t address,
         std::uint64_t bytes)
      : program_(program), launch_(launch), address_(address), bytes_(bytes) {}

  std::vector<OriginStep> run() {
    const auto& launches = program_.run.record.launches;
    if (launch_ >= launches.size() || array_with(launches[launch_], address_) == nullptr) return {};
    std::size_t call = before(launches[launch_].call);
    for (;;) {
      const std::size_t begins = launch_ == 0 ? 0 : before(launches[launch_ - 1].call);
      while (call > begins) {
        if (ends_with(--call)) return steps_;
      }
      if (launch_ == 0 || !was_there(launches[launch_ - 1])) return ends_untouched();
      if (changed_between()) {
        steps_.push_back({OriginStep::Kind::Launch, launch_ - 1, launches[launch_ - 1].place});
        return steps_;
      }
      --launch_;
    }
  }

 private:
  [[nodiscard]] std::size_t before(std::uint64_t call) const {
    return static_cast<std::size_t>(
        std::min<std::uint64_t>(call, program_.run.record.calls.size()));
  }

  // Whether the search ends with this call.
  bool ends_with(std::size_t index) {
    const Call& call = program_.run.record.calls[index];
    for (auto moved = call.moved.rbegin(); moved != call.moved.rend(); ++moved) {
      const bool written =
          moved->to != 0 && address_ < moved->to + moved->bytes && moved->to < address_ + bytes_;
      if (!written) continue;
      const bool inside = address_ >= moved->to;
      const bool on_device = moved->from != 0 && inside;
      steps_.push_back({on_device ? OriginStep::Kind::DeviceCopy : OriginStep::Kind::HostCopy,
                        index, call.place});
      if (!on_device) return true;
      address_ = moved->from + (address_ - moved->to);
      return false;
    }
    return false;
  }

  [[nodiscard]] bool was_there(const Launch& launch) const {
    return array_with(launch, address_) != nullptr;
  }

  std::vector<OriginStep> ends_untouched() {
    const KeptArray* array = array_with(program_.run.record.launches[launch_], address_);
    steps_.push_back({OriginStep::Kind::Untouched, 0,
                      array == nullptr ? runtime::record::HostPlace() : array->place});
    return steps_;
  }

  // Of the launch before: the next one began with something else.
  [[nodiscard]] bool changed_between() const {
    const auto& launches = program_.run.record.launches;
    for (std::uint64_t i = 0; i < bytes_; ++i) {
      if (byte_at(launches[launch_ - 1], address_ + i) != byte_at(launches[launch_], address_ + i))
        return true;
    }
    return false;
  }

  [[nodiscard]] std::optional<std::byte> byte_at(const Launch& launch,
                                                 std::uint64_t address) const {
    const KeptArray* array = array_with(launch, address);
    if (array == nullptr) return std::nullopt;
    const auto* content = program_.run.record.find_content(array->content);
    const std::uint64_t offset = address - array->address;
    if (content == nullptr || offset / kContentChunk >= content->chunks.size()) return std::nullopt;
    const std::uint64_t chunk = content->chunks[offset / kContentChunk];
    if (chunk >= program_.chunks.size() || offset % kContentChunk >= program_.chunks[chunk].size())
      return std::nullopt;
    return program_.chunks[chunk][offset % kContentChunk];
  }

  const SavedProgram& program_;
  std::size_t launch_;
  std::uint64_t address_, bytes_;
  std::vector<OriginStep> steps_;
};

}  // namespace

std::vector<OriginStep> origin_of(const SavedProgram& program, std::size_t launch,
                                  std::uint64_t address, std::uint64_t bytes) {
  return Search(program, launch, address, bytes).run();
}

}  // namespace lanescope::program
