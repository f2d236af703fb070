#include "ui/figures/shared_model.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include <fmt/format.h>

#include "sim/events/memory_units.hpp"
#include "ui/view/array_info.hpp"
#include "ui/view/last_request.hpp"
#include "ui/view/numbers.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::figures {
namespace {

constexpr std::uint32_t kBanks = events::kBanks;

std::vector<std::uint32_t> touched_rows(const SharedModel& model) {
  std::vector<std::uint32_t> rows;
  for (const auto& wavefront : model.request.wavefronts)
    for (const std::uint32_t word : wavefront.words) rows.push_back(word / kBanks);
  std::sort(rows.begin(), rows.end());
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  return rows;
}

// Rows of 32 words that the request touches; then those between, behind and before them, as many as
// there is room for.
std::vector<std::uint32_t> rows_to_show(SharedModel& model, BankRows limits) {
  const std::uint32_t total = (model.total_words + kBanks - 1) / kBanks;
  std::vector<std::uint32_t> rows = touched_rows(model);
  if (rows.size() > limits.most) {
    model.hidden_rows = static_cast<std::uint32_t>(rows.size() - limits.most);
    rows.resize(limits.most);
  }
  const std::uint32_t first = rows.empty() ? 0 : rows.front();
  const auto add = [&](std::uint32_t row) {
    const auto at = std::lower_bound(rows.begin(), rows.end(), row);
    if (rows.size() < limits.usual && (at == rows.end() || *at != row)) rows.insert(at, row);
  };
  for (std::uint32_t row = first; row < total && rows.size() < limits.usual; ++row) add(row);
  for (std::uint32_t row = first; row > 0 && rows.size() < limits.usual; --row) add(row - 1);
  return rows;
}

// Those of the served lanes whose bytes lie in the word.
LaneMask lanes_at(const trace::Access& access, std::uint32_t word, LaneMask served) {
  LaneMask lanes = 0;
  for (LaneMask rest = served; rest != 0; rest &= rest - 1) {
    const int lane = std::countr_zero(rest);
    const std::uint64_t first = access.addresses[static_cast<std::size_t>(lane)];
    if (word >= first / 4 && word <= (first + access.bytes - 1) / 4) lanes |= LaneMask{1} << lane;
  }
  return lanes;
}

void place_request(SharedModel& model) {
  for (std::uint32_t i = 0; i < model.request.wavefronts.size(); ++i)
    for (const std::uint32_t word : model.request.wavefronts[i].words)
      for (auto& row : model.rows) {
        if (word < row.first_word || word >= row.first_word + kBanks) continue;
        WordCell& cell = row.cells[word - row.first_word];
        const LaneMask lanes = lanes_at(model.access, word, model.request.wavefronts[i].lanes);
        cell.services.push_back({i, lanes});
        cell.lanes |= lanes;
      }
  for (auto& row : model.rows)
    for (auto& cell : row.cells)
      if (cell.lanes != 0)
        cell.text = std::has_single_bit(cell.lanes)
                        ? fmt::format("{}", std::countr_zero(cell.lanes))
                        : fmt::format("{}×", std::popcount(cell.lanes));
}

const view::ArrayInfo* array_at(const std::vector<view::ArrayInfo>& arrays, std::uint64_t byte) {
  for (const auto& array : arrays)
    if (array.space == events::Space::Shared && byte >= array.base &&
        byte < array.base + array.count * array.element_bytes)
      return &array;
  return nullptr;
}

void fill_row(const view::View& view, const std::vector<view::ArrayInfo>& arrays,
              std::span<const std::byte> memory, const SharedModel& model, BankRow& row) {
  row.cells.resize(kBanks);
  const view::ArrayInfo* first = array_at(arrays, std::uint64_t{row.first_word} * 4);
  row.label =
      first != nullptr
          ? fmt::format("{}[{}]", first->name,
                        (std::uint64_t{row.first_word} * 4 - first->base) / first->element_bytes)
          : say("byte {}", row.first_word * 4);
  const auto& selected = view.state().cursor.selection.element;
  for (std::uint32_t bank = 0; bank < kBanks; ++bank) {
    WordCell& cell = row.cells[bank];
    cell.word = row.first_word + bank;
    if (cell.word >= model.total_words) continue;
    const std::uint64_t byte = std::uint64_t{cell.word} * 4;
    const view::ArrayInfo* array = array_at(arrays, byte);
    if (array == nullptr) continue;
    const auto index = static_cast<std::uint32_t>((byte - array->base) / array->element_bytes);
    cell.selected = selected && selected->array == array->name && selected->index == index;
    const bool starts_here = (byte - array->base) % array->element_bytes == 0;
    if (starts_here && byte + array->element_bytes <= memory.size())
      cell.value = view::value_text(array->type,
                                    view::load_bits(memory.data() + byte, array->element_bytes));
  }
}

// Banks in which a group of lanes wants as many words as in the worst one.
std::vector<std::uint32_t> conflict_banks(const analysis::SharedRequest& request) {
  std::vector<std::uint32_t> banks;
  if (request.counters.bank_conflicts == 0) return banks;
  for (std::uint32_t bank = 0; bank < kBanks; ++bank) {
    std::array<std::uint32_t, 8> of_group{};  // events::SharedGroups: at most eight
    std::uint32_t most = 0;
    for (const auto& wavefront : request.wavefronts)
      for (const std::uint32_t word : wavefront.words)
        if (word % kBanks == bank) most = std::max(most, ++of_group[wavefront.group % 8]);
    if (most >= std::max(2U, request.degree)) banks.push_back(bank);
  }
  return banks;
}

std::string lanes_in(const SharedModel& model, std::uint32_t bank) {
  LaneMask lanes = 0;
  for (const auto& wavefront : model.request.wavefronts)
    for (const std::uint32_t word : wavefront.words)
      if (word % kBanks == bank) lanes |= lanes_at(model.access, word, wavefront.lanes);
  return view::lane_series(lanes);
}

std::string conflict_words(const SharedModel& model) {
  const auto& banks = model.conflict_banks;
  if (banks.empty()) return {};
  std::string text = say(": lanes {} all need bank {}", lanes_in(model, banks[0]), banks[0]);
  if (banks.size() == 2) text += say(", lanes {} bank {}", lanes_in(model, banks[1]), banks[1]);
  if (banks.size() > 2) text += say(", and {} more banks are as busy", banks.size() - 1);
  return text;
}

void describe(SharedModel& model) {
  const auto& counters = model.request.counters;
  const auto count = [](std::uint64_t n) {
    return say_many(n, "{} wavefront", "{} wavefronts", n);
  };
  if (counters.bank_conflicts > 0) {
    const bool queued = model.access.rule == events::SharedAccess::Atomic ||
                        model.access.rule == events::SharedAccess::AtomicCas;
    model.sentence = say("{}, {} would do{}.{}", count(counters.wavefronts),
                         counters.wavefronts - counters.bank_conflicts, conflict_words(model),
                         queued ? tr(" Atomics in one bank go lane by lane.") : "");
    model.verdict = say("{}-way conflict", model.request.degree);
    return;
  }
  std::size_t words = 0;
  for (const auto& wavefront : model.request.wavefronts) words += wavefront.words.size();
  const auto lanes = static_cast<std::size_t>(std::popcount(model.access.lanes));
  const bool broadcast = words < lanes && model.access.bytes >= 4;
  const std::string wavefronts = count(counters.wavefronts);
  const std::string of_lanes = say_many(lanes, "{} lane", "{} lanes", lanes);
  model.sentence =
      broadcast
          ? say("{} for {}: no bank is asked for two words in one pass; lanes that share a "
                "word are served together.",
                wavefronts, of_lanes)
          : say("{} for {}: no bank is asked for two words in one pass.", wavefronts, of_lanes);
  model.verdict = broadcast ? tr("broadcast") : tr("conflict-free");
}

void take_request(const view::View& view, const trace::Step& step, const trace::Access& access,
                  SharedModel& model) {
  model.has_request = true;
  model.access = access;
  model.current = access.tick == step.tick;
  model.request = analysis::explain_shared(access);
  model.beats = view::beats_of(model.request, access.lanes);
  if (model.current && step.tick < view.state().cursor.tick)
    view::fill_values(view, step, model.beats);
  model.role = view::role_of(access.kind);
  model.conflict_banks = conflict_banks(model.request);
  model.instruction = view.program()->text_at(view.trace()->step(access.tick).pc);
  describe(model);
  const engine::Launch& launch = view.run()->plan().launches[step.launch];
  if (const auto other = analysis::other_block_of(launch, step.block, access)) {
    model.sentence = say("In the shared memory of block ({},{},{}): {}", other->x, other->y,
                         other->z, model.sentence);
  }
  if (!model.current)
    model.sentence = say("Last request of warp {}: {}", view.shown_warp().value, model.sentence);
}

}  // namespace

