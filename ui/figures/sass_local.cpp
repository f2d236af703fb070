#include "ui/figures/sass_local.hpp"

#include <algorithm>

#include "ui/words/words.hpp"

namespace lanescope::ui::figures {
namespace {

std::string moves_words(const LocalUse& use) {
  std::string loads = say_many(use.loads, "{} local load", "{} local loads", use.loads);
  std::string stores = say_many(use.stores, "{} local store", "{} local stores", use.stores);
  if (use.stores == 0) return loads;
  return use.loads == 0 ? stores : say("{} and {}", loads, stores);
}

std::string bytes_words(const SassLocal& local, LocalKind kind) {
  if (kind == LocalKind::Array && local.frame)
    return say(" A thread has {} bytes of local memory.", *local.frame);
  if (kind == LocalKind::Spill && local.spilled())
    return say(" In all, {} bytes a thread are spilled.", *local.spilled());
  return {};
}

}  // namespace

std::optional<std::uint32_t> SassLocal::spilled() const {
  if (!frame) return std::nullopt;
  return *frame - std::min(*frame, arrays);
}

LocalUse SassLocal::all() const {
  LocalUse out;
  for (const auto& [line, use] : lines) {
    out.loads += use.loads;
    out.stores += use.stores;
    if (out.kind != LocalKind::Spill) out.kind = use.kind;
  }
  return out;
}

std::string local_words(const SassLocal& local, std::uint32_t line) {
  const auto found = local.lines.find(line);
  if (found == local.lines.end()) return {};
  const LocalUse& use = found->second;
  const std::string moves = moves_words(use);
  return (use.kind == LocalKind::Spill
              ? say("Line {}: {} of the machine code, of spilled registers: too few were left.",
                    line, moves)
              : say("Line {}: {} of the machine code, of an array that is in no registers.", line,
                    moves)) +
         bytes_words(local, use.kind);
}

std::string local_words(const SassLocal& local) {
  const LocalUse all = local.all();
  if (all.kind == LocalKind::None) return {};
  const std::string moves = moves_words(all);
  return (all.kind == LocalKind::Spill ? say(" {} of spilled registers.", moves)
                                       : say(" {} of an array.", moves)) +
         bytes_words(local, all.kind);
}

}  // namespace lanescope::ui::figures
