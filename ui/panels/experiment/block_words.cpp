#include "ui/panels/experiment/block_words.hpp"

#include <algorithm>
#include <array>
#include <cctype>

#include "lab/experiment/expression.hpp"
#include "lab/lesson/lesson_experiment.hpp"
#include "ui/view/numbers.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::panels::experiment {
namespace {

bool is_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// "tile" in "ceil(tile / 4)", but not in "tiles".
bool names(const std::string& expression, const std::string& variable) {
  for (std::size_t at = expression.find(variable); at != std::string::npos;
       at = expression.find(variable, at + 1)) {
    const std::size_t end = at + variable.size();
    const bool begins = at == 0 || !is_name(expression[at - 1]);
    if (begins && (end == expression.size() || !is_name(expression[end]))) return true;
  }
  return false;
}

lanescope::experiment::Variables variables_of(const lesson::Rung& rung,
                                              const lesson::ParameterValues& values) {
  lanescope::experiment::Variables out;
  for (const auto& [name, initial] : lesson::initial_values(rung)) {
    const auto set = values.find(name);
    out[name] = static_cast<double>(set == values.end() ? initial : set->second);
  }
  return out;
}

std::optional<Dim3> block_of(const lesson::LaunchTemplate& launch,
                             const lanescope::experiment::Variables& variables) {
  std::array<std::uint32_t, 3> extents{1, 1, 1};
  for (std::size_t i = 0; i < std::min(launch.block.size(), extents.size()); ++i) {
    const Result<std::int64_t> extent =
        lanescope::experiment::evaluate_whole(launch.block[i], variables);
    if (!extent || *extent < 1 || *extent > 65'535) return std::nullopt;
    extents[i] = static_cast<std::uint32_t>(*extent);
  }
  return Dim3{extents[0], extents[1], extents[2]};
}

}  // namespace

std::string block_words(const Dim3& block, int warp_size) {
  const auto lanes = static_cast<std::uint64_t>(warp_size);
  const std::uint64_t threads = block.count(), warps = (threads + lanes - 1) / lanes;
  const std::string number = view::with_commas(threads);
  const bool is_flat = block.y == 1 && block.z == 1;
  if (is_flat && threads % lanes == 0)
    return say_many(warps, "{} = {} warp", "{} = {} warps", number, warps);
  std::string all = say_many(threads, "{} thread", "{} threads", number);
  if (!is_flat) {
    const std::string sides = block.z == 1 ? say("{} × {}", block.x, block.y)
                                           : say("{} × {} × {}", block.x, block.y, block.z);
    all = say("{} = {}", sides, all);
  }
  return say_many(warps, "{}, {} warp", "{}, {} warps", all, warps);
}

std::optional<Dim3> block_of_slider(const session::Session& session, const std::string& name) {
  const lesson::ParameterValues& values = session.state().experiment.values;
  if (const lesson::Rung* rung = session.rung()) {
    const lanescope::experiment::Variables variables = variables_of(*rung, values);
    for (const lesson::LaunchTemplate& launch : rung->launches) {
      const auto shapes = [&](const std::string& extent) { return names(extent, name); };
      const bool is_size = name == "block" || launch.block.size() > 1;
      if (is_size && std::ranges::any_of(launch.block, shapes)) return block_of(launch, variables);
    }
    return std::nullopt;
  }
  const lanescope::experiment::Experiment* pasted = session.pasted();
  if (name != "block" || pasted == nullptr || pasted->launches.empty()) return std::nullopt;
  Dim3 block = pasted->launches.front().block;
  if (const auto set = values.find(name); set != values.end())
    block.x = static_cast<std::uint32_t>(set->second);
  return block;
}

}  // namespace lanescope::ui::panels::experiment
