#include "ui/figures/structures/graph_look.hpp"

#include <array>

#include <fmt/format.h>

#include "ui/words/words.hpp"

namespace lanescope::ui {
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

Role colour_role(std::uint32_t colour) {
  constexpr std::array kRoles{Role::Active,   Role::Store,   Role::Load, Role::Atomic,
                              Role::Conflict, Role::Waiting, Role::RunA, Role::Limit};
  return colour == 0 ? Role::Inactive : kRoles[(colour - 1) % kRoles.size()];
}

VertexLook vertex_look(const GraphModel& model, std::uint32_t vertex) {
  const GraphVertex& v = model.vertices[vertex];
  if (v.colour != 0)
    return {colour_role(v.colour), 1.0F, colour_role(v.colour), false, Role::Text, true};
  switch (v.state) {
    case VertexState::Untouched:
      break;
    case VertexState::Done:
      return {Role::Active, 0.2F, Role::Active, false, Role::Text, false};
    case VertexState::Frontier:
      return {Role::Active, 1.0F, Role::Active, false, Role::Text, true};
    case VertexState::Found:
      return {Role::Load, 0.3F, Role::Load, true, Role::Text, false};
  }
  return {Role::Inactive, 1.0F, Role::TextSecondary, false, Role::TextSecondary, false};
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
  if (to.state == VertexState::Found) return {Role::Load, 0.65F, 1.5F};
  return {Role::Active, 0.8F, 1.5F};
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

Role column_role(const GraphModel& model, std::size_t layer) {
  const Turn turn = turn_of(model, layer);
  return turn == Turn::Now ? Role::Accent : turn == Turn::Next ? Role::Load : Role::TextSecondary;
}

}  // namespace lanescope::ui
