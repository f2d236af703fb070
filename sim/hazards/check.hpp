#pragma once

#include <cstdint>
#include <functional>

#include "sim/hazards/ordering.hpp"
#include "sim/hazards/releases.hpp"
#include "sim/hazards/request.hpp"
#include "sim/hazards/runs.hpp"
#include "sim/hazards/shadow.hpp"

namespace lanescope::hazards {

// Compares one request with the accesses before it and enters it among them.
class Check {
 public:
  struct Context {
    BlockOrder& block;
    const Request& request;
    Releases& releases;
    Budget& budget;
    const std::function<void(const Finding&)>& found;
    Time floor = 0;           // accesses up to then are ordered, or of who had this memory before
    Time ordered = 0;         // so are those of all threads but for copies under way
    bool async = false;       // there may be copies under way
    std::uint32_t owner = 0;  // the block whose shared memory it is
  };
  explicit Check(const Context& context);

  // Lanes first, first + 1, … (`count` of them) at addresses one behind the other, `bytes` apart,
  // or all at one place (`spread` false). All of it lies in the page, which begins at `begin`.
  struct Run {
    std::uint64_t address = 0;
    std::uint32_t first = 0, count = 1;
    bool spread = true;
    std::uint32_t twin = 0;  // not 0: lane l + twin does what lane l does
  };
  void run(Page& page, std::uint64_t begin, Run run);

 private:
  [[nodiscard]] CellRow row_of(const Page& page, std::uint64_t begin, const Run& run) const;
  [[nodiscard]] std::uint32_t alike(const Page& page, const CellRow& row) const;
  [[nodiscard]] bool at_once(Page& page, const CellRow& row, const Run& run) const;
  [[nodiscard]] bool nothing_new(const Page& page, Accesses accesses, const CellRow& row) const;
  [[nodiscard]] bool nothing_new(const Page& page, std::uint32_t cell) const;
  [[nodiscard]] bool keep_row(Page& page, const Plane& reads, const CellRow& row,
                              const Stamp& mine) const;
  void one_by_one(Page& page, std::uint64_t begin, const Run& run);
  void hand_on(const Page& page, std::uint64_t begin, std::uint64_t address, std::uint32_t lane);
  [[nodiscard]] std::uint32_t lanes_of(const Run& run, std::uint32_t lane) const;
  void visit(Page& page, std::uint64_t begin, std::uint32_t cell, std::uint32_t lanes);
  void compare(const Page& page, Accesses accesses, std::uint32_t cell, std::uint64_t address,
               std::uint32_t lanes);
  void compare(const Plane& plane, Accesses accesses, std::uint32_t cell, std::uint64_t address,
               std::uint32_t lanes);
  void enter(Page& page, std::uint32_t cell, std::uint32_t lanes);
  void enter_in_turn(Page& page, const Plane& latest, std::uint32_t cell, const Stamp& mine);
  void enter_in_set(Page& page, Accesses accesses, const Plane& latest, std::uint32_t cell,
                    const Stamp& mine);
  void keep(Page& page, Accesses accesses, std::uint32_t cell, const Stamp& before,
            const Stamp& mine);
  [[nodiscard]] bool ordered(const Stamp& stamp, std::uint32_t lanes) const;
  [[nodiscard]] bool are_volatile_stores(const Stamp& stamp, Accesses accesses) const;
  [[nodiscard]] bool may_meet(const Stamp& stamp, Accesses accesses, std::uint32_t lanes) const;
  void tell(const Stamp& stamp, Accesses accesses, std::uint64_t address,
            std::uint32_t lanes) const;
  [[nodiscard]] Stamp stamp_of(std::uint32_t lanes) const {
    return {request_.time, flags_ | lanes, request_.pc, context_.block.index()};
  }

  Context context_;
  const Request& request_;
  std::uint32_t flags_;
  Time quiet_until_;  // no access up to then is of interest
  std::uint32_t cell_bytes_ = 4;
  bool hands_on_;  // its strong accesses may release or acquire
  // A volatile store by who has read what stands there, which was released: behind all before it.
  bool in_turn_ = false;
};

}  // namespace lanescope::hazards
