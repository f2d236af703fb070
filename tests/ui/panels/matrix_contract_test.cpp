// Sparse matrices at every size and scale, in each way of storage: no words clipped, nothing
// sticking out. And the pointer on them.

#include "tests/ui/model/studio.hpp"
#include "tests/ui/panels/contract.hpp"
#include "ui/panels/matrix/matrix.hpp"

namespace lanescope::ui::panels::matrix {
namespace {

using test::Stage;
using test::Studio;

TEST(MatrixContract, EachWayOfStorage) {
  Studio studio;
  studio.run("lesson id=sparse");
  for (const char* rung : {"coo", "coo-stride", "csr-thread", "csr-warp", "ell", "hyb"}) {
    for (const char* size : {"4", "64", "1024"}) {
      studio.run(std::string("rung id=") + rung + "; set n=" + size +
                 "; set long=4; to-start; step-forward count=40; select array=value index=3");
      test::check_everywhere(test::some_panels<MatrixPanel>, studio.session(),
                             std::string(rung) + " of " + size);
    }
  }
}

TEST(MatrixContract, AClickSelectsAnElement) {
  Studio studio;
  studio.run("lesson id=sparse; rung id=csr-thread; set n=4; set long=2; set block=32; to-end");
  Stage stage({700, 400, 1.0F, true, false});
  MatrixPanel panel;
  stage.draw(panel, studio.session());
  std::string array;
  for (float y = 40.0F; y < 380.0F && array.empty(); y += 8.0F) {
    stage.point_at(60.0F, y);
    stage.frame(panel, studio.session());
    stage.press(true);
    stage.frame(panel, studio.session());
    stage.press(false);
    stage.frame(panel, studio.session());
    stage.commands().run_all(studio.session());
    const auto& element = studio.session().state().cursor.selection.element;
    if (element && element->array == "value") array = element->array;
  }
  EXPECT_EQ(array, "value") << "the first column holds 1 and 5";
}

}  // namespace
}  // namespace lanescope::ui::panels::matrix
