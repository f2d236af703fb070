#include "lab/hardware/survey_json.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace lanescope::hardware {
namespace {

using Json = nlohmann::ordered_json;
using Memory = ports::device::GpuSurvey::Memory;

bool is_there(const Spread& spread) { return spread.max > 0.0; }

Json transfer_json(const Survey::Transfer& transfer) {
  return {{"memory", memory_words(transfer.memory)},
          {"to_gpu", transfer.to_gpu},
          {"bytes", transfer.bytes},
          {"gb_per_s", spread_json(transfer.gb_per_s)}};
}

Memory read_memory(MemberReader& from) {
  const std::string words = from.text("memory");
  constexpr std::array kAll{Memory::Pageable, Memory::Pinned, Memory::Mapped, Memory::Managed};
  const auto* const at =
      std::ranges::find_if(kAll, [&](Memory one) { return memory_words(one) == words; });
  if (at != kAll.end()) return *at;
  if (from.has("memory")) from.wrong("memory", fmt::format("is '{}', which is unknown", words));
  return Memory::Pageable;
}

Survey::Transfer read_transfer(const nlohmann::json& in, const std::string& path,
                               std::string& why) {
  MemberReader reader(in, path, why);
  Survey::Transfer out;
  out.memory = read_memory(reader);
  out.to_gpu = reader.flag("to_gpu");
  out.bytes = reader.count("bytes");
  out.gb_per_s = read_spread(reader, "gb_per_s", why);
  return out;
}

Spread read_peak(MemberReader& survey, const char* key, const char* unit, std::string& why) {
  if (!survey.has(key)) return {};
  MemberReader reader(*survey.find(key), survey.name(key), why);
  return read_spread(reader, unit, why);
}

std::string peak_text(const char* words, const Spread& rate, const char* unit) {
  if (!is_there(rate)) return {};
  return fmt::format("{}: {:.5g} {} ({:.5g} to {:.5g})\n", words, rate.median, unit, rate.min,
                     rate.max);
}

}  // namespace

std::string_view memory_words(Memory memory) {
  switch (memory) {
    case Memory::Pageable:
      return "pageable";
    case Memory::Pinned:
      return "pinned";
    case Memory::Mapped:
      return "mapped";
    case Memory::Managed:
      break;
  }
  return "managed";
}

Json clocks_json(const ports::device::GpuClocks& clocks) {
  return {{"sm_mhz", clocks.sm_mhz}, {"memory_mhz", clocks.memory_mhz}};
}

ports::device::GpuClocks read_clocks(MemberReader& from, std::string& why) {
  const nlohmann::json* found = from.find("clocks");
  if (found == nullptr) return {};
  MemberReader reader(*found, from.name("clocks"), why);
  return {reader.small_count("sm_mhz"), reader.small_count("memory_mhz")};
}

std::string clocks_text(const ports::device::GpuClocks& clocks) {
  if (!clocks.known()) return "not known";
  return fmt::format("SMs {} MHz, memory {} MHz", clocks.sm_mhz, clocks.memory_mhz);
}

Json spread_json(const Spread& spread) {
  return {{"median", spread.median}, {"min", spread.min}, {"max", spread.max}};
}

Spread read_spread(MemberReader& from, const char* key, std::string& why) {
  const nlohmann::json* found = from.find(key);
  if (found == nullptr) return {};
  MemberReader reader(*found, from.name(key), why);
  Spread out{reader.number("median"), reader.number("min"), reader.number("max")};
  if (out.min < 0.0) reader.wrong("min", "is negative");
  if (out.median < out.min || out.median > out.max)
    reader.wrong("median", "does not lie between min and max");
  return out;
}

Json survey_json(const Survey& survey) {
  Json out = Json::object();
  if (survey.clocks.known()) out["clocks"] = clocks_json(survey.clocks);
  if (is_there(survey.copy))
    out["copy"] = {{"bytes", survey.copy_bytes}, {"gb_per_s", spread_json(survey.copy)}};
  if (is_there(survey.f32)) out["f32"] = {{"gflop_per_s", spread_json(survey.f32)}};
  if (is_there(survey.f64)) out["f64"] = {{"gflop_per_s", spread_json(survey.f64)}};
  if (is_there(survey.launch)) out["launch"] = {{"milliseconds", spread_json(survey.launch)}};
  out["transfers"] = Json::array();
  for (const Survey::Transfer& transfer : survey.transfers)
    out["transfers"].push_back(transfer_json(transfer));
  return out;
}

Survey read_survey(const nlohmann::json& in, const std::string& path, std::string& why) {
  MemberReader reader(in, path, why);
  Survey out;
  if (reader.has("clocks")) out.clocks = read_clocks(reader, why);
  if (reader.has("copy")) {
    MemberReader copy(*reader.find("copy"), reader.name("copy"), why);
    out.copy_bytes = copy.count("bytes");
    out.copy = read_spread(copy, "gb_per_s", why);
  }
  out.f32 = read_peak(reader, "f32", "gflop_per_s", why);
  out.f64 = read_peak(reader, "f64", "gflop_per_s", why);
  out.launch = read_peak(reader, "launch", "milliseconds", why);
  const nlohmann::json* transfers = reader.find("transfers");
  if (transfers == nullptr) return out;
  if (!transfers->is_array()) reader.wrong("transfers", "is no list");
  for (std::size_t i = 0; transfers->is_array() && i < transfers->size(); ++i)
    out.transfers.push_back(
        read_transfer((*transfers)[i], fmt::format("{}.transfers[{}]", path, i), why));
  return out;
}

std::string survey_text(const Survey& survey) {
  std::string out = peak_text("copying within its memory", survey.copy, "GB/s");
  out += peak_text("f32 fused multiply-adds", survey.f32, "GFLOP/s");
  out += peak_text("f64 fused multiply-adds", survey.f64, "GFLOP/s");
  if (is_there(survey.launch)) {
    constexpr double kMicroseconds = 1e3;  // in a millisecond
    out += fmt::format("an empty launch: {:.3g} us ({:.3g} to {:.3g})\n",
                       survey.launch.median * kMicroseconds, survey.launch.min * kMicroseconds,
                       survey.launch.max * kMicroseconds);
  }
  out += fmt::format("clocks: {}\n", clocks_text(survey.clocks));
  for (std::size_t i = 0; i < survey.transfers.size(); ++i) {
    const Survey::Transfer& one = survey.transfers[i];
    const bool last = i + 1 == survey.transfers.size() ||
                      survey.transfers[i + 1].memory != one.memory ||
                      survey.transfers[i + 1].to_gpu != one.to_gpu;
    if (last)
      out += fmt::format("{} {} memory, {} bytes: {:.4g} GB/s ({:.4g} to {:.4g})\n",
                         one.to_gpu ? "from" : "to", memory_words(one.memory), one.bytes,
                         one.gb_per_s.median, one.gb_per_s.min, one.gb_per_s.max);
  }
  return out;
}

}  // namespace lanescope::hardware
