#pragma once

namespace lanescope::runtime {

// Once, for signals that the program has not taken: a crash is told with the host's line, and an
// interrupt leaves what was running in the record.
void watch_signals();

}  // namespace lanescope::runtime
