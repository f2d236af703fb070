#include "ui/figures/structures/merge_scene.hpp"

#include <algorithm>
#include <tuple>

#include <fmt/format.h>

#include "lab/experiment/expression.hpp"
#include "lab/run/prepare.hpp"
#include "sim/base/hash.hpp"
#include "ui/figures/structures/places.hpp"
#include "ui/view/numbers.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::figures::structures {
namespace {

Error no_merge() {
  return bad_input(tr("This kernel merges no sorted arrays. The lesson on merging does."));
}

// The elements of a sequence: of the whole buffer, or as many as the launch's numbers say.
Result<std::vector<double>> elements(const session::Session& session, const Places& places,
                                     const view::ArrayInfo& array, const std::string& count) {
  std::vector<double> all = initial_elements(session, array);
  if (count.empty()) return all;
  const auto given = experiment::evaluate_whole(count, places.numbers());
  if (!given || *given < 0 || static_cast<std::uint64_t>(*given) > all.size())
    return bad_input(
        say("{} has {} elements, and the lesson names a number of them that cannot be.", array.name,
            view::with_commas(all.size())));
  all.resize(static_cast<std::size_t>(*given));
  return all;
}

// A merge takes both in rising order; what is no number is in no order.
std::optional<Error> unsorted(const view::ArrayInfo& array, const std::vector<double>& in) {
  for (std::size_t i = 0; i < in.size(); ++i) {
    if (in[i] == in[i] && (i == 0 || in[i - 1] <= in[i])) continue;
    const std::size_t from = i == 0 ? 0 : i - 1;
    return bad_input(
        say("{0} is not sorted: {0}[{1}] is {2:.8g} and {0}[{3}] is {4:.8g}. A merge needs both "
            "arrays in rising order: choose other inputs in Experiment.",
            array.name, from, in[from], i, in[i]));
  }
  return std::nullopt;
}

// Of equal elements those of a come first.
void walk(MergeScene& scene) {
  std::uint32_t i = 0, j = 0;
  scene.rank.reserve(scene.places() + 1);
  for (std::uint32_t k = 0; k < scene.places(); ++k) {
    scene.rank.push_back(i);
    const bool from_a =
        j == scene.in_b.size() || (i < scene.in_a.size() && scene.in_a[i] <= scene.in_b[j]);
    ++(from_a ? i : j);
  }
  scene.rank.push_back(i);
}

std::size_t longest(const std::vector<double>& values) {
  std::size_t signs = 1;
  for (const double value : values) signs = std::max(signs, merge_number(value).size());
  return signs;
}

void fit_launch(const session::Session& session, MergeScene& scene) {
  scene.launch = shown_launch(session);
  scene.lanes = static_cast<std::uint32_t>(session.run()->plan().options.warp_size);
  const auto launches = session.trace()->launches();
  if (scene.launch >= launches.size()) return;
  const auto threads = static_cast<std::uint32_t>(launches[scene.launch].block.count());
  scene.warps = (threads + scene.lanes - 1) / scene.lanes;
  scene.blocks = static_cast<std::uint32_t>(launches[scene.launch].grid.count());
}

std::optional<std::uint32_t> index_in(const view::ArrayInfo& array, std::uint64_t address) {
  if (address < array.base) return std::nullopt;
  const std::uint64_t index = (address - array.base) / array.element_bytes;
  return index < array.count ? std::optional(static_cast<std::uint32_t>(index)) : std::nullopt;
}

}  // namespace

std::string merge_number(double value) { return fmt::format("{:.6g}", value); }

MergeElement MergeScene::element(std::uint32_t place) const {
  return down(place) ? MergeElement{MergeSide::A, rank[place]}
                     : MergeElement{MergeSide::B, place - rank[place]};
}

double MergeScene::value(MergeElement of) const {
  return of.side == MergeSide::A ? in_a[of.index] : in_b[of.index];
}

double MergeScene::expected(std::uint32_t place) const {
  return co_ranks ? static_cast<double>(rank[place]) : value(element(place));
}

const MergeWrite* MergeScene::writer(std::uint32_t place, Tick before) const {
  const MergeWrite* found = nullptr;
  for (std::uint32_t w = first_write[place]; w < first_write[place + 1]; ++w)
    if (writes[w].tick < before) found = &writes[w];
  return found;
}

const MergeWrite* MergeScene::last_writer(std::uint32_t place) const {
  return first_write[place] == first_write[place + 1] ? nullptr
                                                      : &writes[first_write[place + 1] - 1];
}

