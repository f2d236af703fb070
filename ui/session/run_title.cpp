#include "ui/session/run_title.hpp"

#include <algorithm>
#include <cstdint>

#include <fmt/format.h>

#include "ui/view/numbers.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::session {

std::string values_text(const lesson::Rung* rung, const lesson::ParameterValues& values) {
  std::string out;
  for (const auto& [name, value] : values) {
    if (rung != nullptr && std::ranges::find(rung->parameters, name, &lesson::Parameter::name) ==
                               rung->parameters.end())
      continue;
    const std::string number =
        value < 0 ? std::to_string(value) : view::with_commas(static_cast<std::uint64_t>(value));
    out += fmt::format("{}{} {}", out.empty() ? "" : " · ", name, number);
  }
  return out;
}

std::string title_of(const Session& session) {
  const lesson::Rung* rung = session.rung();
  const std::string values = values_text(rung, session.state().experiment.values);
  std::string name = rung == nullptr ? session.source_name() : rung->title;
  if (!session.state().experiment.edited_source().empty()) name += tr(" (edited)");
  return values.empty() ? name : name + ", " + values;
}

}  // namespace lanescope::ui::session
