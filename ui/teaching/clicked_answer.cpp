#include "ui/teaching/clicked_answer.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "sim/events/memory_units.hpp"
#include "ui/view/array_info.hpp"

namespace lanescope::ui::teaching {
namespace {

using lesson::AnswerBy;
using view::ArrayInfo;

std::optional<events::Space> space_of(AnswerBy answer_by) {
  if (answer_by == AnswerBy::Bank) return events::Space::Shared;
  if (answer_by == AnswerBy::Sector) return events::Space::Global;
  return std::nullopt;  // an element of any array
}

// The selected element's first byte: of a buffer, from its beginning (buffers are aligned to more
// than a sector); of a shared array, in the block's shared memory.
std::optional<std::uint64_t> selected_byte(const session::Session& session, events::Space space) {
  const auto& element = session.state().cursor.selection.element;
  if (!element) return std::nullopt;
  const auto array = view::find_array(session, element->array);
  if (!array || array->space != space) return std::nullopt;
  const std::uint64_t byte = std::uint64_t{element->index} * array->element_bytes;
  return space == events::Space::Shared ? array->base + byte : byte;
}

std::optional<std::uint32_t> unit_of_byte(const session::Session& session, events::Space space) {
  const auto byte = selected_byte(session, space);
  if (!byte) return std::nullopt;
  return static_cast<std::uint32_t>(space == events::Space::Shared
                                        ? *byte / events::kWordBytes % events::kBanks
                                        : *byte / events::kSectorBytes);
}

std::optional<std::uint32_t> moved(std::optional<std::uint32_t> from, int by, std::uint64_t first,
                                   std::uint64_t end) {
  if (first >= end) return std::nullopt;
  if (!from) return static_cast<std::uint32_t>(first);
  const auto to = static_cast<std::int64_t>(*from) + by;
  if (to < static_cast<std::int64_t>(first) || to >= static_cast<std::int64_t>(end))
    return std::nullopt;
  return static_cast<std::uint32_t>(to);
}

// The array that is selected or shown, where it may be answered by; else the first that may.
std::optional<ArrayInfo> array_to_move_in(const session::Session& session, AnswerBy answer_by) {
  const auto space = space_of(answer_by);
  const std::vector<ArrayInfo> arrays = view::arrays_of(session);
  const auto find = [&](auto is_it) {
    return std::ranges::find_if(arrays, [&](const ArrayInfo& array) {
      return (!space || array.space == *space) && is_it(array.name);
    });
  };
  const auto& element = session.state().cursor.selection.element;
  auto found = find([&](const std::string& name) { return element && name == element->array; });
  if (found == arrays.end())
    found = find([&](const std::string& n) { return n == session.state().appearance.array; });
  if (found == arrays.end()) found = find([](const std::string&) { return true; });
  return found == arrays.end() ? std::nullopt : std::optional(*found);
}

std::optional<view::Selection> neighbour_element(const session::Session& session,
                                                 AnswerBy answer_by, int by) {
  const auto array = array_to_move_in(session, answer_by);
  if (!array) return std::nullopt;
  view::Selection out = session.state().cursor.selection;
  std::optional<std::uint32_t> from;
  if (out.element && out.element->array == array->name) from = out.element->index;
  const std::uint64_t unit = answer_by == AnswerBy::Sector ? events::kSectorBytes : 1;
  const auto each = static_cast<int>(std::max<std::uint64_t>(unit / array->element_bytes, 1));
  const auto index = moved(from, by * each, 0, array->count);
  if (!index) return std::nullopt;
  out.element = view::Selection::Element{array->name, *index};
  return out;
}

}  // namespace

std::optional<std::uint32_t> clicked_answer(const session::Session& session, AnswerBy answer_by) {
  const view::Selection& selection = session.state().cursor.selection;
  switch (answer_by) {
    case AnswerBy::Lane:
      return selection.lane;
    case AnswerBy::Line:
      return selection.line;
    case AnswerBy::Warp:
      if (selection.warp) return selection.warp->value;
      return std::nullopt;
    case AnswerBy::Element:
      if (selection.element) return selection.element->index;
      return std::nullopt;
    case AnswerBy::Bank:
      return unit_of_byte(session, events::Space::Shared);
    case AnswerBy::Sector:
      return unit_of_byte(session, events::Space::Global);
    case AnswerBy::Number:
    case AnswerBy::Choice:
      break;
  }
  return std::nullopt;
}

std::optional<view::Selection> neighbour_answer(const session::Session& session, AnswerBy answer_by,
                                                int by) {
  if (session.run() == nullptr || session.trace() == nullptr) return std::nullopt;
  view::Selection out = session.state().cursor.selection;
  const auto& launches = session.trace()->launches();
  const auto lanes = static_cast<std::uint64_t>(session.run()->plan().options.warp_size);
  const std::uint64_t threads =
      out.launch < launches.size() ? launches[out.launch].block.count() : 0;
  std::optional<std::uint32_t> to;
  switch (answer_by) {
    case AnswerBy::Lane:
      to = out.lane = moved(out.lane, by, 0, lanes);
      break;
    case AnswerBy::Line: {
      const auto ends = std::ranges::count(session.source_text(), '\n');
      to = out.line = moved(out.line, by, 1, static_cast<std::uint64_t>(ends) + 1);
      break;
    }
    case AnswerBy::Warp:
      to = moved(out.warp ? std::optional(out.warp->value) : std::nullopt, by, 0,
                 (threads + lanes - 1) / lanes);
      if (to) out.warp = WarpIndex{*to};
      break;
    case AnswerBy::Element:
    case AnswerBy::Bank:
    case AnswerBy::Sector:
      return neighbour_element(session, answer_by, by);
    case AnswerBy::Number:
    case AnswerBy::Choice:
      break;
  }
  return to ? std::optional(out) : std::nullopt;
}

}  // namespace lanescope::ui::teaching