std::span<const std::uint32_t> MergeScene::writes_of(const MergeThread& thread) const {
  const auto found = std::ranges::equal_range(
      by_thread, thread, {}, [&](std::uint32_t write) { return writes[write].thread; });
  return {found.begin(), found.end()};
}

const MergeWrite* MergeScene::next_write(const MergeThread& thread, Tick from) const {
  for (const std::uint32_t write : writes_of(thread))
    if (writes[write].tick >= from) return &writes[write];
  return nullptr;
}

std::uint32_t MergeScene::owner(const MergeThread& thread) const {
  if (unit == MergeUnit::Block) return thread.block;
  const std::uint32_t warp = thread.block * warps + thread.warp;
  return unit == MergeUnit::Warp ? warp : warp * lanes + thread.lane;
}

MergePiece MergeScene::run_of(const MergeWrite& write) const {
  MergePiece run{write.place, write.place + 1, owner(write.thread)};
  const auto same = [&](std::uint32_t place) {
    const MergeWrite* other = last_writer(place);
    return other != nullptr && other->thread == write.thread;
  };
  while (run.first > 0 && same(run.first - 1)) --run.first;
  while (run.last < places() && same(run.last)) ++run.last;
  return run;
}

std::optional<MergeElement> MergeScene::input_at(std::uint64_t address) const {
  if (const auto i = index_in(a, address); i && *i < in_a.size())
    return MergeElement{MergeSide::A, *i};
  if (const auto j = index_in(b, address); j && *j < in_b.size())
    return MergeElement{MergeSide::B, *j};
  return std::nullopt;
}

std::optional<std::uint32_t> MergeScene::place_at(std::uint64_t address) const {
  const auto place = index_in(out, address);
  return place && *place < places() ? place : std::nullopt;
}

std::optional<MergeElement> MergeScene::shared_at(std::uint32_t block, std::uint64_t address,
                                                  Tick before) const {
  const auto key = [](const MergeBrought& one) {
    return std::tuple(one.block, one.address, one.tick);
  };
  const auto behind =
      std::ranges::lower_bound(brought, std::tuple(block, address, before), {}, key);
  if (behind == brought.begin()) return std::nullopt;
  const MergeBrought& last = *(behind - 1);
  if (last.block != block || last.address != address) return std::nullopt;
  return last.element;
}

std::uint64_t merge_scene_key(const session::Session& session) {
  if (!session.run()) return 0;
  return mix(mix(session.run()->id) ^ (shown_launch(session) + 1ULL)) | 1U;
}

Result<MergeScene> merge_scene(const session::Session& session) {
  if (!session.run() || session.trace() == nullptr || session.machine() == nullptr)
    return bad_input(tr("Nothing has run yet. Open the lesson on merging."));
  const lesson::Rung* const rung = session.rung();
  if (rung == nullptr || !rung->merge ||
      !run::given_launch(*session.run()->prepared, shown_launch(session)))
    return no_merge();
  const lesson::MergeTemplate& merge = *rung->merge;
  const Places places(session, *rung);
  const view::ArrayInfo* const a = places.array(merge.a);
  const view::ArrayInfo* const b = places.array(merge.b);
  const view::ArrayInfo* const out = places.array(merge.out.empty() ? merge.co_rank : merge.out);
  if (a == nullptr || b == nullptr || out == nullptr) return no_merge();
  if (a->count + b->count > kMostMerged)
    return bad_input(
        say("{} elements are more than can be drawn: choose {} or fewer in Experiment.",
            view::with_commas(a->count + b->count), view::with_commas(kMostMerged)));
  auto in_a = elements(session, places, *a, merge.count_a);
  if (!in_a) return in_a.error();
  auto in_b = elements(session, places, *b, merge.count_b);
  if (!in_b) return in_b.error();
  if (auto wrong = unsorted(*a, *in_a)) return *wrong;
  if (auto wrong = unsorted(*b, *in_b)) return *wrong;
  if (in_a->size() + in_b->size() > out->count || in_a->empty() || in_b->empty())
    return bad_input(
        say("{} has no room for the elements of {} and {}.", out->name, a->name, b->name));
  MergeScene scene;
  scene.a = *a;
  scene.b = *b;
  scene.out = *out;
  scene.co_ranks = merge.out.empty();
  scene.in_a = std::move(*in_a);
  scene.in_b = std::move(*in_b);
  fit_launch(session, scene);
  scene.signs_a = longest(scene.in_a);
  scene.signs_b = longest(scene.in_b);
  walk(scene);
  follow_stores(session, scene);
  return scene;
}

}  // namespace lanescope::ui::figures::structures
