#include "ui/figures/threads/thread_picture.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "ui/view/numbers.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::figures::threads {
namespace {

// Opacities of the lanes' colour: warps take turns, and the shown one stands out.
constexpr std::array<float, 2> kTurns{0.38F, 0.62F};
constexpr float kShown = 1.0F, kHidden = 0.45F;
// Below this a line of threads of one warp is one stripe.
constexpr float kSmallestCell = 4.0F;

struct Corner {
  float x = 0.0F, y = 0.0F;
};

class Drawing {
 public:
  Drawing(const ThreadView& view, const ThreadRoom& room)
      : view_(view), grid_(view.grid), room_(room), line_(std::ceil(room.text * 1.55F)) {}

  ThreadPicture draw() {
    const bool wide = room_.width >= room_.text * 32.0F;
    list_ = wide ? room_.text * 14.0F : 0.0F;
    picture_.layout = fitted(list_, formulas_height());
    // Where it is the height that lacks, the formulas stand beside the blocks, too.
    const float longest = formulas_width();
    const bool has_height =
        line_ * (5.0F + static_cast<float>(view_.formulas.size())) < room_.height;
    if (wide && has_height && longest <= room_.width * 0.55F) {
      const float list = std::max(list_, longest + room_.text);
      ThreadLayout beside = fitted(list, 0.0F);
      if (beside.cell > layout().cell * 1.1F && beside.count >= layout().count) {
        picture_.layout = beside;
        list_ = list;
        beside_ = true;
      }
    }
    for (std::uint64_t i = 0; i < picture_.layout.count; ++i) block(i);
    if (wide) facts(room_.width - list_ + room_.text, list_ - room_.text);
    if (!beside_) formulas(room_.height - formulas_height());
    picture_.sentence = sentence();
    return std::move(picture_);
  }

 private:
  [[nodiscard]] const ThreadLayout& layout() const { return picture_.layout; }
  // With so much room for what is written beside and below the blocks.
  [[nodiscard]] ThreadLayout fitted(float beside, float below) const {
    return thread_layout(grid_, view_.around, room_.width - beside,
                         std::max(room_.height - below, line_ * 2.0F), line_, room_.scale);
  }
  [[nodiscard]] bool hidden() const { return !view_.kept_back.empty(); }
  void box(Corner at, float width, float height, style::Role role, float fill) {
    picture_.boxes.push_back({at.x, at.y, width, height, role, fill});
  }
  void label(ThreadLabel one) { picture_.labels.push_back(std::move(one)); }

  void block(std::uint64_t index) {
    const ThreadLayout& l = layout();
    const auto column = static_cast<std::uint32_t>(index % l.columns);
    const auto row = static_cast<std::uint32_t>(index / l.columns);
    const Corner at{static_cast<float>(column) * (l.block_width() + l.gap),
                    static_cast<float>(row) * (l.block_height() + l.caption + l.gap)};
    const std::uint64_t number = l.block_at(grid_, column, row);
    const bool shown = number == view_.shown.block;
    label({at.x,
           at.y,
           std::max(l.block_width(), room_.text * 6.0F),
           l.caption,
           say("block {}", place_words(grid_.grid, place_in(grid_.grid, number))),
           0.0F,
           shown ? style::Role::Text : style::Role::TextSecondary,
           {},
           false});
    if (l.cell < kSmallestCell * room_.scale)
      stripes({at.x, at.y + l.caption}, shown);
    else
      cells({at.x, at.y + l.caption}, shown);
  }

  [[nodiscard]] float fill_of(std::uint32_t thread, bool shown_block) const {
    if (hidden()) return kHidden;
    const std::uint32_t warp = thread / grid_.warp_size;
    if (shown_block && warp == view_.shown.thread / grid_.warp_size) return kShown;
    return kTurns[warp % 2];
  }

  void cells(Corner at, bool shown_block) {
    const ThreadLayout& l = layout();
    const float side = l.cell - std::max(1.0F, std::floor(l.cell * 0.1F));
    for (std::uint32_t thread = 0; thread < grid_.threads(); ++thread) {
      const Corner corner = corner_of(at, thread);
      if (shown_block && thread == view_.shown.thread) {
        box(corner, side, side, style::Role::Store, 1.0F);
        if (side >= room_.text * 1.3F)
          label({corner.x, corner.y, side, side, fmt::format("{}", thread), 0.5F, style::Role::Text,
                 style::Role::Store, true});
        continue;
      }
      const style::Role role = hidden() ? style::Role::Inactive : style::Role::Active;
      box(corner, side, side, role, fill_of(thread, shown_block));
    }
  }

  // A box for each run of one warp's threads on a line.
  void stripes(Corner at, bool shown_block) {
    const ThreadLayout& l = layout();
    for (std::uint32_t from = 0, to = 0; from < grid_.threads(); from = to) {
      const std::uint32_t warp = from / grid_.warp_size;
      while (to < grid_.threads() && to / grid_.warp_size == warp &&
             to / l.across == from / l.across)
        ++to;
      const style::Role role = hidden() ? style::Role::Inactive : style::Role::Active;
      box(corner_of(at, from), l.cell * static_cast<float>(to - from), l.cell, role,
          fill_of(from, shown_block));
    }
    if (!shown_block) return;
    const Corner corner = corner_of(at, view_.shown.thread);
    const float side = std::max(l.cell, 3.0F * room_.scale);
    box(corner, side, side, style::Role::Store, 1.0F);
  }

