#include "runtime/timeline/lengths.hpp"

#include <algorithm>
#include <utility>

#include <nlohmann/json.hpp>

namespace lanescope::runtime::timeline {
namespace {

using Json = nlohmann::json;

// Of the devices that the model has in mind (docs/CONTRACT.md, "What a program finds").
constexpr double kMultiprocessors = 132.0, kSchedulers = 4.0, kThreads = 2048.0;

std::size_t kind_of(bool to_device, bool pageable) {
  return (to_device ? 2U : 0U) + (pageable ? 1U : 0U);
}

double warps_of(const record::Launch& launch) {
  return static_cast<double>(launch.grid.count()) *
         static_cast<double>((launch.block.count() + 31) / 32);
}

}  // namespace

std::vector<Lengths::Transfer>& Lengths::transfers_of(Measured& measured, bool to_device,
                                                      bool pageable) {
  return measured.transfers.at(kind_of(to_device, pageable));
}

std::optional<Lengths> Lengths::of(Measured measured) {
  for (std::vector<Transfer>& sizes : measured.transfers) {
    if (sizes.empty()) return std::nullopt;
    std::ranges::sort(sizes, {}, &Transfer::bytes);
  }
  if (measured.launch <= 0.0 || measured.instructions <= 0.0 || measured.bytes <= 0.0)
    return std::nullopt;
  Lengths lengths;
  lengths.measured_ = std::move(measured);
  return lengths;
}

std::string Lengths::text() const {
  Json transfers = Json::array();
  for (const std::vector<Transfer>& sizes : measured_.transfers) {
    Json all = Json::array();
    for (const Transfer& size : sizes) all.push_back(Json::array({size.bytes, size.microseconds}));
    transfers.push_back(std::move(all));
  }
  return Json{{"device", measured_.device},
              {"launch", measured_.launch},
              {"instructions", measured_.instructions},
              {"bytes", measured_.bytes},
              {"transfers", std::move(transfers)}}
      .dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::optional<Lengths> Lengths::read(const std::string& text) {
  const Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded()) return std::nullopt;
  try {
    Measured measured;
    measured.device = json.at("device").get<std::string>();
    measured.launch = json.at("launch").get<double>();
    measured.instructions = json.at("instructions").get<double>();
    measured.bytes = json.at("bytes").get<double>();
    for (std::size_t kind = 0; kind < measured.transfers.size(); ++kind) {
      for (const Json& size : json.at("transfers").at(kind))
        measured.transfers.at(kind).push_back(
            {size.at(0).get<std::uint64_t>(), size.at(1).get<double>()});
    }
    return of(std::move(measured));
  } catch (const Json::exception&) {
    return std::nullopt;
  }
}

double Lengths::copy(std::uint64_t bytes, bool to_device, bool pageable) const {
  if (device().empty()) return 1.0;
  const auto& sizes = measured_.transfers.at(kind_of(to_device, pageable));
  if (bytes <= sizes.front().bytes) return sizes.front().microseconds;
  const auto wanted = static_cast<double>(bytes);
  const auto above =
      std::ranges::find_if(sizes, [&](const Transfer& m) { return m.bytes >= bytes; });
  if (above == sizes.end())
    return sizes.back().microseconds * wanted / static_cast<double>(sizes.back().bytes);
  const Transfer& below = *(above - 1);
  const double part =
      (wanted - static_cast<double>(below.bytes)) / static_cast<double>(above->bytes - below.bytes);
  return below.microseconds + part * (above->microseconds - below.microseconds);
}

double Lengths::within(std::uint64_t bytes, bool read) const {
  if (device().empty()) return 1.0;
  return measured_.launch + static_cast<double>(bytes) * (read ? 2.0 : 1.0) / measured_.bytes;
}

double Lengths::kernel(const record::Launch& launch) const {
  if (device().empty()) return 1.0;
  if (launch.time) return launch.time->timing.microseconds;
  const double blocks = static_cast<double>(launch.grid.count());
  const double schedulers =
      std::max(1.0, std::min(warps_of(launch), std::min(blocks, kMultiprocessors) * kSchedulers));
  return measured_.launch +
         static_cast<double>(launch.steps) / (schedulers * measured_.instructions);
}

double Lengths::share(const record::Launch& launch) {
  return std::min(1.0, warps_of(launch) * 32.0 / (kMultiprocessors * kThreads));
}

}  // namespace lanescope::runtime::timeline
