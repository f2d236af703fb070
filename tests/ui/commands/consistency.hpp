#pragma once

#include <string>
#include <vector>

#include "ui/session/session.hpp"

// What must hold of a session whatever has been done to it. Each function returns what is wrong, in
// sentences; nothing when all is well.
namespace lanescope::ui::test {

// At any moment, results under way or not: the tick is one of the run's, what is selected exists,
// values lie within their limits.
[[nodiscard]] std::vector<std::string> check_moment(const session::Session& session);

// Of a session that has settled: the run on screen is that of the experiment which the state
// describes.
[[nodiscard]] std::vector<std::string> check_run(session::Session& session);

// Undo and redo lead back to where they began.
[[nodiscard]] std::vector<std::string> check_undo(session::Session& session);

// Saved to `file` and opened by `other`, it is the same session at the same place.
[[nodiscard]] std::vector<std::string> check_saved(session::Session& session,
                                                   session::Session& other,
                                                   const std::string& file);

}  // namespace lanescope::ui::test
