#include "ui/figures/structures/graph_look.hpp"

#include <array>

#include <fmt/format.h>

#include "ui/words/words.hpp"

namespace lanescope::ui::figures::structures {
namespace {

// How a level stands to the one that is gone out from.
enum class Turn : std::uint8_t { Before, Now, Next, Later };
Turn turn_of(const GraphModel& model, std::size_t layer) {
  const auto level = static_cast<std::int64_t>(layer);
  if (!model.now) return Turn::Before;
  if (level == *model.now) return Turn::Now;
  if (level == *model.now + 1) return Turn::Next;
  return level < *model.now ? Turn::Before : Turn::Later;
}

bool reached(const GraphVertex& vertex) { return vertex.state != VertexState::Untouched; }

}  // namespace

style::Role colour_role(std::uint32_t colour) {
  constexpr std::array kRoles{style::Role::Active, style::Role::Store,    style::Role::Load,
                              style::Role::Atomic, style::Role::Conflict, style::Role::Waiting,
                              style::Role::RunA,   style::Role::Limit};
  return colour == 0 ? style::Role::Inactive : kRoles[(colour - 1) % kRoles.size()];
}

VertexLook vertex_look(const GraphModel& model, std::uint32_t vertex) {
  const GraphVertex& v = model.vertices[vertex];
  if (v.colour != 0)
    return {colour_role(v.colour), 1.0F, colour_role(v.colour), false, style::Role::Text, true};
  switch (v.state) {
    case VertexState::Untouched:
      break;
    case VertexState::Done:
      return {style::Role::Active, 0.2F, style::Role::Active, false, style::Role::Text, false};
    case VertexState::Frontier:
      return {style::Role::Active, 1.0F, style::Role::Active, false, style::Role::Text, true};
    case VertexState::Found:
      return {style::Role::Load, 0.3F, style::Role::Load, true, style::Role::Text, false};
  }
  return {style::Role::Inactive,      1.0F, style::Role::TextSecondary, false,
          style::Role::TextSecondary, false};
}

LineLook line_look(const GraphModel& model, const GraphLine& line, std::size_t lines) {
  constexpr std::size_t kMany = 600;  // that cover each other
  LineLook idle;
  if (lines > kMany) idle.opacity *= 0.6F;
  const GraphVertex& from = model.vertices[line.from];
  const GraphVertex& to = model.vertices[line.to];
  if (!from.level || !reached(to)) return idle;
  const bool onward = !to.level || *to.level == *from.level + 1;
  if (!onward) return idle;
  if (to.state == VertexState::Found) return {style::Role::Load, 0.65F, 1.5F};
  return {style::Role::Active, 0.8F, 1.5F};
}

std::string column_words(const GraphScene& scene, const GraphModel& model, std::size_t layer,
                         Brevity brevity) {
  const bool lost = scene.shape.out_of_reach && layer + 1 == scene.shape.layers.size();
  if (lost) return brevity == Brevity::Number ? "–" : tr("out of reach");
  if (brevity == Brevity::Number) return fmt::format("{}", layer);
  if (brevity == Brevity::Short) return say("level {}", layer);
  switch (turn_of(model, layer)) {
    case Turn::Now:
      return say("level {}: the frontier", layer);
    case Turn::Next:
      return say("level {}: being found", layer);
    case Turn::Before:
    case Turn::Later:
      break;
  }
  return say("level {}", layer);
}

style::Role column_role(const GraphModel& model, std::size_t layer) {
  const Turn turn = turn_of(model, layer);
  return turn == Turn::Now    ? style::Role::Accent
         : turn == Turn::Next ? style::Role::Load
                              : style::Role::TextSecondary;
}

}  // namespace lanescope::ui::figures::structures
