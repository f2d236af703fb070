#pragma once

#include <cstdint>

#include "sim/ptx/module.hpp"

// Video instructions (PTX ISA 9.7.18) as plain data, and as the number that their lane function is
// told.
namespace lanescope::isa {

enum class VideoOp : std::uint8_t {
  Add,
  Sub,
  AbsDiff,
  Min,
  Max,
  ShiftLeft,
  ShiftRight,
  MultiplyAdd,
  Set,
  Average
};
enum class VideoSecond : std::uint8_t { None, Add, Min, Max, Merge };
enum class VideoPart : std::uint8_t { Word, B0, B1, B2, B3, H0, H1 };
enum class VideoCompare : std::uint8_t { Eq, Ne, Lt, Le, Gt, Ge };

struct VideoJob {
  VideoOp op = VideoOp::Add;
  std::uint8_t lanes = 1;  // 2 and 4: of the SIMD forms
  bool d_signed = false, a_signed = false, b_signed = false;
  bool saturates = false;
  bool wraps = false;  // of a shift
  VideoSecond second = VideoSecond::None;
  VideoPart a = VideoPart::Word, b = VideoPart::Word, d = VideoPart::Word;
  std::uint8_t mask = 15;  // of the lanes of a SIMD form
  // Of each lane of a SIMD form: the part of {a, b} that is read, 3 bits each, the lowest lane
  // first; b's parts come behind a's.
  std::uint16_t a_parts = 0, b_parts = 0;
  VideoCompare compare = VideoCompare::Eq;
  std::uint8_t scale = 0;  // right shift of vmad: 0, 7 or 15
  bool negates_product = false, negates_addend = false, plus_one = false;
};

// False: it selects parts in a way that is not covered.
[[nodiscard]] bool make_video_job(const ptx::Instruction& instruction, VideoJob& job);
[[nodiscard]] std::uint64_t number_of(const VideoJob& job);
[[nodiscard]] VideoJob video_job(std::uint64_t number);

}  // namespace lanescope::isa
