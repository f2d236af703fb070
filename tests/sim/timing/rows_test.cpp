#include <gtest/gtest.h>

#include "sim/sass/machine/instructions/bind.hpp"
#include "sim/timing/code.hpp"

namespace lanescope::timing {
namespace {

TEST(OpcodeRows, EveryOpcodeThatIsExecutedHasOne) {
  using namespace sass::machine::instructions;
  for (const auto rows :
       {integer_binders(), float_binders(), half_binders(), convert_binders(), matrix_binders(),
        move_binders(), memory_binders(), atomic_binders(), space_binders(), texture_binders(),
        mbarrier_binders(), bulk_copy_binders(), warp_binders(), control_binders()}) {
    for (const BinderRow& row : rows) EXPECT_TRUE(classify(row.name).known) << row.name;
  }
}

}  // namespace
}  // namespace lanescope::timing
