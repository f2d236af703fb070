#include "ui/figures/global_model.hpp"

#include <algorithm>
#include <bit>
#include <map>

#include <fmt/format.h>

#include "sim/events/memory_units.hpp"
#include "ui/view/array_info.hpp"
#include "ui/view/last_request.hpp"
#include "ui/view/line_in_source.hpp"
#include "ui/view/numbers.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::figures {
namespace {

using events::kLineBytes;
using events::kSectorBytes;

void fill_lines(const view::View& view, GlobalModel& model, std::uint32_t max_lines) {
  const auto arrays = view::arrays_of(view);
  const events::Space space =
      analysis::lies_in_buffers(model.access.space) ? events::Space::Global : model.access.space;
  std::map<std::uint64_t, LineRow> lines;
  std::uint32_t order = 0;
  for (const auto& use : model.request.sectors) {
    const std::uint64_t address = use.sector * kSectorBytes;
    LineRow& line = lines[address / kLineBytes];
    line.address = address / kLineBytes * kLineBytes;
    line.sectors[address % kLineBytes / kSectorBytes] = {true, use.byte_mask, use.lanes, order++,
                                                         use.passes};
  }
  for (auto& [number, line] : lines) {
    if (model.lines.size() == max_lines) {
      model.hidden_lines = static_cast<std::uint32_t>(lines.size() - model.lines.size());
      break;
    }
    const auto element = view::element_at(arrays, space, line.address);
    line.label = element ? fmt::format("{}[{}]", element->array, element->index)
                         : fmt::format("0x{:x}", line.address);
    model.lines.push_back(line);
  }
}

// The source line without its margins; empty when there is none. Long ones end in "…".
std::string source_line(const view::View& view, std::uint32_t line) {
  constexpr std::size_t kMost = 44;
  const std::string& text = view.run()->prepared->experiment.source.text;
  std::size_t begin = 0;
  for (std::uint32_t n = 1; n < line && begin != std::string::npos; ++n) {
    begin = text.find('\n', begin);
    if (begin != std::string::npos) ++begin;
  }
  if (line == 0 || begin == std::string::npos) return {};
  std::string words = text.substr(begin, text.find('\n', begin) - begin);
  words.erase(0, std::min(words.find_first_not_of(" \t"), words.size()));
  const bool ascii = std::all_of(words.begin(), words.end(), [](char c) { return c > 0; });
  if (!ascii) return {};
  return words.size() <= kMost ? words : words.substr(0, kMost) + "…";
}

std::string sentence_of(const GlobalModel& model) {
  std::uint64_t used = 0;
  for (const auto& use : model.request.sectors) used += use.used_bytes;
  const auto& counters = model.request.counters;
  const std::uint64_t distinct = model.request.sectors.size();
  const bool is_split = model.access.fetchers != 0 && counters.sectors > distinct;
  const std::uint64_t fetched = kSectorBytes * (is_split ? counters.sectors : distinct);
  const int lanes = std::popcount(model.access.lanes);
  const std::string sectors =
      say_many(counters.sectors, "{} sector", "{} sectors", counters.sectors);
  const std::string of_lanes =
      say_many(static_cast<std::uint64_t>(lanes), "{} lane", "{} lanes", lanes);
  const std::string share = view::percent(static_cast<double>(used) / static_cast<double>(fetched));
  std::string text = model.access.kind == events::Access::Load
                         ? say("{} for {}: {} bytes fetched, {} used ({}).", sectors, of_lanes,
                               view::with_commas(fetched), view::with_commas(used), share)
                         : say("{} for {}: {} bytes touched, {} used ({}).", sectors, of_lanes,
                               view::with_commas(fetched), view::with_commas(used), share);
  const bool meets = model.access.kind == events::Access::Atomic && counters.sectors > distinct;
  // What filtering reads beside a lane's own texel is wanted, too.
  const bool fetch = model.access.space == events::Space::Texture;
  if (!fetch && counters.sectors > counters.ideal_sectors &&
      !(meets && distinct <= counters.ideal_sectors))
    text += say(" {} would do.", counters.ideal_sectors);
  if (meets)
    text += tr(
        " Lanes that meet on one word take it one after another, and its sector counts for each.");
  if (is_split)
    text += tr(
        " The halves of a sector that part in shared memory, into different 32 bytes, are fetched "
        "one by one: rows there should begin at multiples of 32 bytes.");
  return text;
}

// All texels of the fetch, of which model.access has each lane's first.
void take_fetch(const trace::Trace& trace, GlobalModel& model) {
  std::vector<trace::Access> texels = trace.accesses(model.access.tick);
  std::erase_if(texels,
                [](const trace::Access& access) { return access.space != events::Space::Texture; });
  model.request = analysis::explain_fetch(texels);
  for (const trace::Access& access : texels) {
    for (LaneMask rest = access.lanes & ~model.access.lanes; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<std::size_t>(std::countr_zero(rest));
      model.access.addresses[lane] = access.addresses[lane];
    }
    model.access.lanes |= access.lanes;
  }
}

}  // namespace

std::optional<GlobalModel> global_model(const view::View& view, std::uint32_t max_lines) {
  const auto step = view.shown_step();
  const engine::Program* program = view.program();
  if (!step || program == nullptr) return std::nullopt;
  GlobalModel model;
  const auto access =
      view::last_request(*view.trace(), *step, view.shown_warp(),
                         {events::Space::Global, events::Space::Texture, events::Space::Local});
  if (!access) {
    model.sentence =
        say("Warp {} has asked for no global memory yet: step on.", view.shown_warp().value);
    return model;
  }
  model.has_request = true;
  model.access = *access;
  model.current = access->tick == step->tick;
  model.request = analysis::explain_global(*access);
  if (access->space == events::Space::Texture) take_fetch(*view.trace(), model);
  model.lane_count = view.run()->plan().options.warp_size;
  model.beats = view::beats_of(model.request, model.access.lanes);
  if (model.current && step->tick < view.state().cursor.tick)
    view::fill_values(view, *step, model.beats);
  model.role = view::role_of(access->kind);
  const Pc pc = view.trace()->step(access->tick).pc;
  model.instruction = program->text_at(pc);
  const std::uint32_t line = view::line_in_source(view, *program, pc);
  const std::string words = source_line(view, line);
  model.note = words.empty() ? model.instruction : say("line {}: {}", line, words);
  fill_lines(view, model, max_lines);
  model.sentence =
      (model.current ? "" : say("Last request of warp {}: ", view.shown_warp().value)) +
      sentence_of(model);
  return model;
}

}  // namespace lanescope::ui::figures
