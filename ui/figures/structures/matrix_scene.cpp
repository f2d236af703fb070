#include <algorithm>
#include <span>

#include <fmt/format.h>

#include "lab/run/prepare.hpp"
#include "sim/base/hash.hpp"
#include "ui/figures/structures/matrix_model.hpp"
#include "ui/figures/structures/places.hpp"
#include "ui/view/numbers.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::figures::structures {
namespace {

using Kind = MatrixStore::Kind;

Error no_matrix() {
  return bad_input(
      tr("This kernel works on no sparse matrix. The lesson on sparse matrices does."));
}

std::uint32_t whole(double value) {
  return static_cast<std::uint32_t>(static_cast<std::int64_t>(value));
}

void add(const session::Session& session, MatrixScene& scene, MatrixPart part,
         const view::ArrayInfo* array) {
  if (array == nullptr) return;
  scene.arrays.push_back({part, *array, scene.stores.size(), initial_elements(session, *array)});
}

// Empty where a store has no such array.
std::span<const double> values_of(const MatrixScene& scene, MatrixPart part, std::size_t store) {
  for (const MatrixArray& array : scene.arrays)
    if (array.part == part && array.store == store) return array.values;
  return {};
}

// The row of each element.
std::vector<std::uint32_t> rows_of(const MatrixScene& scene, std::size_t store, Kind kind,
                                   std::uint32_t elements) {
  std::vector<std::uint32_t> rows(elements, 0);
  if (kind == Kind::Padded) {
    for (std::uint32_t e = 0; e < elements; ++e) rows[e] = e % scene.rows;
  } else if (kind == Kind::Coordinates) {
    const auto given = values_of(scene, MatrixPart::Row, store);
    for (std::uint32_t e = 0; e < elements && e < given.size(); ++e) rows[e] = whole(given[e]);
  } else {
    const auto start = values_of(scene, MatrixPart::Start, store);
    for (std::uint32_t r = 0; r + 1 < start.size(); ++r)
      for (std::uint32_t e = whole(start[r]); e < whole(start[r + 1]) && e < elements; ++e)
        rows[e] = r;
  }
  return rows;
}

// Whether all that the arrays name lies inside of the matrix.
bool add_store(MatrixScene& scene, Kind kind) {
  const std::size_t number = scene.stores.size();
  const auto columns = values_of(scene, MatrixPart::Column, number);
  const auto values = values_of(scene, MatrixPart::Value, number);
  if (values.empty() || columns.size() != values.size()) return false;
  MatrixStore store;
  store.kind = kind;
  store.elements = static_cast<std::uint32_t>(values.size());
  store.row = rows_of(scene, number, kind, store.elements);
  for (std::uint32_t e = 0; e < store.elements; ++e) {
    store.column.push_back(whole(columns[e]));
    store.filler.push_back(kind == Kind::Padded && values[e] == 0.0);
    store.padding += store.filler.back() ? 1 : 0;
    if (store.row[e] >= scene.rows || store.column[e] >= scene.columns) return false;
  }
  scene.stores.push_back(std::move(store));
  return true;
}

}  // namespace

std::optional<MatrixScene::Hit> MatrixScene::at(events::Space space, std::uint64_t address) const {
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    const view::ArrayInfo& array = arrays[i].info;
    if (array.space != space || address < array.base) continue;
    const std::uint64_t index = (address - array.base) / array.element_bytes;
    if (index < array.count) return Hit{i, static_cast<std::uint32_t>(index)};
  }
  return std::nullopt;
}

std::uint32_t MatrixScene::elements() const {
  std::uint32_t out = 0;
  for (const MatrixStore& store : stores) out += store.elements - store.padding;
  return out;
}

std::uint64_t matrix_scene_key(const session::Session& session) {
  if (!session.run()) return 0;
  return mix(mix(session.run()->id) ^ (shown_launch(session) + 1ULL)) | 1U;
}

Result<MatrixScene> matrix_scene(const session::Session& session) {
  if (!session.run() || session.trace() == nullptr || session.machine() == nullptr)
    return bad_input(tr("Nothing has run yet. Open the lesson on sparse matrices."));
  const lesson::Rung* const rung = session.rung();
  const std::uint32_t launch = shown_launch(session);
  if (rung == nullptr || rung->matrix.empty() ||
      !run::given_launch(*session.run()->prepared, launch))
    return no_matrix();
  const Places places(session, *rung);
  const view::ArrayInfo* const x = places.array(rung->matrix.front().x);
  const view::ArrayInfo* const y = places.array(rung->matrix.front().y);
  if (x == nullptr || y == nullptr) return no_matrix();
  if (std::max(x->count, y->count) > kMostRows)
    return bad_input(say("{} rows are more than can be drawn: choose {} or fewer in Experiment.",
                         view::with_commas(y->count), view::with_commas(kMostRows)));
  MatrixScene scene;
  scene.launch = launch;
  scene.rows = static_cast<std::uint32_t>(y->count);
  scene.columns = static_cast<std::uint32_t>(x->count);
  for (const lesson::MatrixTemplate& one : rung->matrix) {
    const Kind kind = !one.row.empty()    ? Kind::Coordinates
                      : one.start.empty() ? Kind::Padded
                                          : Kind::Rows;
    add(session, scene, MatrixPart::Row, places.array(one.row));
    add(session, scene, MatrixPart::Start, places.array(one.start));
    add(session, scene, MatrixPart::Column, places.array(one.column));
    add(session, scene, MatrixPart::Value, places.array(one.value));
    if (!add_store(scene, kind))
      return bad_input(tr("The arrays name rows or columns that the matrix has not."));
  }
  add(session, scene, MatrixPart::X, x);
  add(session, scene, MatrixPart::Y, y);
  return scene;
}

std::string storage_words(const MatrixScene& scene) {
  if (scene.stores.size() > 1) return tr("padded rows, and coordinates for the rest");
  switch (scene.stores.front().kind) {
    case Kind::Coordinates:
      return tr("stored as coordinates");
    case Kind::Rows:
      return tr("stored as compressed rows");
    case Kind::Padded:
      break;
  }
  return tr("stored as padded rows, slot by slot");
}

std::string matrix_size_words(const MatrixScene& scene) {
  const double all = static_cast<double>(scene.rows) * scene.columns;
  return say("{} × {} · {} not zero · {} empty", scene.rows, scene.columns,
             view::with_commas(scene.elements()), view::percent(1.0 - scene.elements() / all));
}

}  // namespace lanescope::ui::figures::structures
