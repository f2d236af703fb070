#pragma once

#include <string>
#include <vector>

#include "sim/base/result.hpp"
#include "sim/schedule/schedule.hpp"

namespace lanescope::schedule {

// A program in words, for lessons and tests. Streams: a name each, and what it is unless it blocks:
// "1", "0 legacy", "2 nonblocking", "3 priority=-1". Calls, in the order of issue:
//
//   to 1 · from 1 · kernel 1 · host 1    work in stream 1, a unit long; "length=2", "share=0.5",
//                                        of copies "pageable": the host waits for it; of kernels
//                                        "reads=1", "writes=1": what they take of the bus, from and
//                                        to mapped memory
//   record 1 event=0 · wait 2 event=0    an event, by number
//   synchronize · synchronize 1          the host waits for the device, for a stream
//   work                                 the host's own, a unit long; "length=2"
//   stage                                the same: it copies from pageable memory to pinned, or
//   back
//
// An Error names the words that cannot be.
[[nodiscard]] Result<Program> described(const std::vector<std::string>& streams,
                                        const std::vector<std::string>& calls);

}  // namespace lanescope::schedule
