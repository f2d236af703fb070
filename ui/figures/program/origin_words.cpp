#include "ui/figures/program/origin_words.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "ui/words/words.hpp"

namespace lanescope::ui::figures::program {
namespace {

using lanescope::program::OriginStep;

std::string step_words(const lanescope::program::SavedProgram& program, const OriginStep& step) {
  const std::string place =
      step.place.line == 0 ? std::string() : say(", line {}", step.place.line);
  switch (step.kind) {
    case OriginStep::Kind::Launch:
      return say("launch {} ({}{})", step.index + 1,
                 lanescope::program::kernel_title(program.run.record.launches[step.index]), place);
    case OriginStep::Kind::HostCopy:
    case OriginStep::Kind::DeviceCopy:
      return say("{}{}", program.run.record.calls[step.index].name, place);
    case OriginStep::Kind::Untouched:
      return say("nothing since it was allocated{}", place);
  }
  return {};
}

}  // namespace

std::string origin_words(const session::Session& session, const std::string& array,
                         std::uint64_t index) {
  if (!session.shows_launch() || session.pasted() == nullptr) return {};
  const auto& buffers = session.pasted()->buffers;
  const auto found =
      std::ranges::find(buffers, array, [](const auto& buffer) { return buffer.first; });
  if (found == buffers.end() || !found->second.kept) return {};
  const std::uint64_t bytes = experiment::size_of(found->second.type);
  const auto steps =
      lanescope::program::origin_of(*session.open_program(), session.state().program.launch,
                                    found->second.kept->address + index * bytes, bytes);
  std::string words;
  for (const OriginStep& step : steps)
    words += (words.empty() ? "" : tr(" ← ")) + step_words(*session.open_program(), step);
  if (words.empty()) return {};
  return say("{}[{}] at the launch's start: {}", array, index, words);
}

}  // namespace lanescope::ui::figures::program
