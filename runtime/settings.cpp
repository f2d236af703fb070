#include "runtime/settings.hpp"

#include <charconv>
#include <cstdlib>
#include <string_view>

namespace lanescope::runtime {
namespace {

std::string_view variable(const char* name) {
  const char* text = std::getenv(name);
  return text == nullptr ? std::string_view() : std::string_view(text);
}

template <typename Number>
void read_number(std::string_view text, Number& number) {
  Number value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem == std::errc() && value > 0) number = value;
}

std::optional<Settings::Timed> read_timed() {
  const std::string_view name = variable(kMachineVariable);
  const auto machine = timing::machine(name);
  if (name.empty() || !machine) return std::nullopt;
  const bool warm = variable(kCachesVariable) == "warm";
  const auto lengths = timeline::Lengths::read(std::string(variable(kLengthsVariable)));
  return Settings::Timed{*machine, warm ? timing::Caches::Warm : timing::Caches::Cold,
                         lengths.value_or(timeline::Lengths::units())};
}

}  // namespace

Settings read_settings() {
  Settings settings;
  settings.record = variable(kRecordVariable);
  settings.contents = variable(kContentsVariable);
  if (variable(kCountVariable) == "none") settings.recording = engine::Recording::None;
  settings.hazards = variable(kHazardsVariable) != "off";
  settings.timed = read_timed();
  settings.machine_code = settings.timed || variable(kEngineVariable) == "sass";
  settings.pages = variable(kPagesVariable);
  read_number(variable(kStepsVariable), settings.max_steps);
  if (const std::string_view arch = variable(kArchVariable); arch.starts_with("sm_"))
    read_number(arch.substr(3), settings.sm);
  return settings;
}

}  // namespace lanescope::runtime
