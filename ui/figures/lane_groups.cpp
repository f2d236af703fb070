#include "ui/figures/lane_groups.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <map>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "ui/view/numbers.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::figures {
namespace {

constexpr std::size_t kLookBack = 400;  // instructions of the warp

std::string_view without_guard(std::string_view text) {
  if (text.starts_with('@')) text.remove_prefix(std::min(text.find(' ') + 1, text.size()));
  return text;
}

// PTX ISA 9.7.9.6 and 9.7.13: the mask of members is the last operand.
std::string_view last_operand(std::string_view text) {
  text = text.substr(0, text.find(';'));
  text.remove_prefix(text.find_last_of(" ,\t") + 1);
  return text;
}

std::optional<LaneMask> written_mask(std::string_view operand) {
  const bool hex = operand.starts_with("0x"), negative = operand.starts_with('-');
  operand.remove_prefix(hex ? 2 : negative ? 1 : 0);
  std::uint32_t value = 0;
  const auto [end, error] =
      std::from_chars(operand.data(), operand.data() + operand.size(), value, hex ? 16 : 10);
  if (operand.empty() || error != std::errc{} || end != operand.data() + operand.size())
    return std::nullopt;
  return negative ? std::uint32_t{0} - value : value;
}

bool has_groups(const engine::Program& program) {
  for (Pc pc; pc.value < program.size(); ++pc.value)
    if (program.at(pc).unit == Unit::WarpSync &&
        !without_guard(program.text_at(pc)).starts_with("mma"))
      return true;
  return false;
}

class Search {
 public:
  explicit Search(const view::View& view, const trace::Step& shown)
      : view_(view), trace_(*view.trace()), program_(*view.program()), shown_(shown) {}

  LaneGroups find() {
    LaneGroups out;
    const WarpIndex warp = view_.shown_warp();
    const auto ticks = trace_.steps_of(shown_.launch, shown_.block, warp);
    auto at = std::ranges::upper_bound(ticks, shown_.tick);
    const LaneMask all = full_mask(view_.run()->plan().options.warp_size);
    for (std::size_t n = 0; n < kLookBack && at != ticks.begin() && known_ != all; ++n) {
      const trace::Step step = trace_.step(*--at);
      if (program_.at(step.pc).unit == Unit::WarpSync && (step.executed & ~known_) != 0) look(step);
    }
    for (const auto& [lanes, by] : members_) out.groups.push_back({lanes, 0});
    std::ranges::sort(out.groups, {},
                      [](const LaneGroup& one) { return std::countr_zero(one.lanes); });
    give_levels(out);
    out.now = shown_.warp == warp && last_ == shown_.tick;
    out.sentence = sentence(out.groups);
    return out;
  }

 private:
  void look(const trace::Step& step) {
    const std::string text = program_.text_at(step.pc);
    const std::string_view bare = without_guard(text);
    if (bare.starts_with("mma")) return;  // the warp is the group
    if (!last_) last_ = step.tick;
    const std::string name(bare.substr(0, bare.find_first_of(" ;")));
    const LaneMask fresh = step.executed & ~known_;
    known_ |= step.executed;
    if (bare.starts_with("activemask")) {
      members_.emplace(step.executed, name);
      return;
    }
    const std::string_view operand = last_operand(bare);
    if (const auto mask = written_mask(operand)) {
      // Of all lanes by name, those that are there.
      members_.emplace(*mask & existing(), name);
      return;
    }
    const auto values = values_of(step, operand);
    for (LaneMask rest = fresh; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<std::size_t>(std::countr_zero(rest));
      if (lane < values.size() && (values[lane] & existing()) != 0)
        members_.emplace(values[lane] & existing(), name);
    }
  }
  // Of a register, in the lanes, as they were before the step.
  [[nodiscard]] std::vector<std::uint64_t> values_of(const trace::Step& step,
                                                     std::string_view name) const {
    for (const engine::Operand& operand : program_.at(step.pc).operands)
      if (operand.role == engine::Role::Read && program_.registers()[operand.reg].name == name)
        return view_.machine_at(step.tick)->register_values(step.block, step.warp, operand.reg);
    return {};
  }
  [[nodiscard]] LaneMask existing() const {
    const auto size = static_cast<std::uint64_t>(view_.run()->plan().options.warp_size);
    const std::uint64_t begin = view_.shown_warp().value * size;
    const std::uint64_t threads = trace_.launches()[shown_.launch].block.count();
    return full_mask(static_cast<int>(std::min(size, threads - std::min(begin, threads))));
  }

  // What overlaps lies above each other: the group that begins first is the outer one.
  static void give_levels(LaneGroups& out) {
    const auto overlap = [](const LaneGroup& a, const LaneGroup& b) {
      const auto last = [](LaneMask lanes) { return 63 - std::countl_zero(lanes); };
      return std::countr_zero(a.lanes) <= last(b.lanes) &&
             std::countr_zero(b.lanes) <= last(a.lanes);
    };
    for (std::size_t i = out.groups.size(); i-- > 0;) {
      LaneGroup& one = out.groups[i];
      const auto clashes = [&](const LaneGroup& other) {
        return &other > &one && other.level == one.level && overlap(one, other);
      };
      while (std::ranges::any_of(out.groups, clashes)) ++one.level;
      out.levels = std::max(out.levels, one.level + 1);
    }
  }

  [[nodiscard]] std::string sentence(const std::vector<LaneGroup>& groups) const {
    if (groups.empty()) return {};
    const int lanes = std::popcount(groups.front().lanes);
    const std::string& by = members_.at(groups.front().lanes);
    const bool same = std::ranges::all_of(
        groups, [&](const LaneGroup& one) { return std::popcount(one.lanes) == lanes; });
    if (groups.size() == 1) return say("Brackets: one group of {} lanes, by {}.", lanes, by);
    if (same) return say("Brackets: {} groups of {} lanes each, by {}.", groups.size(), lanes, by);
    std::string sizes;
    constexpr std::size_t kNamed = 6;
    for (std::size_t i = 0; i < std::min(groups.size(), kNamed); ++i)
      sizes += (i == 0 ? "" : ", ") + std::to_string(std::popcount(groups[i].lanes));
    if (groups.size() > kNamed) sizes += ", …";
    return say("Brackets: {} groups, of {} lanes, by {}.", groups.size(), sizes, by);
  }

  const view::View& view_;
  const trace::Trace& trace_;
  const engine::Program& program_;
  const trace::Step& shown_;
  LaneMask known_ = 0;
  std::optional<Tick> last_;                 // of the latest instruction of the kind
  std::map<LaneMask, std::string> members_;  // by whom they are named
};

}  // namespace

const LaneGroup* LaneGroups::of(std::uint32_t lane) const {
  const auto found = std::ranges::find_if(
      groups, [&](const LaneGroup& one) { return (one.lanes >> lane & 1U) != 0; });
  return found == groups.end() ? nullptr : &*found;
}

LaneGroups lane_groups(const view::View& view) {
  const auto shown = view.last_step();  // before the first one nobody has met
  if (view.trace() == nullptr || view.program() == nullptr) return {};
  LaneGroups groups;
  const bool possible = has_groups(*view.program());
  if (possible && shown) groups = Search(view, *shown).find();
  groups.possible = possible;
  return groups;
}

}  // namespace lanescope::ui::figures
