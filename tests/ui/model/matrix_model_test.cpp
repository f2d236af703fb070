#include "ui/figures/structures/matrix_model.hpp"

#include <algorithm>

#include "tests/ui/model/studio.hpp"

namespace lanescope::ui::figures::structures {
namespace {

using test::Studio;
using Numbers = std::vector<std::uint32_t>;

MatrixScene scene_of(Studio& studio) {
  auto scene = matrix_scene(studio.session());
  EXPECT_TRUE(scene) << scene.error().message;
  return scene ? std::move(*scene) : MatrixScene{};
}
std::vector<double> dense(const MatrixScene& scene) {
  std::vector<double> out(std::size_t{scene.rows} * scene.columns, 0.0);
  for (const MatrixArray& array : scene.arrays) {
    if (array.part != MatrixPart::Value) continue;
    const MatrixStore& store = scene.stores[array.store];
    for (std::uint32_t e = 0; e < store.elements; ++e)
      out[store.row[e] * scene.columns + store.column[e]] += array.values[e];
  }
  return out;
}

// The matrix of the notes: 1 7 0 0, 0 2 8 0, 5 0 3 9, 0 0 0 6 (seed 000, G-SPM).
TEST(MatrixModel, AllStorageIsOneMatrix) {
  const std::vector<double> notes{1, 7, 0, 0, 0, 2, 8, 0, 5, 0, 3, 9, 0, 0, 0, 6};
  Studio studio;
  studio.run("lesson id=sparse");
  for (const char* rung : {"coo", "csr-thread", "csr-warp", "ell"}) {
    studio.run(std::string("rung id=") + rung + "; set n=4; set long=2; set block=32; to-start");
    const MatrixScene scene = scene_of(studio);
    EXPECT_EQ(dense(scene), notes) << rung;
    EXPECT_EQ(scene.elements(), 8U) << rung;
  }
  EXPECT_EQ(scene_of(studio).stores.front().padding, 4U) << "three slots for each of four rows";
  EXPECT_EQ(matrix_size_words(scene_of(studio)), "4 × 4 · 8 not zero · 50 % empty");
}

// Three slots of the first row, and what is left of it as coordinates: the same as without slots.
TEST(MatrixModel, BothKindsTogether) {
  Studio studio;
  studio.run("lesson id=sparse; rung id=hyb; set n=32; set long=20; set block=32; to-start");
  const MatrixScene hybrid = scene_of(studio);
  ASSERT_EQ(hybrid.stores.size(), 2U);
  EXPECT_EQ(hybrid.stores[1].elements, 17U);
  studio.run("rung id=coo; set n=32; set long=20; to-start");
  EXPECT_EQ(dense(hybrid), dense(scene_of(studio)));
}

// The rows of the notes' matrix begin at elements 0, 2, 4 and 7; their columns are 0, 1, 0, 3.
TEST(MatrixModel, WhatTheLanesReadIsLit) {
  Studio studio;
  studio.run("lesson id=sparse; rung id=csr-thread; set n=4; set long=2; set block=32; to-start");
  const auto column_read = [&](const MatrixScene& scene, const MatrixModel& model) {
    for (std::size_t i = 0; i < scene.arrays.size(); ++i)
      if (scene.arrays[i].part == MatrixPart::Column)
        for (const auto& [index, role] : model.touched[i])
          if (role == style::Role::Load) return true;
    return false;
  };
  MatrixModel model;
  for (int i = 0; i < 200; ++i) {
    studio.run("step-forward unit=instruction");
    model = matrix_model(studio.session(), scene_of(studio));
    if (column_read(scene_of(studio), model)) break;
  }
  Numbers elements;
  for (const MatrixLit& lit : model.lit) elements.push_back(lit.element);
  EXPECT_EQ(elements, (Numbers{0, 2, 4, 7}));
  EXPECT_EQ(model.sentence,
            "Lane 0 reads column[0] = 0: the element in row 0, column 0. 3 other lanes do the same "
            "with theirs.");
  const std::size_t x = scene_of(studio).arrays.size() - 2;
  for (int i = 0; i < 50 && model.touched[x].empty(); ++i) {
    studio.run("step-forward unit=instruction");
    model = matrix_model(studio.session(), scene_of(studio));
  }
  Numbers of_x;
  for (const auto& [index, role] : model.touched[x]) of_x.push_back(index);
  EXPECT_EQ(of_x, (Numbers{0, 1, 3}));
  EXPECT_NE(model.sentence.find("for the element in row 0, column 0"), std::string::npos)
      << model.sentence;
  studio.run("to-end");
  EXPECT_TRUE(matrix_model(studio.session(), scene_of(studio)).lit.empty())
      << "sums are written, nobody is at an element";
}

TEST(MatrixModel, IsDrawnAsSvg) {
  Studio studio;
  studio.run("lesson id=sparse; rung id=csr-thread; set n=4; set long=2; set block=32; to-start");
  const auto drawing = matrix_svg(studio.session(), false);
  ASSERT_TRUE(drawing);
  std::size_t boxes = 0;
  for (std::size_t at = 0; (at = drawing->find("<rect", at)) != std::string::npos; ++at) ++boxes;
  EXPECT_EQ(boxes, 1U + 1U + 2U + 8U) << "page, ground, x and y, and the elements";
}

TEST(MatrixModel, WhereThereIsNone) {
  Studio studio;
  EXPECT_FALSE(matrix_scene(studio.session()));
  studio.run("lesson id=vector-add");
  EXPECT_FALSE(matrix_scene(studio.session()));
}

}  // namespace
}  // namespace lanescope::ui::figures::structures
