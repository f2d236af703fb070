#include "runtime/record/machine_code_json.hpp"

#include <charconv>
#include <map>
#include <string_view>
#include <utility>

#include <nlohmann/json.hpp>

namespace lanescope::runtime::record {
namespace {

using Json = nlohmann::json;
using ports::toolchain::SassFunction;
using ports::toolchain::SassLine;
using Places = std::vector<SassLine::SourcePlace>;

Json json(const Places& places) {
  Json all = Json::array();
  for (const SassLine::SourcePlace& place : places) {
    all.push_back(place.file);
    all.push_back(place.line);
  }
  return all;
}
Places places(const Json& json) {
  Places all;
  for (std::size_t i = 0; i + 1 < json.size(); i += 2)
    all.push_back({json.at(i).get<std::string>(), json.at(i + 1).get<std::uint32_t>()});
  return all;
}

// Places repeat from line to line: each stands there once, and lines have its number.
class PlaceNumbers {
 public:
  std::size_t of(const Places& places) {
    std::string text = json(places).dump(-1, ' ', false, Json::error_handler_t::replace);
    const auto [found, is_new] = numbers_.try_emplace(std::move(text), numbers_.size());
    if (is_new) all_.push_back(json(places));
    return found->second;
  }
  [[nodiscard]] const Json& all() const { return all_; }

 private:
  std::map<std::string, std::size_t> numbers_;
  Json all_ = Json::array();
};

Json json(const SassFunction& function, PlaceNumbers& numbers) {
  Json lines = Json::array();
  for (const SassLine& line : function.lines) {
    if (!line.label.empty())
      lines.push_back(line.label);
    else
      lines.push_back(Json::array(
          {line.address, line.guard, line.opcode, line.operands, numbers.of(line.places)}));
  }
  return Json::array({function.name, std::move(lines)});
}
SassLine line_of(const Json& json, const std::vector<Places>& places) {
  SassLine line;
  if (json.is_string()) {
    line.label = json.get<std::string>();
    return line;
  }
  line.address = json.at(0).get<std::uint32_t>();
  line.guard = json.at(1).get<std::string>();
  line.opcode = json.at(2).get<std::string>();
  line.operands = json.at(3).get<std::string>();
  line.places = places.at(json.at(4).get<std::size_t>());
  return line;
}

Json json(const timing::CacheCounts& cache) {
  return Json::array({cache.requests, cache.sectors, cache.hits});
}
timing::CacheCounts cache(const Json& json) {
  return {json.at(0).get<std::int64_t>(), json.at(1).get<std::int64_t>(),
          json.at(2).get<std::int64_t>()};
}

}  // namespace

Json to_json(const MachineCode& code) {
  PlaceNumbers numbers;
  Json functions = Json::array();
  for (const SassFunction& function : code.listing) functions.push_back(json(function, numbers));
  return {{"id", code.id},
          {"cubin", hex(code.cubin)},
          {"functions", std::move(functions)},
          {"places", numbers.all()}};
}

MachineCode machine_code_of(const Json& json) {
  MachineCode code;
  code.id = json.at("id").get<std::uint32_t>();
  code.cubin = from_hex(json.at("cubin").get<std::string>());
  std::vector<Places> known;
  for (const Json& one : json.at("places")) known.push_back(places(one));
  for (const Json& one : json.at("functions")) {
    SassFunction& function = code.listing.emplace_back();
    function.name = one.at(0).get<std::string>();
    for (const Json& line : one.at(1)) function.lines.push_back(line_of(line, known));
  }
  return code;
}

Json to_json(const ModelledTime& time) {
  const timing::Timing& timing = time.timing;
  Json stalls = Json::array();
  for (int reason = 0; reason < timing::kReasons; ++reason)
    stalls.push_back(timing.stalls[static_cast<timing::Reason>(reason)]);
  return {{"machine", time.machine},
          {"cycles", timing.cycles},
          {"microseconds", timing.microseconds},
          {"stalls", std::move(stalls)},
          {"l1", json(timing.l1)},
          {"l2", json(timing.l2)},
          {"dram", Json::array({timing.dram_load_bytes, timing.dram_store_bytes})},
          {"simulated",
           Json::array({timing.simulated.sms, timing.simulated.blocks, timing.simulated.whole})}};
}

ModelledTime time_of(const Json& json) {
  ModelledTime time;
  time.machine = json.at("machine").get<std::string>();
  timing::Timing& timing = time.timing;
  timing.cycles = json.at("cycles").get<double>();
  timing.microseconds = json.at("microseconds").get<double>();
  const Json& stalls = json.at("stalls");
  for (int reason = 0; reason < timing::kReasons; ++reason) {
    timing.stalls[static_cast<timing::Reason>(reason)] =
        stalls.at(static_cast<std::size_t>(reason)).get<std::int64_t>();
  }
  timing.l1 = cache(json.at("l1"));
  timing.l2 = cache(json.at("l2"));
  timing.dram_load_bytes = json.at("dram").at(0).get<double>();
  timing.dram_store_bytes = json.at("dram").at(1).get<double>();
  const Json& simulated = json.at("simulated");
  timing.simulated = {simulated.at(0).get<std::uint32_t>(), simulated.at(1).get<std::uint64_t>(),
                      simulated.at(2).get<bool>()};
  return time;
}

std::string hex(const std::vector<std::byte>& bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  text.reserve(2 * bytes.size());
  for (const std::byte byte : bytes) {
    text += kDigits[std::to_integer<unsigned>(byte) >> 4U];
    text += kDigits[std::to_integer<unsigned>(byte) & 15U];
  }
  return text;
}

std::vector<std::byte> from_hex(const std::string& text) {
  std::vector<std::byte> bytes(text.size() / 2);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    unsigned value = 0;
    std::from_chars(text.data() + 2 * i, text.data() + 2 * i + 2, value, 16);
    bytes[i] = static_cast<std::byte>(value);
  }
  return bytes;
}

}  // namespace lanescope::runtime::record