  [[nodiscard]] Corner corner_of(Corner at, std::uint32_t thread) const {
    const ThreadLayout& l = layout();
    const std::uint32_t of_layer = l.across * l.down;
    const std::uint32_t layer = l.layers > 1 ? thread / of_layer : 0;
    const std::uint32_t inside = thread - layer * of_layer;
    const std::uint32_t column = layer % l.layers_across * (l.across + 1) + inside % l.across;
    const std::uint32_t row = layer / l.layers_across * (l.down + 1) + inside / l.across;
    return {at.x + l.cell * static_cast<float>(column), at.y + l.cell * static_cast<float>(row)};
  }

  void facts(float x, float width) {
    const std::uint32_t thread = view_.shown.thread;
    const float end = room_.height - (beside_ ? 0.0F : formulas_height());
    float y = layout().caption;
    const auto fact = [&](const std::string& name, const std::string& value) {
      if (y + line_ > end) return;
      label({x, y, width * 0.5F, line_, name, 0.0F, style::Role::TextSecondary, {}, true});
      label({x + width * 0.5F, y, width * 0.5F, line_, value, 1.0F, style::Role::Text, {}, true});
      y += line_;
    };
    const auto kept = [&](std::string value) { return hidden() ? "?" : std::move(value); };
    fact("threadIdx", place_words(grid_.block, place_in(grid_.block, thread)));
    fact("blockIdx", place_words(grid_.grid, place_in(grid_.grid, view_.shown.block)));
    fact(tr("lane"), kept(fmt::format("{}", thread % grid_.warp_size)));
    fact(tr("warp"), kept(fmt::format("{}", thread / grid_.warp_size)));
    for (const ThreadFormula& formula : view_.formulas) {
      if (!beside_)
        fact(formula.name, kept(formula.value));
      else if (y + line_ <= end)
        label({x,
               y + line_ * 0.5F,
               width,
               line_,
               formula_words(formula, width),
               0.0F,
               style::Role::Text,
               {},
               true});
      if (beside_) y += line_;
    }
  }
  // Of the longest, in the form that half of the room is enough for.
  [[nodiscard]] float formulas_width() const {
    std::size_t signs = 0;
    for (const ThreadFormula& one : view_.formulas)
      signs = std::max(signs, formula_words(one, room_.width * 0.5F).size());
    return (static_cast<float>(signs) + 1.0F) * room_.text * room_.sign;
  }

  [[nodiscard]] std::size_t formulas_shown() const {
    const auto room = static_cast<std::size_t>(std::max(room_.height * 0.4F, line_) / line_);
    return std::min(view_.formulas.size(), room);
  }
  [[nodiscard]] float formulas_height() const {
    const std::size_t count = formulas_shown();
    return count == 0 ? 0.0F : static_cast<float>(count) * line_ + room_.text * 1.5F;
  }
  void formulas(float top) {
    if (view_.formulas.empty()) return;
    const float edge = room_.text * 0.5F;
    box({0.0F, top + edge}, room_.width, room_.height - top - edge, style::Role::Header, 1.0F);
    for (std::size_t i = 0; i < formulas_shown(); ++i) {
      const float y = top + room_.text + static_cast<float>(i) * line_;
      label({edge * 2.0F,
             y,
             std::max(room_.width - edge * 4.0F, 1.0F),
             line_,
             formula_words(view_.formulas[i], room_.width - room_.text * 2.0F),
             0.0F,
             style::Role::Text,
             {},
             true});
    }
  }
  // The longest form that fits.
  [[nodiscard]] std::string formula_words(const ThreadFormula& one, float width) const {
    const auto fits = [&](const std::string& text) {
      return static_cast<float>(text.size()) * room_.text * room_.sign <= width;
    };
    const std::string filled = one.filled.empty() ? "" : " = " + one.filled;
    if (hidden()) return fmt::format("{} = {} = ?", one.name, one.written);
    std::string whole = fmt::format("{} = {}{} = {}", one.name, one.written, filled, one.value);
    if (fits(whole)) return whole;
    return fmt::format("{}{} = {}", one.name, filled, one.value);
  }

  [[nodiscard]] std::string sentence() const {
    std::string text =
        hidden() ? view_.kept_back : warp_words(grid_, view_.shown.thread / grid_.warp_size);
    if (layout().count < grid_.grid.count())
      text +=
          say(" Of {} blocks {} are drawn.", view::with_commas(grid_.grid.count()), layout().count);
    return text;
  }

  const ThreadView& view_;
  const ThreadGrid& grid_;
  ThreadRoom room_;
  float line_, list_ = 0.0F;  // the height of a line, the width of what stands beside the blocks
  bool beside_ = false;       // the formulas do
  ThreadPicture picture_;
};

}  // namespace

ThreadPicture thread_picture(const ThreadView& view, const ThreadRoom& room) {
  return Drawing(view, room).draw();
}

std::string thread_words(const ThreadGrid& grid, const ThreadRef& thread, bool with_warp) {
  const std::string place = place_words(grid.block, place_in(grid.block, thread.thread));
  const std::string block = place_words(grid.grid, place_in(grid.grid, thread.block));
  if (!with_warp) return say("Thread {} of block {}", place, block);
  return say("Thread {} of block {}: lane {} of warp {}", place, block,
             thread.thread % grid.warp_size, thread.thread / grid.warp_size);
}

}  // namespace lanescope::ui::figures::threads
