#include "ui/panels/experiment/argument_rows.hpp"

#include <algorithm>
#include <filesystem>
#include <functional>

#include <fmt/format.h>

#include "lab/experiment/inputs.hpp"
#include "lab/experiment/spec_text.hpp"
#include "lab/experiment/texture.hpp"
#include "lab/run/prepare.hpp"
#include "ui/view/numbers.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::panels::experiment {
namespace {

constexpr std::size_t kMostWords = 24;  // letters

std::string shortened(const std::string& text) {
  if (text.size() <= kMostWords) return text;
  return text.substr(0, kMostWords - 1) + "…";
}

ArgumentRow buffer_row(const lanescope::experiment::Input& input, bool lesson) {
  const lanescope::experiment::BufferValue& value = *input.buffer;
  ArgumentRow row;
  row.type = fmt::format("{}[{}]", lanescope::experiment::spelling(value.type),
                         view::with_commas(value.count));
  row.words = shortened(fill_words(value.fill));
  row.takes_count = !lesson;
  const std::string fill = lanescope::experiment::fill_text(value.fill);
  row.value = lesson ? fill : fmt::format("[{}]={}", value.count, fill);
  constexpr std::size_t kMostBytes = 120;
  if (row.value.size() > kMostBytes && value.fill.kind == lanescope::experiment::Fill::Kind::Bytes)
    row.value.clear();
  row.tooltip = fmt::format("{}: {}{}.", input.name, fill.substr(0, kMostBytes),
                            fill.size() > kMostBytes ? "…" : "");
  if (!value.fill.path.empty())
    row.tooltip +=
        tr(" A file shorter than the buffer is used again and again, of a longer one the "
           "beginning; a picture is cut and scaled.");
  return row;
}

ArgumentRow texture_row(const lanescope::experiment::NamedTexture& texture) {
  ArgumentRow row;
  row.name = texture.name;
  row.type = "texture";
  row.words = lanescope::experiment::texture_text(*texture.value);
  row.is_buffer = false;
  row.is_fixed = true;
  row.tooltip = say("{}: what {} holds, read through a texture object with this size and sampling.",
                    texture.name, texture.value->buffer);
  return row;
}

// What kernels launch has no arguments of the experiment's.
const lanescope::experiment::LaunchSpec* shown_launch(const session::Session& session) {
  const run::Prepared& prepared = *session.run()->prepared;
  const auto given = run::given_launch(prepared, session.state().cursor.selection.launch);
  return given ? &prepared.experiment.launches[*given] : nullptr;
}

}  // namespace

std::string fill_words(const lanescope::experiment::Fill& fill) {
  using Kind = lanescope::experiment::Fill::Kind;
  const auto file = [&] { return std::filesystem::path(fill.path).filename().string(); };
  switch (fill.kind) {
    case Kind::Zero:
      return tr("all 0");
    case Kind::Kept:
      return tr("as at the launch");
    case Kind::Iota:
      return "0, 1, 2, …";
    case Kind::Constant:
      return say("all {}", fill.constant);
    case Kind::Random:
      return fill.modulus ? say("random below {}", *fill.modulus)
                          : say("random · seed {}", fill.seed);
    case Kind::Formula:
      return fill.formula;
    case Kind::Text:
      return fmt::format("“{}”", fill.constant);
    case Kind::Picture:
    case Kind::PictureRgb:
    case Kind::PicturePlanes:
      return tr("the test picture");
    case Kind::Bytes:
      return tr("kept bytes");
    case Kind::None:
      return lanescope::experiment::fill_text(fill);
    default:
      return file();
  }
}

ArgumentRows argument_rows(const session::Session& session) {
  ArgumentRows out;
  if (session.run() == nullptr) return out;
  const bool lesson = session.rung() != nullptr;
  lanescope::experiment::Experiment experiment = session.run()->prepared->experiment;
  for (const lanescope::experiment::Input& input : lanescope::experiment::inputs_of(experiment)) {
    if (lesson && input.scalar != nullptr) continue;
    ArgumentRow row;
    if (input.buffer != nullptr) {
      row = buffer_row(input, lesson);
    } else if (input.scalar != nullptr) {
      row.type = lanescope::experiment::spelling(input.scalar->type);
      row.value = row.words = input.scalar->value;
      row.is_buffer = false;
      row.tooltip = say("{}: a number that the kernel is given.", input.name);
    }
    row.name = input.name;
    row.is_changed = session.state().experiment.arguments.contains(input.name);
    out.rows.push_back(std::move(row));
  }
  if (const auto* launch = shown_launch(session)) {
    for (const auto& texture : lanescope::experiment::textures_of(*launch))
      out.rows.push_back(texture_row(texture));
  }
  return out;
}

std::uint64_t argument_key(const session::Session& session) {
  std::uint64_t key = session.rung() != nullptr ? 1 : 2;
  key = key * 0x9E3779B97F4A7C15ULL + session.state().cursor.selection.launch;
  for (const auto& [name, value] : session.state().experiment.arguments)
    key = key * 0x9E3779B97F4A7C15ULL + std::hash<std::string>{}(name + "=" + value);
  return key;
}

}  // namespace lanescope::ui::panels::experiment
