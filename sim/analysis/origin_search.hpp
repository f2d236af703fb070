#pragma once

#include <array>
#include <optional>
#include <unordered_map>
#include <vector>

#include "sim/analysis/origins.hpp"

namespace lanescope::analysis {

// Goes back through the instructions of one block of a launch with the registers and bytes whose
// makers are still looked for: what origins_of is made of.
class OriginSearch {
 public:
  OriginSearch(const engine::Program& program, const trace::Trace& trace, int warp_size,
               std::size_t most)
      : program_(program),
        trace_(trace),
        warp_size_(static_cast<std::uint32_t>(warp_size)),
        most_(most) {}

  // Looks for what the step stored there.
  void begin(const trace::Step& step, const Stored& stored);
  // Steps come latest first.
  void back_over(const trace::Step& step);
  [[nodiscard]] bool wants_bytes() const { return !bytes_.empty(); }
  [[nodiscard]] bool done() const { return wanted_registers_ == 0 && bytes_.empty(); }
  [[nodiscard]] Origins take() { return std::move(out_); }

 private:
  enum Kind : std::uint8_t { kValue, kSteer };
  using Lanes = std::array<LaneMask, 2>;  // by kind
  using Registers = std::vector<Lanes>;
  using Info = engine::InstructionInfo;
  struct Piece {  // bytes of a lane's access
    std::uint32_t first = 0, count = 0;
  };

  static LaneMask any(const Lanes& lanes) { return lanes[kValue] | lanes[kSteer]; }
  static Piece piece_of(std::uint32_t bytes, std::size_t part, std::size_t parts);
  [[nodiscard]] std::uint64_t key_of(const trace::Step& step, events::Space space,
                                     std::uint32_t lane, std::uint64_t byte) const;

  void want_register(const trace::Step& step, std::uint32_t reg, Lanes lanes);
  void want(const trace::Step& step, const Info& info, engine::Role role, const Lanes& lanes);
  void want_stored(const trace::Step& step, const Info& info, std::uint32_t bytes, Piece piece,
                   const Lanes& lanes);
  void want_bytes(const trace::Step& step, const trace::Access& access, std::uint32_t lane,
                  Piece piece, bool value);
  void follow_stores(const trace::Step& step, const Info& info);
  void follow_store(const trace::Step& step, const Info& info, const trace::Access& access,
                    std::uint32_t lane);
  Lanes take_written(const trace::Step& step, const Info& info);
  void follow_load(const trace::Step& step, const Info& info, const Lanes& all);
  void follow_part(const trace::Step& step, const trace::Access& access, Piece piece,
                   const Lanes& lanes);
  void tell(const trace::Step& step, const trace::Access& access, std::uint32_t lane, Piece piece,
            bool value);
  Lanes givers(const trace::Step& step, const Info& info, const Lanes& lanes);

  const engine::Program& program_;
  const trace::Trace& trace_;
  std::uint32_t warp_size_;
  std::size_t most_;
  std::vector<Registers> warps_;  // lanes in which a register is wanted
  std::size_t wanted_registers_ = 0;
  // Of shared memory, or of a thread's own: by kind.
  std::unordered_map<std::uint64_t, std::array<bool, 2>> bytes_;
  std::vector<std::uint64_t> made_bytes_;
  std::vector<Lanes> made_parts_;  // by written register of the instruction
  std::vector<trace::Access> accesses_;
  std::optional<ConstantRegisters> constants_;  // once a shuffle asks
  Origins out_;
};

// Operands of the instruction with this role.
[[nodiscard]] std::size_t count_of(const engine::InstructionInfo& info, engine::Role role);

}  // namespace lanescope::analysis
