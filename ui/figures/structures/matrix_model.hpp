#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "sim/base/result.hpp"
#include "ui/session/session.hpp"
#include "ui/style/style.hpp"
#include "ui/view/array_info.hpp"

namespace lanescope::ui::figures::structures {

// A sparse matrix as its storage arrays tell it. Kept while run and launch stay.
enum class MatrixPart : std::uint8_t { Row, Start, Column, Value, X, Y };
// Whether an array has an element for each that is stored.
[[nodiscard]] constexpr bool is_element(MatrixPart part) {
  return part == MatrixPart::Row || part == MatrixPart::Column || part == MatrixPart::Value;
}
struct MatrixArray {
  MatrixPart part = MatrixPart::Value;
  view::ArrayInfo info;
  std::size_t store = 0;       // of all but X and Y
  std::vector<double> values;  // before anything runs
};
struct MatrixStore {
  enum class Kind : std::uint8_t { Coordinates, Rows, Padded } kind = Kind::Coordinates;
  std::uint32_t elements = 0, padding = 0;  // stored, and of these zeros that only fill
  std::vector<std::uint32_t> row, column;   // by element
  std::vector<bool> filler;                 // by element
};
struct MatrixScene {
  std::uint32_t rows = 0, columns = 0, launch = 0;
  std::vector<MatrixStore> stores;
  std::vector<MatrixArray> arrays;

  struct Hit {
    std::size_t array = 0;  // into `arrays`
    std::uint32_t index = 0;
  };
  [[nodiscard]] std::optional<Hit> at(events::Space space, std::uint64_t address) const;
  [[nodiscard]] std::uint32_t elements() const;  // but for what only fills
};
[[nodiscard]] std::uint64_t matrix_scene_key(const session::Session& session);
// An Error says why there is none, as the panel shows it.
[[nodiscard]] Result<MatrixScene> matrix_scene(const session::Session& session);

// An element that a lane of the shown instruction works on.
struct MatrixLit {
  std::uint32_t lane = 0, element = 0;
  std::size_t store = 0;
};
struct MatrixModel {
  std::vector<MatrixLit> lit;
  std::vector<std::map<std::uint32_t, style::Role>>
      touched;  // by array: elements, and what is done to them
  std::optional<MatrixScene::Hit> selected;
  std::string sentence;
};
[[nodiscard]] MatrixModel matrix_model(const session::Session& session, const MatrixScene& scene);

// "compressed rows", "coordinates", "padded rows", "padded rows and coordinates".
[[nodiscard]] std::string storage_words(const MatrixScene& scene);
// "12 × 12 · 27 not zero · 81 % empty".
[[nodiscard]] std::string matrix_size_words(const MatrixScene& scene);
// As a drawing for slides and texts. Plain SVG 1.1.
[[nodiscard]] Result<std::string> matrix_svg(const session::Session& session, bool dark);
inline constexpr std::uint32_t kMostRows = 4096;

}  // namespace lanescope::ui::figures::structures