ServiceState service_of(const WordCell& cell, std::uint32_t beat) {
  if (cell.services.empty()) return ServiceState::None;
  bool pending = false;
  for (const auto& service : cell.services) {
    if (service.wavefront == beat) return ServiceState::Now;
    pending |= service.wavefront > beat;
  }
  return pending ? ServiceState::Pending : ServiceState::Done;
}

std::uint32_t beat_of(const view::View& view, std::uint32_t beats) {
  if (view.state().cursor.beat >= 1.0 || beats == 0) return beats;
  return std::min(
      beats, static_cast<std::uint32_t>(view.state().cursor.beat * static_cast<double>(beats + 1)));
}

std::uint32_t shared_bytes_of(const run::ModelRun& run) {
  std::uint32_t most = 0;
  for (const engine::Launch& launch : run.plan().launches)
    most = std::max(most, launch.program->static_shared_bytes() + launch.dynamic_shared_bytes);
  return most;
}

bool uses_shared_memory(const run::ModelRun& run) {
  if (shared_bytes_of(run) == 0 || !run.complete) return shared_bytes_of(run) > 0;
  const events::Counters counters = run.counters();
  return counters.shared_load.requests + counters.shared_store.requests +
             counters.shared_atomic.requests >
         0;
}

std::optional<SharedModel> shared_model(const view::View& view, BankRows rows) {
  const auto step = view.shown_step();
  const engine::Execution* machine = view.machine();
  const engine::Program* program = view.program();
  if (!step || machine == nullptr || program == nullptr) return std::nullopt;
  const auto& launch = view.run()->plan().launches[step->launch];

  SharedModel model;
  model.lane_count = view.run()->plan().options.warp_size;
  model.total_words = (launch.program->static_shared_bytes() + launch.dynamic_shared_bytes + 3) / 4;
  if (model.total_words == 0) {
    model.sentence = tr("This kernel uses no shared memory.");
    return model;
  }
  if (const auto access =
          view::last_request(*view.trace(), *step, view.shown_warp(), {events::Space::Shared}))
    take_request(view, *step, *access, model);
  else
    model.sentence = say("Warp {} has asked for no shared memory yet.", view.shown_warp().value);
  const auto arrays = view::arrays_of(view);
  const auto memory = machine->shared_memory(step->block);
  for (const std::uint32_t row : rows_to_show(model, rows)) {
    model.rows.push_back({row * kBanks, {}, {}});
    fill_row(view, arrays, memory, model, model.rows.back());
  }
  if (model.has_request) place_request(model);
  return model;
}

}  // namespace lanescope::ui::figures
